// Tests how long work is divided into ranges of ids.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idRanges, stretchesOf } from './id-ranges.ts';

const end = Number.MAX_SAFE_INTEGER;

describe('ranges of ids', () => {
	const rangesOf = (...given: Parameters<typeof idRanges>) => Array.fromAsync(idRanges(...given), Object.values);

	it('follow each other, and the last one has no end', async () => {
		assert.deepEqual(await rangesOf(5, 0, 2), [
			[0, 1],
			[2, 3],
			[4, end],
		]);
		assert.deepEqual(await rangesOf(0, 0, 2), [[0, end]]);
	});

	it('begin at the given id, also behind the highest one', async () => {
		assert.deepEqual(await rangesOf(5, 3, 2), [
			[3, 4],
			[5, end],
		]);
		assert.deepEqual(await rangesOf(5, 9, 2), [[9, end]]);
	});
});

describe('stretches of the records', () => {
	const sizes = { identifiers: 2, events: 10 };
	const stretches = (from?: Parameters<typeof stretchesOf>[1]) =>
		Array.fromAsync(
			stretchesOf({ identifiers: 3, events: 4 }, { sizes, ...from }),
			({ of, first }) => `${of}:${first}`,
		);

	it('are all identifiers, then all events', async () => {
		assert.deepEqual(await stretches(), ['identifiers:0', 'identifiers:2', 'events:0']);
	});

	it('continue at a place', async () => {
		assert.deepEqual(await stretches({ from: { of: 'identifiers', id: 2 } }), ['identifiers:2', 'events:0']);
		assert.deepEqual(await stretches({ from: { of: 'events', id: 3 } }), ['events:3']);
	});
});
