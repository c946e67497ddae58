import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Relation } from './relation.ts';
import { describeChain, describeKinship } from './words.ts';

const named = (ID: string) => ({ ID, IDScheme: 'doi' });
const step = (source: string, relation: Relation, target: string) => ({
	source: named(source),
	relation,
	target: named(target),
});
const shown = (begin: string, ...steps: ReturnType<typeof step>[]) =>
	describeChain(named(begin), steps).map(({ phrase, to, direction }) => `${phrase} ${to.ID} (${direction})`);

describe('a chain of assertions', () => {
	it('reads from its begin to its end, each relation in that direction', () => {
		assert.deepEqual(
			shown('a', step('b', 'HasVersion', 'a'), step('b', 'IsIdenticalTo', 'c'), step('c', 'Cites', 'd')),
			['is a version of b (backward)', 'is the same as c (both)', 'cites d (forward)'],
		);
	});

	it('reads the other way round from its other end', () => {
		assert.deepEqual(shown('d', step('c', 'Cites', 'd'), step('c', 'IsSupplementTo', 'e')), [
			'is cited by c (backward)',
			'is a supplement to e (forward)',
		]);
		assert.deepEqual(shown('b', step('a', 'IsRelatedTo', 'b')), ['is related to a (both)']);
	});

	it('is empty where there are no steps', () => {
		assert.deepEqual(shown('a'), []);
	});
});

describe('what its ends are to each other', () => {
	it('reads as a sentence', () => {
		assert.equal(describeKinship('same', 0), 'Both are the same identifier.');
		assert.equal(describeKinship('same', 1), 'Both are identifiers of one work.');
	});
});
