// Says of each service what it is asked, page by page, and which links are taken from its answers,
// which have the shapes that it gives.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	datacitePage,
	dataciteRecord,
	noon,
	type Reply,
	type Request,
	serveEachTest,
	task,
} from './harvest.fixture.ts';

let replies: (request: Request, before: number) => Reply;
const { harvests, service, run, asked } = serveEachTest((request, before) => replies(request, before));

const day = 86_400_000;

describe('crossref', () => {
	const work = (name: string, indexed: string) => ({
		...{ DOI: `10.1234/${name}`, 'reference-count': 1, created: { 'date-time': '2024-05-01T10:00:00Z' } },
		reference: [{ key: '1', DOI: '10.1234/cited' }],
		indexed: { 'date-time': indexed },
	});
	const page = (from: number, length: number, indexed = '2026-01-10T08:00:00Z') => ({
		...{ status: 'ok', 'message-type': 'work-list' },
		message: {
			'total-results': 250,
			'next-cursor': 'AoJ/same',
			items: Array.from({ length }, (_, at) => work(`w${from + at}`, indexed)),
		},
	});
	const pages = ({ query }: Request) => ({ body: query.get('cursor') === '*' ? page(0, 200) : page(200, 50) });

	it('is asked by its filters and a cursor that may stay the same, up to a page that is not full', async () => {
		replies = pages;
		await run('crossref', { prefix: '10.1234', client: '78', set: 'has-references:true', query: 'cats' });
		const filter = 'prefix:10.1234,member:78,has-references:true';
		assert.deepEqual(asked('filter', 'cursor', 'query', 'mailto', 'sort'), [
			`/works ${filter} * cats ops@example.org indexed`,
			`/works ${filter} AoJ/same cats ops@example.org indexed`,
		]);
		assert.deepEqual((await harvests().links())[249], '10.1234/w249 References 10.1234/cited');
	});

	it('is asked for what was indexed since the day before the last run, or a day', async () => {
		replies = () => ({ body: page(0, 1) });
		await run('crossref', {}, { from: Date.UTC(2026, 0, 2) });
		await run('crossref', {});
		assert.deepEqual(asked('filter'), ['/works from-index-date:2026-01-02', '/works from-index-date:2026-01-14']);
	});

	it('goes on by the day that it had reached where its cursor is too old, or is refused', async () => {
		replies = (request) => (request.query.get('cursor') === '*' ? { body: page(0, 200) } : { status: 500 });
		await harvests().run(task('crossref', service().address));
		harvests().clock.set(noon + day);
		replies = pages;
		await run('crossref', { prefix: '10.1234' });
		assert.deepEqual(asked('cursor', 'filter').slice(-2), [
			'/works * prefix:10.1234,from-index-date:2026-01-10',
			'/works AoJ/same prefix:10.1234,from-index-date:2026-01-10',
		]);
		const before = service().requests.length;
		replies = (request, at) => (at === before + 1 ? { status: 404 } : pages(request));
		const { last } = await run('crossref', { prefix: '10.1234' }, { restart: true });
		assert.deepEqual(last?.notes.slice(0, 1), [
			'The cursor was refused; the run continues from the day that it had reached.',
		]);
	});
});

