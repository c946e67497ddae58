import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkHeader, type PageAddresses, pageAddresses } from './paging.ts';

const address = 'https://links.example.org/api/relationships';

type Answer = { total: number; size?: number; page?: number; cursor?: string };

function pages(parameters: Record<string, string>, answer: Answer): Partial<Record<keyof PageAddresses, string>> {
	const { total, size = 100, page, cursor } = answer;
	const addresses = pageAddresses(address, { id: '10.1/a', ...parameters }, { total, size, page, cursor });
	return Object.fromEntries(
		Object.entries(addresses).map(([rel, url]) => {
			assert.ok(url.startsWith(`${address}?id=10.1%2Fa`), url);
			return [rel, url.slice(`${address}?id=10.1%2Fa`.length)];
		}),
	);
}

describe('the pages around an answer', () => {
	it('are itself, the first and the last where it is the only one', () => {
		const only = { self: '', first: '&page=1', last: '&page=1' };
		assert.deepEqual(pages({}, { total: 0, page: 1 }), only);
		assert.deepEqual(pages({}, { total: 100, page: 1 }), only);
	});

	it('are before and behind it where it lies between', () => {
		assert.deepEqual(pages({ page: '2' }, { total: 301, page: 2, cursor: 'a+b/=' }), {
			self: '&page=2',
			first: '&page=1',
			prev: '&page=1',
			next: '&cursor=a%2Bb%2F%3D',
			last: '&page=4',
		});
	});

	it('keep the other parameters, encoded', () => {
		const { next } = pages({ q: 'a>b "é"', size: '5' }, { total: 6, size: 5, page: 1, cursor: 'c' });
		assert.equal(next, '&q=a%3Eb%20%22%C3%A9%22&size=5&cursor=c');
	});

	it('lead back from behind the end to the last one', () => {
		const { prev, next } = pages({ page: '9' }, { total: 150, page: 9 });
		assert.deepEqual({ prev, next }, { prev: '&page=2', next: undefined });
	});

	it('have a last one as long as numbers reach it', () => {
		const lastOf = (total: number) => pages({ page: '99' }, { total, page: 99, cursor: 'c' }).last;
		assert.deepEqual([lastOf(10_000), lastOf(10_001)], ['&page=100', undefined]);
	});

	it('of a cursor are the first one and the next cursor', () => {
		assert.deepEqual(pages({ cursor: 'a' }, { total: 20_000, cursor: 'b' }), {
			self: '&cursor=a',
			first: '&page=1',
			next: '&cursor=b',
		});
		assert.equal(pages({ cursor: 'a' }, { total: 20_000 }).next, undefined);
	});
});

describe('the Link header', () => {
	it('names what there is (RFC 8288)', () => {
		const all = { self: 's', first: 'f', prev: 'p', next: 'n', last: 'l' };
		assert.equal(linkHeader(all), '<f>; rel="first", <p>; rel="prev", <n>; rel="next", <l>; rel="last"');
		assert.equal(linkHeader({ self: 's', first: 'f' }), '<f>; rel="first"');
	});
});
