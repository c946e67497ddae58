// Tests of digests of what is said of somebody.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestOfOwner, digestText } from './digested-text.ts';

const of = (owner: number, text: string) => digestOfOwner(owner, digestText(text)).digest;

describe('the digest of what is said of an owner', () => {
	it('tells texts apart, and owners', () => {
		const digests = [of(1, 'a'), of(1, 'b'), of(2, 'a'), of(2, 'b')];
		assert.equal(new Set(digests).size, 4);
		assert.equal(of(1, 'a'), digests[0]);
	});

	it('is in the order of owners, whatever the texts', () => {
		const owners = [1, 9, 10, 35, 36, 1_295, 1_296, 4_000_000, 10_000_000_000];
		const digests = owners.map((owner) => of(owner, `text of ${owner}`));
		assert.deepEqual(digests.toSorted(), digests);
	});

	it('comes with the text', () => {
		assert.equal(digestOfOwner(1, digestText('a')).text, 'a');
	});
});