describe('openalex', () => {
	const work = (number: number) => ({
		...{ id: `https://openalex.org/W${number}`, ids: { openalex: `https://openalex.org/W${number}` } },
		...{ publication_date: '2024-05-01', referenced_works: ['https://openalex.org/W9'] },
	});
	const page = (number: number, next: string | null) => ({
		meta: { count: 2, next_cursor: next },
		results: [work(number)],
	});
	const pages = ({ query }: Request) => ({ body: query.get('cursor') === '*' ? page(1, 'two') : page(2, null) });

	it('is asked with the key, which is shown to nobody', async () => {
		replies = pages;
		await run('openalex', { prefix: '10.1234', set: 'type:article', query: 'cats' });
		assert.deepEqual(asked('filter', 'search', 'cursor', 'per_page', 'api_key', 'mailto'), [
			'/works doi_starts_with:10.1234,type:article cats * 100 secret-of-test ops@example.org',
			'/works doi_starts_with:10.1234,type:article cats two 100 secret-of-test ops@example.org',
		]);
		assert.deepEqual(await harvests().links(), ['W1 Cites W9', 'W2 Cites W9']);
		replies = () => ({ status: 401, body: '{"error": "api_key=secret-of-test is not valid"}' });
		const { state } = await harvests().run(task('openalex', service().address), {}, { restart: true });
		assert.match(state.last?.problem ?? '', /refuses \/works \(401\): .*api_key=\*\*\* is not valid/);
		assert.doesNotMatch(JSON.stringify(await harvests().records.harvests()), /secret-of-test/);
	});

	it('is asked for updates, and for what was published since where the key does not allow them', async () => {
		replies = pages;
		await run('openalex', { prefix: '10.1234' });
		replies = (request) =>
			request.query.get('filter')?.includes('from_updated_date') ? { status: 403, body: 'upgrade' } : pages(request);
		const { last } = await run('openalex', { prefix: '10.1234' });
		assert.deepEqual(asked('filter').slice(2), [
			'/works doi_starts_with:10.1234,from_updated_date:2026-01-14',
			...Array(2).fill('/works doi_starts_with:10.1234,from_publication_date:2025-10-16'),
		]);
		assert.match(last?.notes[0] ?? '', /^The key does not allow changes/);
	});
});

describe('europepmc', () => {
	const article = (pmid: string) => ({
		...{ id: pmid, source: 'MED', pmid, pubYear: '2024' },
		commentCorrectionList: { commentCorrection: [{ id: '77', source: 'PPR', type: 'Preprint in' }] },
	});
	const page = (pmid: string, mark?: string) => ({
		...{ version: '6.9', hitCount: 2, ...(mark && { nextCursorMark: mark }) },
		resultList: { result: [article(pmid)] },
	});

	it('is asked by its marks until there is none, or it is that of the page', async () => {
		replies = ({ query }) => ({ body: query.get('cursorMark') === '*' ? page('1', 'two') : page('2', 'two') });
		await run('europepmc', { query: 'SRC:PPR OR cats' });
		replies = ({ query }) => ({ body: query.get('cursorMark') === '*' ? page('1', 'two') : page('2') });
		await run('europepmc', { query: 'SRC:PPR OR cats' });
		const changed = '(SRC:PPR OR cats) AND (UPDATE_DATE:[2026-01-14 TO 2026-01-16])';
		assert.deepEqual(asked('query', 'cursorMark', 'resultType'), [
			'/search SRC:PPR OR cats * core',
			'/search SRC:PPR OR cats two core',
			`/search ${changed} * core`,
			`/search ${changed} two core`,
		]);
		assert.deepEqual((await harvests().links()).slice(0, 2), ['1 IsNewVersionOf 77', '2 IsNewVersionOf 77']);
	});
});

describe('opencitations', () => {
	const citation = (citing: string, cited: string) => [
		{ oci: '06-07', citing: `omid:br/1 doi:${citing}`, cited: `doi:${cited}`, creation: '2024-05' },
	];

	it('is asked for each DOI of a list, for what cites it and what it cites', async () => {
		replies = ({ path }) => ({
			body: path === '/citations/doi:10.1234/a' ? citation('10.1234/citing', '10.1234/a') : [],
		});
		await run('opencitations', { query: '10.1234/a, doi:10.1234/b<1>' });
		assert.deepEqual(
			asked(),
			[
				...['/citations/doi:10.1234/a ', '/references/doi:10.1234/a '],
				...['/citations/doi:10.1234/b%3C1%3E ', '/references/doi:10.1234/b%3C1%3E '],
			].map((path) => path.trim()),
		);
		assert.equal(service().requests[0]?.headers.authorization, 'secret-of-test');
	});

	it('is asked for the works with a prefix that the broker knows', async () => {
		replies = () => ({ body: datacitePage([dataciteRecord('a'), dataciteRecord('b')], undefined, 2) });
		await run('datacite', { prefix: '10.1234' });
		replies = () => ({ body: [] });
		await run('opencitations', { prefix: '10.1234', set: 'citations' });
		const known = ['a', 'b', 'paper'].map((name) => `/citations/doi:10.1234/${name}`);
		assert.deepEqual(asked().slice(1), known);
	});

	it('brings no edition of a set, which the next dump would take the place of', async () => {
		replies = () => ({ body: citation('10.1234/citing', '10.1234/a') });
		await run('opencitations', { query: '10.1234/a', set: 'citations' });
		assert.equal((await harvests().links()).length, 1);
		const { removed } = await harvests().records.removedFromSet({ set: 'opencitations', firstEvent: 99 }, null, 99);
		assert.deepEqual(removed, []);
	});
});

