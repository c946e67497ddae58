import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commands, examples } from '../../../../web/src/reference/reference-examples.ts';
import { httpErrorCodes } from '../../answers/problem.ts';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';

type Described = { paths: Record<string, Record<string, { operationId: string }>> };

let opened: TestApp;
let page: string;
let described: Described;
before(async () => {
	opened = await openTestApp();
	page = await (await opened.app.request('/docs')).text();
	described = (await (await opened.app.request('/api/openapi.json')).json()) as Described;
});
after(() => opened.close());

const operations = () =>
	Object.entries(described.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { operationId }]) => ({ path, method: method.toUpperCase(), operationId })),
	);

describe('the reference of the interface', () => {
	it('has every operation of the description', () => {
		for (const { path, method, operationId } of operations()) {
			assert.ok(
				page.includes(`<h3 id="${operationId}"><span class="method">${method}</span> <code>${path}</code></h3>`),
			);
		}
	});

	it('has the page of every problem, which leads back', async () => {
		// These come before any route.
		const ofNoRoute = ['method-not-allowed', 'request-timeout', 'expectation-failed', 'headers-too-large'];
		for (const code of httpErrorCodes) {
			if (!ofNoRoute.includes(code)) assert.ok(page.includes(`href="/problems/${code}"`), code);
		}
		const problem = await (await opened.app.request('/problems/bad-query')).text();
		assert.match(problem, /<a href="\/docs">/);
		assert.match(problem, /<link rel="stylesheet" [^>]*href="\/assets\/[^"]+\.css">/);
	});

	it('has the navigation of the other pages', async () => {
		const links = (text: string) => [
			...(/<nav[^>]*aria-label="Site">[\s\S]*?<\/nav>/.exec(text)?.[0].matchAll(/href="[^"]+"/g) ?? []),
		];
		const others = links(await (await opened.app.request('/report', { headers: { Accept: 'text/html' } })).text());
		assert.ok(others.length > 1);
		assert.deepEqual(links(page).map(String), others.map(String));
	});

	it('leads to nothing that is not there', async () => {
		const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
		for (const [, address = ''] of page.matchAll(/(?:href|src)="([^"]+)"/g)) {
			if (address.startsWith('#')) assert.ok(ids.has(address.slice(1)), address);
			else assert.notEqual((await opened.app.request(address.replaceAll('&amp;', '&'))).status, 404, address);
		}
	});

	it('asks nothing of other sites and has nothing inline', async () => {
		assert.doesNotMatch(page, /<(?:script|style|iframe)[^>]*>[^<]|\bon\w+="|style="|(?:src|href)="(?:https?:)?\/\//);
		const response = await opened.app.request('/docs');
		assert.match(response.headers.get('Content-Security-Policy') ?? '', /^default-src 'self';/);
		const script = await (await opened.app.request('/docs/run-examples.js')).text();
		assert.doesNotMatch(script, /https?:\/\/|@import|eval\(|innerHTML/);
	});

	it('serves its own assets and no other file of its folder', async () => {
		assert.equal((await opened.app.request('/docs/icon.svg')).status, 200);
		for (const file of ['reference.ts', 'assets', '..%2Freference.ts']) {
			assert.equal((await opened.app.request(`/docs/${file}`)).status, 404, file);
		}
	});

	it('has examples of operations that are there, and every command names the address of the broker', async () => {
		const ids = new Set(operations().map(({ operationId }) => operationId));
		for (const id of [...Object.keys(examples), ...Object.keys(commands)]) assert.ok(ids.has(id), id);
		const { app, close } = await openTestApp({ PUBLIC_URL: 'https://example.org/links' });
		const elsewhere = await (await app.request('/docs')).text();
		await close();
		assert.equal(elsewhere.match(/curl [^<\n]*/g)?.length, Object.values(commands).flat().length);
		assert.ok(elsewhere.includes('https://example.org/links/api/events'));
		assert.ok(elsewhere.includes('src="/links/docs/run-examples.js"'));
	});

	it('has runnable examples that the interface answers', async () => {
		for (const { path, accept } of Object.values(examples).flat()) {
			assert.ok(page.includes(`href="/${path.replaceAll('&', '&amp;')}"`), path);
			const { status } = await opened.app.request(`/${path}`, { headers: accept ? { Accept: accept } : {} });
			assert.equal(status, path.includes('size=0') ? 400 : 200, path);
		}
	});
});
