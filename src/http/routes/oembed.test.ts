import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { knownId, openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

const site = 'https://links.example.org/broker';
let opened: TestApp;
before(async () => {
	opened = await openTestApp({ PUBLIC_URL: site });
});
after(() => opened.close());

const page = `${site}/objects/doi/${knownId}`;
const ask = (parameters: Record<string, string>) => opened.app.request(`/oembed?${new URLSearchParams(parameters)}`);
const answerTo = async (parameters: Record<string, string>) =>
	(await ask(parameters)).json() as Promise<{ html: string }>;

describe('oEmbed', () => {
	it('answers the page of a work with a frame that shows its box', async () => {
		const response = await ask({ url: page });
		assert.equal(response.headers.get('Content-Type'), 'application/json');
		assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
		const { html, ...rest } = (await response.json()) as { html: string };
		assert.deepEqual(rest, {
			version: '1.0',
			type: 'rich',
			title: 'corner.py',
			provider_name: 'Link Broker',
			provider_url: `${site}/`,
			cache_age: 300,
			width: 480,
			height: 560,
		});
		assert.match(
			html,
			/^<iframe src="https:\/\/links\.example\.org\/broker\/embed\/doi\/10\.5281\/zenodo\.11020\?relation=isCitedBy&amp;group_by=version&amp;theme=auto" title="corner\.py" width="480" height="560" /,
		);
	});

	it('is found in the head of the page of a work', async () => {
		const shown = await (
			await opened.app.request(`/objects/doi/${knownId}`, { headers: { Accept: 'text/html' } })
		).text();
		for (const [mediaType, answered] of [
			['application/json+oembed', 'application/json'],
			['text/xml+oembed', 'text/xml; charset=utf-8'],
		] as const) {
			const [, href = ''] =
				new RegExp(
					`<link rel="alternate" type="${RegExp.escape(mediaType)}"\\s+href="([^"]*)" title="corner.py">`,
				).exec(shown) ?? [];
			const address = href.replaceAll('&amp;', '&').slice(site.length);
			const response = await opened.app.request(address);
			assert.equal(response.headers.get('Content-Type'), answered);
			assert.match(await response.text(), /embed\/doi\/10\.5281\/zenodo\.11020/);
		}
	});

	it('answers the address of a box, and keeps what that shows', async () => {
		const { html } = await answerTo({ url: `${site}/embed/doi/${knownId}?relation=cites&theme=dark` });
		assert.match(html, /relation=cites&amp;group_by=version&amp;theme=dark/);
		const work = await answerTo({ url: `${page}?relation=all&group_by=identity&q=x` });
		assert.match(work.html, /relation=isCitedBy&amp;group_by=identity&amp;theme=auto/);
	});

	it('is no larger than it may be', async () => {
		assert.partialDeepStrictEqual(await answerTo({ url: page, maxwidth: '300', maxheight: '200' }), {
			width: 300,
			height: 200,
		});
		assert.partialDeepStrictEqual(await answerTo({ url: page, maxwidth: '3000' }), { width: 480, height: 560 });
	});

	it('is XML as well', async () => {
		const response = await ask({ url: page, format: 'xml' });
		assert.equal(response.headers.get('Content-Type'), 'text/xml; charset=utf-8');
		const xml = await response.text();
		assert.match(
			xml,
			/^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1\.0<\/version><type>rich</,
		);
		assert.match(xml, /<html>&#60;iframe [^<]*<\/html><\/oembed>\n$/);
	});

	it('passes over what consumers send besides', async () => {
		assert.equal((await ask({ url: page, dnt: '1', lang: 'de' })).status, 200);
	});

	it('finds the identifier, whatever is encoded in the address', async () => {
		for (const path of [
			'doi/10.5281%2Fzenodo.11020',
			'doi/10.5281/zenodo.11020#top',
			'url/https:%2F%2Fexample.org%2Fa%3Fb',
		])
			assert.equal((await ask({ url: `${site}/objects/${path}` })).status, 200, path);
	});

	it('is 404 for what is not a work here, as oEmbed says', async () => {
		for (const url of [
			'https://example.org/objects/doi/10.1/a',
			'https://links.example.org/objects/doi/10.1/a',
			`${site}/search?q=x`,
			`${site}/objects/doi/`,
			'javascript:alert(1)//links.example.org/broker/objects/doi/10.1',
			'nothing',
		]) {
			const response = await ask({ url });
			assert.equal(response.status, 404, url);
			assert.match((await problemOf(response)).type, /not-found$/);
		}
	});

	it('is refused where it is asked for wrongly', async () => {
		for (const [parameters, field] of [
			[{}, 'url'],
			[{ url: page, format: 'yaml' }, 'format'],
			[{ url: page, maxwidth: '0' }, 'maxwidth'],
			[{ url: page, maxheight: 'high' }, 'maxheight'],
		] as [Record<string, string>, string][]) {
			const response = await ask(parameters);
			assert.equal(response.status, 400);
			assert.equal((await problemOf(response)).errors?.[0]?.field, field);
		}
	});

	it('is not sent again where the client has it', async () => {
		const tag = (await ask({ url: page })).headers.get('ETag') ?? '';
		const again = await opened.app.request(`/oembed?url=${encodeURIComponent(page)}`, {
			headers: { 'If-None-Match': tag },
		});
		assert.equal(again.status, 304);
	});
});
