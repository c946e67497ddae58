import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { median, percentile } from './percentile.ts';
import { type Finding, meetsFloor, type Run, renderMarkdown, replaceTable, unexplained } from './report.ts';

const finding = (amount: number, floor?: Finding['floor'], limit?: number): Finding => ({
	section: 'A section',
	what: 'something',
	value: { amount, unit: 'ms' },
	...(floor && { floor }),
	...(limit !== undefined && { limit: { what: 'the least', amount: limit, unit: 'ms' } }),
});

const runOf = (...findings: Finding[]): Run => ({
	command: 'npm run bench --',
	date: '2026-01-31',
	machine: 'A machine.',
	findings,
	failures: [],
});

describe('a floor', () => {
	it('judges the ratio to the limit, or the value where there is none', () => {
		assert.ok(meetsFloor(finding(50, { least: 0.5 }, 100)));
		assert.ok(!meetsFloor(finding(49, { least: 0.5 }, 100)));
		assert.ok(meetsFloor(finding(50, { most: 50 })));
		assert.ok(!meetsFloor(finding(51, { most: 50 })));
	});

	it('is met by a row that has none', () => {
		assert.ok(meetsFloor(finding(0)));
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
	it('stands below the heading of its section, and above the reason why a row misses its floor', () => {
		const missed = { ...finding(51, { most: 50 }), whyMissed: `It waits for the disk${', and waits'.repeat(7)}.` };
		assert.equal(
			renderMarkdown(runOf(finding(1, { least: 0.5 }, 2), missed, { ...finding(3), section: 'Another' })),
			[
				'`npm run bench --` on 2026-01-31.',
				'',
				'A machine.',
				'',
				'**A section**',
				'',
				'| Measure   | Value | Limit            | Ratio | Floor   |',
				'| ---       | ---   | ---              | ---   | ---     |',
				'| something | 1 ms  | 2 ms (the least) | 0.50  | ≥ 0.5   |',
				'| something | 51 ms |                  |       | ≤ 50 ms |',
				'',
				'- something: misses its floor. It waits for the disk, and waits, and waits, and waits, and waits, and waits, and waits,',
				'  and waits.',
				'',
				'**Another**',
				'',
				'| Measure   | Value |',
				'| ---       | ---   |',
				'| something | 3 ms  |',
			].join('\n'),
		);
	});

	it('is incomplete while a row misses its floor without a reason', () => {
		const missed = finding(51, { most: 50 });
		assert.deepEqual(unexplained(runOf(finding(1), missed, { ...missed, whyMissed: 'It waits.' })), [missed]);
	});

	it('takes the place of the one on the page', () => {
		const page = 'Before.\n<!-- table -->\nold\n<!-- /table -->\nAfter.\n';
		assert.equal(replaceTable(page, 'new'), page.replace('old', 'new'));
		assert.equal(replaceTable('<!-- a -->\n<!-- /a -->', 'new', 'a'), '<!-- a -->\nnew\n<!-- /a -->');
		assert.throws(() => replaceTable('no marks', 'new'), /has no <!-- table -->/);
	});
});
