import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { foundWorks, knownId, openTestApp, type TestApp } from '../../server/app.fixture.ts';

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

describe('the page of works found', () => {
	it('lists them as plain HTML, and holds the answer', async () => {
		const text = await (await get('/search?q=corner')).text();
		assert.match(text, /<title>corner – works found – Link Broker<\/title>/);
		assert.equal(text.match(/<li class="link">/g)?.length, foundWorks);
		assert.match(text, /value="corner"/);
	});

	it('has links that narrow and order what is found, where there is no script', async () => {
		const plain = async (query: string) =>
			/<noscript><nav[\s\S]*?<\/noscript>/.exec(await (await get(`/search?${query}`)).text())?.[0] ?? '';
		assert.match(await plain('q=corner'), /<a href="\/search\?q=corner&amp;type=software">Software \(\d+\)<\/a>/);
		assert.match(await plain('q=corner'), /<a href="\/search\?q=corner&amp;sort=mostcited">Most cited first<\/a>/);
		assert.doesNotMatch(await plain('q=corner'), /Best match first/);
		assert.match(await plain('q=corner&sort=mostcited'), /sort=relevance">Best match first<\/a>/);
		const narrowed = await plain('q=corner&type=software&publication_year=2014--2016');
		assert.match(narrowed, /Type: Software, or <a href="\/search\?q=corner&amp;publication_year=2014--2016">all<\/a>/);
		assert.match(narrowed, /Year: 2014 to 2016, or <a href="\/search\?q=corner&amp;type=software">all<\/a>/);
	});

	it('says what it read in the words, and shows of each work what the explorer shows', async () => {
		const found = await (await get('/search?q=corner')).text();
		assert.match(found, /<h1>Works: corner<\/h1>\s*<noscript><p class="note">Read as words\.<\/p><\/noscript>/);
		assert.match(
			found,
			/<p class="found-counts"><a href="\/objects\/doi\/[^"]+\?relation=isCitedBy">cited by <strong>\d/,
		);
		const apart = await (await get('/search?q=corner&group_by=identity')).text();
		assert.match(apart, /<h3><a [^>]*href="\/objects\/doi\/[^"]+\?group_by=identity">/);
		assert.match(apart, /\?group_by=identity&amp;relation=isCitedBy">cited by/);
		assert.match(await (await get('/search?q=10.1000/abc')).text(), /<p class="note">Recognised as DOI<\/p>/);
		assert.match(await (await get('/search')).text(), /<h1>All works<\/h1>/);
	});

	it('has a link for each level', async () => {
		const together = await (await get('/search?q=corner')).text();
		assert.match(together, /Versions: together · <a href="\/search\?q=corner&amp;group_by=identity">each<\/a>/);
		const apart = await (await get('/search?q=corner&group_by=identity')).text();
		assert.match(apart, /Versions: <a href="\/search\?q=corner">together<\/a> · each/);
	});

	it('tells what is said wrongly, and passes over what others add to links', async () => {
		for (const wrong of ['type=poem', 'publication_year=then', 'group_by=x', 'sort=best', 'cursor=%21', 'q=a&q=b']) {
			const response = await get(`/search?q=corner&${wrong}`);
			assert.equal(response.status, 400, wrong);
			assert.match(await response.text(), /<h1>A query parameter is wrong<\/h1>/);
		}
		assert.equal((await get('/search?q=corner&utm_source=a&fbclid=b&type=')).status, 200);
	});

	it('says what is wrong with the words', async () => {
		const response = await get('/search?q=%22open');
		assert.equal(response.status, 400);
		assert.match(await response.text(), /<h1>/);
	});
});

describe('a path that nothing serves', () => {
	it('is a page for a browser, and a problem for everyone else', async () => {
		const page = await get('/nothing-here');
		assert.deepEqual([page.status, page.headers.get('Content-Type')], [404, 'text/html; charset=utf-8']);
		assert.match(await page.text(), /<p>There is nothing at \/nothing-here\.<\/p>/);
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
