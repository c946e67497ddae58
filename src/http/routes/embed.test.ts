import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { knownId, openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
});
after(() => opened.close());

const get = (path: string, headers: Record<string, string> = {}) => opened.app.request(path, { headers });
const shown = async (path: string) => (await get(path)).text();

/** Opens an app whose index has other works. */
async function withWorks(work: {
	title: string;
	names?: string[];
	journal?: string;
	id?: string;
	years?: [number, number][];
}) {
	const { memory, close } = await openTestApp();
	await close();
	const { title, names = [], journal, id = knownId, years = [] } = work;
	const fields = JSON.stringify({
		Title: title,
		Creator: names.map((Name) => ({ Name })),
		Type: { Name: 'literature' },
		PublicationDate: '2016-05',
		...(journal !== undefined && { Container: { Title: journal } }),
	}).slice(1, -1);
	return openTestApp(
		{},
		{
			async searchRelationships(query, options) {
				const found = await memory.searchRelationships(query, options);
				const identifiers = JSON.stringify([{ ID: id, IDScheme: 'doi' }]);
				const object = { identifiers, fields, versions: '' };
				return {
					...found,
					source: found.source && { ...found.source, fields },
					items: found.items.map((item) => ({ ...item, object })),
					facets: found.facets && { ...found.facets, publicationYear: years },
				};
			},
		},
	);
}

describe('the box of a work', () => {
	it('shows how many works cite it, and links to its page', async () => {
		const page = await shown(`/embed/doi/${knownId}`);
		assert.match(page, /<h1 dir="auto"><a href="\/objects\/doi\/10\.5281\/zenodo\.11020" [^>]*>corner\.py<\/a><\/h1>/);
		assert.match(page, /Cited by <strong>250<\/strong> works/);
		assert.match(
			page,
			/<a href="\/objects\/doi\/10\.5281\/zenodo\.11020\?relation=isCitedBy" [^>]*>All 250 works<\/a>/,
		);
	});

	it('lists the latest five, each with its title, year and address', async () => {
		const page = await shown(`/embed/doi/${knownId}`);
		assert.equal(page.match(/<li /g)?.length, 5);
		assert.match(
			page,
			/<a href="https:\/\/doi\.org\/10\.1000\/0" [^>]*>É &quot;quoted&quot;<\/a><span class="about">2016</,
		);
	});

	it('names the journal of each', async () => {
		const { app, close } = await withWorks({ title: '2016A&A...1...1A', names: ['Ada'], journal: 'Maps & Spheres' });
		const page = await (await app.request(`/embed/doi/${knownId}`)).text();
		await close();
		assert.match(page, /<span class="about">Ada · Maps &amp; Spheres · 2016</);
	});

	it('draws them by year, and says the same in words', async () => {
		const { app, close } = await withWorks({
			title: 'A',
			years: [
				[2014, 3],
				[2016, 12],
			],
		});
		const page = await (await app.request(`/embed/doi/${knownId}`)).text();
		assert.match(page, /aria-label="Works by year of publication\. 2014: 3, 2016: 12"/);
		assert.equal(page.match(/<rect /g)?.length, 3);
		await close();
	});

	it('draws whole stretches of years where single ones would be too many', async () => {
		for (const years of [
			[
				[1, 1],
				[9_999, 2],
			],
			[
				[1890, 5],
				[2026, 1],
			],
			[[2020, 7]],
		] as [number, number][][]) {
			const { app, close } = await withWorks({ title: 'A', years });
			const page = await (await app.request(`/embed/doi/${knownId}`)).text();
			assert.ok((page.match(/<rect /g)?.length ?? 0) <= 24);
			assert.doesNotMatch(page, /NaN|undefined/);
			await close();
		}
	});

	it('shows another relation, or the work by itself', async () => {
		assert.match(await shown(`/embed/doi/${knownId}?relation=cites`), /Cites <strong>250</);
		assert.match(await shown(`/embed/doi/${knownId}?group_by=identity`), /relation=isCitedBy&amp;group_by=identity/);
	});

	it('is light or dark as the reader likes, or as it is asked for', async () => {
		assert.match(await shown(`/embed/doi/${knownId}`), /<html lang="en">/);
		for (const theme of ['light', 'dark']) {
			assert.match(
				await shown(`/embed/doi/${knownId}?theme=${theme}`),
				new RegExp(`<html lang="en" data-theme="${theme}">`),
			);
		}
	});

	it('says that no citations are known yet, of a work that is not known', async () => {
		const response = await get('/embed/doi/10.1000/unknown');
		assert.equal(response.status, 200);
		assert.match(await response.text(), /No citations are known yet\./);
		assert.match(await shown('/embed/doi/10.1000/unknown?relation=cites'), /No such links are known yet\./);
		assert.match(await shown('/embed/doi/corner.py'), /This is not an identifier of the scheme doi\./);
	});

	it('may be framed by any page, and runs its own style and script alone', async () => {
		const { headers } = await get(`/embed/doi/${knownId}`);
		const policy = headers.get('Content-Security-Policy') ?? '';
		assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; /);
		assert.match(policy, /frame-ancestors \*$/);
		assert.equal(headers.get('X-Frame-Options'), null);
		assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'cross-origin');
		for (const path of ['/', '/docs', `/badges/doi/${knownId}.svg`, '/oembed', '/embed.js'])
			assert.doesNotMatch((await get(path)).headers.get('Content-Security-Policy') ?? '', /frame-ancestors \*/, path);
	});

	it('may be kept for five minutes, and is not sent again where the client has it', async () => {
		const { headers } = await get(`/embed/doi/${knownId}`);
		assert.equal(headers.get('Cache-Control'), 'public, max-age=300');
		const again = await get(`/embed/doi/${knownId}`, { 'If-None-Match': headers.get('ETag') ?? '' });
		assert.equal(again.status, 304);
	});

	it('is below 20 kB with the script that places it, whatever its works say', async () => {
		// As browsers get it.
		const script = (await (await get('/embed.js', { 'Accept-Encoding': 'br' })).arrayBuffer()).byteLength;
		for (const character of ['"', '&', "'", '東', 'ﷺ', '👩‍🔬', 'Z̸̢̛', 'a']) {
			const text = character.repeat(5_000);
			const years = Array.from({ length: 3_000 }, (_, at): [number, number] => [at, 1_000_000 + at]);
			const { app, close } = await withWorks({
				title: text,
				names: [text, text],
				journal: text,
				id: `10.1/${text.slice(0, 90)}`,
				years,
			});
			const page = await (await app.request(`/embed/doi/${knownId}`)).arrayBuffer();
			assert.ok(script + page.byteLength < 20_000, `${character}: ${script} + ${page.byteLength}`);
			await close();
		}
	});

	it('has no markup of the works', async () => {
		const text = '</a><script>alert(1)</script><img src=x onerror=alert(1)>';
		const { app, close } = await withWorks({ title: text, names: [text], id: `10.1/"><b>` });
		const page = await (await app.request(`/embed/doi/${knownId}`)).text();
		assert.equal(page.match(/<script>/g)?.length, 1);
		assert.doesNotMatch(page, /<img|<b>/);
		await close();
	});
});

