import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { drawBadge } from '../answers/badge.ts';
import { knownId, openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

let opened: TestApp;
let asked: { id: string; scheme?: string | undefined; relation?: string | undefined; group_by: string }[];
before(async () => {
	asked = [];
	const { memory, close } = await openTestApp();
	await close();
	opened = await openTestApp(
		{},
		{
			searchRelationships: (query, options) => {
				asked.push(query);
				return memory.searchRelationships(query, options);
			},
		},
	);
});
after(() => opened.close());

const badge = (path: string, headers: Record<string, string> = {}) => opened.app.request(path, { headers });

describe('a badge', () => {
	it('is an SVG picture with the words of the relation and the number', async () => {
		const response = await badge(`/badges/doi/${knownId}.svg?relation=isCitedBy&group_by=version`);
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('Content-Type'), 'image/svg+xml');
		const svg = await response.text();
		assert.match(
			svg,
			/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20" role="img" aria-label="cited by: 250">/,
		);
		assert.match(svg, />cited by<\/text>.*>250<\/text>/);
		assert.deepEqual([asked.at(-1)?.relation, asked.at(-1)?.group_by], ['isCitedBy', 'version']);
	});

	for (const [what, path, says] of [
		['an identifier that is not known', 'doi/10.1000/unknown', 'unknown'],
		['a value of an unknown scheme', 'own/x', 'unknown'],
		['what has not the form of its scheme', 'doi/corner.py', 'no identifier'],
	]) {
		it(`says of ${what} “${says}”, in another colour`, async () => {
			const response = await badge(`/badges/${path}.svg`);
			assert.equal(response.status, 200);
			const svg = await response.text();
			assert.ok(svg.includes(`aria-label="cited by: ${says}"`));
			const coloursOf = (picture: string) => picture.match(/(?<=<rect[^>]*fill=")[^"]*/g);
			const counted = await (await badge(`/badges/doi/${knownId}.svg`)).text();
			assert.notDeepEqual(coloursOf(svg), coloursOf(counted));
		});
	}

	it('finds identifiers with slashes, encoded or not, and with every other character', async () => {
		for (const [path, id] of [
			['doi/10.5281/zenodo.11020', '10.5281/zenodo.11020'],
			['doi/10.5281%2Fzenodo.11020', '10.5281/zenodo.11020'],
			['url/https:%2F%2Fexample.org%2Fa%3Fb%23c', 'https://example.org/a?b#c'],
			['doi/10.1000/100%25%252F.svg', '10.1000/100%%2F.svg'],
			['ads/2011A%26A...525A..31B', '2011A&A...525A..31B'],
			['doi/10.1000/a+b', '10.1000/a+b'],
			['doi/10.1000/%E6%9D%B1', '10.1000/東'],
		] as const) {
			assert.equal((await badge(`/badges/${path}.svg`)).status, 200, path);
			assert.equal(asked.at(-1)?.id, id);
			assert.equal(asked.at(-1)?.scheme, path.split('/')[0]);
		}
	});

	it('takes another label', async () => {
		assert.match(
			await (await badge(`/badges/doi/${knownId}.svg?label=citations`)).text(),
			/aria-label="citations: 250"/,
		);
		assert.match(await (await badge(`/badges/doi/${knownId}.svg?relation=cites`)).text(), /aria-label="cites: 250"/);
	});

	it('escapes whatever is written on it', async () => {
		const response = await badge(`/badges/doi/${knownId}.svg?label=${encodeURIComponent('<script>"&\'</script>')}`);
		const svg = await response.text();
		assert.ok(!svg.includes('<script>'));
		assert.ok(svg.includes('&#60;script&#62;&#34;&#38;&#39;'));
		assert.match(response.headers.get('Content-Security-Policy') ?? '', /default-src 'none'/);
	});

	it('has no more markup than its own, whatever is written on it', () => {
		const own = drawBadge('a', '1').replaceAll(/[^<>"&]/g, '');
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				const svg = drawBadge(text, '1');
				assert.equal(svg.replaceAll(/&#\d+;/g, '').replaceAll(/[^<>"&]/g, ''), own);
				assert.ok(svg.isWellFormed() && [...svg].every((character) => character >= ' ' || /[\t\r\n]/.test(character)));
			}),
		);
	});

	it('may be kept for five minutes, by anybody', async () => {
		const { headers } = await badge(`/badges/doi/${knownId}.svg`);
		assert.equal(headers.get('Cache-Control'), 'public, max-age=300');
		assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
	});

	it('is not sent again where the client has it', async () => {
		const path = `/badges/doi/${knownId}.svg`;
		const tag = (await badge(path)).headers.get('ETag') ?? '';
		for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
			const response = await badge(path, { 'If-None-Match': known });
			assert.equal(response.status, 304, known);
			assert.equal(response.headers.get('ETag'), tag);
			assert.equal(response.headers.get('Cache-Control'), 'public, max-age=300');
			assert.equal(await response.text(), '');
		}
		assert.equal((await badge(path, { 'If-None-Match': '"other"' })).status, 200);
		assert.notEqual((await badge('/badges/doi/10.1/unknown.svg')).headers.get('ETag'), tag);
	});

	it('is refused with a problem where it is asked for wrongly', async () => {
		for (const [path, status, field] of [
			['/badges/doi/10.1/a.svg?relation=hasVersion', 400, 'relation'],
			['/badges/doi/10.1/a.svg?group_by=work', 400, 'group_by'],
			['/badges/doi/10.1/a.svg?size=3', 400, 'size'],
			[`/badges/doi/10.1/a.svg?label=${'x'.repeat(61)}`, 400, 'label'],
			['/badges/doi/10.1/a.png', 404, undefined],
			['/badges/doi/.svg', 404, undefined],
			['/badges/doi/%ff.svg', 400, undefined],
			['/badges/doi/%20.svg', 400, 'id'],
		] as const) {
			const response = await badge(path);
			assert.equal(response.status, status, path);
			assert.equal((await problemOf(response)).errors?.[0]?.field, field);
		}
		assert.equal((await opened.app.request('/badges/doi/10.1/a/b.svg', { method: 'POST' })).status, 405);
	});
});
