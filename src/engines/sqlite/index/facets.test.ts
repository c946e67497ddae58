import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFacetCounter } from './facets.ts';
import { noYear } from './link-columns.ts';
import { codeOfType } from './schema.ts';

function linksOf(traits: readonly (readonly [type: Parameters<typeof codeOfType>[0], year: number | undefined])[]) {
	return {
		count: traits.length,
		type: Uint8Array.from(traits, ([type]) => codeOfType(type)),
		year: Int32Array.from(traits, ([, year]) => year ?? noYear),
	};
}

function facetsOfAll(...parts: readonly (readonly [links: ReturnType<typeof linksOf>, marks?: Uint8Array])[]) {
	const counter = createFacetCounter();
	for (const [links, marks] of parts) counter.add(links, marks);
	return counter.facets();
}

describe('facets', () => {
	it('count types, the most frequent first, and years in their order', () => {
		const links = linksOf([
			['literature', 2020],
			['software', 2019],
			['literature', 2019],
		]);
		assert.deepEqual(facetsOfAll([links]), {
			type: [
				['literature', 2],
				['software', 1],
			],
			publicationYear: [
				[2019, 2],
				[2020, 1],
			],
		});
	});

	it('count what is marked alone', () => {
		const links = linksOf([
			['literature', 2020],
			['software', 2019],
			['dataset', undefined],
		]);
		assert.deepEqual(facetsOfAll([links, Uint8Array.of(0, 1, 1)]), {
			type: [
				['dataset', 1],
				['software', 1],
			],
			publicationYear: [[2019, 1]],
		});
		assert.deepEqual(facetsOfAll([links, Uint8Array.of(0, 0, 0)]), { type: [], publicationYear: [] });
	});

	it('tell nothing of years that are not known', () => {
		assert.deepEqual(facetsOfAll([linksOf([['literature', undefined]])]).publicationYear, []);
	});

	it('count years however far they lie apart', () => {
		const years = [-2_000_000_000, -44, 0, 1905, 2020, 2020, 9999, 2_000_000_000];
		const links = linksOf(years.map((year) => ['literature', year]));
		assert.deepEqual(facetsOfAll([links]).publicationYear, [
			[-2_000_000_000, 1],
			[-44, 1],
			[0, 1],
			[1905, 1],
			[2020, 2],
			[9999, 1],
			[2_000_000_000, 1],
		]);
	});

	it('count many years, and years far apart, of many links each time they are asked', () => {
		const apart = Array.from({ length: 600 }, (_, at): [number, number] => [at * 100_000, 1]);
		const links = linksOf(apart.map(([year]) => ['literature', year]));
		const unknown = linksOf(Array.from({ length: 600 }, () => ['literature', undefined]));
		for (let time = 0; time < 2; time++) {
			assert.deepEqual(facetsOfAll([links], [unknown]), { type: [['literature', 1_200]], publicationYear: apart });
		}
	});

	it('come to the same each time they are asked of many links, alone and together with others', () => {
		const many = linksOf(Array.from({ length: 1_200 }, (_, at) => ['literature', at % 3 === 0 ? 2001 : 2002]));
		const others = linksOf([['literature', 2001]]);
		const alone = {
			type: [['literature', 1_200]],
			publicationYear: [
				[2001, 400],
				[2002, 800],
			],
		};
		const together = {
			type: [['literature', 2_401]],
			publicationYear: [
				[2001, 801],
				[2002, 1_600],
			],
		};
		assert.deepEqual(facetsOfAll([many]), alone);
		assert.deepEqual(facetsOfAll([many], [others], [many]), together);
		assert.deepEqual(facetsOfAll([others], [many], [many]), together);
		assert.deepEqual(facetsOfAll([many]), alone);
		assert.equal(facetsOfAll([many]), facetsOfAll([many]));
		assert.deepEqual(facetsOfAll([many, Uint8Array.from({ length: 1_200 }, (_, at) => (at === 0 ? 1 : 0))]).type, [
			['literature', 1],
		]);
	});
});
