import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { readLinks } from '../../formats/scholix/read-links.ts';
import {
	ambiguousId,
	cursorAt,
	foundLinks,
	knownId,
	openTestApp,
	problemOf,
	type TestApp,
} from '../server/app.fixture.ts';
import { jsonAnswerSchema, scholixAnswerSchema } from './relationships.ts';

type Hits = {
	query: object;
	hits: { total: number; hits: unknown[] };
	aggregations: object;
	links: Record<string, string>;
};

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
});
after(() => opened.close());

const search = (query: string, headers: Record<string, string> = {}) =>
	opened.app.request(`/api/relationships?${query}`, { headers });
const searchJson = async (query: string) =>
	(await (await search(query, { Accept: 'application/json' })).json()) as Hits;

describe('GET /relationships', () => {
	it('answers application/x-scholix-v3+json without Accept, for */* and where that is asked for', async () => {
		for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/x-scholix-v3+json' }]) {
			const response = await search(`id=${knownId}&relation=isCitedBy`, headers as Record<string, string>);
			assert.equal(response.status, 200);
			assert.equal(response.headers.get('Content-Type'), 'application/x-scholix-v3+json');
			const answer = scholixAnswerSchema.parse(await response.json());
			assert.equal(answer.Source.Title, 'corner.py');
			assert.deepEqual(answer.Relation, { Name: 'isCitedBy' });
			assert.equal(answer.GroupBy, 'identity');
			assert.equal(answer.Relationships.length, 100);
		}
	});

	it('answers application/json with hits, aggregations and links', async () => {
		const response = await search(`id=${knownId}`, { Accept: 'application/json' });
		assert.equal(response.headers.get('Content-Type'), 'application/json');
		const answer = (await response.json()) as Hits;
		jsonAnswerSchema.parse(answer);
		assert.equal(answer.hits.total, foundLinks);
		const publication_year = { buckets: [{ key: 2016, doc_count: foundLinks }] };
		const link_year = { buckets: [{ key: 2018, doc_count: foundLinks }] };
		assert.deepEqual(answer.aggregations, {
			type: { buckets: [{ key: 'literature', doc_count: foundLinks, publication_year, link_year }] },
			publication_year,
			link_year,
			subtype: { buckets: [{ key: 'IsCitedBy', doc_count: foundLinks }] },
		});
	});

	it('shows by version which versions are linked, as OpenAPI describes', async () => {
		const path = `id=${knownId}&group_by=version&size=1`;
		const listed = (await (await search(path, { Accept: 'application/json' })).json()) as Hits;
		jsonAnswerSchema.parse(listed);
		const [bucket] = (listed.aggregations as { via: { buckets: { key: string }[] } }).via.buckets;
		assert.equal(bucket?.key, `doi:${knownId}`);
		const { Relationships } = scholixAnswerSchema.parse(await (await search(path)).json());
		assert.equal(Relationships[0]?.Via?.[0]?.Source.Identifiers[0]?.ID, knownId);
	});

	it('counts for aggregations only where they are shown', async () => {
		const asked: boolean[] = [];
		const { app, close } = await openTestApp(
			{},
			{
				searchRelationships: (query, options) => {
					asked.push(options.facets);
					return opened.memory.searchRelationships(query, options);
				},
			},
		);
		await app.request(`/relationships?id=${knownId}`);
		await app.request(`/relationships?id=${knownId}`, { headers: { Accept: 'application/json' } });
		await close();
		assert.deepEqual(asked, [false, true]);
	});

	it('answers links in application/json that another broker takes', async () => {
		const { hits } = await searchJson(`id=${knownId}`);
		assert.equal(readLinks(JSON.stringify(hits.hits), { maxLinks: 1_000 }).counts.links, 100);
	});

	it('is the same with the prefix and without', async () => {
		const [one, other] = await Promise.all([
			opened.app.request(`/api/relationships?id=${knownId}`),
			opened.app.request(`/relationships?id=${knownId}`),
		]);
		assert.equal(await one.text(), await other.text());
	});

	it('needs no token', async () => {
		assert.equal((await search(`id=${knownId}`)).status, 200);
	});

	it('says that the answer depends on Accept, and how many there are', async () => {
		const { headers } = await search(`id=${knownId}`);
		assert.equal(headers.get('Vary'), 'Accept');
		assert.equal(headers.get('X-Total-Count'), String(foundLinks));
	});

	it('leads through all pages by Link headers, and in the document', async () => {
		let address: string | undefined = `http://localhost/api/relationships?id=${encodeURIComponent(knownId)}&size=40`;
		const seen = new Set<string>();
		while (address !== undefined) {
			const response: Response = await opened.app.request(address, { headers: { Accept: 'application/json' } });
			const { hits, links } = (await response.json()) as Hits;
			for (const hit of hits.hits) seen.add(JSON.stringify(hit));
			const next: string | undefined = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
			assert.equal(links.self, address);
			assert.equal(links.next, next);
			address = next;
		}
		assert.equal(seen.size, foundLinks);
	});

	it('names first, prev, next and last', async () => {
		const { headers } = await search(`id=${knownId}&page=2`);
		const at = (place: string) => `<http://localhost/api/relationships?id=10.5281%2Fzenodo.11020&${place}>`;
		const page = (number: number) => at(`page=${number}`);
		const next = at(`cursor=${cursorAt(200)}`);
		assert.equal(
			headers.get('Link'),
			`${page(1)}; rel="first", ${page(1)}; rel="prev", ${next}; rel="next", ${page(3)}; rel="last"`,
		);
	});

	it('writes links with PUBLIC_URL where that is set', async () => {
		const { app, close } = await openTestApp({ PUBLIC_URL: 'https://links.example.org/' });
		const { headers } = await app.request(`/api/relationships?id=${knownId}`);
		await close();
		assert.match(headers.get('Link') ?? '', /^<https:\/\/links\.example\.org\/api\/relationships\?id=/);
	});

	it('goes on with a cursor', async () => {
		const { hits, links } = await searchJson(`id=${knownId}&cursor=${cursorAt(200)}`);
		assert.equal(hits.hits.length, 50);
		assert.deepEqual(Object.keys(links), ['self']);
	});

	it('indents both shapes with prettyprint=1', async () => {
		for (const Accept of ['application/json', 'application/x-scholix-v3+json']) {
			const plain = await (await search(`id=${knownId}&prettyprint=0&size=2`, { Accept })).text();
			const pretty = await (await search(`id=${knownId}&prettyprint=1&size=2`, { Accept })).text();
			assert.ok(!plain.includes('\n'));
			assert.match(pretty, /^\{\n {2}"/);
			const withoutAddresses = (text: string) => JSON.stringify(JSON.parse(text)).replaceAll(/prettyprint=./g, '');
			assert.equal(withoutAddresses(pretty), withoutAddresses(plain));
		}
	});

	const wrong: Record<string, string[]> = {
		'': ['id'],
		'id=': ['id'],
		'id=1&id=2': ['id'],
		'id=1&Relation=cites': ['Relation'],
		'id=1&relation=Cites': ['relation'],
		'id=1&type=book': ['type'],
		'id=1&publication_year=2015': ['publication_year'],
		'id=1&from=2016-13-01': ['from'],
		'id=1&from=2017&to=2016': ['to'],
		'id=1&group_by=work': ['group_by'],
		'id=1&sort=newest': ['sort'],
		'id=1&size=0': ['size'],
		'id=1&size=1001': ['size'],
		'id=1&page=0': ['page'],
		'id=1&page=101&size=100': ['page'],
		'id=1&page=1&cursor=a': ['cursor'],
		'id=1&prettyprint=yes': ['prettyprint'],
		'id=%ff': ['id'],
		'id=1&__proto__=1': ['__proto__'],
		'id=1&size=x&page=y&z=1': ['page', 'size', 'z'],
	};
	for (const [query, fields] of Object.entries(wrong)) {
		it(`refuses ?${query} and names ${fields.join(', ')}`, async () => {
			const response = await search(query);
			assert.equal(response.status, 400);
			const problem = await problemOf(response);
			assert.equal(problem.type, 'http://localhost/problems/bad-query');
			assert.deepEqual(problem.errors?.map(({ field }) => field).sort(), fields);
		});
	}

	it('refuses a q that cannot be parsed, with the place', async () => {
		const response = await search(`id=${knownId}&q=${encodeURIComponent('a AND (b')}`);
		assert.equal(response.status, 400);
		const problem = await problemOf(response);
		assert.match(problem.type, /\/bad-query-string$/);
		assert.equal(problem.errors?.[0]?.field, 'q');
		assert.match(problem.detail, /\d/);
	});

	it('refuses an identifier that means several works, and names the schemes', async () => {
		const response = await search(`id=${encodeURIComponent(ambiguousId)}`);
		assert.equal(response.status, 400);
		const { type, detail } = await problemOf(response);
		assert.match(type, /\/ambiguous-identifier$/);
		assert.match(detail, /scheme 1, scheme 2/);
	});

	it('answers 406 where Accept allows neither media type', async () => {
		const response = await search(`id=${knownId}`, { Accept: 'text/html' });
		assert.equal(response.status, 406);
		assert.match((await problemOf(response)).type, /\/not-acceptable$/);
	});

	describe('with an entity tag', () => {
		const openCounted = async () => {
			const counted: { searches: number; state: string | undefined } = { searches: 0, state: '1' };
			const { app, memory, close } = await openTestApp(
				{},
				{
					searchState: async () => counted.state,
					searchRelationships: (query, options) => {
						counted.searches++;
						return memory.searchRelationships(query, options);
					},
				},
			);
			const ask = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
				app.request(`/api/relationships?${query}`, { method, headers });
			const tagOf = async (answer: Response | Promise<Response>) => (await answer).headers.get('ETag') ?? '';
			return { counted, app, ask, tagOf, close };
		};
		const one = `id=${knownId}&size=2`;

		it('answers 304 without a search where the client has the answer', async () => {
			const { counted, ask, tagOf, close } = await openCounted();
			for (const Accept of ['application/x-scholix-v3+json', 'application/json', 'text/csv']) {
				const query = Accept === 'text/csv' ? `id=${knownId}` : one;
				const tag = await tagOf(ask(query, { Accept }));
				assert.match(tag, /^W\/"[\w-]{22}"$/);
				counted.searches = 0;
				for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
					const response = await ask(query, { Accept, 'If-None-Match': known });
					assert.equal(response.status, 304, known);
					assert.equal(await response.text(), '');
					assert.equal(response.headers.get('ETag'), tag);
					assert.equal(response.headers.get('Vary'), 'Accept');
					assert.equal(response.headers.get('Cache-Control'), 'no-cache');
					assert.equal(response.headers.get('Content-Type'), null);
				}
				assert.equal(counted.searches, 0);
				assert.equal((await ask(query, { Accept, 'If-None-Match': 'W/"other"' })).status, 200);
			}
			await close();
		});

		it('has one of its own for whatever decides the answer: index, parameters, media type, host and prefix', async () => {
			const { counted, app, ask, tagOf, close } = await openCounted();
			const asks = [
				() => ask(one),
				() => ask(`${one}&page=2`),
				() => ask(`${one}&prettyprint=1`),
				() => ask(`id=${knownId}&format=csv`),
				() => ask(one, { Accept: 'application/json' }),
				() => app.request(`/relationships?${one}`),
				() => app.request(`http://links.example.org/api/relationships?${one}`),
			];
			const tags = new Set<string>();
			for (const state of ['1', '2']) {
				counted.state = state;
				for (const each of asks) {
					const tag = await tagOf(each());
					assert.equal(await tagOf(each()), tag);
					tags.add(tag);
				}
			}
			await close();
			assert.equal(tags.size, 2 * asks.length);
		});

		it('is read before the search: an answer never has the tag of a later index', async () => {
			const { counted, ask, tagOf, close } = await openCounted();
			const before = await tagOf(ask(one));
			const {
				app,
				memory,
				close: closeChanging,
			} = await openTestApp(
				{},
				{
					searchState: async () => counted.state,
					searchRelationships: (query, options) => {
						counted.state = '2';
						return memory.searchRelationships(query, options);
					},
				},
			);
			assert.equal(await tagOf(app.request(`/api/relationships?${one}`)), before);
			await closeChanging();
			await close();
		});

		it('has none if the state of the index is unknown, and is then always searched', async () => {
			const { counted, ask, tagOf, close } = await openCounted();
			counted.state = undefined;
			assert.equal(await tagOf(ask(one)), '');
			assert.equal((await ask(one, { 'If-None-Match': '*' })).status, 200);
			await close();
		});

		it('answers HEAD with the length and the tag of what GET answers', async () => {
			const { ask, tagOf, close } = await openCounted();
			const get = await ask(one);
			const head = await ask(one, {}, 'HEAD');
			assert.equal(await tagOf(head), await tagOf(get));
			assert.equal(head.headers.get('Content-Length'), String((await get.bytes()).byteLength));
			await close();
		});

		it('has none where it is a problem', async () => {
			const { ask, tagOf, close } = await openCounted();
			const response = await ask('id=1&size=0', { 'If-None-Match': '*' });
			assert.equal(response.status, 400);
			assert.equal(await tagOf(response), '');
			await close();
		});
	});

	it('answers 503 with Retry-After while the index is unavailable', async () => {
		const { app, close } = await openTestApp(
			{},
			{
				searchRelationships: () => Promise.reject(new BrokerError('unavailable', 'The search index does not answer.')),
			},
		);
		const response = await app.request(`/relationships?id=${knownId}`);
		await close();
		assert.equal(response.status, 503);
		assert.match(response.headers.get('Retry-After') ?? '', /^[1-9]\d*$/);
		assert.match((await problemOf(response)).type, /\/unavailable$/);
	});
});
