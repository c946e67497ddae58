import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { binScale, countScale } from './scales.ts';

describe('the scale of counts', () => {
	it('has whole round ticks, from 0 to at least the greatest count', () => {
		for (const [most, ticks] of [
			[0, [0, 1]],
			[1, [0, 1]],
			[3, [0, 1, 2, 3]],
			[8, [0, 2, 4, 6, 8]],
			[9, [0, 2, 4, 6, 8, 10]],
			[17, [0, 5, 10, 15, 20]],
			[203, [0, 50, 100, 150, 200, 250]],
			[45_000, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
		] as const)
			assert.deepEqual(countScale(most, [100, 0]).ticks, ticks, `${most}`);
	});

	it('places 0 at the bottom and the last tick at the top', () => {
		const y = countScale(8, [164, 16]);
		assert.deepEqual([y(0), y(4), y(8)], [164, 90, 16]);
	});
});

describe('the scale of bins', () => {
	it('fills its width with bins and equal gaps', () => {
		const x = binScale(3, [10, 292]);
		assert.ok(Math.abs(x(0) - 10) < 1e-9);
		assert.ok(Math.abs(x(2) + x.bandwidth - 292) < 1e-9);
		assert.ok(Math.abs(x(1) - x(0) - x.step) < 1e-9);
		assert.ok(Math.abs(binScale(1, [0, 100]).bandwidth - 82) < 1e-9);
	});
});
