// Says what GET /objects?id= and GET /objects/{number} answer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { foundLinks, foundWorks, knownId, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { workSchema, worksSchema } from './object-schemas.ts';

/** A work in an answer, whose members are checked one by one. */
type Work = Record<string, ReturnType<typeof JSON.parse>>;

describe('works over HTTP', () => {
	let test: TestApp;
	before(async () => {
		test = await openTestApp({}, { searchState: async () => '1-7' });
	});
	after(() => test.close());
	const get = (path: string, headers: Record<string, string> = {}) => test.app.request(path, { headers });
	const asked = `/api/objects?id=${knownId}`;

	it('has identifiers with addresses, description, counts, dates and a permanent address', async () => {
		const response = await get(asked);
		assert.equal(response.status, 200);
		const work = (await response.json()) as Work;
		workSchema.parse(work);
		assert.deepEqual(work.query, {
			understood_as: { ID: knownId, IDScheme: 'doi' },
			known: true,
			suggestions: [],
		});
		assert.equal(work.self, 'http://localhost/api/objects/1');
		assert.deepEqual(work.Identifiers, [{ ID: knownId, IDScheme: 'doi', IDURL: `https://doi.org/${knownId}` }]);
		assert.deepEqual([work.Title, work.Type], ['corner.py', { Name: 'software' }]);
		assert.deepEqual([work.counts.identity.isCitedBy, work.counts.version.isCitedBy], [foundLinks, foundLinks]);
		assert.deepEqual([work.first_linked, work.last_linked], ['2018-01-01', '2018-01-01']);
		const { counts: _, query: __, family, ...described } = work;
		assert.deepEqual(family.versions, [{ ...described, counts: work.counts.identity }]);
		assert.deepEqual([family.Title, family.versions_total], ['corner.py', 1]);
		assert.ok(!('facets' in work));
	});

	it('has the counts of each result with facets=1', async () => {
		const work = (await (await get(`${asked}&facets=1`)).json()) as Work;
		workSchema.parse(work);
		const { facets } = work;
		const relations = ['cites', 'isCitedBy', 'isSupplementTo', 'isSupplementedBy', 'isRelatedTo'];
		assert.deepEqual([Object.keys(facets.identity), Object.keys(facets.version)], [relations, relations]);
		assert.deepEqual(Object.keys(facets.version.isCitedBy), ['type', 'publication_year', 'link_year', 'subtype']);
	});

	it('is found by the number of one of its identifiers', async () => {
		const byNumber = await get('/api/objects/17');
		assert.equal(byNumber.status, 200);
		assert.deepEqual(await byNumber.json(), await (await get(asked)).json());
		assert.match(await (await get('/api/objects/17?prettyprint=1')).text(), /^\{\n {2}"query"/);
	});

	it('leads a browser from its address that stays to its page', async () => {
		const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
		const { status, headers } = await get('/objects/17', { Accept: accept });
		assert.deepEqual(
			[status, headers.get('location'), headers.get('vary')],
			[303, `/objects/doi/${encodeURIComponent(knownId)}`, 'Accept'],
		);
		assert.equal((await get('/objects/17', { Accept: 'application/json, text/html' })).status, 200);
		assert.equal((await get('/objects/18', { Accept: accept })).status, 404);
	});

	it('is 404 where the number is that of none, or of one of which nothing is known any more', async () => {
		for (const number of ['18', '19', '0', '017', '-1', 'x', '99999999999999999999']) {
			const response = await get(`/api/objects/${number}`);
			assert.equal(response.status, 404, number);
			assert.match((await problemOf(response)).type, /\/problems\/not-found$/);
		}
	});

	it('is shown to a browser as an unknown work', async () => {
		for (const number of ['18', '19', 'x']) {
			const response = await get(`/objects/${number}`, { Accept: 'text/html' });
			assert.equal(response.status, 404, number);
			assert.match(await response.text(), /<h1[^>]*>Not found<\/h1>/);
		}
	});

	it('is 404 if it is unknown, with how it was read and suggestions', async () => {
		const response = await get('/api/objects?id=https://doi.org/10.5281/ZENODO.1');
		assert.equal(response.status, 404);
		assert.equal(response.headers.get('content-type'), 'application/problem+json');
		assert.equal(response.headers.get('x-known'), 'false');
		const problem = (await response.json()) as { detail: string; query: object; errors: object[] };
		assert.equal(problem.detail, 'Unknown identifier: doi:10.5281/ZENODO.1.');
		const understood_as = { ID: '10.5281/ZENODO.1', IDScheme: 'doi' };
		assert.deepEqual(problem.query, { understood_as, known: false, suggestions: [] });
		assert.deepEqual(problem.errors, [{ field: 'id', message: problem.detail, identifier: understood_as }]);
	});

	it('is 400 where the question cannot be read', async () => {
		for (const [query, type] of [
			['', 'bad-query'],
			['?id=', 'bad-query'],
			['?id=nothing', 'not-an-identifier'],
			['?id=10.1/a&facets=2', 'bad-query'],
			['?id=10.1/a&id=10.1/b', 'bad-query'],
			['/17?id=10.1/a', 'bad-query'],
		] as const) {
			const response = await get(`/api/objects${query}`);
			assert.equal(response.status, 400, query);
			assert.ok((await problemOf(response)).type.endsWith(`/problems/${type}`), query);
		}
	});

	it('are found without id: a page with counts, facets of the whole result, and the way to the next', async () => {
		const response = await get('/api/objects?q=corner&size=2');
		const found = (await response.json()) as Work;
		worksSchema.parse(found);
		assert.deepEqual([found.total, found.hits.length, response.headers.get('x-total-count')], [foundWorks, 2, '3']);
		assert.deepEqual(found.hits[0].counts.isCitedBy, foundLinks);
		assert.deepEqual(found.aggregations.publisher, { buckets: [{ key: 'Zenodo', doc_count: 1 }] });
		assert.equal(found.links.self, 'http://localhost/api/objects?q=corner&size=2');
		assert.match(response.headers.get('link') ?? '', /rel="first", <[^>]+&cursor=[^>]+>; rel="next"$/);
		const rest = (await (await get(found.links.next)).json()) as Work;
		assert.deepEqual([rest.hits.length, 'next' in rest.links], [1, false]);
	});

	it('have an exact total, and suggestions where none is found', async () => {
		const found = (await (await get('/api/objects?q=corner')).json()) as Work;
		assert.deepEqual([found.total_relation, 'suggestions' in found], ['eq', false]);
		const none = (await (await get('/api/objects?q=Cornre')).json()) as Work;
		worksSchema.parse({ ...none, aggregations: found.aggregations });
		assert.deepEqual([none.total, none.suggestions], [0, ['corner']]);
	});

	it('are not found by what cannot be a question for works', async () => {
		for (const [query, type] of [
			['q=provider:x', 'bad-query-string'],
			['q=title:', 'bad-query-string'],
			['sort=mostcited', 'bad-query'],
			['q=a&sort=newest', 'bad-query'],
			['q=a&size=0', 'bad-query'],
			['q=a&page=2', 'bad-query'],
			['q=a&id=10.1/a', 'bad-query'],
		] as const) {
			const response = await get(`/api/objects?${query}`);
			assert.equal(response.status, 400, query);
			assert.ok((await problemOf(response)).type.endsWith(`/problems/${type}`), query);
		}
	});

	it('has a tag that stays the same until the index changes', async () => {
		const tag = (await get(asked)).headers.get('etag') as string;
		const again = await get(asked, { 'If-None-Match': tag });
		assert.deepEqual([again.status, await again.text()], [304, '']);
		const numbered = (await get('/api/objects/17')).headers.get('etag');
		assert.notEqual(numbered, tag);
	});

	it('can be read by pages of other origins, and by any method that reads', async () => {
		assert.equal((await get(asked)).headers.get('access-control-allow-origin'), '*');
		const head = await test.app.request(asked, { method: 'HEAD' });
		assert.deepEqual([head.status, await head.text()], [200, '']);
		assert.equal((await test.app.request('/objects/17', { method: 'DELETE' })).status, 405);
	});
});
