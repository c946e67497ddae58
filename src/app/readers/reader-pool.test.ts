// The pool, with real threads: how many work, who waits, and what is given up.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { readSettings } from '../../settings.ts';
import { startThread } from '../thread-calls.ts';
import { searchRefusals } from './pooled-reading.ts';
import type { PooledCalls } from './pooled-thread.fixture.ts';
import { createPool, type Pool, type PoolOptions, type WorkOptions } from './reader-pool.ts';

const pools: Pool<PooledCalls>[] = [];
after(() => Promise.all(pools.map((pool) => pool.stop())));

function openPool(options: Partial<PoolOptions<PooledCalls>> = {}): Pool<PooledCalls> {
	const pool = createPool<PooledCalls>({
		...{ threads: 1, mostWaiting: 2, limitMilliseconds: 60_000, graceMilliseconds: 60_000 },
		start: (onFailure) =>
			startThread<PooledCalls>('./readers/pooled-thread.fixture.ts', readSettings({}), {
				onNotice: () => undefined,
				onFailure,
			}),
		...{ onFailure: () => undefined, refusals: searchRefusals },
		...options,
	});
	pools.push(pool);
	return pool;
}

const shared = () => new Int32Array(new SharedArrayBuffer(4));

/** Begins work that goes on until it is stopped to end; `begun` resolves once a thread does it. */
function beginWork(pool: Pool<PooledCalls>, { cost = 1, ...options }: Partial<WorkOptions> = {}) {
	const stopped = shared();
	const begun = shared();
	let given: Int32Array | undefined;
	const done = pool.run(
		(calls, cancelled) => {
			given = cancelled;
			return calls.workUntilStopped({ stopped, begun });
		},
		{ cost, ...options },
	);
	done.catch(() => undefined);
	return {
		done,
		begun: Atomics.waitAsync(begun, 0, 0).value,
		cancelled: () => given?.[0],
		end() {
			Atomics.store(stopped, 0, 1);
			Atomics.notify(stopped, 0);
		},
	};
}

const name = (pool: Pool<PooledCalls>, cost = 1) => pool.run((calls) => calls.name(), { cost });

const isUnavailable = (words: RegExp) => (error: unknown) => {
	assert.ok(error instanceof BrokerError, String(error));
	assert.equal(error.code, 'unavailable');
	assert.match(error.message, words);
	assert.ok((error.retryAfterSeconds ?? 0) > 0);
	return true;
};

