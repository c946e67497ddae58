// Tests of shortest chains.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { distancesTo, neighboursOf, shortestChain } from './chains.ts';

const byNumber = (one: number, other: number) => one - other;

function chain(from: number, to: number, pairs: [number, number][], compare = byNumber) {
	const neighbours = neighboursOf(pairs, compare);
	return shortestChain(from, distancesTo(to, neighbours), neighbours);
}

describe('a shortest chain', () => {
	it('is a member itself where that is the end', () => {
		assert.deepEqual(chain(1, 1, []), [1]);
	});

	it('goes along pairs in either direction', () => {
		assert.deepEqual(
			chain(1, 3, [
				[2, 1],
				[2, 3],
			]),
			[1, 2, 3],
		);
	});

	it('takes the way with the fewest pairs', () => {
		assert.deepEqual(
			chain(1, 4, [
				[1, 2],
				[2, 3],
				[3, 4],
				[1, 9],
				[9, 4],
			]),
			[1, 9, 4],
		);
	});

	it('prefers, of equally long ones, the smaller member, whatever the order of the pairs', () => {
		const pairs: [number, number][] = [
			[1, 5],
			[5, 4],
			[1, 3],
			[3, 4],
		];
		assert.deepEqual(chain(1, 4, pairs), [1, 3, 4]);
		assert.deepEqual(chain(1, 4, pairs.toReversed()), [1, 3, 4]);
		assert.deepEqual(
			chain(1, 4, pairs, (one, other) => other - one),
			[1, 5, 4],
		);
	});

	it('is undefined where nothing connects the two', () => {
		assert.equal(
			chain(1, 4, [
				[1, 2],
				[3, 4],
			]),
			undefined,
		);
	});

	it('is found in a chain of 100,000', () => {
		const pairs = Array.from({ length: 100_000 }, (_, at): [number, number] => [at, at + 1]);
		assert.equal(chain(0, 100_000, pairs)?.length, 100_001);
	});
});
