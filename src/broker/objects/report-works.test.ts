// Says what is reported for a list of identifiers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { asserted, family, link, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { linksOfAnyWork, reportWorks, tooMuchAtOnce } from './report-works.ts';

/** An index with records in which all of it is asserted. */
const storesOf = (index: SearchIndex): Parameters<typeof reportWorks>[0] => ({
	...{ index, clock: systemClock },
	records: {
		citationsOf: async (work) => ({ citations: [[work, 100, 1]], next: null }),
		storedProvenances: async () => [{ id: 1, provider: 7, text: '["Crossref","2018-06"]' }],
		holdingsNames: async () => ({ names: [[7, 'Crossref']], acceptedAt: [] }),
	},
});

describe('a report', () => {
	it('describes each work, and when the works that cite it were published, in the order given', async () => {
		const index = openModelIndex(createModelStore());
		await put(index, {
			objects: [
				work('A', { dois: ['10.1000/a', '10.1000/other'] }),
				work('B', { dois: ['10.1000/b'], year: 2016 }),
				work('C', { dois: ['10.1000/c'], year: 2018 }),
				work('D', { dois: ['10.1000/d'], year: 2018 }),
			],
			links: [...link('B Cites A'), ...link('C Cites A'), ...link('D Cites A')],
		});
		const inputs = ['10.1000/unknown', '10.1000/other', 'no identifier', '10.1000/a'];
		const reported = await reportWorks(storesOf(index), inputs);
		assert.deepEqual(
			reported.map(({ result }) => result.input),
			inputs,
		);
		const years = [
			[2016, 1],
			[2018, 2],
		];
		assert.deepEqual(
			reported.map(({ work }) => work?.citedIn.version),
			[undefined, years, undefined, years],
		);
	});

	it('counts what is new since a date: what was asserted before, and again since, is not', async () => {
		const index = openModelIndex(createModelStore());
		await put(index, {
			objects: ['A', 'B', 'C', 'D'].map((name) => work(name, { dois: [`10.1000/${name.toLowerCase()}`] })),
			links: [
				...link('B Cites A', asserted('2016')),
				...link('C Cites A', asserted('2026-02-01'), asserted('2018')),
				...link('D Cites A', asserted('2026-01-01')),
			],
		});
		const since = Date.UTC(2026, 0, 1) / 1000;
		const [reported] = await reportWorks(storesOf(index), ['10.1000/a'], { since });
		assert.deepEqual(reported?.work?.citedSince, { identity: 1, version: 1 });
		assert.equal((await reportWorks(storesOf(index), ['10.1000/a']))[0]?.work?.citedSince, null);
	});

	it('reads all versions of a work once', async () => {
		const index = openModelIndex(createModelStore());
		const versions = ['B', 'C', 'D'];
		await put(index, {
			objects: [
				...versions.map((name) => work(name, { dois: [`10.1000/${name.toLowerCase()}`], version: 'B' })),
				family('B'),
			],
		});
		const read: string[] = [];
		const counting: SearchIndex = {
			...index,
			search: (request) => {
				read.push(request.groupBy);
				return index.search(request);
			},
			describe: (group, options) => {
				read.push('family');
				return index.describe(group, options);
			},
		};
		const reported = await reportWorks(
			storesOf(counting),
			versions.map((name) => `10.1000/${name}`),
		);
		assert.ok(reported.every(({ work }) => work !== null));
		assert.deepEqual(read.sort(), ['family', 'identity', 'identity', 'identity', 'version']);
	});

	it('leaves out the works that have too many links for it, but never the first', async () => {
		const index = openModelIndex(createModelStore());
		const names = ['A', 'B', 'C'];
		await put(index, {
			objects: names.map((name) => work(name, { dois: [`10.1000/${name.toLowerCase()}`] })),
			links: [...link('B Cites A'), ...link('C Cites A')],
		});
		const inputs = ['A', 'B', 'A', 'C'].map((name) => `10.1000/${name}`);
		const problems = async (mostLinks: number) =>
			(await reportWorks(storesOf(index), inputs, { mostLinks })).map(({ result }) => result.problem);
		assert.deepEqual(await problems(1), [null, tooMuchAtOnce, null, tooMuchAtOnce]);
		assert.deepEqual(await problems(2 * linksOfAnyWork + 4), [null, null, null, tooMuchAtOnce]);
		assert.deepEqual(await problems(3 * linksOfAnyWork + 4), [null, null, null, null]);
	});

	it('names the providers of citations', async () => {
		const index = openModelIndex(createModelStore());
		await put(index, { objects: [work('A', { dois: ['10.1000/a'] })], links: [] });
		const [reported] = await reportWorks(storesOf(index), ['10.1000/a']);
		assert.deepEqual(reported?.work?.citedByProviders, {
			providers: [{ name: 'Crossref', links: 1, firstLink: '2018-06', lastLink: '2018-06' }],
			isWhole: true,
		});
	});

	it('names what stands for all versions of a work, with its title, the same for each of them', async () => {
		const index = openModelIndex(createModelStore());
		const all = family('B');
		await put(index, {
			objects: [
				work('B', { dois: ['10.1000/b1'], version: 'B' }),
				work('C', { dois: ['10.1000/b2'], version: 'B' }),
				{ ...all, document: { ...all.document, fields: '"Title":"All of B","Type":{"Name":"software"}' } },
			],
		});
		const reported = await reportWorks(storesOf(index), ['10.1000/b1', '10.1000/b2']);
		const [first, second] = reported.map(({ work }) => work?.family);
		assert.deepEqual(first, second);
		const named = { ID: 'all B', IDScheme: 'doi', Title: 'All of B', Type: { Name: 'software' } };
		assert.deepEqual(first, { ...named, versions: 2 });
		assert.deepEqual(
			reported.map(({ work }) => work?.object.VersionName),
			['B', 'C'],
		);
	});
});
