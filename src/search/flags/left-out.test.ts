import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flags } from './flags.ts';
import { flagPhrase, leftOutText } from './left-out.ts';

describe('the sentence about what a count leaves out', () => {
	it('has a number for each flag, and the sum of what is kept and left out', () => {
		const excluded = { 'author-self': 1_006, machine: 3, 'retracted-citing': 0 };
		assert.equal(
			leftOutText({ total: 31, excluded }, 'isCitedBy'),
			'31 of 1,040 citations: 1,006 by the same authors and 3 found by programs alone are left out.',
		);
		assert.equal(
			leftOutText({ total: 2, excluded: { ...excluded, 'retracted-citing': 1 } }, 'cites'),
			'2 of 1,012 references: 1,006 by the same authors, 3 found by programs alone and 1 by retracted works are left out.',
		);
	});

	it('agrees with one link', () => {
		assert.equal(
			leftOutText({ total: 0, excluded: { machine: 1 } }, 'isRelatedTo'),
			'0 of 1 link: 1 found by programs alone is left out.',
		);
	});

	it('says so where nothing is left out', () => {
		assert.equal(leftOutText({ total: 4, excluded: { machine: 0 } }, undefined), '4 of 4 links: nothing is left out.');
	});

	it('has a phrase for every flag, in the order of the flags', () => {
		assert.deepEqual(Object.keys(flagPhrase), [...flags]);
	});
});
