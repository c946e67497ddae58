import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { median, percentile } from './percentile.ts';
import { type Finding, meetsFloor, replaceTable } from './report.ts';

const finding = (amount: number, floor: Finding['floor'], limit?: number): Finding => ({
	what: 'something',
	value: { amount, unit: 'ms' },
	floor,
	...(limit !== undefined && { limit: { what: 'the least', amount: limit, unit: 'ms' } }),
});

describe('a floor', () => {
	it('judges the ratio to the limit, or the value where there is none', () => {
		assert.ok(meetsFloor(finding(50, { least: 0.5 }, 100)));
		assert.ok(!meetsFloor(finding(49, { least: 0.5 }, 100)));
		assert.ok(meetsFloor(finding(50, { most: 50 })));
		assert.ok(!meetsFloor(finding(51, { most: 50 })));
	});

	it('is not met by what could not be measured', () => {
		assert.ok(!meetsFloor(finding(Number.NaN, { most: 50 })));
		assert.ok(!meetsFloor(finding(Number.NaN, { least: 0.5 }, 100)));
	});
});

describe('a percentile', () => {
	it('is the number that has so many at or below it, in whatever order', () => {
		const numbers = Array.from({ length: 200 }, (_, at) => 200 - at);
		assert.equal(percentile(numbers, 99), 198);
		assert.equal(percentile([7], 99), 7);
		assert.equal(median([30, 10, 20]), 20);
		assert.ok(Number.isNaN(median([])));
	});
});

describe('a table', () => {
	it('takes the place of the one on the page', () => {
		const page = 'Before.\n<!-- table -->\nold\n<!-- /table -->\nAfter.\n';
		assert.equal(replaceTable(page, 'new'), page.replace('old', 'new'));
		assert.equal(replaceTable('<!-- a -->\n<!-- /a -->', 'new', 'a'), '<!-- a -->\nnew\n<!-- /a -->');
		assert.throws(() => replaceTable('no marks', 'new'), /has no <!-- table -->/);
	});
});
