// Tests of harvests over HTTP: what administrators see of them, and order.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { testHarvest } from '../../../broker/harvest.fixture.ts';
import { BrokerError } from '../../../errors.ts';
import { openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { type OperatorBrowser, signInAs } from './operator.fixture.ts';

let opened: TestApp;
let browser: OperatorBrowser;
let ordered: string[];

beforeEach(async () => {
	ordered = [];
	opened = await openTestApp(
		{},
		{
			listHarvests: async () => [testHarvest({}, { everySeconds: 21_600, nextAt: Date.UTC(2026, 0, 31, 1) })],
			async orderHarvest({ who }, number, order) {
				if (number !== 3) throw new BrokerError('not-found', `There is no harvest ${number}.`);
				ordered.push(`${who}: ${order} ${number}`);
			},
		},
	);
	browser = await signInAs(opened, 'ada@example.org', 'admin');
});
afterEach(() => opened.close());

describe('GET /harvests', () => {
	it('lists the state, the results and the next run of each', async () => {
		const response = await browser.ask('GET', '/api/harvests');
		assert.equal(response.status, 200);
		const { harvests } = (await response.json()) as { harvests: Record<string, unknown>[] };
		const counts = { pages: 3, records: 1_200, links: 5_000, refused: 2, events: 4 };
		assert.deepEqual(harvests, [
			{
				...{ number: 3, name: 'datacite --prefix 10.1234', service: 'datacite', filters: { prefix: '10.1234' } },
				...{ address: null, provider: null, condition: 'scheduled', every_seconds: 21_600 },
				...{ next: '2026-01-31T01:00:00.000Z', last_complete: '2026-01-15T12:00:00.000Z' },
				...{ totals: { ...counts, failures: 0 }, run: null },
				last: {
					...{ outcome: 'complete', began: '2026-01-15T11:58:59.000Z', ended: '2026-01-15T12:00:00.000Z' },
					...{ ...counts, notes: [], problem: null, not_before: null },
				},
			},
		]);
	});

	it('is for admins, by access token too', async () => {
		const ask = async (...roles: string[]) => {
			const token = await opened.token(`${roles.join('')}x@example.org`, ...roles);
			return (await opened.app.request('/harvests', { headers: { Authorization: `Bearer ${token}` } })).status;
		};
		assert.deepEqual([await ask('admin'), await ask('curator')], [200, 403]);
		assert.equal((await opened.app.request('/harvests')).status, 401);
	});
});

describe('a harvest', () => {
	it('is started, paused and removed by an admin with a session', async () => {
		assert.equal((await browser.ask('POST', '/api/harvests/3', { order: 'start' })).status, 204);
		assert.equal((await browser.ask('POST', '/api/harvests/3', { order: 'pause' })).status, 204);
		assert.equal((await browser.ask('DELETE', '/api/harvests/3')).status, 204);
		assert.deepEqual(
			ordered,
			['start', 'pause', 'remove'].map((order) => `ada@example.org: ${order} 3`),
		);
	});

	it('is not ordered what it cannot do, or where there is none', async () => {
		const wrong = await browser.ask('POST', '/api/harvests/3', { order: 'remove' });
		assert.equal((await problemOf(wrong)).status, 422);
		for (const number of ['4', '0', 'x', '9'.repeat(20)]) {
			assert.equal((await browser.ask('POST', `/api/harvests/${number}`, { order: 'start' })).status, 404, number);
			assert.equal((await browser.ask('DELETE', `/api/harvests/${number}`)).status, 404, number);
		}
		assert.equal((await browser.ask('DELETE', '/api/harvests/3', undefined, null)).status, 403);
		assert.deepEqual(ordered, []);
	});
});
