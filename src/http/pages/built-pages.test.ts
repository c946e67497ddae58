import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';
import { staticFile } from '../server/static-files.ts';
import { readPages } from './built-pages.ts';

const page =
	'<!doctype html><html><head><title>Built</title><script type="module" src="./assets/index-4f2a.js"></script>' +
	'<link rel="stylesheet" href="./assets/index-1.css"></head><body><div id="app"></div></body></html>';
const script = 'console.log("page");'.repeat(50);

const built = await readPages(new URL('../../../web/dist/', import.meta.url));

let opened: TestApp;
before(async () => {
	opened = await openTestApp(
		{},
		{},
		{
			pages: {
				...built,
				files: new Map([
					['index.html', staticFile('index.html', page)],
					['assets/index-4f2a.js', staticFile('index.js', script)],
				]),
			},
		},
	);
});
after(() => opened.close());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const get = (path: string, headers: Record<string, string> = { Accept: browser }) =>
	opened.app.request(path, { headers });

describe('the built pages', () => {
	for (const path of [
		'/',
		'/objects/doi/10.5281/zenodo.11020?group_by=version',
		'/explain?id=10.1/a&other=10.1/b',
		'/report?ids=10.1/a',
		'/providers',
		'/operator',
		'/operator/events',
		'/operator/events/0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51',
	]) {
		it(`takes over from the HTML at ${path}`, async () => {
			const { app, close } = await openTestApp({}, {}, { pages: opened.needs.pages });
			const text = await (await app.request(path, { headers: { Accept: browser } })).text();
			assert.match(text, /<script type="module" src="\/assets\/index-4f2a\.js"><\/script>/);
			assert.match(text, /<link rel="stylesheet" href="\/assets\/index-1\.css">/);
			assert.match(text, /<div id="app">\s*<a class="skip"/);
			assert.doesNotMatch(text, /<title>Built/);
			await close();
		});
	}

	it('allows nothing from elsewhere and nothing inline, is in no frame, and reveals nothing to other sites', async () => {
		const { headers } = await get('/');
		const policy = headers.get('Content-Security-Policy') ?? '';
		assert.match(policy, /^default-src 'self';/);
		assert.match(policy, /frame-ancestors 'none'/);
		assert.doesNotMatch(policy, /unsafe|\*|https?:/);
		assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
		assert.equal(headers.get('Referrer-Policy'), 'same-origin');
	});

	it('is checked at every visit, its assets never again', async () => {
		assert.equal((await get('/')).headers.get('Cache-Control'), 'no-cache');
		const asset = await get('/assets/index-4f2a.js');
		assert.equal(asset.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
		assert.equal(asset.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
		assert.equal(await asset.text(), script);
	});

	it('is not sent again where the browser has it', async () => {
		for (const path of ['/', '/explain', '/report', '/providers']) {
			const tag = (await get(path)).headers.get('ETag') ?? '';
			const response = await get(path, { Accept: browser, 'If-None-Match': tag });
			assert.equal(response.status, 304);
			assert.equal(response.headers.get('ETag'), tag);
		}
	});

	it('is packed where the browser unpacks it', async () => {
		const response = await get('/assets/index-4f2a.js', { 'Accept-Encoding': 'gzip, br' });
		assert.equal(response.headers.get('Content-Encoding'), 'br');
		assert.equal(response.headers.get('Vary'), 'Accept-Encoding');
		assert.equal(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString(), script);
	});

	it('is no answer for programs that ask for something else', async () => {
		for (const path of ['/', '/explain', '/report', '/operator/users']) {
			const response = await get(path, { Accept: 'application/json' });
			assert.equal(response.status, 406);
			assert.match((await problemOf(response)).type, /\/not-acceptable$/);
		}
		for (const accept of ['*/*', 'text/*', 'text/html;q=0.1'])
			assert.equal((await get('/', { Accept: accept })).status, 200);
		assert.equal((await get('/', {})).status, 200);
	});

	it('has no other paths', async () => {
		for (const path of ['/nothing', '/api', '/api/', '/objectsx', '/index.html', '/assets/../index.html']) {
			const response = await get(path);
			assert.equal(response.status, 404, path);
		}
	});

	it('has no assets but its own', async () => {
		for (const path of ['/assets/nothing.js', '/assets/', '/assets/..%2Findex.html', '/assets/%2e%2e/index.html']) {
			const response = await get(path);
			assert.equal(response.status, 404, path);
		}
	});

	it('is counted by RATE_LIMIT where it asks the broker for something', async () => {
		const { app, close } = await openTestApp({ RATE_LIMIT: '2' }, {}, { pages: opened.needs.pages });
		const visit = async (path: string) => (await app.request(path, { headers: { Accept: browser } })).status;
		for (let time = 0; time < 5; time++) assert.equal(await visit('/report'), 200);
		assert.deepEqual([await visit('/'), await visit('/providers'), await visit('/')], [200, 200, 429]);
		await close();
	});

	it('answers HEAD requests', async () => {
		const { length } = Buffer.from(await (await get('/')).arrayBuffer());
		const response = await opened.app.request('/', { method: 'HEAD', headers: { Accept: browser } });
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('Content-Length'), String(length));
		assert.equal(await response.text(), '');
	});
});

describe('pages that were not built', () => {
	it('are refused with how to build them, and the interface answers', async () => {
		const { app, close } = await openTestApp({}, {}, { pages: { files: new Map(), drawing: undefined } });
		const response = await app.request('/', { headers: { Accept: browser } });
		assert.equal(response.status, 503);
		assert.match((await problemOf(response)).detail, /npm run build/);
		assert.equal((await app.request('/api/sources')).status, 200);
		assert.equal((await app.request('/assets/index.js')).status, 404);
		await close();
	});
});
