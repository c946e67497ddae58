// Tests the card of a work through the whole app, drawn by the library itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CardContent, DrawCard } from '../../formats/card/draw-card.ts';
import { knownId, openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

let test: TestApp;
let draw: DrawCard;
before(async () => {
	test = await openTestApp({ PUBLIC_URL: 'https://links.example.org/graph', SITE_NAME: 'Links & Co' });
	draw = test.needs.drawCard;
});
after(() => test.close());

const ask = (path: string, headers: Record<string, string> = {}) => test.app.request(path, { headers });

/** Reads width and height of a PNG; fails if it is none. */
function sizeOf(bytes: Uint8Array): [number, number] {
	const buffer = Buffer.from(bytes);
	assert.equal(buffer.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1A\n');
	return [buffer.readUInt32BE(16), buffer.readUInt32BE(20)];
}

const plain: CardContent = {
	title: 'Plots of rivers',
	identifier: '10.5072/rivers',
	about: 'Rossi, Anna · 2021',
	year: '2021',
	cited: 'Cited by 12 works',
	years: [
		[2019, 3],
		[2021, 9],
	],
	site: 'Links & Co',
	colour: '#1d5f94',
	textColour: '#ffffff',
};
const drawn = async (change: Partial<CardContent>) => Buffer.from(await draw({ ...plain, ...change }));

describe('GET /objects/{scheme}/{id}/card.png', () => {
	it('is a picture of 1200 by 630 pixels', async () => {
		const response = await ask(`/objects/doi/${knownId}/card.png`);
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('Content-Type'), 'image/png');
		assert.equal(response.headers.get('Cache-Control'), 'public, max-age=3600');
		assert.deepEqual(sizeOf(new Uint8Array(await response.arrayBuffer())), [1200, 630]);
	});

	it('is neither drawn nor sent again while it is the same', async () => {
		const path = `/objects/doi/${encodeURIComponent(knownId)}/card.png`;
		const tag = (await ask(path)).headers.get('ETag') ?? '';
		const again = await ask(path, { 'If-None-Match': tag });
		assert.deepEqual([again.status, await again.text()], [304, '']);
	});

	it('is named absolutely by the page of the work', async () => {
		const page = await (await ask(`/objects/doi/${knownId}`, { Accept: 'text/html' })).text();
		const [, picture = ''] = /<meta property="og:image" content="([^"]+)">/.exec(page) ?? [];
		assert.equal(picture, `https://links.example.org/graph/objects/doi/${knownId}/card.png`);
		assert.match(page, /<meta property="og:image:width" content="1200">/);
		assert.match(page, /<meta property="og:image:alt" content="[^"]+">/);
		assert.match(page, /<meta name="twitter:card" content="summary_large_image">/);
	});

	it('is a problem for an unknown work', async () => {
		const response = await ask('/objects/doi/10.5072/nothing/card.png');
		assert.equal(response.status, 404);
		assert.match((await problemOf(response)).detail, /Unknown identifier: doi:10\.5072\/nothing/);
	});
});

describe('a card', () => {
	it('folds a long title after three lines, also one without blanks', async () => {
		for (const title of ['Rivers of the world and their plots, '.repeat(2_000), 'W'.repeat(50_000)]) {
			assert.deepEqual(sizeOf(await drawn({ title })), [1200, 630]);
		}
		const three = 'Rivers of the world and their plots, '.repeat(10);
		assert.deepEqual(await drawn({ title: three }), await drawn({ title: `${three}and more`.repeat(2) }));
	});

	it('shows the identifier if there is no title, or none that its font can write', async () => {
		const named = await drawn({ title: plain.identifier });
		for (const title of ['', ' \u200B\u202E', '河流圖', 'Rivers 河流', '강', 'नदी', '\u{10FFFF}']) {
			assert.deepEqual(await drawn({ title }), named, title);
		}
	});

	it('writes Greek, Cyrillic and Arabic letters, each title in its own direction', async () => {
		const pictures = await Promise.all(['Ποτάμια', 'Реки', 'أنهار', plain.identifier].map((title) => drawn({ title })));
		assert.equal(new Set(pictures.map((picture) => picture.toString('base64'))).size, 4);
	});

	it('is not changed by characters that are not seen or turn text around', async () => {
		const usual = await drawn({});
		for (const title of ['\u202EPlots of rivers\u0000', 'Plots\u2028of\trivers\uD800', 'Plots of rivers \u{1F600}']) {
			assert.deepEqual(await drawn({ title }), usual, JSON.stringify(title));
		}
	});

	it('shows markup as text', async () => {
		assert.notDeepEqual(await drawn({ title: '<b>Plots</b> of rivers' }), await drawn({}));
	});

	it('has a plot of any years', async () => {
		const none = await drawn({ years: [] });
		assert.deepEqual(await drawn({ years: [[2021, 5]] }), none);
		const years = Array.from({ length: 9_000 }, (_, at) => [at + 1, at % 7] as const);
		assert.deepEqual(await drawn({ years }), await drawn({ years: years.slice(-20) }));
	});
});