describe('zenodo', () => {
	const record = (number: number) => ({
		...{ id: number, doi: `10.5281/zenodo.${number}`, conceptrecid: '1', created: '2024-05-01T10:00:00+00:00' },
		metadata: {
			title: 'Data',
			related_identifiers: [{ identifier: '10.1234/paper', relation: 'cites', scheme: 'doi' }],
		},
	});
	const page = (total: number, ...numbers: number[]) => ({ hits: { hits: numbers.map(record), total } });
	const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

	it('is asked page by page, for records updated up to now', async () => {
		replies = ({ query }) => ({ body: query.get('page') === '1' ? page(101, ...numbers(1, 100)) : page(101, 101) });
		await run('zenodo', { prefix: '10.5281/zenodo', query: 'cats' });
		const q = '(cats) AND (doi:10.5281\\/zenodo*) AND (updated:["2000-01-01T00:00:00" TO "2026-01-15T12:00:00"})';
		assert.deepEqual(asked('q', 'page', 'size', 'all_versions'), [
			`/api/records ${q} 1 100 true`,
			`/api/records ${q} 2 100 true`,
		]);
		assert.equal(service().requests[0]?.headers.authorization, 'Bearer secret-of-test');
		assert.equal((await harvests().links()).length, 101);
		assert.ok(harvests().clock.waited.every((pause) => pause === 2_000));
	});

	it('is asked for windows of time where there are more than it hands out, without a gap', async () => {
		const taken: string[][] = [];
		replies = ({ query }) => {
			const [, from = '', to = ''] = /updated:\["([^"]+)" TO "([^"]+)"\}/.exec(query.get('q') ?? '') ?? [];
			const years = (Date.parse(to) - Date.parse(from)) / (365 * day);
			if (years > 7) return { body: page(14_000, 1) };
			taken.push([from, to]);
			return { body: page(1, taken.length) };
		};
		const { last } = await run('zenodo', { set: 'astro' });
		assert.equal(service().requests[0]?.path, '/api/communities/astro/records');
		assert.deepEqual(
			taken.map(([from]) => from),
			['2000-01-01T00:00:00', ...taken.slice(0, -1).map(([, to]) => to)],
		);
		assert.equal(taken.at(-1)?.[1], '2026-01-15T12:00:00');
		assert.equal(last?.records, taken.length);
	});

	it('of which records leave the window while it is read is asked for pages again', async () => {
		replies = ({ query }, before) => {
			const at = Number(query.get('page'));
			const total = before === 0 ? 201 : 200;
			const all = before === 0 ? numbers(1, 201) : numbers(2, 201);
			return { body: page(total, ...all.slice((at - 1) * 100, at * 100)) };
		};
		const { last } = await run('zenodo', { query: 'cats' });
		assert.deepEqual(
			asked('page').map((path) => path.split(' ')[1]),
			['1', '2', '1', '2'],
		);
		assert.match(last?.notes[0] ?? '', /^The list became shorter by 1 while it was read/);
		const found = new Set((await harvests().links()).map((link) => link.split(' ')[0]));
		assert.equal(found.size, 201);
	});
});

describe('invenio', () => {
	const record = {
		...{ id: 'abcde-12345', created: '2024-05-01T10:00:00+00:00', pids: { doi: { identifier: '10.1234/data' } } },
		...{ links: { self: 'https://repository.example/api/records/abcde-12345' }, parent: {} },
		metadata: {
			...{ resource_type: { id: 'dataset' }, title: 'Data' },
			related_identifiers: [{ identifier: '10.1234/paper', scheme: 'doi', relation_type: { id: 'cites' } }],
		},
	};

	it('is asked at its address, in its own form', async () => {
		replies = () => ({ body: { hits: { hits: [record], total: 1 } } });
		await run('invenio', {});
		await run('invenio', {});
		assert.deepEqual(asked('q', 'allversions'), [
			'/api/records updated:["2000-01-01T00:00:00" TO "2026-01-15T12:00:00"} true',
			'/api/records updated:["2026-01-15T11:00:00" TO "2026-01-15T12:00:00"} true',
		]);
		assert.equal(service().requests[0]?.headers.accept, 'application/vnd.inveniordm.v1+json');
		assert.equal((await harvests().links())[0], '10.1234/data cites 10.1234/paper');
		await assert.rejects(
			harvests().run({ ...task('invenio', '', {}), address: null }),
			/Give the web address of the service with --address, such as https:\/\/repository\.example\.org\.$/,
		);
	});
});

