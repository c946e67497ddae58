// Tests how much a client of OpenCitations may ask for.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { foundLinks, knownId, openTestApp, type TestApp } from '../server/app.fixture.ts';

const path = `/compat/opencitations/index/v2/citations/doi:${knownId}`;

let opened: TestApp;
let total = foundLinks;
/** How much longer the identifier of each citing work is. */
let lengthened = 0;
before(async () => {
	opened = await openTestApp(
		{},
		{
			searchRelationships: async (query, options) => {
				const found = await opened.memory.searchRelationships(query, options);
				const items = found.items.map(({ object, ...item }) => {
					const identifiers = object.identifiers.replace(/(?<="ID":"[^"]*)(?=")/, 'a'.repeat(lengthened));
					return { ...item, object: { ...object, identifiers } };
				});
				return { ...found, items, total: total === foundLinks ? found.total : total };
			},
		},
	);
});
after(() => opened.close());

describe('the citations of a work that has many', () => {
	const ask = (query = '') => opened.app.request(path + query);
	const readRows = async (query?: string) => (await (await ask(query)).json()) as { citing: string }[];

	it('are all in one answer, in order', async () => {
		total = foundLinks;
		const rows = await readRows('?sort=desc(citing)');
		assert.equal(rows.length, foundLinks);
		assert.deepEqual(
			rows
				.map(({ citing }) => citing)
				.toSorted()
				.reverse(),
			rows.map(({ citing }) => citing),
		);
	});

	it('are sent as they are read from 10,001 on: those left out are not counted before', async () => {
		total = 10_000;
		assert.equal((await ask()).headers.get('X-Left-Out'), '0');
		total = 10_001;
		const response = await ask();
		assert.equal(response.headers.get('X-Left-Out'), null);
		assert.equal(((await response.json()) as unknown[]).length, foundLinks);
		assert.equal((await readRows('?filter=citing:=doi:10.1000/7')).length, 1);
		assert.equal((await (await ask('?format=csv')).text()).split('\r\n').length, foundLinks + 2);
	});

	it('are sent as they are read, and not sorted, where their texts are too long to keep', async () => {
		total = foundLinks;
		lengthened = 40_000;
		const response = await ask();
		assert.equal(response.headers.get('X-Left-Out'), null);
		assert.equal(((await response.json()) as unknown[]).length, foundLinks);
		assert.equal((await ask('?sort=citing')).status, 413);
		lengthened = 0;
	});

	it('are refused beyond 10,000 sorted or 200,000 others, with the address of a file', async () => {
		for (const [many, query] of [
			[10_001, '?sort=creation'],
			[200_001, ''],
		] as const) {
			total = many;
			const response = await ask(query);
			assert.equal(response.status, 413);
			const text = await response.text();
			const [address = ''] = /http\S+$/.exec(text) ?? [];
			assert.match(text, new RegExp(`^HTTP status code 413: There are ${many} citations`));
			assert.match(address, /\/relationships\?id=doi.*&relation=isCitedBy&format=csv$/);
			assert.equal((await opened.app.request(address)).headers.get('Content-Type')?.split(';')[0], 'text/csv');
		}
	});
});
