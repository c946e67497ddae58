import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flags } from './flags.ts';
import { explainCount, flagPhrase, leftOutText, unknownText, writeNumbers } from './left-out.ts';

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
			'0 of 1 related work: 1 found by programs alone is left out.',
		);
	});

	it('says so where nothing is left out', () => {
		assert.equal(leftOutText({ total: 4, excluded: { machine: 0 } }, undefined), '4 of 4 links: nothing is left out.');
	});

	it('says of which links that count a flag is unknown, if there are any', () => {
		const some = { 'author-self': 4, machine: 0 };
		assert.equal(unknownText(some), ' Of those that count, 4 may be by the same authors.');
		assert.equal(unknownText({ machine: 0 }), '');
	});

	it('has a phrase for every flag, in the order of the flags', () => {
		assert.deepEqual(Object.keys(flagPhrase), [...flags]);
	});
});

describe('the explanation of a count', () => {
	const citations = { items: 40, relation: 'isCitedBy' } as const;
	const supplemented = { items: 2, relation: 'isSupplementTo' } as const;
	const related = { items: 1, relation: 'isRelatedTo' } as const;
	const nothing = { excluded: [], besides: [], unknown: {} };

	it('names what counts by relation, and what does not', () => {
		const count = { ...nothing, total: { items: 42 }, of: [citations, supplemented], besides: [related] };
		assert.equal(
			writeNumbers(explainCount(count)),
			'40 citations and 2 works that it supplements. Not counted: 1 related work.',
		);
		const none = {
			...nothing,
			total: { items: 0 },
			of: [
				{ ...citations, items: 0 },
				{ ...related, items: 0 },
			],
		};
		assert.equal(writeNumbers(explainCount(none)), '0 citations.');
	});

	it('names what is left out, and what may have to be', () => {
		const flag = 'author-self';
		const excluded = [
			{ ...citations, items: 25, flag },
			{ ...supplemented, items: 1, flag },
		] as const;
		const left = { ...nothing, total: { items: 16 }, of: [citations, supplemented], excluded, unknown: { [flag]: 3 } };
		assert.equal(
			writeNumbers(explainCount(left)),
			'16 of 40 citations and 2 works that it supplements: 25 citations by the same authors and 1 work that it ' +
				'supplements by the same authors are left out. Of those that count, 3 may be by the same authors.',
		);
	});

	it('has each number as it was given, for a page to link', () => {
		const total = { items: 40, asked: 'all' };
		const parts = explainCount({ ...nothing, total, of: [{ ...citations, asked: 'these' }] });
		assert.deepEqual(parts, [{ ...citations, asked: 'these' }, ' citations', '.']);
	});
});
