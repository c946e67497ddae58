import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baseAddress, rootAddress, targetOf } from './addresses.ts';

describe('the address of links in an answer', () => {
	it("is the request's own, with the prefix that it used", () => {
		assert.equal(baseAddress('http://127.0.0.1:5000/relationships?id=1', null), 'http://127.0.0.1:5000');
		assert.equal(baseAddress('http://127.0.0.1:5000/api/relationships?id=1', null), 'http://127.0.0.1:5000/api');
		assert.equal(baseAddress('https://a/api', null), 'https://a');
		assert.equal(baseAddress('https://a/apis/x', null), 'https://a');
		assert.equal(baseAddress('https://a/relationships?id=/api/', null), 'https://a');
	});

	it('is the public one where that is set', () => {
		assert.equal(
			baseAddress('http://127.0.0.1/relationships', 'https://links.example.org'),
			'https://links.example.org',
		);
		assert.equal(baseAddress('http://127.0.0.1/api/events', 'https://example.org/x'), 'https://example.org/x/api');
	});

	it('does not repeat the prefix of a public one', () => {
		assert.equal(baseAddress('http://127.0.0.1/api/events', 'https://example.org/api'), 'https://example.org/api');
		assert.equal(baseAddress('http://127.0.0.1/events', 'https://example.org/api'), 'https://example.org/api');
	});
});

describe('the root address', () => {
	it('is the same with and without prefix', () => {
		assert.equal(rootAddress('http://localhost/api/events', null), 'http://localhost');
		assert.equal(rootAddress('http://localhost/events', null), 'http://localhost');
		assert.equal(rootAddress('http://localhost/api/events', 'https://links.example.org'), 'https://links.example.org');
	});
});

describe('the target of a request', () => {
	it('is its path and query, cut where they are long and without tokens', () => {
		assert.equal(targetOf('http://localhost/relationships?id=1'), '/relationships?id=1');
		assert.equal(targetOf('http://localhost/events?access_token=secret&x=1'), '/events?access_token=***&x=1');
		assert.equal(targetOf('http://localhost/subscriptions/7/confirm?code=secret'), '/subscriptions/7/confirm?code=***');
		assert.equal(targetOf(`http://localhost/${'a'.repeat(5_000)}`).length, 1_000);
	});
});
