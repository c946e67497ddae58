import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addFacets, readFacets } from './facets.ts';

const buckets = <Key extends string | number>(...counts: [Key, number][]) => ({
	buckets: counts.map(([key, doc_count]) => ({ key, doc_count })),
});
const versions = (...counts: [string, number][]) => ({
	buckets: counts.map(([ID, doc_count]) => ({
		...{ key: `doi:${ID}`, Identifiers: [{ ID, IDScheme: 'doi' }], VersionName: ID.slice(-1), doc_count },
	})),
});
const cited = readFacets({
	type: {
		buckets: [
			{
				key: 'literature',
				doc_count: 3,
				publication_year: buckets([2015, 1], [2016, 1]),
				link_year: buckets([2020, 3]),
			},
			{ key: 'software', doc_count: 1, publication_year: buckets(), link_year: buckets([2021, 1]) },
		],
	},
	subtype: buckets(['References', 3], ['Cites', 1]),
	via: versions(['10.5072/b', 3], ['10.5072/a', 2]),
});
const related = readFacets({
	type: {
		buckets: [{ key: 'literature', doc_count: 1, publication_year: buckets([2015, 1]), link_year: buckets([2019, 1]) }],
	},
	subtype: buckets(['Reviews', 1]),
	via: versions(['10.5072/a', 1]),
});

describe('the counts of a result', () => {
	it('are by type, and by type and year as far as years are known', () => {
		assert.deepEqual(cited.byType, { literature: 3, software: 1, dataset: 0, unknown: 0 });
		assert.deepEqual(cited.years.get('literature'), [
			[2015, 1],
			[2016, 1],
		]);
		assert.deepEqual(cited.linkYears.get('literature'), [[2020, 3]]);
		assert.equal(cited.total, 4);
	});

	it('have no versions where versions are not grouped', () => {
		assert.deepEqual(readFacets({ type: { buckets: [] }, subtype: buckets() }).versions, []);
	});

	it('add up where results have nothing in common', () => {
		const sum = addFacets([cited, related]);
		assert.equal(sum.total, 5);
		assert.deepEqual(sum.byType, { literature: 4, software: 1, dataset: 0, unknown: 0 });
		assert.deepEqual(
			sum.versions.map(({ key, VersionName, count }) => [key, VersionName, count]),
			[
				['doi:10.5072/a', 'a', 3],
				['doi:10.5072/b', 'b', 3],
			],
		);
		assert.deepEqual(sum.subtypes[0], ['References', 3]);
		assert.deepEqual(sum.linkYears.get('literature'), [
			[2020, 3],
			[2019, 1],
		]);
	});
});
