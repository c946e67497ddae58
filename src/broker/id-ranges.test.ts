// Tests how long work is divided into ranges of ids.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idRanges, stretchesOf } from './id-ranges.ts';

const end = Number.MAX_SAFE_INTEGER;

describe('ranges of ids', () => {
	const rangesOf = (...given: Parameters<typeof idRanges>) => Array.from(idRanges(...given), Object.values);

	it('follow each other, and the last one has no end', () => {
		assert.deepEqual(rangesOf(5, 0, 2), [
			[0, 1],
			[2, 3],
			[4, end],
		]);
		assert.deepEqual(rangesOf(0, 0, 2), [[0, end]]);
	});

	it('begin at the given id, also behind the highest one', () => {
		assert.deepEqual(rangesOf(5, 3, 2), [
			[3, 4],
			[5, end],
		]);
		assert.deepEqual(rangesOf(5, 9, 2), [[9, end]]);
	});
});

describe('stretches of the records', () => {
	const sizes = { identifiers: 2, events: 10 };
	const stretches = (from?: Parameters<typeof stretchesOf>[1]) =>
		Array.from(stretchesOf({ identifiers: 3, events: 4 }, { sizes, ...from }), ({ of, first }) => `${of}:${first}`);

	it('are all identifiers, then all events', () => {
		assert.deepEqual(stretches(), ['identifiers:0', 'identifiers:2', 'events:0']);
	});

	it('continue at a place', () => {
		assert.deepEqual(stretches({ from: { of: 'identifiers', id: 2 } }), ['identifiers:2', 'events:0']);
		assert.deepEqual(stretches({ from: { of: 'events', id: 3 } }), ['events:3']);
	});
});
