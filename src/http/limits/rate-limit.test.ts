import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRateLimiter } from './rate-limit.ts';

/** Creates a limiter that returns only the seconds to wait. */
function createWaits(...options: Parameters<typeof createRateLimiter>): (sender: string, now: number) => number {
	const take = createRateLimiter(...options);
	return (sender, now) => take(sender, now).waitSeconds;
}

describe('the rate limit', () => {
	it('lets a sender use its minute at once, then says how long to wait', () => {
		const take = createWaits(3);
		assert.deepEqual([take('a', 0), take('a', 0), take('a', 0)], [0, 0, 0]);
		assert.equal(Math.round(take('a', 0)), 20);
		assert.equal(Math.round(take('a', 10_000)), 10);
	});

	it('lets it go on after that time, at the even pace of the limit', () => {
		const take = createWaits(60);
		for (let request = 0; request < 60; request++) assert.equal(take('a', 0), 0);
		assert.notEqual(take('a', 999), 0);
		assert.equal(take('a', 1_001), 0);
		assert.notEqual(take('a', 1_001), 0);
	});

	it('never saves up more than a minute', () => {
		const take = createWaits(2);
		take('a', 0);
		const day = 86_400_000;
		assert.deepEqual([take('a', day), take('a', day)], [0, 0]);
		assert.notEqual(take('a', day), 0);
	});

	it('counts each sender for itself', () => {
		const take = createWaits(1);
		assert.equal(take('a', 0), 0);
		assert.equal(take('b', 0), 0);
		assert.notEqual(take('a', 0), 0);
	});

	it('drops the least recent sender beyond its memory, and no other', () => {
		const take = createWaits(1, { maxSenders: 3 });
		for (const sender of ['a', 'b', 'c']) take(sender, 0);
		take('a', 1);
		take('d', 2);
		assert.notEqual(take('a', 3), 0);
		assert.notEqual(take('c', 3), 0);
		assert.equal(take('b', 3), 0);
	});

	it('survives a clock that goes back', () => {
		const take = createWaits(2);
		take('a', 1_000);
		assert.equal(take('a', 0), 0);
		assert.notEqual(take('a', 0), 0);
	});

	it('returns what is left, and when all of it is available again', () => {
		const take = createRateLimiter(60);
		assert.deepEqual(take('a', 0).left, { requests: 59, fullAfterSeconds: 1 });
		assert.deepEqual(take('a', 500).left, { requests: 58, fullAfterSeconds: 1.5 });
	});
});
