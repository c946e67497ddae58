import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { knownId, openTestApp, type TestApp } from '../../server/app.fixture.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let opened: TestApp;
before(async () => {
	opened = await openTestApp({ PUBLIC_URL: 'https://links.example.org' });
});
after(() => opened.close());
const get = (path: string) => opened.app.request(path, { headers: { Accept: browser } });

describe('the field of every page, without a script', () => {
	it('leads to the work that an identifier names, however it is written', async () => {
		for (const text of [knownId, `https://doi.org/${knownId}`, `doi:${knownId.toUpperCase()}`]) {
			const { status, headers } = await get(`/find?text=${encodeURIComponent(text)}`);
			assert.deepEqual([status, headers.get('Location')], [303, `/objects/doi/${knownId}`]);
		}
	});

	it('leads to the work of a dataset as an external tool of Dataverse', async () => {
		const manifest = readFileSync('integrations/dataverse/citations-tool.json', 'utf8');
		const { toolUrl, toolParameters } = JSON.parse(manifest);
		const [[name, value] = []] = toolParameters.queryParameters.flatMap(Object.entries);
		assert.equal(value, '{datasetPid}');
		for (const [pid, place] of [
			['doi:10.5072/FK2/AB1C2D', '/objects/doi/10.5072/fk2/ab1c2d'],
			['hdl:1902.1/00012', '/objects/handle/1902.1/00012'],
		]) {
			// Dataverse does not encode the value.
			const { headers } = await get(`${new URL(toolUrl).pathname}?${name}=${pid}`);
			assert.equal(headers.get('Location')?.toLowerCase(), place);
		}
	});

	it('leads to the works that words find, and home without any', async () => {
		assert.equal((await get('/find?text=corner+plots')).headers.get('Location'), '/search?q=corner+plots');
		assert.equal((await get('/find?text=+')).headers.get('Location'), '/');
	});

	it('takes a text for an identifier of the scheme that is chosen', async () => {
		const found = await get(`/find?text=${knownId}&scheme=doi`);
		assert.equal(found.headers.get('Location'), `/objects/doi/${knownId}`);
		assert.equal((await get('/find?text=corner+plots&scheme=')).headers.get('Location'), '/search?q=corner+plots');
		const other = await get('/find?text=corner+plots&scheme=hostkey');
		assert.equal(other.headers.get('Location'), '/objects/hostkey/corner%20plots');
	});

	it('asks which work is meant where a text names several', async () => {
		const response = await get('/find?text=10.1000/a+and+10.1000/b');
		assert.equal(response.status, 400);
		assert.match(await response.text(), /href="\/objects\/doi\/10\.1000\/a">/);
	});
});

describe('a path that nothing serves', () => {
	it('is a page for a browser, and a problem for everyone else', async () => {
		const page = await get('/nothing-here');
		assert.deepEqual([page.status, page.headers.get('Content-Type')], [404, 'text/html; charset=utf-8']);
		assert.match(await page.text(), /<p>Not found: \/nothing-here\.<\/p>/);
		for (const [path, accept] of [
			['/nothing-here', '*/*'],
			['/api/nothing-here', 'text/html'],
		] as const) {
			const problem = await opened.app.request(path, { headers: { Accept: accept } });
			assert.deepEqual([problem.status, problem.headers.get('Content-Type')], [404, 'application/problem+json']);
		}
	});
});

describe('robots.txt', () => {
	it('opens the pages of works, closes the interface, and names the sitemap', async () => {
		const text = await (await get('/robots.txt')).text();
		assert.match(text, /^User-agent: \*\nAllow: \/objects\/\n/);
		assert.match(text, /^Disallow: \/api\/$/m);
		assert.match(text, /^Sitemap: https:\/\/links\.example\.org\/sitemap\.xml$/m);
	});
});

describe('the sitemap', () => {
	it('is an index of sitemaps, 50,000 numbers of works in each', async () => {
		const response = await get('/sitemap.xml');
		assert.match(response.headers.get('Content-Type') ?? '', /^application\/xml/);
		assert.deepEqual((await response.text()).match(/(?<=<loc>)[^<]*/g), [
			'https://links.example.org/sitemaps/1.xml',
			'https://links.example.org/sitemaps/2.xml',
		]);
	});

	it('names each work once, by the address of its page', async () => {
		const addresses = async (path: string) => (await (await get(path)).text()).match(/(?<=<loc>)[^<]*/g);
		const page = `https://links.example.org/objects/doi/${knownId}`;
		assert.deepEqual(await addresses('/sitemaps/1.xml'), ['https://links.example.org/', page]);
		assert.deepEqual(await addresses('/sitemaps/2.xml'), [page]);
	});

	it('has no more parts than there are works for', async () => {
		for (const path of ['/sitemaps/3.xml', '/sitemaps/0.xml', '/sitemaps/1', '/sitemaps/x.xml'])
			assert.equal((await get(path)).status, 404, path);
	});
});

describe('/.well-known/', () => {
	it('has the catalogue of the interface (RFC 9727)', async () => {
		const response = await get('/.well-known/api-catalog');
		assert.match(response.headers.get('Content-Type') ?? '', /^application\/linkset\+json/);
		const { linkset } = (await response.json()) as { linkset: Record<string, { href: string }[]>[] };
		assert.equal(linkset[0]?.['service-desc']?.[0]?.href, 'https://links.example.org/api/openapi.json');
	});

	it('leads to where passwords are asked for', async () => {
		assert.equal((await get('/.well-known/change-password')).headers.get('Location'), '/operator/password');
	});
});

describe('the icon', () => {
	it('is where browsers look for it', async () => {
		assert.match((await get('/favicon.svg')).headers.get('Content-Type') ?? '', /^image\/svg\+xml/);
		const icon = Buffer.from(await (await get('/favicon.ico')).arrayBuffer());
		assert.deepEqual([...icon.subarray(0, 4)], [0, 0, 1, 0]);
	});
});
