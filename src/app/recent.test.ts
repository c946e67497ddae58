import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecent } from './recent.ts';

describe('the memory of what was read recently', () => {
	it('gives back what it was given, and nothing else', () => {
		const recent = createRecent<number, string>(10);
		recent.set(1, 'one');
		assert.equal(recent.get(1), 'one');
		assert.equal(recent.get(2), undefined);
	});

	it('keeps what is asked for again and again, however much comes by', () => {
		const recent = createRecent<number, number>(10);
		recent.set(0, 0);
		for (let key = 1; key <= 1_000; key++) {
			recent.set(key, key);
			assert.equal(recent.get(0), 0);
		}
	});

	it('never holds more than twice its limit', () => {
		const recent = createRecent<number, number>(10);
		for (let key = 0; key < 1_000; key++) recent.set(key, key);
		const held = Array.from({ length: 1_000 }, (_, key) => key).filter((key) => recent.get(key) !== undefined);
		assert.ok(held.length <= 20, `${held.length}`);
		assert.ok(held.length >= 10, `${held.length}`);
	});

	it('holds what weighs no more than twice its limit together', () => {
		const recent = createRecent<number, number>(10, (value) => value);
		for (let key = 0; key < 100; key++) recent.set(key, key % 5);
		let held = 0;
		for (let key = 0; key < 100; key++) held += recent.get(key) ?? 0;
		assert.ok(held >= 5 && held <= 20, `${held}`);
	});

	it('does not keep what weighs more than its limit, and keeps the others', () => {
		const recent = createRecent<number, number>(10, (value) => value);
		recent.set(1, 1);
		recent.set(2, 50);
		recent.set(3, 9);
		assert.deepEqual(
			[1, 2, 3].map((key) => recent.get(key)),
			[1, undefined, 9],
		);
	});

	it('gives up what it kept under the key of what weighs more than its limit', () => {
		const recent = createRecent<number, number>(10, (value) => value);
		recent.set(1, 1);
		recent.set(1, 50);
		assert.equal(recent.get(1), undefined);
	});

	it('weighs what is set again once, as it weighs then', () => {
		const heavy = { weight: 1 };
		const recent = createRecent<number, { weight: number }>(10, ({ weight }) => weight);
		recent.set(0, { weight: 5 });
		for (let weight = 1; weight <= 5; weight++) {
			heavy.weight = weight;
			recent.set(1, heavy);
		}
		// Nothing was forgotten for it: the first is young yet, and only becomes old when another comes.
		recent.set(2, { weight: 10 });
		assert.equal(recent.get(0)?.weight, 5);
	});

	it('forgets one thing when told, young or old, and has room for another', () => {
		for (const others of [0, 12]) {
			const recent = createRecent<number, number>(10);
			recent.set(1, 1);
			for (let key = 2; key < 2 + others; key++) recent.set(key, key);
			recent.delete(1);
			assert.equal(recent.get(1), undefined);
		}
		const recent = createRecent<number, number>(10, (value) => value);
		recent.set(1, 3);
		recent.set(2, 7);
		recent.delete(2);
		recent.set(3, 7);
		recent.set(4, 10);
		assert.equal(recent.get(1), 3);
	});

	it('forgets everything when told', () => {
		const recent = createRecent<number, number>(10);
		for (let key = 0; key < 15; key++) recent.set(key, key);
		recent.clear();
		for (let key = 0; key < 15; key++) assert.equal(recent.get(key), undefined);
	});
});
