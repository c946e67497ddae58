// Says how works without a title are described: what registries are asked, what is stored of their
// answers, what is remembered, and every fault of a registry.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sendBody } from '../../broker/graph.fixture.ts';
import { updateIndex } from '../../broker/indexing/update-index.ts';
import { withdrawEvent } from '../../broker/withdrawing/withdraw-event.ts';
import { openSqliteIndex } from '../../engines/sqlite/index/sqlite-index.ts';
import type { BrokerError } from '../../errors.ts';
import { readIdentifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { act, by } from '../../store/suite/audit.fixture.ts';
import { openHarvests, serveReplies, type TestService } from '../harvest.fixture.ts';
import type { HarvesterNeeds } from '../harvester.ts';
import { dayMilliseconds } from '../service.ts';
import { createDescriber, type DescribeOrder } from './describe-works.ts';
import { type Known, type Registry, registries, registryOf, replyOf } from './registries.fixture.ts';

let harvests: Awaited<ReturnType<typeof openHarvests>>;
let index: SearchIndex;
let folder: string;
let service: TestService;
let { titles, instead }: Known = { titles: {}, instead: {} };

beforeEach(async () => {
	harvests = await openHarvests();
	folder = mkdtempSync(join(tmpdir(), 'link-broker-describe-'));
	index = await openSqliteIndex(join(folder, 'search.db'));
	titles = {};
	instead = {};
	service = await serveReplies((request) => replyOf({ titles, instead }, request));
});
afterEach(async () => {
	await service.close();
	await index.close();
	await harvests.close();
	rmSync(folder, { recursive: true });
});

const everything = (): DescribeOrder => ({
	...{ services: null, limit: null },
	addresses: Object.fromEntries(registries.map((name) => [name, `${service.address}/${name}`])),
});

type ObjectRecord = { Identifier: object; Type: object } & Partial<Description>;

/** Makes an object of its identifier, which is a DOI unless its scheme follows an @. */
function object(name: string, description: Partial<Description> = {}): ObjectRecord {
	const [ID, IDScheme = 'doi'] = name.split('@');
	return { Identifier: { ID, IDScheme }, Type: { Name: 'unknown' }, ...description };
}

const record = (Source: ObjectRecord, Target: ObjectRecord, Name = 'References') => ({
	...{ Source, Target, RelationshipType: { Name } },
	...{ LinkProvider: [{ Name: 'Zenodo' }], LinkPublicationDate: '2018-01-01' },
});

/** Reads links as `10.1234/a cites 10.1234/b`. */
const given = (...texts: string[]) =>
	texts.map((text) => {
		const [source = '', target = ''] = text.split(' cites ');
		return record(object(source), object(target));
	});
const about = (name: string, description: Partial<Description>) =>
	record(object(name, description), object(name), 'IsRelatedTo');

/** Sends links, and has them found. */
async function receive(...links: object[]) {
	await sendBody(harvests.records, Buffer.from(JSON.stringify(links)));
	await bringUp();
}

async function bringUp() {
	while ((await updateIndex(harvests.records, index)) > 0);
}

const describer = (more: Partial<HarvesterNeeds> = {}) => createDescriber({ ...harvests.needs(more), index });

/** Asks for works, and has what came found. */
async function run(order: Partial<DescribeOrder> = {}, more: Partial<HarvesterNeeds> = {}) {
	const summary = await describer(more).describeWorks(by, { ...everything(), ...order }, harvests.listener);
	await bringUp();
	const counts = (name: Registry) => summary.services.find((one) => one.service === name);
	return { ...summary, counts };
}

/** Reads the description of a work. */
async function described(value: string, scheme = 'doi'): Promise<Description | undefined> {
	return harvests.records.change(async (transaction) => {
		const [one] = await transaction.identify([readIdentifier(value, scheme)], 'known');
		const [head] = await transaction.identifiers([one?.identity as number]);
		const ids = head?.description == null ? [] : [head.description];
		const [text] = await transaction.texts('description', ids);
		return text && JSON.parse(text[1]);
	});
}

const titleOf = async (key: string, scheme?: string) => (await described(key, scheme))?.Title;
const paths = (registry: Registry) => service.requests.filter((one) => registryOf(one) === registry);

describe('a work without a title', () => {
	it('is described by the registry of its identifier', async () => {
		await receive(
			...given('10.1234/a cites 10.1234/b', '2401.00001@arxiv cites 2020ApJ...900....1A@ads'),
			...given('123@pmid cites PMC456@pmcid', 'W789@openalex cites 10.1234/b'),
		);
		titles = {
			crossref: { '10.1234/a': 'A', '10.1234/b': 'B' },
			arxiv: { '2401.00001': 'C' },
			ads: { '2020ApJ...900....1A': 'D' },
			pubmed: { '123': 'E' },
			pmc: { '456': 'F' },
			openalex: { W789: 'G' },
		};
		const { outcome, works: asked, described: found } = await run();
		assert.deepEqual({ outcome, asked, found }, { outcome: 'complete', asked: 7, found: 7 });
		assert.equal(await titleOf('10.1234/a'), 'A');
		assert.equal(await titleOf('2401.00001', 'arxiv'), 'C');
		assert.equal(await titleOf('2020ApJ...900....1A', 'ads'), 'D');
		assert.equal(await titleOf('123', 'pmid'), 'E');
		assert.equal(await titleOf('PMC456', 'pmcid'), 'F');
		assert.equal(await titleOf('W789', 'openalex'), 'G');
	});

	it('is asked for at DataCite where Crossref does not know it', async () => {
		await receive(...given('10.1234/a cites 10.5281/b'));
		titles = { crossref: { '10.1234/a': 'A' }, datacite: { '10.5281/b': 'B' } };
		const { counts } = await run();
		assert.equal(await titleOf('10.5281/b'), 'B');
		assert.ok(paths('datacite').some(({ query }) => query.get('ids') === '10.5281/b'));
		const { asked, described: found, unknown } = counts('crossref') ?? {};
		assert.deepEqual([asked, found, unknown], [2, 1, 1]);
	});

	it('is left alone where a link describes it, or where it has no link', async () => {
		await receive(about('10.1234/a', { Title: 'Stated' }), about('10.1234/alone', { PublicationDate: '2020' }));
		await receive(...given('10.1234/a cites 10.1234/b'));
		await run({ services: ['crossref'] });
		assert.deepEqual(
			paths('crossref').map(({ query }) => query.get('filter')),
			['doi:10.1234/b'],
		);
	});

	it('is asked for before those that are cited less', async () => {
		await receive(...given('10.1/a cites 10.1/few', '10.1/a cites 10.1/most', '10.1/b cites 10.1/most'));
		await run({ services: ['crossref'], limit: 2 });
		assert.deepEqual(
			paths('crossref').map(({ query }) => query.get('filter')),
			['doi:10.1/most,doi:10.1/few'],
		);
	});
});

describe('what a registry answers', () => {
	it('fills in what no link states, whichever comes first', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		titles = { crossref: { '10.1234/b': 'Filled in' } };
		await run();
		assert.deepEqual((await described('10.1234/b'))?.Filled, ['Title']);
		await receive(about('10.1234/b', { Title: 'Stated' }));
		assert.deepEqual(await described('10.1234/b'), { Title: 'Stated' });
	});

	it('is an event of the registry without its reference lists, which can be withdrawn', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		titles = { crossref: { '10.1234/b': 'B' } };
		await run();
		assert.deepEqual((await harvests.links()).slice(1), ['10.1234/b IsRelatedTo 10.1234/b']);
		const [event] = await harvests.records.events({ limit: 1 });
		assert.equal(event?.fileName, 'describe, crossref');
		const payload = Buffer.from(await harvests.records.payload(event?.sequence as number)).toString();
		assert.deepEqual(JSON.parse(payload)[0].LinkProvider, [{ Name: 'Crossref' }]);
	});

	it('says that a work was retracted', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		const notice = { DOI: '10.1234/notice', type: 'retraction' };
		const item = { DOI: '10.1234/b', title: ['RETRACTED: B'], 'updated-by': [notice], reference: [{ DOI: '10.1/r' }] };
		instead = { crossref: [{ body: { message: { items: [item] } } }] };
		await run({ services: ['crossref'] });
		const links = (await harvests.links()).slice(1);
		assert.deepEqual(links, ['10.1234/b IsRelatedTo 10.1234/b', '10.1234/b IsRelatedTo 10.1234/notice']);
		const Identifier = { ID: '10.1234/notice', IDScheme: 'doi' };
		assert.deepEqual((await described('10.1234/b'))?.Notice, [{ Kind: 'retraction', Identifier }]);
	});

	it('says so of an article of PubMed, too', async () => {
		await receive(...given('10.1234/a cites 123@pmid'));
		titles = { pubmed: { '123': 'B' } };
		await run({ services: ['pubmed'] });
		assert.deepEqual((await harvests.links()).slice(1), ['123 IsRelatedTo 123', '123 IsRelatedTo 1230']);
	});

	it('describes a DOI that the record of another names as its alias, and says nothing of their identity', async () => {
		await receive(...given('10.1234/a cites 10.1234/old'));
		const item = { DOI: '10.1234/new', aliases: ['10.1234/OLD'], title: ['Moved'] };
		instead = { crossref: [{ body: { message: { items: [item] } } }] };
		await run({ services: ['crossref'] });
		assert.equal(await titleOf('10.1234/old'), 'Moved');
		assert.deepEqual((await harvests.links()).slice(1), ['10.1234/old IsRelatedTo 10.1234/old']);
	});

	it('is left out and counted where it is of a work that nobody asked for', async () => {
		await receive(...given('10.1234/a cites 10.1234/old'));
		instead = { crossref: [{ body: { message: { items: [{ DOI: '10.1234/new', title: ['Other'] }] } } }] };
		const { counts, described: found } = await run({ services: ['crossref'] });
		assert.deepEqual([counts('crossref')?.others, counts('crossref')?.unknown, found], [1, 2, 0]);
		assert.equal((await harvests.links()).length, 1);
	});
});

