import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRateLimiter, networkOf } from './rate-limit.ts';

describe('the rate limit', () => {
	it('lets a sender use its minute at once, then says how long to wait', () => {
		const take = createRateLimiter(3);
		assert.deepEqual([take('a', 0), take('a', 0), take('a', 0)], [0, 0, 0]);
		assert.equal(Math.round(take('a', 0)), 20);
		assert.equal(Math.round(take('a', 10_000)), 10);
	});

	it('lets it go on after that time, at the even pace of the limit', () => {
		const take = createRateLimiter(60);
		for (let request = 0; request < 60; request++) assert.equal(take('a', 0), 0);
		assert.notEqual(take('a', 999), 0);
		assert.equal(take('a', 1_001), 0);
		assert.notEqual(take('a', 1_001), 0);
	});

	it('never saves up more than a minute', () => {
		const take = createRateLimiter(2);
		take('a', 0);
		const day = 86_400_000;
		assert.deepEqual([take('a', day), take('a', day)], [0, 0]);
		assert.notEqual(take('a', day), 0);
	});

	it('counts each sender for itself', () => {
		const take = createRateLimiter(1);
		assert.equal(take('a', 0), 0);
		assert.equal(take('b', 0), 0);
		assert.notEqual(take('a', 0), 0);
	});

	it('forgets the quietest sender beyond its memory, and no other', () => {
		const take = createRateLimiter(1, 3);
		for (const sender of ['a', 'b', 'c']) take(sender, 0);
		take('a', 1);
		take('d', 2);
		assert.notEqual(take('a', 3), 0);
		assert.notEqual(take('c', 3), 0);
		assert.equal(take('b', 3), 0);
	});

	it('survives a clock that goes back', () => {
		const take = createRateLimiter(2);
		take('a', 1_000);
		assert.equal(take('a', 0), 0);
		assert.notEqual(take('a', 0), 0);
	});
});

describe('the network of an address', () => {
	it('is the address itself of IPv4, however it is written', () => {
		assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
		assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
	});

	it('is the first half of IPv6', () => {
		assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
		assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0');
		assert.equal(networkOf('2001:db8:1:2::'), '2001:db8:1:2');
		assert.equal(networkOf('::1'), '0:0:0:0');
		assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0');
	});
});
