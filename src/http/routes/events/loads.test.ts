// Tests of loads over HTTP: who may see which, and how they are shown.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LinkEvent } from '../../../links/link-event.ts';
import { newEvent, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { type OperatorBrowser, signInAs } from '../operators/operator.fixture.ts';
import { loadSchema } from './event-schemas.ts';

type List = { loads: { id: string; counts: Record<string, unknown> }[]; next: string | null };

const idOf = (number: number) => `5b0cd7b4-0a52-4d0e-8f5e-${String(number).padStart(12, '0')}`;
const numberOf = (id: string) => Number(id.slice(-12));

let opened: TestApp;
let ada: OperatorBrowser;
let curator: OperatorBrowser;
let admin: OperatorBrowser;
before(async () => {
	opened = await openTestApp();
	ada = await signInAs(opened, 'ada@example.org');
	curator = await signInAs(opened, 'curator@example.org', 'curator');
	admin = await signInAs(opened, 'admin@example.org', 'admin');
	const adaId = (await opened.accounts.findUser('ada@example.org'))?.id ?? assert.fail();
	const add = (sequence: number, userId: number | null, more: Partial<LinkEvent> = {}) =>
		opened.events.set(idOf(sequence), { ...newEvent(idOf(sequence), userId), sequence, state: 'Done', ...more });
	add(1, adaId);
	add(2, null, { fileName: 'links.csv', links: 3 });
	add(3, adaId, { state: 'Error', error: 'It failed.' });
	add(4, null, { loadId: idOf(2), links: 4, state: 'New' });
});
after(() => opened.close());

const listed = async (who: OperatorBrowser, query = '') => {
	const response = await who.ask('GET', `/loads${query}`);
	assert.equal(response.status, 200);
	return (await response.json()) as List;
};
const numbers = async (who: OperatorBrowser, query = '') =>
	(await listed(who, query)).loads.map(({ id }) => numberOf(id));

describe('GET /loads', () => {
	it('lists the own loads of an account, newest first, and all of them to an admin', async () => {
		assert.deepEqual(await numbers(ada), [3, 1]);
		assert.deepEqual(await numbers(curator), []);
		assert.deepEqual(await numbers(admin), [3, 2, 1]);
	});

	it('lists those of a kind', async () => {
		assert.deepEqual(await numbers(admin, '?kind=files'), [2]);
		assert.deepEqual(await numbers(admin, '?kind=submission'), [3, 1]);
	});

	it('leads from page to page by next', async () => {
		const first = await listed(admin, '?limit=2');
		assert.deepEqual(
			first.loads.map(({ id }) => numberOf(id)),
			[3, 2],
		);
		const second = await listed(admin, `?limit=2&before=${first.next}`);
		assert.deepEqual([second.loads.map(({ id }) => numberOf(id)), second.next], [[1], null]);
	});

	it('counts only links, and none of their effects', async () => {
		const { loads } = await listed(admin);
		for (const load of loads) loadSchema.parse(load);
		const { links, refused, ...others } = loads[1]?.counts ?? {};
		assert.deepEqual([links, refused], [7, 0]);
		assert.ok(Object.values(others).every((count) => count === null));
	});

	it('is for accounts, and refuses other parameters', async () => {
		assert.equal((await opened.app.request('/loads')).status, 401);
		const { status, errors } = await problemOf(await ada.ask('GET', '/loads?kind=file'));
		assert.deepEqual([status, errors?.[0]?.field], [400, 'kind']);
	});
});

describe('GET /loads/{load_id}', () => {
	it('shows what one act brought, by the id of any of its events', async () => {
		const response = await curator.ask('GET', `/loads/${idOf(2)}`);
		assert.equal(response.status, 200);
		const load = loadSchema.parse(await response.json());
		assert.deepEqual(
			[load.id, load.kind, load.name, load.status, load.counts.links, load.counts.merged_groups],
			[idOf(2), 'files', 'links.csv', 'Processing', 7, 0],
		);
		assert.deepEqual(load.events, { total: 2, new: 1, processing: 0, done: 1, error: 0, withdrawn: 0 });
		assert.deepEqual(await (await curator.ask('GET', `/loads/${idOf(4).toUpperCase()}`)).json(), load);
	});

	it('is visible to those who may see its events', async () => {
		for (const [who, number, status] of [
			...[[ada, 1, 200] as const, [ada, 2, 404] as const, [ada, 9, 404] as const],
			...[[curator, 1, 200] as const, [admin, 2, 200] as const],
		] as const) {
			assert.equal((await who.ask('GET', `/loads/${idOf(number)}`)).status, status);
		}
		const problem = await problemOf(await ada.ask('GET', `/loads/${idOf(2)}`));
		assert.match(problem.detail, /No load "5b0c.*" is visible to this account/);
	});

	it('is named by each of its events', async () => {
		const event = (await (await curator.ask('GET', `/events/${idOf(4)}`)).json()) as { load: string };
		assert.equal(event.load, idOf(2));
	});
});

describe('GET /events?load=', () => {
	it('lists the events of a load to those who may see it', async () => {
		const eventsOf = async (who: OperatorBrowser, number: number) => {
			const response = await who.ask('GET', `/events?load=${idOf(number)}`);
			if (response.status !== 200) return response.status;
			const { events } = (await response.json()) as { events: { event_id: string }[] };
			return events.map(({ event_id }) => numberOf(event_id));
		};
		assert.deepEqual(await eventsOf(admin, 2), [4, 2]);
		assert.deepEqual(await eventsOf(curator, 4), [4, 2]);
		assert.deepEqual(await eventsOf(ada, 1), [1]);
		assert.equal(await eventsOf(ada, 2), 404);
	});
});