describe('a registry', () => {
	it('is asked again for what it does not know when a year has passed, and not before', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		await run({ services: ['crossref'] });
		harvests.clock.set(harvests.clock.now() + 364 * dayMilliseconds);
		assert.equal((await run({ services: ['crossref'] })).works, 0);
		harvests.clock.set(harvests.clock.now() + 2 * dayMilliseconds);
		titles = { crossref: { '10.1234/b': 'B' } };
		assert.equal((await run({ services: ['crossref'] })).described, 1);
	});

	it('is asked for what it described when a year has passed', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		titles = { crossref: { '10.1234/a': 'A', '10.1234/b': 'B' } };
		await run();
		assert.equal((await run()).works, 0);
		harvests.clock.set(harvests.clock.now() + 366 * dayMilliseconds);
		titles = { crossref: { '10.1234/b': 'B, corrected' } };
		await run({ services: ['crossref'] });
		assert.equal(await titleOf('10.1234/b'), 'B, corrected');
	});

	it('is waited for where it says so', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		titles = { crossref: { '10.1234/b': 'B' } };
		instead = { crossref: [{ status: 429, headers: { 'retry-after': '17' } }] };
		await run();
		assert.equal(await titleOf('10.1234/b'), 'B');
		assert.ok(harvests.clock.waited.includes(17_000));
	});

	it('that is down keeps no other from being asked, and is asked by the next run', async () => {
		await receive(...given('10.1234/a cites 2401.00001@arxiv'));
		titles = { crossref: { '10.1234/a': 'A' }, arxiv: { '2401.00001': 'C' } };
		instead = { crossref: Array(6).fill({ status: 500 }) };
		const { counts } = await run();
		assert.match(counts('crossref')?.problem ?? '', /fails \(500\), 6 times/);
		assert.equal(await titleOf('2401.00001', 'arxiv'), 'C');
		await run();
		assert.equal(await titleOf('10.1234/a'), 'A');
	});

	it('that answers damaged JSON or XML is asked again', async () => {
		await receive(...given('10.1234/a cites 2401.00001@arxiv'));
		titles = { crossref: { '10.1234/a': 'A' }, arxiv: { '2401.00001': 'C' } };
		instead = { crossref: [{ body: '{"message": {"items": [' }], arxiv: [{ body: '<feed><entry>' }] };
		assert.equal((await run()).described, 2);
	});

	it('that answers something else is asked no more in this run', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		instead = { crossref: [{ body: { hello: 1 } }] };
		assert.match((await run()).counts('crossref')?.problem ?? '', /lacks a list in message\.items/);
	});

	it('that refuses a list is asked for its halves', async () => {
		await receive(...given('10.1234/a cites 10.1234/b', '10.1234/a cites 10.1234/c'));
		titles = { crossref: { '10.1234/a': 'A', '10.1234/b': 'B', '10.1234/c': 'C' } };
		instead = { crossref: [{ status: 400, body: 'odd' }] };
		assert.equal((await run()).described, 3);
		const lists = paths('crossref').map(({ query }) => query.get('filter')?.split(',').length);
		assert.deepEqual(lists.slice(0, 3), [2, 1, 1]);
	});

	it('whose answer about a list is too large is asked for its halves', async () => {
		await receive(...given('10.1234/a cites 10.1234/b', '10.1234/a cites 10.1234/c'));
		titles = { crossref: { '10.1234/a': 'A', '10.1234/b': 'B', '10.1234/c': 'C' } };
		instead = { crossref: [{ body: `{"message": {"items": [${'['.repeat(100)}` }] };
		assert.equal((await run()).described, 3);
	});

	it('whose address is wrong is no registry that does not know a work', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		instead = { crossref: [{ status: 404, body: 'Not Found' }] };
		const { counts } = await run({ services: ['crossref'] });
		assert.match(counts('crossref')?.problem ?? '', /refuses \/works \(404\)/);
		titles = { crossref: { '10.1234/b': 'B' } };
		assert.equal((await run({ services: ['crossref'] })).described, 1);
	});

	it('is asked alone for a DOI with a comma, and 404 is no failure', async () => {
		await receive(...given('10.1234/a,1 cites 10.1234/b,2'));
		titles = { crossref: { '10.1234/a,1': 'A' } };
		const { counts } = await run({ services: ['crossref'] });
		const { described: found, unknown, problem } = counts('crossref') ?? {};
		assert.deepEqual([found, unknown, problem], [1, 1, null]);
	});

	it('whose token is not set is left out, unless it is asked for by name', async () => {
		await receive(...given('2020ApJ...900....1A@ads cites W789@openalex'));
		const { services } = await run({}, { secretOf: () => null });
		assert.deepEqual(
			services.map((one) => one.service),
			['crossref', 'datacite', 'arxiv', 'pubmed', 'pmc'],
		);
		await assert.rejects(run({ services: ['ads'] }, { secretOf: () => null }), { code: 'bad-setting' });
		await assert.rejects(run({}, { contact: null }), { code: 'bad-setting' });
		await assert.rejects(run({ services: ['other'] }), (error: BrokerError) => /Unknown registry/.test(error.message));
	});
});

