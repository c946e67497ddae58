import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { commands, examples } from '../../../../web/src/reference/reference-examples.ts';
import { httpErrorCodes } from '../../answers/problem.ts';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';

type Described = {
	tags: { name: string }[];
	paths: Record<string, Record<string, { operationId: string; tags: [string] }>>;
	components: { schemas: Record<string, object> };
};

let opened: TestApp;
let described: Described;
/** The texts of all pages by their paths, the overview first. */
let pages: ReadonlyMap<string, string>;
before(async () => {
	opened = await openTestApp();
	described = (await (await opened.app.request('/api/openapi.json')).json()) as Described;
	pages = await readAll(opened);
});
after(() => opened.close());

async function readAll({ app }: Pick<TestApp, 'app'>): Promise<Map<string, string>> {
	const names = ['', ...described.tags.map(({ name }) => `/${name}`), '/schemas'];
	const read = async (path: string) => [path, await (await app.request(path)).text()] as const;
	return new Map(await Promise.all(names.map((name) => read(`/docs${name}`))));
}

const overview = () => pages.get('/docs') ?? '';
const together = (texts = pages) => [...texts.values()].join('');
const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

const operations = () =>
	Object.entries(described.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
	);

describe('the reference of the interface', () => {
	it('has every operation of the description, on the page of its tag', () => {
		for (const { path, method, operationId, tags } of operations()) {
			const heading = `<h2 id="${operationId}"><span class="method">${method}</span> <code>${path}</code></h2>`;
			assert.ok(pages.get(`/docs/${tags[0]}`)?.includes(heading), operationId);
		}
	});

	it('has every schema once: on the page of the tag that uses it, and otherwise on their own page', () => {
		const details = [...pages].filter(([path]) => path !== '/docs');
		for (const name of Object.keys(described.components.schemas)) {
			const places = details.filter(([, page]) => page.includes(`<h2 id="schema-${name}">`));
			assert.equal(places.length, 1, name);
			const users = details.filter(([path, page]) => path !== '/docs/schemas' && page.includes(`#schema-${name}"`));
			if (users.length > 1) assert.equal(places[0]?.[0], '/docs/schemas', name);
		}
		assert.ok(pages.get('/docs/events')?.includes('<h2 id="schema-EventAccepted">'));
		assert.ok(pages.get('/docs/schemas')?.includes('<h2 id="schema-Problem">'));
	});

	it('keeps the anchors of every operation, schema and group on the overview, which lead to their pages', () => {
		const anchors = new Map(
			[...overview().matchAll(/<a id="([^"]+)" href="([^"]+)"/g)].map(([, id, href]) => [id, href]),
		);
		for (const { operationId, tags } of operations()) {
			assert.equal(anchors.get(operationId), `/docs/${tags[0]}#${operationId}`);
		}
		for (const name of Object.keys(described.components.schemas)) {
			assert.match(anchors.get(`schema-${name}`) ?? '', new RegExp(`^/docs/\\w+#schema-${name}$`));
		}
		const ids = idsOf(overview());
		for (const { name } of described.tags) assert.ok(ids.includes(name), name);
		assert.ok(ids.includes('schemas'));
	});

	it('leads from each page to all others, and marks the one that is shown', () => {
		for (const [path, page] of pages) {
			const [navigation = ''] = /<nav[^>]*aria-label="API">[\s\S]*?<\/nav>/.exec(page) ?? [];
			for (const other of pages.keys()) assert.ok(navigation.includes(`<a href="${other}"`), `${path} ${other}`);
			const current = [...navigation.matchAll(/<a href="([^"]+)" aria-current="page">/g)].map(([, at]) => at);
			assert.deepEqual(current, [path]);
			for (const id of path === '/docs' ? [] : idsOf(page).filter((id) => id !== 'app' && id !== 'content')) {
				if (page.includes(`<h2 id="${id}"`)) assert.ok(navigation.includes(`#${id}"`), `${path} ${id}`);
			}
		}
	});

	it('is small: each page is packed into less than 30 kB', () => {
		for (const [path, page] of pages) assert.ok(gzipSync(page).length < 30_000, path);
	});

	it('has the page of every problem, which leads back', async () => {
		// These come before any route.
		const ofNoRoute = ['method-not-allowed', 'request-timeout', 'expectation-failed', 'headers-too-large'];
		for (const code of httpErrorCodes) {
			if (!ofNoRoute.includes(code)) assert.ok(together().includes(`href="/problems/${code}"`), code);
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
		for (const page of pages.values()) assert.deepEqual(links(page).map(String), others.map(String));
	});

	it('leads to nothing that is not there', async () => {
		const addresses = new Set<string>();
		for (const [path, page] of pages) {
			const ids = idsOf(page);
			assert.equal(ids.length, new Set(ids).size, path);
			for (const [, address = ''] of page.matchAll(/(?:href|src)="([^"]+)"/g)) {
				const [at = '', anchor] = address.split('#');
				const leadsTo = pages.get(at || path);
				if (anchor !== undefined) assert.ok(leadsTo?.includes(` id="${anchor}"`), `${path} ${address}`);
				else addresses.add(address.replaceAll('&amp;', '&'));
			}
		}
		for (const address of addresses) assert.notEqual((await opened.app.request(address)).status, 404, address);
	});

	it('asks nothing of other sites and has nothing inline', async () => {
		assert.doesNotMatch(
			together(),
			/<(?:script|style|iframe)[^>]*>[^<]|\bon\w+="|style="|(?:src|href)="(?:https?:)?\/\//,
		);
		const response = await opened.app.request('/docs');
		assert.match(response.headers.get('Content-Security-Policy') ?? '', /^default-src 'self';/);
		for (const file of ['run-examples.js', 'follow-anchor.js']) {
			const script = await (await opened.app.request(`/docs/${file}`)).text();
			assert.doesNotMatch(script, /https?:\/\/|@import|eval\(|innerHTML/);
		}
	});

	it('serves its own assets and no other file of its folder, and has no page of another name', async () => {
		assert.equal((await opened.app.request('/docs/icon.svg')).status, 200);
		for (const file of ['reference.ts', 'assets', '..%2Freference.ts', 'nothing', 'constructor']) {
			assert.equal((await opened.app.request(`/docs/${file}`)).status, 404, file);
		}
	});

	it('has examples of operations that are there, and every command names the address of the broker', async () => {
		const ids = new Set(operations().map(({ operationId }) => operationId));
		for (const id of [...Object.keys(examples), ...Object.keys(commands)]) assert.ok(ids.has(id), id);
		const other = await openTestApp({ PUBLIC_URL: 'https://example.org/links' });
		const elsewhere = together(await readAll(other));
		await other.close();
		assert.equal(elsewhere.match(/curl [^<\n]*/g)?.length, Object.values(commands).flat().length);
		assert.ok(elsewhere.includes('https://example.org/links/api/events'));
		assert.ok(elsewhere.includes('src="/links/docs/run-examples.js"'));
		assert.ok(elsewhere.includes('href="/links/docs/events#submitEvent"'));
	});

	it('has runnable examples that the interface answers', async () => {
		for (const { path, accept } of Object.values(examples).flat()) {
			assert.ok(together().includes(`href="/${path.replaceAll('&', '&amp;')}"`), path);
			const { status } = await opened.app.request(`/${path}`, { headers: accept ? { Accept: accept } : {} });
			assert.equal(status, path.includes('size=0') ? 400 : 200, path);
		}
	});
});
