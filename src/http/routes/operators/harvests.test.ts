// Tests of harvests over HTTP: what administrators see of them, order, try and create.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { testHarvest } from '../../../broker/harvest.fixture.ts';
import { changeHarvest } from '../../../broker/harvests.ts';
import { BrokerError } from '../../../errors.ts';
import {
	datacitePage,
	dataciteRecord,
	noon,
	openHarvests,
	type Reply,
	serveReplies,
	type TestService,
} from '../../../harvest/harvest.fixture.ts';
import { harvestServices } from '../../../harvest/services.ts';
import { openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { harvestPreviewSchema, harvestSchema, servicesSchema } from './harvest-schemas.ts';
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
					load: '5f0c2a6e-7a4d-4c58-9a35-0d6d1b3c9e21',
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

describe('GET /harvests/services', () => {
	it('describes each service with its filters, examples and settings', async () => {
		const { services } = (await (await browser.ask('GET', '/api/harvests/services')).json()) as Services;
		assert.equal(services.length, harvestServices.length);
		const ads = services.find(({ name }) => name === 'ads');
		assert.deepEqual(ads, {
			...{ name: 'ads', title: 'NASA ADS: works from its search API', address: 'https://api.adsabs.harvard.edu/v1' },
			...{ changes: 'the day on which ADS added a work', pause_seconds: 1, whole_since: false },
			filters: [
				{ name: 'prefix', meaning: 'a DOI prefix', example: '10.5281' },
				{ name: 'query', meaning: 'an ADS query', example: 'bibgroup:CfA' },
				{ name: 'set', meaning: 'a library or collection in ADS syntax', example: 'collection:astronomy' },
			],
			needs_one_of: ['prefix', 'query', 'set'],
			settings: [
				{
					...{ name: 'ADS_TOKEN', needed: true, set: false },
					words: 'ADS_TOKEN to be set: ui.adsabs.harvard.edu/user/settings/token',
				},
			],
			command: 'link-broker harvest ads --query bibgroup:CfA --every 7d',
		});
		servicesSchema.parse({ services });
	});
});

type Services = { services: { name: string }[] };

describe('a new harvest', () => {
	let harvests: Awaited<ReturnType<typeof openHarvests>>;
	let service: TestService;
	let reply: () => Reply;
	let made: TestApp;
	let admin: OperatorBrowser;
	beforeEach(async () => {
		harvests = await openHarvests();
		reply = () => ({ body: datacitePage([dataciteRecord('a'), dataciteRecord('b')], 'two', 9) });
		service = await serveReplies(() => reply());
		const harvester = harvests.open();
		made = await openTestApp(
			{},
			{
				listHarvests: () => harvests.records.harvests(),
				changeHarvest: (by, number, everySeconds) =>
					changeHarvest(harvests.records, { act: { by, now: noon }, number, everySeconds }),
			},
			{
				harvestMaker: {
					listServices: () => [],
					preview: harvester.previewNewHarvest,
					create: harvester.createHarvest,
				},
			},
		);
		admin = await signInAs(made, 'ada@example.org', 'admin');
	});
	afterEach(async () => {
		await made.close();
		await service.close();
		await harvests.close();
	});
	const wanted = () => ({ service: 'datacite', filters: { prefix: '10.1234' }, address: service.address });

	it('is created with its schedule, and answered', async () => {
		const response = await admin.ask('POST', '/api/harvests', { ...wanted(), every_seconds: 3_600 });
		assert.equal(response.status, 201);
		const { number, condition, every_seconds, service: name } = harvestSchema.parse(await response.json());
		assert.deepEqual([number, condition, every_seconds, name], [1, 'scheduled', 3_600, 'datacite']);
		const [entry] = await harvests.records.auditEntries({ limit: 1 });
		assert.deepEqual([entry?.action, entry?.who], ['harvest.created', 'ada@example.org']);
	});

	it('that exists already is refused with its number', async () => {
		await admin.ask('POST', '/api/harvests', wanted());
		const again = await problemOf(await admin.ask('POST', '/api/harvests', { ...wanted(), every_seconds: 60 }));
		assert.equal(again.status, 409);
		assert.match(again.detail, /^Harvest 1 is the same: datacite --prefix 10\.1234 /);
	});

	it('gets another schedule', async () => {
		await admin.ask('POST', '/api/harvests', wanted());
		const response = await admin.ask('PATCH', '/api/harvests/1', { every_seconds: 86_400 });
		assert.equal(response.status, 200);
		assert.equal(harvestSchema.parse(await response.json()).every_seconds, 86_400);
		assert.equal((await admin.ask('PATCH', '/api/harvests/2', { every_seconds: null })).status, 404);
		assert.equal((await admin.ask('PATCH', '/api/harvests/x', { every_seconds: null })).status, 404);
	});

	it('is tried with dry_run=1: its first page is shown, and nothing stored', async () => {
		const response = await admin.ask('POST', '/api/harvests?dry_run=1', wanted());
		assert.equal(response.status, 200);
		const { page, page_seconds, address, ...whole } = harvestPreviewSchema.parse(await response.json());
		assert.deepEqual(whole, {
			...{ message: 'nothing stored', total: 9, records: 2, notes: [], estimate: { pages: 5, seconds: 2 } },
		});
		assert.deepEqual([page?.read.dialect, page?.read.links, page?.refusal], ['datacite', 2, null]);
		assert.deepEqual(page?.links[0]?.source.identifiers, [{ ID: '10.1234/a', IDScheme: 'doi' }]);
		assert.equal(page_seconds, 0);
		assert.ok(address.startsWith(service.address));
		assert.deepEqual(await harvests.records.harvests(), []);
	});

	it('is tried at a service that fails: the problem names it', async () => {
		reply = () => ({ status: 500 });
		const problem = await problemOf(await admin.ask('POST', '/api/harvests?dry_run=1', wanted()));
		assert.equal(problem.status, 502);
		assert.match(problem.type, /\/problems\/harvest-failed$/);
		assert.match(problem.detail, /^The first page of datacite could not be read: 127\.0\.0\.1:\d+ fails \(500\)\.$/);
	});

	for (const [what, change, pointer] of [
		['an unknown service', { service: 'orcid' }, '/service'],
		['a filter that it has not', { filters: { colour: 'red' } }, '/filters'],
		['no filter', { filters: {} }, '/filters'],
		['a blank filter', { filters: { prefix: ' ' } }, '/filters/prefix'],
		['an address of another kind', { address: 'file:///etc/passwd' }, '/address'],
		['a schedule of seconds', { every_seconds: 5 }, '/every_seconds'],
		['a schedule of years', { every_seconds: 1e9 }, '/every_seconds'],
		['a day that is none', { from: '2026-02-30' }, '/from'],
		['a month instead of a day', { from: '2026-02' }, '/from'],
		['a field that is none', { every: '6h' }, '/every'],
	] as const) {
		it(`is refused with ${what}, tried or created`, async () => {
			for (const path of ['/api/harvests', '/api/harvests?dry_run=1']) {
				const problem = await problemOf(await admin.ask('POST', path, { ...wanted(), ...change }));
				assert.deepEqual([problem.status, problem.errors?.map((place) => place.pointer)], [422, [pointer]]);
			}
			assert.equal(service.requests.length, 0);
		});
	}

	it('is for administrators with a session', async () => {
		const curator = await signInAs(made, 'eve@example.org', 'curator');
		for (const path of ['/api/harvests', '/api/harvests?dry_run=1'])
			assert.equal((await curator.ask('POST', path, wanted())).status, 403);
		assert.equal((await admin.ask('POST', '/api/harvests', wanted(), null)).status, 403);
		assert.equal((await curator.ask('PATCH', '/api/harvests/1', { every_seconds: null })).status, 403);
		assert.equal(service.requests.length, 0);
	});
});