describe('a run', () => {
	it('that is repeated stores nothing again', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		titles = { crossref: { '10.1234/a': 'A', '10.1234/b': 'B' } };
		await run();
		const before = await harvests.links();
		const { works: asked, outcome } = await run();
		assert.deepEqual([asked, outcome, await harvests.links()], [0, 'complete', before]);
	});

	it('asks for no more works than its limit, and the next one goes on', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		titles = { crossref: { '10.1234/a': 'A', '10.1234/b': 'B' } };
		const { outcome, works: asked } = await run({ limit: 1 });
		assert.deepEqual([outcome, asked, await titleOf('10.1234/b')], ['limit', 1, 'B']);
		assert.equal(await titleOf('10.1234/a'), undefined);
		await run({ limit: 1 });
		assert.equal(await titleOf('10.1234/a'), 'A');
	});

	it('is refused while another process has one', async () => {
		const now = harvests.clock.now();
		await harvests.records.claimLookUps({ worker: 'other', now, until: now + 60_000 });
		await assert.rejects(run(), { code: 'conflict' });
	});

	it('ends where it is stopped', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		const stopping = new AbortController();
		stopping.abort();
		const listener = { ...harvests.listener, signal: stopping.signal };
		const summary = await describer().describeWorks(by, everything(), listener);
		assert.deepEqual([summary.outcome, service.requests.length], ['stopped', 0]);
	});

	it('can show what it would ask, and asks nothing', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		const preview = await describer().previewDescribe(everything(), harvests.listener);
		assert.deepEqual(preview.works[0], {
			cited: 1,
			identifier: { scheme: 'doi', value: '10.1234/b' },
			service: 'crossref',
		});
		assert.deepEqual(
			preview.services.map((one) => [one.service, one.identifiers]),
			[
				['crossref', 1],
				['datacite', 1],
			],
		);
		assert.equal(service.requests.length, 0);
	});

	it('of the schedule is due once in its time', async () => {
		const due = () => describer().describeDue(dayMilliseconds, harvests.listener);
		assert.equal((await due())?.outcome, 'complete');
		assert.equal(await due(), undefined);
		harvests.clock.set(harvests.clock.now() + dayMilliseconds);
		assert.equal((await due())?.outcome, 'complete');
	});

	it('leaves the work without a title again where its event is withdrawn', async () => {
		await receive(...given('10.1234/a cites 10.1234/b'));
		titles = { crossref: { '10.1234/b': 'B' } };
		await run();
		const [event] = await harvests.records.events({ limit: 1 });
		await withdrawEvent(harvests.records, { act, eventId: event?.eventId as string, reason: null, userId: null });
		assert.equal(await titleOf('10.1234/b'), undefined);
	});
});
