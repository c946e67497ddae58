// Tests of harvests that are made over HTTP: their checks, and their dry run against services that
// answer, fail, and answer what they should not.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { WantedHarvest } from '../broker/harvests.ts';
import type { BrokerError } from '../errors.ts';
import { createGuardedFetch } from '../network/guarded-connections.ts';
import { by } from '../store/suite/audit.fixture.ts';
import {
	datacitePage,
	dataciteRecord,
	noon,
	type Reply,
	type Request,
	serveEachTest,
	task,
} from './harvest.fixture.ts';
import type { HarvesterNeeds } from './harvester.ts';
import { whileSomebodyWaits } from './preview-harvest.ts';

let reply: (request: Request, before: number) => Reply;
const { harvests, service } = serveEachTest((request, before) => reply(request, before));
beforeEach(() => {
	reply = () => ({ body: datacitePage([dataciteRecord('a'), dataciteRecord('b')], 'two', 9) });
});

function wanted(name = 'datacite', more: Partial<WantedHarvest['task']> = {}): WantedHarvest {
	return { task: { ...task(name, service().address), ...more }, from: null, everySeconds: 3_600 };
}

const create = (order: WantedHarvest, more: Partial<HarvesterNeeds> = {}) =>
	harvests().open(more).createHarvest(by, order);
const tryOut = (order: WantedHarvest, more: Partial<HarvesterNeeds> = {}) =>
	harvests().open(more).previewNewHarvest(order);

describe('a new harvest', () => {
	it('is due now, and then as often as its schedule says', async () => {
		const { number, name, everySeconds, nextAt } = await create(wanted());
		assert.deepEqual(
			[name, everySeconds, nextAt],
			[`datacite --prefix 10.1234 --address ${service().address}`, 3_600, noon],
		);
		assert.equal((await harvests().open().harvestDue(harvests().listener))?.number, number);
	});

	it('without a schedule is run once', async () => {
		await create({ ...wanted(), everySeconds: null });
		assert.equal((await harvests().open().harvestDue(harvests().listener))?.nextAt, null);
	});

	it('begins with what changed since a day', async () => {
		await create({ ...wanted('datacite', { filters: {} }), from: Date.UTC(2025, 5, 1) });
		await harvests().open().harvestDue(harvests().listener);
		assert.equal(service().requests[0]?.query.get('query'), 'updated:[2025-06-01T00:00:00Z TO *]');
	});

	it('is recorded in the audit', async () => {
		const { name } = await create(wanted());
		const [entry] = await harvests().records.auditEntries({ limit: 1 });
		assert.deepEqual([entry?.action, entry?.subject, entry?.who], ['harvest.created', name, by.who]);
		assert.deepEqual(entry?.detail, { every_seconds: 3_600 });
	});

	it('is refused where there is the same, which stays as it is', async () => {
		const { number } = await create(wanted());
		const again = create({ ...wanted(), everySeconds: 60 });
		await assert.rejects(again, { code: 'conflict', message: new RegExp(`^Harvest ${number} is the same: datacite `) });
		assert.deepEqual(
			(await harvests().records.harvests()).map(({ everySeconds }) => everySeconds),
			[3_600],
		);
	});

	it('is the same however its address ends', async () => {
		await create(wanted());
		await assert.rejects(create(wanted('datacite', { address: `${service().address}/` })), { code: 'conflict' });
	});
});

