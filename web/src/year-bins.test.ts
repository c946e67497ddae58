import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ObjectTypeName } from './relations.ts';
import { binTitle, countByType, type YearCounts, yearBins } from './year-bins.ts';

const counts = (entries: Partial<Record<ObjectTypeName, [number, number][]>>): YearCounts =>
	new Map(Object.entries(entries)) as YearCounts;

describe('the bars of a plot', () => {
	it('are one for each year, without gaps', () => {
		const bins = yearBins(
			counts({
				literature: [
					[2015, 3],
					[2018, 1],
				],
				software: [[2015, 2]],
			}),
			40,
		);
		assert.deepEqual(
			bins.map(({ from, to, total }) => [from, to, total]),
			[
				[2015, 2015, 5],
				[2016, 2016, 0],
				[2017, 2017, 0],
				[2018, 2018, 1],
			],
		);
		assert.deepEqual(bins[0]?.counts, { literature: 3, software: 2, dataset: 0, unknown: 0 });
	});

	it('hold several years each where there would be too many', () => {
		const bins = yearBins(
			counts({
				literature: [
					[1902, 1],
					[2020, 4],
				],
			}),
			30,
		);
		assert.deepEqual(bins[0] && [bins[0].from, bins[0].to], [1900, 1904]);
		assert.equal(bins.at(-1)?.to, 2024);
	});

	it('begin and end where there is something', () => {
		assert.deepEqual(
			yearBins(
				counts({
					literature: [
						[1990, 0],
						[2000, 1],
						[2001, 0],
					],
				}),
				10,
			).map(({ from }) => from),
			[2000],
		);
		assert.deepEqual(yearBins(counts({ literature: [] }), 10), []);
	});

	it('never are too many, and lose nothing', () => {
		const buckets = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 50 })), {
			selector: ([year]) => year,
			minLength: 1,
		});
		fc.assert(
			fc.property(buckets, buckets, fc.integer({ min: 12, max: 80 }), (literature, unknown, most) => {
				const bins = yearBins(counts({ literature, unknown }), most);
				assert.ok(bins.length <= most);
				const all = [...literature, ...unknown].reduce((sum, [, count]) => sum + count, 0);
				assert.equal(
					bins.reduce((sum, { total }) => sum + total, 0),
					all,
				);
			}),
		);
	});

	it('are named by their years', () => {
		assert.equal(binTitle({ from: 2015, to: 2015 }), '2015');
		assert.equal(binTitle({ from: 2010, to: 2014 }), '2010–2014');
	});
});

describe('the counts of types', () => {
	const totals = { literature: 9, software: 2, dataset: 0, unknown: 5 };
	const years = counts({
		literature: [
			[2015, 3],
			[2018, 4],
		],
		software: [[2015, 2]],
	});

	it('include works without a year while no years are chosen', () => {
		assert.deepEqual(countByType(totals, years, undefined), totals);
	});

	it('are those of the chosen years', () => {
		assert.deepEqual(countByType(totals, years, { from: 2016, to: undefined }), {
			literature: 4,
			software: 0,
			dataset: 0,
			unknown: 0,
		});
	});
});
