// Asks a running broker as clients of DataCite's events do, and compares what they read with the
// answers of its own interface.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { translated } from '../../src/formats/dialects/translated.fixture.ts';
import { type Program, type Server, serveLinks } from './program.ts';

type Attributes = Record<string, string | number>;
type Event = { id: string; type: string; attributes: Attributes };
type Page = {
	data: Event[];
	meta: { total: number; 'total-pages': number; totalPages: number; page?: number };
	links: { self: string; next?: string };
};

const doi = (name: string) => `https://doi.org/10.1000/${name}`;
const end = (name: string) => ({
	Identifier: [{ ID: `10.1000/${name}`, IDScheme: 'doi' }],
	Type: { Name: 'literature' },
});
const link = (source: string, SubType: string, target: string, provider = 'Crossref', date = '2020-01-02') => ({
	Source: end(source),
	RelationshipType: { Name: 'IsRelatedTo', SubType, SubTypeSchema: 'DataCite' },
	Target: end(target),
	LinkProvider: [{ Name: provider }],
	LinkPublicationDate: date,
});
/** Papers cite the data, three of them by two providers; other works have other relations with them. */
const links = [
	...Array.from({ length: 7 }, (_, at) => link(`paper${at}`, 'Cites', 'data', 'Crossref', `2020-01-0${at + 1}`)),
	...[1, 2].map((at) => link(`paper${at}`, 'References', 'data', 'Data Monitor', '2021')),
	link('data', 'IsCitedBy', 'paper3', 'Data Monitor', '2021-05-06'),
	link('paper3', 'Cites', 'data', 'Data Monitor', '2022'),
	link('data', 'Cites', 'older'),
	link('supplement', 'IsSupplementTo', 'data'),
	link('manual', 'Documents', 'data', 'Data Monitor'),
	link('review', 'Reviews', 'data'),
	link('data', 'IsDescribedBy', 'manual', 'Crossref'),
	link('version', 'IsNewVersionOf', 'data'),
	link('renamed', 'IsIdenticalTo', 'data'),
];

let program: Program;
let server: Server;
before(async () => {
	({ program, server } = await serveLinks(links));
});
after(() => program.remove());

const ask = async (path: string) => {
	const response = await fetch(new URL(path, server.url));
	return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
};
const events = async (query: string): Promise<Page> => (await ask(`/compat/datacite/events?${query}`)).body as Page;
const own = async (query: string): Promise<number> => {
	const response = await fetch(`${server.url}/relationships?${query}`, { headers: { Accept: 'application/json' } });
	return ((await response.json()) as { hits: { total: number } }).hits.total;
};
const statement = ({ attributes }: Event) =>
	['subj-id', 'relation-type-id', 'obj-id', 'source-id']
		.map((name) => String(attributes[name]).replace('https://doi.org/10.1000/', ''))
		.join(' ');
const statements = async (query: string) => (await events(query)).data.map(statement).sort();

