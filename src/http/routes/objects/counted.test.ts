// Says how answers about works and what is embedded show citations by what counts as one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { builtInDefinitions } from '../../../broker/counting/definitions.ts';
import { knownId, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
});
after(() => opened.close());

const bodyOf = async (response: Response) => JSON.parse(await response.text());
const get = (path: string) => opened.app.request(path, { headers: { Accept: 'application/json' } });
const post = (path: string, body: unknown, accept = 'application/json') =>
	opened.app.request(path, {
		method: 'POST',
		headers: { Accept: accept, 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
const excluded = { 'author-self': 0, machine: 0, 'retracted-citing': 0 };
const count = { total: 250, excluded, unknown: excluded };
const counted = { definition: 'strict', identity: count, version: count };

describe('works with citations by a definition', () => {
	it('have them beside their counts, each level by itself, and the answer names the definition', async () => {
		for (const path of [`/objects?id=${knownId}`, '/objects/17?facets=0']) {
			const response = await get(`${path}&definition=strict`);
			assert.equal(response.headers.get('Definition'), 'strict; v=1');
			assert.deepEqual((await bodyOf(response)).counted, counted);
		}
		const found = await get('/objects?q=corner&definition=strict&size=2');
		assert.equal(found.headers.get('Definition'), 'strict; v=1');
		const { hits, links } = await bodyOf(found);
		assert.deepEqual(hits[0].counted, { definition: 'strict', ...count });
		assert.match(links.next, /definition=strict/);
		const { results } = await bodyOf(await post('/objects/lookup?definition=strict', [knownId]));
		assert.deepEqual(results[0].counted, counted);
		const { works, summary } = await bodyOf(await post('/reports?definition=strict', { identifiers: [knownId] }));
		assert.deepEqual([works[0].counted, summary.counted], [counted, counted]);
	});

	it('have them in columns of a CSV', async () => {
		for (const [path, body] of [
			['/objects/lookup', [knownId]],
			['/reports', { identifiers: [knownId] }],
		] as const) {
			const response = await post(`${path}?exclude=machine&bom=0`, body, 'text/csv');
			const [header = ''] = (await response.text()).split('\r\n');
			assert.match(header, /,identity_counted,identity_excluded_machine,identity_unknown_machine,version_counted,/);
			assert.equal(response.headers.get('Definition'), null);
		}
	});

	it('are as before without one', async () => {
		const { counted: none, ...work } = await bodyOf(await get(`/objects?id=${knownId}&exclude=machine`));
		assert.ok(none);
		assert.deepEqual(await bodyOf(await get(`/objects?id=${knownId}`)), work);
	});

	it('are refused where there is no such definition or flag, or none at the level', async () => {
		for (const [path, field] of [
			[`/objects?id=${knownId}&definition=own`, 'definition'],
			['/objects/17?exclude=own', 'exclude'],
			['/objects?q=corner&definition=datacite', 'group_by'],
			[`/badges/doi/${knownId}.json?definition=own`, 'definition'],
			[`/oembed?url=http://localhost/objects/doi/${knownId}?definition=own`, 'definition'],
		]) {
			const response = await get(String(path));
			const problem = await problemOf(response);
			assert.deepEqual([response.status, problem.errors?.[0]?.field], [400, field], String(path));
		}
		assert.equal((await post('/objects/lookup?definition=own', [knownId])).status, 400);
	});
});

describe('GET /objects/{number}/definitions', () => {
	const path = '/objects/17/definitions';
	const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

	it('counts the work by each definition, at each level at which it counts', async () => {
		const { query, definitions } = await bodyOf(await get(path));
		assert.deepEqual(query.understood_as, { ID: knownId, IDScheme: 'doi' });
		assert.deepEqual(
			definitions.map((one: { name: string; group_by: string; total: number }) => [one.name, one.group_by, one.total]),
			builtInDefinitions.flatMap(({ name, levels }) => levels.map((level) => [name, level, 250])),
		);
	});

	it('has for each number the address of its links, which counts as many', async () => {
		const { definitions } = await bodyOf(await get(`/api${path}`));
		for (const { total, links, relations, excluded } of definitions) {
			for (const one of [{ items: total, links }, ...relations, ...excluded]) {
				assert.match(one.links, /^http:\/\/localhost\/api\/relationships\?id=/);
				const { status } = await get(one.links.replace('http://localhost', ''));
				assert.equal(status, 200, one.links);
			}
		}
		const { links } = definitions.find(({ name }: { name: string }) => name === 'strict').excluded[2];
		const id = `id=${encodeURIComponent(knownId)}&scheme=doi`;
		const flagged = 'flagged=retracted-citing&exclude=author-self%2Cmachine';
		assert.equal(links, `http://localhost/api/relationships?${id}&relation=isCitedBy&group_by=identity&${flagged}`);
	});

	it('is a page for a browser: its numbers lead to the same links on the page of the work', async () => {
		const response = await opened.app.request(path, { headers: browser });
		assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
		const page = await response.text();
		assert.match(page, /<h1[^>]*>Citations by every definition<\/h1>/);
		assert.match(page, /<meta name="robots" content="noindex">/);
		assert.match(
			page,
			/<a href="\/objects\/doi\/[^?"]*\?relation=isCitedBy&amp;group_by=identity&amp;definition=strict">250<\/a>/,
		);
		assert.doesNotMatch(page, /<script/);
		const work = await (await opened.app.request(`/objects/doi/${knownId}`, { headers: browser })).text();
		assert.match(work, /<a href="\/objects\/1\/definitions"/);
	});

	it('answers 404 for a number without a work, to a browser as a page', async () => {
		for (const [number, headers] of [
			['18', {}],
			['99999', browser],
		] as const) {
			const { status } = await opened.app.request(`/objects/${number}/definitions`, { headers });
			assert.equal(status, 404, number);
		}
	});
});

describe('what is embedded with a definition', () => {
	it('says so: a badge in its text and title, and in headers', async () => {
		const response = await get(`/badges/doi/${knownId}.svg?definition=strict`);
		assert.equal(response.headers.get('Definition'), 'strict; v=1');
		assert.equal(response.headers.get('X-Excluded'), 'author-self=0, machine=0, retracted-citing=0');
		const svg = await response.text();
		assert.match(svg, /<title>cited by \(strict\): 250<\/title>/);
		assert.match(svg, />cited by \(strict\)<\/text>/);
		const own = await (await get(`/badges/doi/${knownId}.svg?definition=strict&label=cites`)).text();
		assert.match(own, /<title>cites \(strict\): 250<\/title>.*>cites<\/text>/s);
		assert.equal((await bodyOf(await get(`/badges/doi/${knownId}.json?definition=strict`))).label, 'cited by (strict)');
	});

	it('says so: a box, and its oEmbed description leads there', async () => {
		const box = await (await get(`/embed/doi/${knownId}?definition=strict`)).text();
		assert.match(box, /<strong>250<\/strong> works.* by the definition “strict”/);
		const page = `http://localhost/objects/doi/${knownId}`;
		const described = await get(`/oembed?url=${encodeURIComponent(`${page}?definition=strict`)}`);
		assert.equal(described.headers.get('Definition'), 'strict; v=1');
		const { html } = await bodyOf(described);
		assert.match(html, /embed\/doi\/[^?]*\?[^"]*definition=strict/);
		const plain = await bodyOf(await get(`/oembed?url=${encodeURIComponent(page)}`));
		assert.ok(!/definition|undefined/.test(plain.html));
	});
});
