// Specifies the canonical form of ISBNs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalIsbn } from './schemes/numbers.ts';

describe('The canonical form of an ISBN', () => {
	it('is an ISBN-13 with its hyphens', () => {
		assert.equal(canonicalIsbn('9780451450524'), '978-0-451-45052-4');
		assert.equal(canonicalIsbn('9783468111242'), '978-3-468-11124-2');
		assert.equal(canonicalIsbn('9798847781275'), '979-8-8477-8127-5');
	});

	it('is the same for the ISBN-10', () => {
		assert.equal(canonicalIsbn('0451450523'), '978-0-451-45052-4');
		assert.equal(canonicalIsbn('097522980X'), '978-0-9752298-0-4');
	});

	it('knows groups of one to five digits', () => {
		for (const isbn of [
			'978-2-07-036822-8',
			'978-85-359-0277-8',
			'978-972-0-04612-3',
			'978-9928-00-123-8',
			'978-99901-00-12-9',
		]) {
			assert.equal(canonicalIsbn(isbn.replaceAll('-', '')), isbn);
		}
	});

	it('has no hyphens where no group or registrant is assigned', () => {
		assert.equal(canonicalIsbn('9796500000008'), '9796500000008');
		assert.equal(canonicalIsbn('9786505000004'), '9786505000004');
	});

	it('is none for a wrong check digit, prefix or length', () => {
		for (const wrong of ['9780451450525', '0451450524', '4006381333931', '978045145052', '97804514505244', '']) {
			assert.equal(canonicalIsbn(wrong), undefined);
		}
	});
});
