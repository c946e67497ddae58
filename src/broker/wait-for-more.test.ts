import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createPatience, type Patience } from './wait-for-more.ts';

let now: number;
let links: number;
let accepted: number;
let patience: Patience;

beforeEach(() => {
	now = 1e12;
	links = 30_000;
	accepted = 0;
	patience = createPatience(() => now);
});

/** Tells whether it waits so much later, when so many links have come. */
function waitsAfter(milliseconds: number, coming: number): boolean {
	now += milliseconds;
	links += coming;
	return patience.waitsBeside(links, accepted);
}

describe('patience with what comes', () => {
	it('lasts for a quarter of a second, whatever comes', () => {
		assert.ok(waitsAfter(0, 0));
		assert.ok(waitsAfter(249, 0));
		assert.ok(!waitsAfter(1, 0));
	});

	it('lasts as long as a thousand links a second come', () => {
		assert.ok(waitsAfter(0, 0));
		for (let second = 1; second < 30; second++) assert.ok(waitsAfter(1_000, 1_000));
		assert.ok(waitsAfter(3_000, 3_000));
		assert.ok(!waitsAfter(1_000, 999));
	});

	it('lasts as long as so many are about to come', () => {
		accepted = 1_000;
		assert.ok(waitsAfter(0, 0));
		assert.ok(waitsAfter(1_000, 0));
		accepted = 999;
		assert.ok(waitsAfter(1_000, 1));
		assert.ok(!waitsAfter(1_000, 0));
	});

	it('does not last while fewer come, however often', () => {
		assert.ok(waitsAfter(0, 0));
		for (let time = 1; time < 5; time++) assert.ok(waitsAfter(50, 1));
		assert.ok(!waitsAfter(50, 1));
	});

	it('lasts for two minutes at most, each time anew', () => {
		for (let time = 0; time < 2; time++) {
			assert.ok(waitsAfter(0, 0));
			for (let second = 1; second < 120; second++) assert.ok(waitsAfter(1_000, 10_000));
			assert.ok(!waitsAfter(1_000, 10_000));
			assert.ok(!waitsAfter(1, 10_000));
			patience.end();
		}
	});

	it('ends where the clock is set back', () => {
		assert.ok(waitsAfter(0, 0));
		assert.ok(!waitsAfter(-3_600_000, 100));
	});
});
