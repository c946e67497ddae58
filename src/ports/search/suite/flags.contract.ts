// Suite of the search index: the flags of links, what a search leaves out by them, and their counts.
import assert from 'node:assert/strict';
import type { SearchRequest, SearchResult } from '../search-reader.ts';
import { about, asserted, type Case, find, link, work } from './search-index.fixture.ts';

/** Of a work with a DOI and a creator whose name has this key. */
const by = (name: string) => ['g', 'c', `n${name}`];

export function describeFlags(on: Case): void {
	const mined = asserted('2015', 'Europe PMC', 'tm_accession');
	const reads = on.reading({
		objects: [
			work('A', { traits: by('doe j') }),
			work('B', { type: 'software', traits: by('doe j') }),
			work('C', { type: 'software', traits: by('roe m') }),
			work('D', { traits: ['g'] }),
			work('E', { traits: by('doe j') }),
		],
		links: [
			...link('B Cites A', asserted('2019', 'Crossref'), asserted('2018', 'Zenodo')),
			...link('C Cites A', asserted('2017')),
			...link('D Cites A', asserted('2016', 'Crossref'), asserted('2015', 'Zenodo')),
			...link('E Cites A', mined),
		],
	});
	const counted = (found: SearchResult | undefined, flag: string) => {
		const { items, unknown } = [found?.excluded, found?.facets?.flags].flat().find((one) => one?.flag === flag) ?? {};
		return [items, unknown];
	};
	const without: Partial<SearchRequest> = { without: ['machine', 'author-self'] };

	reads('belong to each link, in their order', async (index) => {
		const found = await index.search(about('A'));
		assert.deepEqual(
			found?.items.map(({ flags }) => flags),
			[['author-self'], ['single-provider'], [], ['author-self', 'machine', 'single-provider']],
		);
	});

	reads('keep links that have one of those asked for', async (index) => {
		assert.deepEqual(await find(index, 'A', { flagged: ['machine', 'single-provider'] }), ['C', 'E']);
	});

	reads('leave out links that have one of those not wanted, not those of which it is unknown', async (index) => {
		assert.deepEqual(await find(index, 'A', without), ['C', 'D']);
	});

	reads(
		'count what they leave out once, by the first in their order, and unknown ones of what is kept',
		async (index) => {
			const found = await index.search(about('A', without));
			assert.equal(found?.total, 2);
			assert.deepEqual(found.excluded, [
				{ flag: 'author-self', items: 2, unknown: 1 },
				{ flag: 'machine', items: 0, unknown: 0 },
			]);
		},
	);

	reads('count what they leave out beside any page and order, and of what the other filters keep', async (index) => {
		for (const more of [{ size: 0 }, { size: 1, offset: 1 }, { order: 'title' }, { facets: true }] as const) {
			const found = await index.search(about('A', { ...without, ...more }));
			assert.deepEqual([found?.total, counted(found, 'author-self')], [2, [2, 1]], JSON.stringify(more));
		}
		const software = await index.search(about('A', { ...without, type: 'software' }));
		assert.deepEqual([software?.total, counted(software, 'author-self')], [1, [1, 0]]);
	});

	reads('leave what is left out uncounted where the result is not counted', async (index) => {
		const found = await index.search(about('A', { ...without, counted: false }));
		assert.deepEqual([found?.items.length, found?.excluded], [2, undefined]);
	});

	reads(
		'are counted among the facets on request: all that the result has, also where it leaves out others',
		async (index) => {
			const asked = { facets: true, countsFlags: true };
			const all = await index.search(about('A', asked));
			assert.deepEqual(
				[counted(all, 'author-self'), counted(all, 'single-provider')],
				[
					[2, 1],
					[2, 0],
				],
			);
			const kept = await index.search(about('A', { ...asked, without: ['machine'] }));
			assert.deepEqual(kept?.facets?.flags?.[0], { flag: 'author-self', items: 1, unknown: 1 });
			assert.deepEqual(
				kept.facets.type,
				[
					['unknown', 1],
					['software', 2],
				].toReversed(),
			);
			assert.equal((await index.search(about('A', { facets: true })))?.facets?.flags, undefined);
		},
	);
}
