import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { builtInDefinitions, type Definition } from '../../broker/counting/definitions.ts';
import type { ShownDefinition, ShownDefinitions } from '../../broker/counting/describe-definitions.ts';
import { flagRulesVersion } from '../../search/flags/flags.ts';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

const own: Definition = {
	...{ name: 'review', version: 3, since: '2026-12-01', words: 'For the review of <2026>.' },
	...{ relations: ['Cites'], levels: ['version'], exclude: ['author-self', 'machine'] },
};

let opened: TestApp;
before(async () => {
	opened = await openTestApp({}, { definitions: () => [...builtInDefinitions, own] });
});
after(() => opened.close());

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers = {}) => opened.app.request(path, { headers });

describe('GET /definitions', () => {
	it('answers every definition with its rule, and whether all brokers have it', async () => {
		const { definitions, rules } = (await (await get('/definitions')).json()) as ShownDefinitions;
		assert.deepEqual(definitions.at(-1), { ...own, built_in: false });
		assert.deepEqual(
			definitions.slice(0, -1),
			builtInDefinitions.map((one) => ({ ...one, built_in: true })),
		);
		assert.equal(rules, flagRulesVersion);
	});

	it('says of each flag what it means, and when it is not known', async () => {
		const { flags, groups } = (await (await get('/api/definitions')).json()) as ShownDefinitions;
		const find = (flag: string) => flags.find(({ name }) => name === flag);
		assert.match(find('author-self')?.words ?? '', /share a creator/);
		assert.match(find('author-self')?.unknown_if ?? '', /no known creators/);
		assert.equal(find('machine')?.unknown_if, null);
		for (const flag of Object.values(groups).flat()) assert.ok(find(flag), flag);
	});

	it('is not sent again to a client that has it', async () => {
		for (const accept of ['application/json', browser.Accept]) {
			const { headers } = await get('/definitions', { Accept: accept });
			const tag = headers.get('etag') as string;
			assert.match(headers.get('vary') ?? '', /Accept/);
			assert.equal((await get('/definitions', { Accept: accept, 'If-None-Match': tag })).status, 304);
		}
	});

	it('is a page for a browser, with every definition and every flag', async () => {
		const response = await get('/definitions', browser);
		assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
		assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
		const page = await response.text();
		assert.match(page, /id="definition-review".*For the review of &lt;2026>\./s);
		assert.match(page, /<a href="#flag-machine">/);
		assert.match(page, /id="flag-cited-after-retraction"/);
	});
});

describe('GET /definitions/{name}', () => {
	it('answers one definition', async () => {
		assert.deepEqual(await (await get('/definitions/review')).json(), { ...own, built_in: false });
		const strict = (await (await get('/definitions/strict')).json()) as ShownDefinition;
		assert.equal(strict.built_in, true);
	});

	it('leads a browser to it on the page of all', async () => {
		const { status, headers } = await get('/definitions/review', browser);
		assert.deepEqual([status, headers.get('location')], [303, '/definitions#definition-review']);
	});

	it('answers 404 with the names that there are', async () => {
		for (const name of ['best', '__proto__', 'Strict']) {
			const response = await get(`/definitions/${name}`);
			assert.equal(response.status, 404);
			const { type, detail } = await problemOf(response);
			assert.match(type, /\/not-found$/);
			assert.match(detail, /There is no definition ".*"\. Give one of all, strict, .*, review\./);
		}
	});
});
