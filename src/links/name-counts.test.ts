import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNameTally } from './name-counts.ts';

describe('names that are counted', () => {
	it('are in the order of their counts, in the spelling that came first', () => {
		const tally = createNameTally();
		for (const name of ['Cites', 'Uses', 'uses']) tally.add(name);
		tally.add('Reads', 5);
		assert.deepEqual(tally.mostFrequent(), [
			{ name: 'Reads', count: 5 },
			{ name: 'Uses', count: 2 },
			{ name: 'Cites', count: 1 },
		]);
	});

	it('are counted as further ones, where there are very many', () => {
		const tally = createNameTally();
		for (let number = 0; number < 100_000; number++) tally.add(`name ${number}`);
		tally.add('name 7');
		const [most, next, ...others] = tally.mostFrequent();
		assert.deepEqual(
			[most, next],
			[
				{ name: '(further names)', count: 99_000 },
				{ name: 'name 7', count: 2 },
			],
		);
		assert.equal(others.length, 98);
	});
});
