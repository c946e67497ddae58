// Asks a running broker as clients of other services do, and compares what they read with the
// answers of its own interface.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { eventually, type Program, type Server, serveLinks, submit, untilIndexed } from './program.ts';

const ends = ['literature', 'software', 'dataset'] as const;
const work = (at: number) => ({
	Identifier: [{ ID: `10.1000/w${at}`, IDScheme: 'doi' }],
	Type: { Name: ends[at % ends.length] },
	Title: `Work ${at}`,
	PublicationDate: `${2000 + at}-03`,
	Keyword: at % 2 === 0 ? ['even numbers'] : [],
	Publisher: [{ Name: at < 6 ? 'First Press' : 'Second Press' }],
});
/** Each work cites those before it; the odd ones are supplements of the next. */
const links = Array.from({ length: 12 }, (_, at) => at).flatMap((at) => [
	...Array.from({ length: at }, (_, cited) => link(at, 'Cites', cited)),
	...(at % 2 === 1 ? [link(at, 'IsSupplementTo', (at + 1) % 12)] : []),
	...(at % 3 === 0 ? [link(at, 'IsDocumentedBy', (at + 5) % 12)] : []),
]);

function link(source: number, SubType: string, target: number) {
	return {
		Source: work(source),
		RelationshipType: {
			Name: SubType === 'IsDocumentedBy' ? 'IsRelatedTo' : SubType,
			SubType,
			SubTypeSchema: 'DataCite',
		},
		Target: work(target),
		LinkProvider: [{ Name: source % 2 === 0 ? 'Even' : 'Odd' }],
		LinkPublicationDate: `2020-01-${String(source + 1).padStart(2, '0')}`,
	};
}

type End = { Identifier: { ID: string; IDScheme: string; IDURL: string }[]; Title: string };
type Hit = {
	id: string;
	metadata: {
		ID: string;
		RelationshipType: { Name: string };
		History: { LinkPublicationDate: string; LinkProvider: { Name: string }[] }[];
		Source: End;
		Target: End;
	};
};
type AsclepiasAnswer = {
	hits: { total: number; hits: Hit[] };
	aggregations: Record<
		'type' | 'publication_year',
		{ buckets: { key: string | number; key_as_string?: string; doc_count: number }[] }
	>;
	links: { self: string; prev?: string; next?: string };
};
type ScholexplorerAnswer = {
	currentPage: number;
	totalLinks: number;
	totalPages: number;
	result: { RelationshipType: { SubType: string }; source: End; target: End; LinkProvider: { name: string }[] }[];
};

let program: Program;
let server: Server;
let token: string;
before(async () => {
	({ program, server, token } = await serveLinks(links));
});
after(() => program.remove());

const ask = async (path: string) => {
	const response = await fetch(server.url + path);
	return { status: response.status, headers: response.headers, body: await response.json() };
};
const asclepias = async (query: string): Promise<AsclepiasAnswer> =>
	(await ask(`/compat/asclepias/api/relationships?${query}`)).body as AsclepiasAnswer;
const scholexplorer = async (query: string, version = 'v3'): Promise<ScholexplorerAnswer> =>
	(await ask(`/compat/scholexplorer/${version}/Links?${query}`)).body as ScholexplorerAnswer;
const own = async (query: string): Promise<number> => {
	const response = await fetch(`${server.url}/relationships?${query}`, { headers: { Accept: 'application/json' } });
	return ((await response.json()) as { hits: { total: number } }).hits.total;
};
const titles = (hits: readonly Hit[]) => hits.map(({ metadata }) => metadata.Source.Title);