describe('what is wrong with a new harvest', () => {
	const noSecret = { secretOf: () => null };
	const faults: [what: string, order: () => WantedHarvest, pointer: string, message: RegExp, more?: object][] = [
		['an unknown service', () => wanted('orcid'), '/service', /^Unknown service: "orcid"\. The services are datacite,/],
		['a filter that the service has not', () => wanted('europepmc'), '/filters', /^europepmc has no filter prefix\.$/],
		[
			'no filter where one is needed',
			() => wanted('datacite', { filters: {} }),
			'/filters',
			/: narrow it with prefix or client or query or from\.$/,
		],
		[
			'no address where each repository has its own',
			() => wanted('invenio', { address: null }),
			'/address',
			/^Give the web address of the service with address, such as https:/,
		],
		[
			'an address that is none',
			() => wanted('invenio', { address: 'ftp://x' }),
			'/address',
			/^It must be a web address/,
		],
		[
			'an address with a password',
			() => wanted('invenio', { address: 'https://a:b@example.org' }),
			'/address',
			/^It must have no user name or password/,
		],
		[
			'a provider whose name is longer than that of any link',
			() => wanted('datacite', { provider: 'x'.repeat(1_025) }),
			'/provider',
			/^The provider has more than 1024 characters\.$/,
		],
		[
			'a provider whose name passes for another',
			() => wanted('datacite', { provider: 'Arch\u0456ve' }),
			'/provider',
			/^The provider has letters of several scripts/,
		],
		[
			'a contact address that is not set',
			() => wanted(),
			'/service',
			/^datacite needs a contact address: set CONTACT_EMAIL/,
			{ contact: null },
		],
		[
			'a token that is not set',
			() => wanted('ads', { address: null }),
			'/service',
			/^ads needs ADS_TOKEN to be set: /,
			noSecret,
		],
		[
			'another address for a service with a token',
			() => wanted('zenodo'),
			'/address',
			/^ZENODO_TOKEN is sent to the default address of zenodo only\./,
			noSecret,
		],
	];
	for (const [what, order, pointer, message, more = {}] of faults) {
		it(`is reported with its place, and nothing is asked or stored: ${what}`, async () => {
			for (const attempt of [create, tryOut]) {
				const fault = await attempt(order(), more).then(
					() => assert.fail('it is accepted'),
					(error: BrokerError) => error,
				);
				assert.equal(fault.code, 'invalid-body');
				assert.deepEqual(
					fault.problems.map((problem) => problem.pointer),
					[pointer],
				);
				assert.match(fault.message, message);
			}
			assert.equal(service().requests.length, 0);
			assert.deepEqual(await harvests().records.harvests(), []);
		});
	}
});

describe('the dry run of a new harvest', () => {
	it('shows the first links, how many records there are, and how long all of them take', async () => {
		const { address, total, records, page, estimate, notes } = await tryOut(wanted());
		assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/dois\?prefix=10\.1234&/);
		assert.deepEqual([total, records, notes], [9, 2, []]);
		// Five pages, with 300 ms from one to the next.
		assert.deepEqual(estimate, { pages: 5, seconds: 2 });
		assert.deepEqual(
			page?.links.map(({ link }) => `${link.source.identifiers[0]?.value} ${link.relation}`),
			['10.1234/a Cites', '10.1234/b Cites'],
		);
		assert.equal(page?.translation.dialect, 'datacite');
	});

	it('asks once, and stores nothing', async () => {
		await tryOut(wanted());
		assert.equal(service().requests.length, 1);
		assert.deepEqual(await harvests().records.harvests(), []);
		assert.deepEqual(await harvests().links(), []);
		assert.deepEqual(await harvests().records.auditEntries({ limit: 1 }), []);
	});

	it('counts one page where that is all', async () => {
		reply = () => ({ body: datacitePage([dataciteRecord('a')], undefined, 1) });
		assert.equal((await tryOut(wanted())).estimate?.pages, 1);
	});

	it('lists records that are not valid', async () => {
		const wrong = dataciteRecord('b');
		const related = { relationType: 'Cites', relatedIdentifier: 'x'.repeat(5_000), relatedIdentifierType: 'DOI' };
		const attributes = { ...wrong.attributes, relatedIdentifiers: [related] };
		reply = () => ({ body: datacitePage([dataciteRecord('a'), { ...wrong, attributes }]) });
		const { page } = await tryOut(wanted());
		const others = (page?.refused.count ?? 0) + (page?.translation.leftOut.length ?? 0);
		assert.deepEqual([page?.links.length, others], [1, 1]);
	});

	it('counts the records of windows with too much in them', async () => {
		const hits = [{ id: 'a', pids: { doi: { identifier: '10.1234/a' } }, metadata: { title: 'A' } }];
		reply = () => ({ body: { hits: { hits, total: 25_000 } } });
		const { total, records, estimate } = await tryOut(wanted('invenio', { filters: {} }));
		assert.deepEqual([total, records, estimate?.pages], [25_000, 1, 25_000]);
	});

	it('does not guess where the service says no total', async () => {
		reply = () => ({ body: { ...datacitePage([dataciteRecord('a')], 'two'), meta: {} } });
		const { total, estimate } = await tryOut(wanted());
		assert.deepEqual([total, estimate], [null, null]);
	});

	it('says where there is nothing to ask for', async () => {
		const order = wanted('opencitations', { address: null });
		const { page, notes } = await tryOut(order);
		assert.deepEqual([page, notes], [undefined, ['Nothing to request: no stored work matches.']]);
	});
});