describe("a client of DataCite's events", () => {
	const citing = Array.from({ length: 7 }, (_, at) => doi(`paper${at}`));

	it('reads an event for each relationship and provider, dated when the provider first stated it', async () => {
		const { data } = await events('obj-id=10.1000/data&subj-id=10.1000/paper3');
		assert.deepEqual(data.map(statement), ['paper3 cites data Data Monitor', 'paper3 cites data Crossref']);
		const [{ id, type, attributes }] = data as [Event, Event];
		assert.equal(type, 'events');
		assert.match(id, /^[\w-]+$/);
		const kebab = {
			...{ 'subj-id': doi('paper3'), 'obj-id': doi('data'), 'source-id': 'Data Monitor' },
			...{ 'relation-type-id': 'cites', total: 1, 'message-action': 'create' },
			...{ 'occurred-at': '2021-05-06T00:00:00.000Z', timestamp: '2022-01-01T00:00:00.000Z' },
		};
		for (const [name, value] of Object.entries(kebab)) assert.equal(attributes[name], value);
		// Names in the other spelling are what clients of earlier answers read.
		assert.deepEqual([attributes.subjId, attributes.objId], [doi('paper3'), doi('data')]);
	});

	it('reads the citing works of a DOI as objects of is-cited-by, as ckanext-citations does', async () => {
		const { data } = await events('doi=10.1000/data&relation-type-id=is-cited-by&page[size]=200');
		assert.ok(data.every(({ attributes }) => attributes['subj-id'] === doi('data')));
		assert.deepEqual([...new Set(data.map(({ attributes }) => attributes['obj-id']))].sort(), citing);
	});

	it('finds the DOI that it asked for in each event, whichever of the work this is', async () => {
		for (const name of ['data', 'renamed']) {
			const { data } = await events(`doi=${doi(name)}&relation-type-id=is-cited-by&page[size]=200`);
			assert.deepEqual([...new Set(data.map(({ attributes }) => attributes['subj-id']))], [doi(name)]);
			const { data: citations } = await events(`obj-id=10.1000/${name}&relation-type-id=cites`);
			assert.deepEqual([...new Set(citations.map(({ attributes }) => attributes['obj-id']))], [doi(name)]);
		}
	});

	it('reads the citing works of a DOI as subjects where it asks for no relation, as Dataverse does', async () => {
		const ofDataverse = await events('doi=10.1000/data&source=crossref&page[size]=1000&page[cursor]=1');
		const inbound = ofDataverse.data.filter(
			({ attributes }) =>
				attributes['obj-id'] === doi('data') &&
				['cites', 'references'].includes(String(attributes['relation-type-id'])),
		);
		assert.deepEqual([...new Set(inbound.map(({ attributes }) => attributes['subj-id']))].sort(), citing);
		assert.equal(ofDataverse.links.next, undefined);
	});

	it('reads relations from the end that it names, in the words of each provider', async () => {
		assert.deepEqual(await statements('obj-id=10.1000/data&relation-type-id=references&source-id=data-monitor'), [
			'paper1 references data Data Monitor',
			'paper2 references data Data Monitor',
			'paper3 cites data Data Monitor',
		]);
		assert.deepEqual(await statements('subj-id=10.1000/data&relation-type-id=is-supplemented-by,is-reviewed-by'), [
			'data is-reviewed-by review Crossref',
			'data is-supplemented-by supplement Crossref',
		]);
		assert.deepEqual(await statements('subj-id=10.1000/manual&relation-type-id=documents'), [
			'manual documents data Data Monitor',
		]);
		assert.deepEqual(await statements('obj-id=10.1000/data&relation-type-id=describes,documents,is-version-of'), [
			'manual describes data Crossref',
			'manual documents data Data Monitor',
		]);
	});

	it('has the totals of the HTTP interface, also of several relation types', async () => {
		const of = async (query: string) => (await events(query)).meta.total;
		for (const work of ['data', 'older', 'paper1', 'manual', 'unknown']) {
			const id = `10.1000/${work}`;
			const [cites, isCitedBy] = [await own(`id=${id}&relation=cites`), await own(`id=${id}&relation=isCitedBy`)];
			const supplements = await own(`id=${id}&relation=isSupplementedBy`);
			for (const name of ['doi', 'subj-id', 'obj-id']) assert.equal(await of(`${name}=${id}`), await own(`id=${id}`));
			assert.equal(await of(`subj-id=${id}&relation-type-id=cites`), cites);
			assert.equal(await of(`obj-id=${doi(work)}&relation-type-id=cites,references`), isCitedBy);
			assert.equal(await of(`doi=${id}&relation-type-id=is-cited-by`), isCitedBy);
			assert.equal(
				await of(`subj-id=${id}&relation-type-id=is-cited-by,is-supplemented-by,cites`),
				cites + isCitedBy + supplements,
			);
		}
		assert.equal(await of('doi=10.1000/data&page[size]=0'), await own('id=10.1000/data'));
		assert.equal(await of('doi=10.1000/data&relation-type-id=unique-dataset-requests-regular'), 0);
	});

	it('may name a definition of a citation: events of what this counts among the relations asked for', async () => {
		const { meta, data } = await events('doi=10.1000/data&definition=datacite');
		assert.deepEqual(
			[meta.total, data.some((one) => statement(one) === 'supplement is-supplement-to data Crossref')],
			[9, true],
		);
		assert.equal((await events('obj-id=10.1000/data&relation-type-id=cites&definition=datacite')).meta.total, 7);
		const both = 'obj-id=10.1000/data&relation-type-id=cites,is-supplement-to,documents';
		assert.equal((await events(`${both}&definition=strict`)).meta.total, 7);
		assert.equal((await events(`${both}&definition=datacite`)).meta.total, 8);
		const { status, body } = await ask(
			'/compat/datacite/events?doi=10.1000/data&relation-type-id=reviews&definition=strict',
		);
		assert.equal(status, 400);
		assert.match(JSON.stringify(body), /strict counts none of these relation types.*relation-type-id/);
	});

	it('follows numbered pages, or links.next from cursor 1 on, and reads each event once', async () => {
		const question = 'obj-id=10.1000/data&relation-type-id=cites,is-supplement-to,reviews&page[size]=4';
		const all = await statements(`${question}&page[size]=1000`.replace('page[size]=4&', ''));
		const first = await events(question);
		assert.deepEqual(
			[first.meta.total, first.meta['total-pages'], first.meta.totalPages, first.meta.page],
			[9, 3, 3, 1],
		);
		const numbered = await Promise.all([1, 2, 3, 4].map((page) => statements(`${question}&page[number]=${page}`)));
		assert.deepEqual(numbered.flat().sort(), all);
		assert.deepEqual(numbered[3], []);
		const followed: string[] = [];
		let next: string | undefined = `/compat/datacite/events?${question}&page[cursor]=1`;
		while (next !== undefined) {
			const { data, links } = (await ask(next)).body as Page;
			followed.push(...data.map(statement));
			next = links.next;
		}
		assert.deepEqual(followed.sort(), all);
	});

	it('finds an event by its id, which is the same from either end', async () => {
		const [from] = (await events('subj-id=10.1000/paper1')).data as [Event];
		const [to] = (await events('obj-id=10.1000/paper1')).data as [Event];
		assert.equal(statement(from).split(' ')[1], 'references');
		assert.equal(to.id, from.id);
		const idsOf = async (query: string) => (await events(query)).data.map(({ id }) => id);
		assert.deepEqual(await idsOf('subj-id=10.1000/review'), await idsOf('obj-id=10.1000/review&subj-id=10.1000/data'));
		assert.deepEqual((await ask(`/compat/datacite/events/${from.id}`)).body, { data: from });
		const known = (await events('doi=10.1000/data&page[size]=1000')).data;
		for (const { id } of known) {
			assert.equal(((await ask(`/compat/datacite/events/${id}`)).body as { data: Event }).data.id, id);
		}
		for (const id of ['unknown', Buffer.from('["Cites","doi:10.1000/x","a","b"]').toString('base64url')]) {
			const { status, body } = await ask(`/compat/datacite/events/${id}`);
			assert.deepEqual([status, (body as { errors: { status: string }[] }).errors[0]?.status], [404, '404']);
		}
	});

	it('reads the errors of JSON:API', async () => {
		for (const [query, parameter] of [
			['mailto=a@example.org', 'doi'],
			['prefix=10.1000', 'prefix'],
			['doi=10.1000/data&publication-year=2020', 'publication-year'],
			['source-id=crossref', 'doi'],
			['doi=10.1000/data&subj-id=10.1000/data', 'doi'],
			['doi=10.1000/data,10.1000/older', 'doi'],
			['doi=10.1000/data&relation-type-id=loves', 'relation-type-id'],
			[`doi=10.1000/data&source-id=${'a,b c,'.repeat(9)}${Array.from({ length: 101 }, (_, at) => at)}`, 'source-id'],
			['doi=10.1000/data&page[size]=many', 'page[size]'],
			['doi=10.1000/data&page[number]=0', 'page[number]'],
			['doi=10.1000/data&page[cursor]=none', 'page[cursor]'],
		] as const) {
			const { status, headers, body } = await ask(`/compat/datacite/events?${query}`);
			const [error] = (body as { errors: { status: string; title: string; source: { parameter: string } }[] }).errors;
			assert.deepEqual([status, error?.status, error?.source.parameter], [400, '400', parameter], query);
			assert.ok(error?.title);
			assert.equal(headers.get('Content-Type'), 'application/json');
		}
		assert.deepEqual((await events('doi=no identifier&mailto=a@example.org')).data, []);
	});

	it('gets the address of the same question in the HTTP interface', async () => {
		const { headers } = await ask('/api/compat/datacite/events?subj-id=10.1000/data&relation-type-id=is-described-by');
		const [, address = ''] = /^<([^>]+)>; rel="canonical"$/.exec(headers.get('Link') ?? '') ?? [];
		assert.equal(new URL(address).pathname, '/api/relationships');
		assert.equal(await own(new URL(address).search.slice(1)), 1);
	});
});

describe('the reader of events', () => {
	it('reads an answer as the links that it was made from', async () => {
		const page = await events('obj-id=10.1000/data&relation-type-id=references,is-supplement-to&source-id=crossref');
		const { dialect, links: read } = await translated(JSON.stringify(page));
		assert.equal(dialect, 'event-data');
		assert.deepEqual(read.toSorted(), [
			...Array.from({ length: 7 }, (_, at) => line(`paper${at} Cites`, `2020-01-0${at + 1}`)),
			line('supplement IsSupplementTo', '2020-01-02'),
		]);
	});
});

const line = (statement: string, date: string) =>
	`doi:10.1000/${statement} doi:10.1000/data, ${date}T00:00:00.000Z, Crossref`;