describe('scholexplorer', () => {
	const link = (name: string) => ({
		...{ HarvestDate: '2024-05-02', LinkPublicationDate: '2024-05-01', LinkProvider: [{ name: 'Datacite' }] },
		RelationshipType: { Name: 'References', SubType: 'cites', SubTypeSchema: 'datacite' },
		source: { Identifier: [{ ID: `10.1234/${name}`, IDScheme: 'doi' }], Type: 'dataset' },
		target: { Identifier: [{ ID: '10.1234/paper', IDScheme: 'doi' }], Type: 'literature' },
	});
	const page = (at: number, ...names: string[]) => ({
		currentPage: at,
		totalLinks: 3,
		totalPages: 2,
		result: names.map(link),
	});

	it('is asked by pages from 0 on, as long as its first one is', async () => {
		replies = ({ query }) => ({ body: query.get('page') === '0' ? page(0, 'a', 'b') : page(1, 'c') });
		await run('scholexplorer', { client: 'Zenodo', set: 'Dataset' });
		await run('scholexplorer', { client: 'Zenodo', set: 'Dataset' });
		assert.deepEqual(asked('sourcePublisher', 'sourceType', 'page', 'from'), [
			...['0', '1'].map((at) => `/Links Zenodo Dataset ${at} `),
			...['0', '1'].map((at) => `/Links Zenodo Dataset ${at} 2025-10-17`),
		]);
		assert.equal(
			(await harvests().links()).slice(0, 3).join(),
			['a', 'b', 'c'].map((name) => `10.1234/${name} cites 10.1234/paper`).join(),
		);
	});
});

describe('ads', () => {
	const work = (at: number) => ({
		bibcode: `2020ApJ...900.${1_000 + at}A`,
		pubdate: '2020-09-00',
		reference: ['2013PASP..125..306F'],
	});
	const page = (from: number, length: number) => ({
		responseHeader: { status: 0 },
		response: { numFound: 201, start: from, docs: Array.from({ length }, (_, at) => work(from + at)) },
	});

	it('is asked with the token, by where a page starts', async () => {
		replies = ({ query }) => ({ body: query.get('start') === '0' ? page(0, 200) : page(200, 1) });
		await run('ads', { query: 'bibgroup:CfA', prefix: '10.5281' });
		await run('ads', { query: 'bibgroup:CfA', prefix: '10.5281' });
		const q = '(bibgroup:CfA) AND (doi:10.5281*)';
		assert.deepEqual(asked('q', 'start', 'rows'), [
			`/search/query ${q} 0 200`,
			`/search/query ${q} 200 200`,
			`/search/query ${q} AND (entdate:[2026-01-08 TO *]) 0 200`,
			`/search/query ${q} AND (entdate:[2026-01-08 TO *]) 200 200`,
		]);
		assert.equal(service().requests[0]?.headers.authorization, 'Bearer secret-of-test');
		assert.equal((await harvests().links())[200], '2020ApJ...900.1200A Cites 2013PASP..125..306F');
	});
});

describe('an answer that is none of the service', () => {
	it('ends the harvest and says what it lacks', async () => {
		replies = () => ({ body: { message: 'moved' } });
		for (const [name, filters, lacks] of [
			['datacite', { prefix: '10.1' }, 'a list in data'],
			['crossref', { prefix: '10.1' }, 'a list in message.items'],
			['opencitations', { query: '10.1234/a' }, 'a list'],
		] as const) {
			const { state } = await harvests().run(task(name, service().address, filters));
			assert.equal(state.last?.problem, `The answer does not look like one of this service: it lacks ${lacks}.`);
		}
	});
});