describe('a box that cannot be shown', () => {
	it('says why in its place, with its status', async () => {
		for (const [path, status, says] of [
			[`/embed/doi/${knownId}?theme=blue`, 400, 'theme must be one of auto, light, dark.'],
			[`/embed/doi/${knownId}?size=3`, 400, 'Unknown parameter'],
			['/embed/doi/', 404, 'The path must be /embed/{scheme}/{id}'],
		] as const) {
			const response = await get(path, { Accept: 'text/html,*/*;q=0.8' });
			assert.equal(response.status, status, path);
			assert.match(response.headers.get('Content-Type') ?? '', /^text\/html/);
			assert.match(response.headers.get('Content-Security-Policy') ?? '', /frame-ancestors \*/);
			assert.ok((await response.text()).includes(says));
			const asked = await get(path, { Accept: 'application/json' });
			assert.equal((await problemOf(asked)).status, status);
		}
	});

	it('says when to try again, after too many requests or if the index is unavailable', async () => {
		const limited = await openTestApp({ RATE_LIMIT: '1' });
		await limited.app.request(`/embed/doi/${knownId}`);
		const refused = await limited.app.request(`/embed/doi/${knownId}?theme=dark`);
		assert.equal(refused.status, 429);
		assert.match(await refused.text(), /data-theme="dark"[\s\S]*Try again in \d+ (?:s|min)\./);
		await limited.close();
		const failing = () => Promise.reject(new BrokerError('unavailable', 'The index does not answer.'));
		const away = await openTestApp({}, { searchRelationships: failing });
		const response = await away.app.request(`/embed/doi/${knownId}`);
		assert.equal(response.status, 503);
		assert.match(await response.text(), /The index does not answer\./);
		await away.close();
	});
});

describe('the script that places the box', () => {
	it('may be run by any page, and is not counted by the limits of requests', async () => {
		const { app, close } = await openTestApp({ RATE_LIMIT: '1' });
		for (const path of ['/embed.js', '/api/embed.js', '/embed.js']) {
			const response = await app.request(path);
			assert.equal(response.status, 200);
			assert.match(response.headers.get('Content-Type') ?? '', /^text\/javascript/);
			assert.equal(response.headers.get('Cross-Origin-Resource-Policy'), 'cross-origin');
			assert.equal(response.headers.get('Cache-Control'), 'public, max-age=3600');
		}
		await close();
	});
});
