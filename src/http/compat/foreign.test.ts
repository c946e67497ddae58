// Tests what answers in the form of other services have in common.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalLink, itemsOnPage, readForeignPage, readForeignParameters } from './foreign.ts';

const page = (query: string, first: 0 | 1 = 0) =>
	readForeignPage(readForeignParameters(`http://localhost/?${query}`), first);
const many = { items: ['first page'], total: 10_001 };

describe('a page of another service', () => {
	it('is counted from the number of its first page', () => {
		assert.deepEqual(page('page=2&size=5').asParameters, { size: '5', page: '3' });
		assert.deepEqual(page('page=2&size=5', 1).asParameters, { size: '5', page: '2' });
		assert.deepEqual(page('size=9999').asParameters, { size: '1000', page: '1' });
	});

	it('is refused where its number is none, with the first number', () => {
		for (const wrong of ['-1', 'x', '1.5', '0x1', '1e2', '12345678901234567']) {
			assert.throws(() => page(`page=${wrong}`), /page must be a whole number from 0\./, wrong);
		}
		assert.throws(() => page('page=0', 1), /page must be a whole number from 1\./);
	});

	it('beyond the pages that can be read is empty after the last item, and else refused', () => {
		assert.deepEqual(itemsOnPage(many, page('page=999&size=10')), many.items);
		assert.throws(() => itemsOnPage(many, page('page=1000&size=10')), /Pages reach the first 10000 links\./);
		assert.deepEqual(itemsOnPage(many, page('page=1001&size=10')), []);
	});
});

describe('the link to the same question here', () => {
	it('is left out where it is too long for a header', () => {
		const linked = (q: string) => canonicalLink('http://localhost/relationships', { q });
		assert.deepEqual(linked('a b'), { Link: '<http://localhost/relationships?q=a+b>; rel="canonical"' });
		assert.deepEqual(linked('é'.repeat(1_000)), {});
	});
});