describe('a client of an Asclepias Broker', () => {
	const cited = 'id=10.1000/w3&scheme=doi&relation=isCitedBy&group_by=version';

	it('reads pages of rows, each with its id, history and addresses', async () => {
		const { hits, links: pages } = await asclepias(`${cited}&size=3&page=2&sort=mostrecent`);
		assert.equal(hits.total, 8);
		assert.deepEqual(titles(hits.hits), ['Work 8', 'Work 7', 'Work 6']);
		const [first] = hits.hits as [Hit];
		assert.match(first.id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		assert.equal(first.metadata.ID, first.id);
		assert.equal(first.metadata.RelationshipType.Name, 'Cites');
		assert.equal(first.metadata.Target.Title, 'Work 3');
		assert.deepEqual(first.metadata.Source.Identifier, [
			{ ID: '10.1000/w8', IDScheme: 'doi', IDURL: 'https://doi.org/10.1000/w8' },
		]);
		assert.deepEqual(first.metadata.History, [{ LinkPublicationDate: '2020-01-09', LinkProvider: [{ Name: 'Even' }] }]);
		const next = (await (await fetch(pages.next as string)).json()) as AsclepiasAnswer;
		assert.deepEqual(titles(next.hits.hits), ['Work 5', 'Work 4']);
		assert.equal(next.links.next, undefined);
		assert.equal(next.links.prev, pages.self);
	});

	it('may name a definition of a citation, and reads as many rows as the HTTP interface counts', async () => {
		const { hits } = await asclepias(`${cited}&definition=strict`);
		assert.deepEqual([hits.total, hits.hits.length], [await own(`${cited}&definition=strict`), hits.total]);
		assert.equal((await ask('/compat/asclepias/api/relationships?id=10.1000/w3&definition=ours')).status, 400);
	});

	it('finds the same id for a row from either end, and other ids for other rows', async () => {
		const [from] = (await asclepias(`${cited}&q=title:"Work 8"`)).hits.hits as [Hit];
		const all = (await asclepias('id=10.1000/w8&relation=cites&group_by=version')).hits.hits;
		assert.ok(all.some(({ id, metadata }) => id === from.id && metadata.Target.Title === 'Work 3'));
		assert.equal(new Set(all.map(({ id }) => id)).size, 8);
	});

	it('finds the same id for a row after more identifiers of its works became known', async () => {
		const ids = async (...names: readonly { ID: string; IDScheme: string }[]) => {
			const links = [{ ...link(20, 'Cites', 21), Source: { ...work(20), Identifier: names } }];
			await untilIndexed(server, token, await submit(server, token, links));
			return (await asclepias('id=10.1000/w21&relation=isCitedBy')).hits.hits.map(({ id }) => id);
		};
		const pmid = { ID: '1234567', IDScheme: 'pmid' };
		const first = await ids(pmid);
		assert.deepEqual(await ids(...work(20).Identifier, pmid), first);
		assert.equal(first.length, 1);
	});

	it('ticks several types; the counts beside the boxes stay', async () => {
		const typeCounts = async (query: string) =>
			(await asclepias(query)).aggregations.type.buckets.map(({ key, doc_count }) => [key, doc_count]);
		const all = await typeCounts(cited);
		assert.deepEqual(all, [
			['dataset', 3],
			['software', 3],
			['literature', 2],
		]);
		for (const types of ['type=software&type=literature', 'type=software,literature']) {
			assert.equal((await asclepias(`${cited}&${types}`)).hits.total, 5);
			assert.deepEqual(await typeCounts(`${cited}&${types}`), all);
		}
		assert.deepEqual(await typeCounts(`${cited}&publication_year=2010--2010`), all);
		const [year] = (await asclepias(cited)).aggregations.publication_year.buckets;
		assert.deepEqual(year, { key: Date.UTC(2004, 0), key_as_string: '2004', doc_count: 1 });
	});

	it('searches for words, keywords, years and dates', async () => {
		assert.deepEqual(titles((await asclepias(`${cited}&q=title:9`)).hits.hits), ['Work 9']);
		assert.equal((await asclepias(`${cited}&keyword=even`)).hits.total, 4);
		assert.deepEqual(titles((await asclepias(`${cited}&publication_year=2010--2010`)).hits.hits), ['Work 10']);
		assert.deepEqual(titles((await asclepias(`${cited}&to=2020-01-05&sort=-mostrecent`)).hits.hits), ['Work 4']);
	});

	it('is refused words and keywords that are no query by themselves, with the parameter', async () => {
		for (const field of ['q', 'keyword']) {
			const { status, body } = await ask(
				`/compat/asclepias/api/relationships?${cited}&${field}=even)+OR+(odd&journal=none`,
			);
			const { errors } = body as { errors: { field: string }[] };
			assert.deepEqual([status, errors[0]?.field], [400, field]);
		}
	});

	it('may ask for any size, with parameters of its own; what is not known has no rows', async () => {
		assert.equal((await asclepias(`${cited}&size=9999&_=1&layout=list`)).hits.hits.length, 8);
		for (const id of ['10.1000/unknown', 'no identifier']) {
			assert.deepEqual((await asclepias(`id=${id}&scheme=doi&relation=isCitedBy`)).hits, { total: 0, hits: [] });
		}
	});

	it('reads the status and the message of a problem', async () => {
		for (const query of ['', 'id=10.1000/w3&size=none', 'id=10.1000/w3&q=title:(']) {
			const { status, headers, body } = await ask(`/compat/asclepias/api/relationships?${query}`);
			assert.equal(status, 400);
			assert.equal(headers.get('Content-Type'), 'application/json');
			assert.equal((body as { status: number }).status, 400);
			assert.ok((body as { message: string }).message);
		}
		const { body } = await ask('/compat/asclepias/api/relationships?id=10.1000/w3&type=software&type=film');
		assert.match((body as { message: string }).message, /^type must be one of literature, /);
		const missing = await ask('/api/compat/asclepias/api/metadata');
		assert.equal(missing.status, 404);
		assert.match((missing.body as { message: string }).message, /metadata\. \/docs lists what is offered; /);
	});

	it('gets the address of the same question in the HTTP interface', async () => {
		const { headers } = await ask(`/api/compat/asclepias/api/relationships?${cited}&type=software&keyword=even`);
		const [, address = ''] = /^<([^>]+)>; rel="canonical"$/.exec(headers.get('Link') ?? '') ?? [];
		assert.equal(new URL(address).pathname, '/api/relationships');
		assert.equal(
			await own(new URL(address).search.slice(1)),
			(await asclepias(`${cited}&type=software&keyword=even`)).hits.total,
		);
	});
});

describe('a client of ScholeXplorer', () => {
	it('may name a definition of a citation', async () => {
		const { totalLinks, result } = await scholexplorer('targetPid=10.1000/w3&definition=strict&size=100');
		assert.equal(totalLinks, await own('id=10.1000/w3&definition=strict'));
		assert.deepEqual(new Set(result.map((one) => one.RelationshipType.SubType)), new Set(['cites', 'isCitedBy']));
	});

	it('reads links from and to a work, relations as they are seen from the source', async () => {
		const from = await scholexplorer('sourcePid=10.1000/w3&size=100');
		assert.ok(from.result.every(({ source }) => source.Title === 'Work 3'));
		const to = await scholexplorer('targetPid=10.1000/w3&size=100');
		assert.ok(to.result.every(({ target }) => target.Title === 'Work 3'));
		const inverse: Record<string, string> = { cites: 'isCitedBy', isCitedBy: 'cites' };
		const seen = (answer: ScholexplorerAnswer, turn: boolean) =>
			answer.result
				.map(({ RelationshipType: { SubType }, source, target }) => [
					turn ? (inverse[SubType] ?? SubType) : SubType,
					turn ? source.Title : target.Title,
				])
				.filter(([word]) => word === 'cites' || word === 'isCitedBy')
				.sort();
		assert.deepEqual(seen(to, true), seen(from, false));
	});

	it('counts pages from 0, and stops at a short one', async () => {
		const query = 'targetPid=10.1000/w3&relation=cites&size=3';
		const [first, last, beyond] = [0, 2, 3].map((page) => scholexplorer(`${query}&page=${page}`));
		assert.deepEqual(
			(({ currentPage, totalLinks, totalPages }) => [currentPage, totalLinks, totalPages])(
				await (first as Promise<ScholexplorerAnswer>),
			),
			[0, 8, 3],
		);
		assert.equal((await last)?.result.length, 2);
		assert.equal((await beyond)?.result.length, 0);
	});

	it('reads an empty page after the last link, however deep', async () => {
		for (const [page, size] of [
			[999, 10],
			[1_000, 10],
			[123_456_789_012, 1_000],
		]) {
			const { currentPage, totalLinks, result } = await scholexplorer(
				`targetPid=10.1000/w3&relation=cites&page=${page}&size=${size}`,
			);
			assert.deepEqual([currentPage, totalLinks, result], [page, 8, []]);
		}
		const { hits } = await asclepias('id=10.1000/w3&scheme=doi&relation=isCitedBy&page=1001');
		assert.deepEqual(hits, { total: 8, hits: [] });
	});

	it('lists the providers with their links, all or those with some words', async () => {
		const providers = async (query = '', version = 'v3') =>
			(await ask(`/compat/scholexplorer/${version}/LinkProvider${query}`)).body;
		const { providers: counted } = await eventually(
			async () => (await ask('/sources')).body as { providers: { name: string; links: number }[] },
			({ providers }) => providers.length > 0,
		);
		const all = counted.map(({ name, links }) => ({ name, totalRelationships: links }));
		assert.deepEqual(all.map(({ name }) => name).sort(), ['Even', 'Odd']);
		assert.deepEqual(await providers(), all);
		assert.deepEqual(await providers('', 'v2'), all);
		assert.deepEqual(
			await providers('?name=EVE'),
			all.filter(({ name }) => name === 'Even'),
		);
		assert.deepEqual(await providers('?name=none'), []);
		const long = await ask(`/compat/scholexplorer/v3/LinkProvider?name=${'x'.repeat(1_025)}`);
		assert.deepEqual([long.status, (long.body as { message: string }).message.slice(0, 4)], [400, 'name']);
	});

	it('chooses relations, in any letter case, also those kept by their words', async () => {
		const count = async (query: string) => (await scholexplorer(query)).totalLinks;
		assert.equal(await count('sourcePid=10.1000/w3&relation=CITES'), 3);
		assert.equal(await count('targetPid=10.1000/w3&relation=isCitedBy'), 3);
		assert.equal(await count('sourcePid=10.1000/w3&relation=isDocumentedBy'), 1);
		assert.equal(await count('targetPid=10.1000/w8&relation=isDocumentedBy'), 1);
		assert.equal(await count('sourcePid=10.1000/w8&relation=Documents'), 1);
		assert.equal(await count('sourcePid=10.1000/w8&relation=isDocumentedBy'), 0);
	});

	it('chooses types of either end, and the links between two works', async () => {
		const count = async (query: string) => (await scholexplorer(query)).totalLinks;
		assert.equal(await count('targetPid=10.1000/w3&relation=cites&sourceType=software'), 3);
		assert.equal(await count('targetPid=10.1000/w3&targetType=publication&relation=cites'), 8);
		assert.equal(await count('targetPid=10.1000/w3&targetType=dataset&relation=cites'), 0);
		const { result } = await scholexplorer('sourcePid=10.1000/w8&targetPid=https://doi.org/10.1000/W3');
		assert.deepEqual(result.map(({ RelationshipType }) => RelationshipType.SubType).sort(), ['cites', 'documents']);
	});

	it('chooses publishers of either end, but not providers', async () => {
		const count = async (query: string) =>
			(await scholexplorer(`targetPid=10.1000/w3&relation=cites&${query}`)).totalLinks;
		assert.equal(await count('sourcePublisher=second press'), 6);
		assert.equal(await count('sourcePublisher=first press'), 2);
		assert.equal(await count('sourcePublisher=press&sourcePid='), 8);
		assert.equal(await count('targetPublisher=FIRST'), 8);
		assert.equal(await count('targetPublisher=second'), 0);
		const { status, body } = await ask('/compat/scholexplorer/v3/Links?targetPid=10.1000/w3&linkProvider=Even');
		assert.equal(status, 400);
		assert.match((body as { message: string }).message, /linkProvider/);
	});

	it('reads an empty page for what is not known, and a message where it names no work', async () => {
		assert.deepEqual(await scholexplorer('sourcePid=unknown', 'v2'), {
			...{ currentPage: 0, totalLinks: 0, totalPages: 0 },
			result: [],
		});
		for (const other of ['(', '"', '%00', '10.1000/w']) {
			assert.equal((await scholexplorer(`sourcePid=10.1000/w8&targetPid=${other}`)).totalLinks, 0, other);
		}
		for (const [query, wrong] of [
			['', /sourcePid/],
			['targetType=dataset', /sourcePid/],
			['sourcePid=10.1000/w3&relation=loves', /relation/],
			['sourcePid=10.1000/w3&targetType=song', /targetType/],
			['targetPid=10.1000/w3&sourceType=song', /sourceType/],
			['targetPid=10.1000/w3&targetType=song', /targetType/],
		] as const) {
			const { status, body } = await ask(`/compat/scholexplorer/v3/Links?${query}`);
			assert.equal(status, 400, query);
			assert.match((body as { message: string }).message, wrong);
		}
	});
});

describe('the forms of other services', () => {
	it('have the totals of the HTTP interface', async () => {
		for (let at = 0; at < 12; at++) {
			const id = `10.1000/w${at}`;
			for (const relation of ['cites', 'isCitedBy', 'isSupplementTo', 'isSupplementedBy', 'isRelatedTo']) {
				const expected = await own(`id=${id}&relation=${relation}`);
				assert.equal((await asclepias(`id=${id}&relation=${relation}`)).hits.total, expected, `${id} ${relation}`);
				assert.equal((await scholexplorer(`sourcePid=${id}&relation=${relation}`)).totalLinks, expected);
			}
		}
	});

	it('are served at their paths with a slash at the end, too', async () => {
		for (const path of [
			'asclepias/api/relationships/?id=10.1000/w3',
			'opencitations/index/v2/citation-count/doi:10.1000/w3/',
			'scholexplorer/v2/Links/?targetPid=10.1000/w3',
			'datacite/events/?doi=10.1000/w3',
		]) {
			const { status, body } = await ask(`/compat/${path}`);
			assert.equal(status, 200, path);
			assert.deepEqual(body, (await ask(`/compat/${path.replace(/\/(?=\?|$)/, '')}`)).body, path);
		}
	});

	it('show an unknown path as their service shows problems, with what to use', async () => {
		for (const [path, type, shown] of [
			['asclepias/api/metadata', 'application/json', /"message":"Not found: /],
			['opencitations/unknown', 'text/plain; charset=utf-8', /^HTTP status code 404: Not found: /],
			['scholexplorer/v3/LinkPublisher/inSource', 'application/json', /"message":"Not found: /],
			['datacite/dois/10.1000/w3', 'application/json', /^\{"errors":\[\{"status":"404"/],
		] as const) {
			const response = await fetch(`${server.url}/api/compat/${path}`);
			assert.deepEqual([response.status, response.headers.get('Content-Type')], [404, type]);
			const text = await response.text();
			assert.match(text, shown);
			assert.match(text, /\/objects\?q=/);
		}
	});

	it('are served where COMPAT names them, and the log names those that are', async () => {
		const other = await program.serve({ COMPAT: 'datacite', LOG_LEVEL: 'info' });
		const statusOf = async (path: string) => (await fetch(`${other.url}/compat/${path}`)).status;
		assert.equal(await statusOf('scholexplorer/v3/Links?sourcePid=10.1000/w3'), 404);
		assert.equal(await statusOf('datacite/events?doi=10.1000/w3'), 200);
		const closed = once(other.process, 'close');
		await other.stop();
		await closed;
		assert.match(other.errors(), /"compat":\["datacite"\]/);
	});
});
