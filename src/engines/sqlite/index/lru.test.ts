import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLru } from './lru.ts';

describe('a cache of the latest used values', () => {
	const open = (limit: number) => {
		const lru = createLru<string, string>(limit);
		const made: string[] = [];
		const get = (key: string) =>
			lru.get(key, () => {
				made.push(key);
				return key;
			});
		return { ...lru, get, made };
	};

	it('makes a value once, while it is among the last ones used', () => {
		const { get, made } = open(2);
		for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) assert.equal(get(key), key);
		assert.deepEqual(made, ['a', 'b', 'c', 'b']);
	});

	it('makes all again when it was cleared', () => {
		const { get, clear, made } = open(2);
		get('a');
		clear();
		get('a');
		assert.deepEqual(made, ['a', 'a']);
	});

	it('caches nothing where its limit is 0', () => {
		const { get, made } = open(0);
		for (const key of ['a', 'a']) get(key);
		assert.deepEqual(made, ['a', 'a']);
	});
});
