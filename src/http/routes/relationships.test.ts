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
import { jsonAnswerSchema, scholixAnswerSchema } from './relationship-schemas.ts';

type Hits = { hits: { total: number; hits: unknown[] }; aggregations: object; links: Record<string, string> };

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
		assert.deepEqual(answer.aggregations, {
			type: { buckets: [{ key: 'literature', doc_count: foundLinks }] },
			publication_year: { buckets: [{ key: 2016, doc_count: foundLinks }] },
		});
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

	it('answers an unknown identifier with no relationships', async () => {
		const response = await search('id=10.1/unknown&scheme=doi');
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('X-Total-Count'), '0');
		const answer = scholixAnswerSchema.parse(await response.json());
		assert.deepEqual(answer.Source.Identifiers, [{ ID: '10.1/unknown', IDScheme: 'doi' }]);
		assert.deepEqual(answer.Relationships, []);
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
		const page = (number: number) => `<http://localhost/api/relationships?id=10.5281%2Fzenodo.11020&page=${number}>`;
		assert.equal(
			headers.get('Link'),
			`${page(1)}; rel="first", ${page(1)}; rel="prev", ${page(3)}; rel="next", ${page(3)}; rel="last"`,
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

	describe('asked again', () => {
		const countedApp = async () => {
			const counted = { searches: 0, state: {} };
			const { app, memory, close } = await openTestApp(
				{},
				{
					searchState: () => counted.state,
					searchRelationships: (query, options) => {
						counted.searches++;
						return memory.searchRelationships(query, options);
					},
				},
			);
			const ask = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
				app.request(`/api/relationships?${query}`, { method, headers });
			return { counted, app, ask, close };
		};
		const one = `id=${knownId}&size=2`;

		it('answers as before without a search, under another X-Request-Id', async () => {
			const { counted, ask, close } = await countedApp();
			for (const Accept of ['application/x-scholix-v3+json', 'application/json']) {
				await ask(one, { Accept });
				const [first, again] = [await ask(one, { Accept }), await ask(one, { Accept })];
				const headersOf = ({ headers }: Response) =>
					[...headers].filter(([name]) => name !== 'x-request-id' && name !== 'content-length');
				assert.deepEqual(headersOf(again), headersOf(first));
				assert.notEqual(again.headers.get('X-Request-Id'), first.headers.get('X-Request-Id'));
				assert.equal(await again.text(), await first.text());
			}
			await close();
			assert.equal(counted.searches, 4);
		});

		it('searches for whatever decides the answer: each parameter, Accept, host and prefix', async () => {
			const { counted, app, ask, close } = await countedApp();
			const asks = [
				() => ask(one),
				() => ask(`${one}&page=2`),
				() => ask(`${one}&prettyprint=1`),
				() => ask(one, { Accept: 'application/json' }),
				() => app.request(`/relationships?${one}`),
				() => app.request(`http://links.example.org/api/relationships?${one}`),
			];
			const bodies = new Set<string>();
			for (const each of asks) {
				for (let again = 0; again < 3; again++) {
					const { headers } = await each();
					bodies.add(`${headers.get('Content-Type')} ${headers.get('Link')}`);
				}
			}
			await close();
			assert.deepEqual([counted.searches, bodies.size], [2 * asks.length, asks.length]);
		});

		it('searches again when the index has changed', async () => {
			const { counted, ask, close } = await countedApp();
			for (let again = 0; again < 3; again++) await ask(one);
			counted.state = {};
			await ask(one);
			await close();
			assert.equal(counted.searches, 3);
		});

		it('searches for Cache-Control: no-cache, and answers the same', async () => {
			const { counted, ask, close } = await countedApp();
			const first = await (await ask(one)).text();
			for (let again = 0; again < 2; again++) await ask(one);
			const anew = await (await ask(one, { 'Cache-Control': 'no-cache' })).text();
			await close();
			assert.deepEqual([counted.searches, anew], [3, first]);
		});

		it('answers HEAD with the length of what GET answers', async () => {
			const { counted, ask, close } = await countedApp();
			await ask(one);
			const { byteLength } = await (await ask(one)).bytes();
			const head = await ask(one, {}, 'HEAD');
			await close();
			assert.deepEqual([counted.searches, head.headers.get('Content-Length')], [2, String(byteLength)]);
		});

		it('searches again for the whole result as a file', async () => {
			const { counted, ask, close } = await countedApp();
			const first = await (await ask(`id=${knownId}&format=jsonl`)).text();
			const { searches } = counted;
			assert.equal(await (await ask(`id=${knownId}&format=jsonl`)).text(), first);
			await close();
			assert.equal(counted.searches, 2 * searches);
		});

		it('refuses again what is wrong', async () => {
			const { ask, close } = await countedApp();
			assert.deepEqual([(await ask('id=1&size=0')).status, (await ask('id=1&size=0')).status], [400, 400]);
			await close();
		});
	});

	it('answers 503 with Retry-After while the index is away', async () => {
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