describe('a pool of threads', () => {
	it('has work done by threads that stay, as many at a time as there are', async () => {
		const pool = openPool({ threads: 2 });
		const [one, other] = [beginWork(pool), beginWork(pool)];
		await Promise.all([one.begun, other.begun]);
		const third = beginWork(pool);
		assert.deepEqual(pool.load(), { working: 2, waiting: 1 });
		for (const work of [one, other, third]) work.end();
		assert.deepEqual(await Promise.all([one.done, other.done, third.done]), ['done', 'done', 'done']);
		const names = [await name(pool), await name(pool), await name(pool)];
		assert.ok(new Set(names).size <= 2);
	});

	it('begins with the cheapest of those that wait, of equals with the first', async () => {
		const pool = openPool({ mostWaiting: 9 });
		const first = beginWork(pool);
		const order: string[] = [];
		const waiting = Object.entries({ dear: 9, cheap: 1, middle: 5, cheapToo: 1 }).map(async ([what, cost]) => {
			await name(pool, cost);
			order.push(what);
		});
		first.end();
		await Promise.all(waiting);
		assert.deepEqual(order, ['cheap', 'cheapToo', 'middle', 'dear']);
	});

	it('has senders take turns', async () => {
		const pool = openPool({ mostWaiting: 9 });
		const first = beginWork(pool);
		const order: string[] = [];
		const waiting = ['a1', 'a2', 'a3', 'b1', 'b2'].map(async (what) => {
			await pool.run((calls) => calls.name(), { cost: 1, sender: what.charAt(0) });
			order.push(what);
		});
		first.end();
		await Promise.all(waiting);
		assert.deepEqual(order, ['a1', 'b1', 'a2', 'b2', 'a3']);
	});

	it('refuses, where too many wait, the dearest of the sender with the most', async () => {
		const pool = openPool({ mostWaiting: 2 });
		const working = beginWork(pool, { sender: 'a' });
		const [cheap, dear] = [beginWork(pool, { sender: 'a', cost: 1 }), beginWork(pool, { sender: 'a', cost: 9 })];
		const other = beginWork(pool, { sender: 'b', cost: 20 });
		await assert.rejects(dear.done, isUnavailable(/Too many long searches are waiting/));
		for (const work of [working, cheap, other]) work.end();
		assert.equal(await other.done, 'done');
	});

	it('gives up what has had its share of the time while another sender waits', async () => {
		const pool = openPool({ sharedMilliseconds: 100 });
		const alone = beginWork(pool, { sender: 'a' });
		await alone.begun;
		const own = beginWork(pool, { sender: 'a' });
		await new Promise((resolve) => setTimeout(resolve, 200));
		assert.equal(alone.cancelled(), 0);
		alone.end();
		await own.begun;
		const other = beginWork(pool, { sender: 'b' });
		await assert.rejects(own.done, isUnavailable(/took longer than 0\.1 seconds/));
		own.end();
		other.end();
		assert.equal(await other.done, 'done');
	});

	it('keeps a thread for work that is quick', async () => {
		const pool = openPool({ threads: 2, quickCost: 5 });
		const [dear, dearToo] = [beginWork(pool, { cost: 6, sender: 'a' }), beginWork(pool, { cost: 6, sender: 'b' })];
		await dear.begun;
		assert.ok(await name(pool, 5));
		assert.equal(pool.load().waiting, 1);
		for (const work of [dear, dearToo]) work.end();
		await dearToo.done;
	});

	it('refuses at once what comes where too many wait', async () => {
		const pool = openPool({ mostWaiting: 1 });
		const [working, waiting] = [beginWork(pool), beginWork(pool)];
		await assert.rejects(name(pool), isUnavailable(/Too many long searches are waiting/));
		working.end();
		waiting.end();
		await waiting.done;
		assert.ok(await name(pool));
	});

	it('gives up what takes longer than the limit, and stops the thread', async () => {
		const pool = openPool({ limitMilliseconds: 50 });
		const work = beginWork(pool);
		await assert.rejects(work.done, isUnavailable(/took longer than 0\.05 seconds.*Narrow it/));
		assert.equal(work.cancelled(), 1);
		assert.deepEqual(pool.load(), { working: 1, waiting: 0 });
		work.end();
	});

	it('gives up what waits for longer than the limit', async () => {
		const pool = openPool({ limitMilliseconds: 300 });
		const [working, waiting] = [beginWork(pool), beginWork(pool)];
		await assert.rejects(waiting.done, isUnavailable(/took longer/));
		await assert.rejects(working.done, isUnavailable(/took longer/));
		assert.equal(pool.load().waiting, 0);
		working.end();
	});

	it('replaces a thread that does not end what was given up', async () => {
		const pool = openPool({ graceMilliseconds: 20 });
		const before = await name(pool);
		const begun = shared();
		const client = new AbortController();
		const work = pool.run((calls) => calls.workForEver({ begun }), { cost: 1, signal: client.signal });
		await Atomics.waitAsync(begun, 0, 0).value;
		client.abort();
		await assert.rejects(work, { name: 'AbortError' });
		assert.notEqual(await name(pool), before);
	});

	it('frees the place of a client that has left', async () => {
		const pool = openPool({ mostWaiting: 1 });
		const working = beginWork(pool);
		const client = new AbortController();
		const waiting = beginWork(pool, { signal: client.signal });
		assert.equal(pool.load().waiting, 1);
		client.abort();
		await assert.rejects(waiting.done, { name: 'AbortError' });
		assert.equal(pool.load().waiting, 0);
		assert.equal(waiting.cancelled(), undefined);
		await assert.rejects(beginWork(pool, { signal: AbortSignal.abort() }).done, { name: 'AbortError' });
		working.end();
	});

	it('fails what was being done when its thread fails, and goes on with another', async () => {
		const failures: Error[] = [];
		const pool = openPool({ onFailure: (error) => failures.push(error) });
		const before = await name(pool);
		const failing = pool.run((calls) => calls.fail(), { cost: 1 });
		await assert.rejects(failing, isUnavailable(/its thread failed/));
		assert.equal(failures[0]?.message, 'the thread fails');
		assert.notEqual(await name(pool), before);
	});
});
