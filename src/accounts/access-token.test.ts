// Tests of what access tokens look like.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashAccessToken, looksLikeAccessToken, makeAccessToken } from './tokens.ts';

describe('an access token', () => {
	it('is lb_ and 40 letters and digits', () => {
		assert.match(makeAccessToken(), /^lb_[0-9A-Za-z]{40}$/);
	});

	it('is never the same', () => {
		assert.equal(new Set(Array.from({ length: 1_000 }, makeAccessToken)).size, 1_000);
	});

	it('is recognised by its shape', () => {
		const token = makeAccessToken();
		assert.equal(looksLikeAccessToken(token), true);
		for (const other of [
			'',
			'lb_',
			token.slice(0, -1),
			`${token}0`,
			` ${token}`,
			`${token}\n`,
			token.toUpperCase().replace('_', '-'),
		]) {
			assert.equal(looksLikeAccessToken(other), false, other);
		}
	});

	it('is kept as its SHA-256', () => {
		// FIPS 180-2, appendix B.1.
		assert.equal(hashAccessToken('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
	});
});