describe('a service that cannot be tried', () => {
	const failure = async (more: Partial<HarvesterNeeds> = {}): Promise<string> => {
		const error = await tryOut(wanted(), more).then(
			() => assert.fail('it answers'),
			(failed: BrokerError) => failed,
		);
		assert.equal(error.code, 'harvest-failed');
		return error.message;
	};
	const begins = /^The first page of datacite could not be read: /;

	for (const [what, answer, message] of [
		['fails', { status: 500 }, /127\.0\.0\.1:\d+ fails \(500\)\.$/],
		[
			'is busy',
			{ status: 429, headers: { 'retry-after': '17' } },
			/is busy \(429\), and is to be asked again in 17 s\.$/,
		],
		['is busy for a day', { status: 503, headers: { 'retry-after': '86400' } }, /asked again in 86400 s\.$/],
		['refuses', { status: 404, body: 'no such thing' }, /refuses \/dois \(404\): no such thing$/],
		['answers a page for people', { body: '<html>Welcome</html>' }, /is not complete JSON\.$/],
		['answers something else', { body: { hello: 'world' } }, /lacks a list in data\.$/],
		['answers half', { body: datacitePage([dataciteRecord('a')]), isCut: true }, /its answer was cut off/],
		['answers too deep', { body: '['.repeat(1_000) + ']'.repeat(1_000) }, /exceeds a limit: /],
	] satisfies [string, Reply, RegExp][]) {
		it(`and ${what} is asked once, and named`, async () => {
			reply = () => answer;
			const shown = await failure();
			assert.match(shown, begins);
			assert.match(shown, message);
			assert.equal(service().requests.length, 1);
			assert.deepEqual(harvests().clock.waited, []);
		});
	}

	it('and is not there is named', async () => {
		await service().close();
		assert.match(await failure(), /cannot be reached, or its answer was cut off \(ECONNREFUSED\)\.$/);
	});

	it('and does not answer is given up within the bound', async (context) => {
		const bound = whileSomebodyWaits.timeoutMilliseconds;
		context.after(() => Object.assign(whileSomebodyWaits, { timeoutMilliseconds: bound }));
		Object.assign(whileSomebodyWaits, { timeoutMilliseconds: 200 });
		reply = () => ({ hangs: true });
		assert.match(await failure(), /did not answer within 0\.2 s\.$/);
	});

	it('and answers too much is given up at the bound', async (context) => {
		const bound = whileSomebodyWaits.maxBytes;
		context.after(() => Object.assign(whileSomebodyWaits, { maxBytes: bound }));
		Object.assign(whileSomebodyWaits, { maxBytes: 1_000 });
		reply = () => ({ body: datacitePage(Array.from({ length: 20 }, (_, at) => dataciteRecord(`r${at}`))) });
		assert.match(await failure(), /is larger than 1000 bytes; none of it is taken\.$/);
	});

	it('and is in a private network that no setting names is not reached', async () => {
		const fetch = createGuardedFetch([], 'HARVEST_PRIVATE_HOSTS');
		assert.match(
			await failure({ fetch }),
			/127\.0\.0\.1 is not a public address\. To allow it, .*HARVEST_PRIVATE_HOSTS/,
		);
		assert.equal(service().requests.length, 0);
	});

	it('by one way is asked by the other that a run would take', async () => {
		reply = (_, before) =>
			before === 0
				? { status: 403 }
				: { body: { results: [{ id: 'https://openalex.org/W1', doi: '10.1234/a' }], meta: { count: 1 } } };
		const { openalex } = await import('./services/openalex.ts');
		const order = { ...wanted('openalex', { address: null }), from: noon };
		const fetch: HarvesterNeeds['fetch'] = (address, request) =>
			createGuardedFetch(['127.0.0.1'], 'x')(address.replace(openalex.address ?? '', service().address), request);
		const { notes } = await tryOut(order, { fetch });
		assert.match(notes[0] ?? '', /^The key does not allow changes; works published since are taken/);
	});
});

describe('a dry run on the command line', () => {
	it('shows what the first page holds, and stores nothing', async () => {
		const preview = await harvests().open().previewHarvest(task('datacite', service().address), harvests().listener);
		assert.deepEqual(
			[preview.total, preview.page?.translation.links, preview.page?.translation.dialect],
			[9, 2, 'datacite'],
		);
		assert.equal(service().requests.length, 1);
		assert.deepEqual(await harvests().records.harvests(), []);
		assert.deepEqual(await harvests().links(), []);
	});
});
