import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { systemClock } from '../../clock.ts';
import { createLoop, type Loop } from './loop.ts';

const pollMilliseconds = 60_000;
const clock = { ...systemClock, elapsed: () => Date.now() };

/** Lets everything run that does not wait for a timer. */
const runAll = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/**
 * Starts a loop that counts its rounds: `work` of them find something, and all fail where `fails`
 * is set.
 */
function countedLoop({ work = 0, fails = false } = {}) {
	const state = { rounds: 0, work, fails, errors: [] as unknown[] };
	const loop = createLoop(
		async () => {
			state.rounds++;
			if (state.fails) throw new Error(`round ${state.rounds}`);
			return state.work-- > 0;
		},
		{ clock, pollMilliseconds, onError: (error) => state.errors.push(error) },
	);
	return { state, loop };
}

describe('a loop', () => {
	let running: Loop | undefined;
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
	afterEach(async () => {
		await running?.stop();
		running = undefined;
		mock.timers.reset();
	});

	it('begins with a round at once', async () => {
		const { state, loop } = countedLoop();
		running = loop;
		await runAll();
		assert.equal(state.rounds, 1);
	});

	it('runs rounds while they find something to do, then sleeps', async () => {
		const { state, loop } = countedLoop({ work: 3 });
		running = loop;
		await loop.idle();
		const { rounds } = state;
		assert.ok(rounds >= 4);
		await runAll();
		assert.equal(state.rounds, rounds);
	});

	it('looks soon again at what others are at, and is not idle meanwhile', async () => {
		let rounds = 0;
		running = createLoop(async () => (++rounds < 3 ? { againIn: 500 } : false), {
			clock: systemClock,
			pollMilliseconds: 60_000,
			onError: assert.fail,
		});
		let isIdle = false;
		const idle = running.idle().then(() => {
			isIdle = true;
		});
		await runAll();
		assert.deepEqual([rounds, isIdle], [2, false]);
		mock.timers.tick(500);
		await runAll();
		await idle;
		assert.equal(rounds, 3);
	});

	it('asks the round under way to give up when it is stopped, which is no failure', async () => {
		running = createLoop(
			(_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
			{ clock: systemClock, pollMilliseconds: 60_000, onError: assert.fail },
		);
		await runAll();
		await running.stop();
	});

	it('reports the last failure to a caller that waits when rounds fail for so long, however often woken', async () => {
		let rounds = 0;
		let failing = true;
		running = createLoop(
			async () => {
				rounds++;
				if (failing) throw new Error(`round ${rounds}`);
				return false;
			},
			{
				clock,
				pollMilliseconds,
				onError: () => undefined,
				failsAfter: { milliseconds: 1_000, unless: () => false },
			},
		);
		const failures: Error[] = [];
		running.idle().catch((error) => failures.push(error));
		for (let time = 0; time < 20; time++) {
			running.wake();
			await runAll();
		}
		assert.equal(failures.length, 0);
		mock.timers.tick(1_000);
		running.wake();
		await runAll();
		assert.equal(failures[0]?.message, `round ${rounds}`);
		// A later caller gets the next one.
		await assert.rejects(running.idle(), /round/);
		failing = false;
		await running.idle();
	});

	it('lets a caller wait on while failures do not count', async () => {
		let failing = true;
		running = createLoop(
			async () => {
				if (failing) throw new Error('another process does it');
				return false;
			},
			{
				clock,
				pollMilliseconds,
				onError: () => undefined,
				failsAfter: { milliseconds: 1_000, unless: () => true },
			},
		);
		const waited = running.idle();
		for (let time = 0; time < 5; time++) {
			await runAll();
			mock.timers.tick(10_000);
		}
		failing = false;
		await runAll();
		mock.timers.tick(10_000);
		await waited;
	});

	it('runs a round when it is woken', async () => {
		const { state, loop } = countedLoop();
		running = loop;
		await runAll();
		loop.wake();
		await runAll();
		assert.equal(state.rounds, 2);
	});

	it('runs a round when a poll is due, and not before', async () => {
		const { state, loop } = countedLoop();
		running = loop;
		await runAll();
		mock.timers.tick(pollMilliseconds - 1);
		await runAll();
		assert.equal(state.rounds, 1);
		mock.timers.tick(1);
		await runAll();
		assert.equal(state.rounds, 2);
	});

	it('runs another round when it is woken during one', async () => {
		const gate = Promise.withResolvers<boolean>();
		let rounds = 0;
		running = createLoop(() => (++rounds === 1 ? gate.promise : Promise.resolve(false)), {
			clock,
			pollMilliseconds,
			onError: () => undefined,
		});
		running.wake();
		gate.resolve(false);
		await runAll();
		assert.equal(rounds, 2);
	});

	it('lets everything else on its thread run between rounds', async () => {
		const { state, loop } = countedLoop({ work: 1_000 });
		running = loop;
		await new Promise(setImmediate);
		assert.ok(state.rounds < 10, `${state.rounds} rounds`);
	});

	it('is idle when a round that began later has found nothing', async () => {
		const gate = Promise.withResolvers<boolean>();
		const begun: number[] = [];
		running = createLoop(
			() => {
				begun.push(begun.length + 1);
				return begun.length === 1 ? gate.promise : Promise.resolve(begun.length === 2);
			},
			{ clock, pollMilliseconds, onError: () => undefined },
		);
		let isIdle = false;
		const idle = running.idle().then(() => {
			isIdle = true;
		});
		gate.resolve(false);
		await Promise.resolve();
		assert.equal(isIdle, false);
		await idle;
		assert.deepEqual(begun, [1, 2, 3]);
	});

	it('reports a round that failed and pauses for longer after each, up to ten seconds', async () => {
		const { state, loop } = countedLoop({ fails: true });
		running = loop;
		await runAll();
		for (const pause of [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]) {
			const { rounds } = state;
			mock.timers.tick(pause - 1);
			await runAll();
			assert.equal(state.rounds, rounds, `before ${pause} ms`);
			mock.timers.tick(1);
			await runAll();
			assert.equal(state.rounds, rounds + 1, `after ${pause} ms`);
		}
		assert.equal((state.errors[0] as Error).message, 'round 1');
		assert.equal(state.errors.length, state.rounds);
	});

	it('pauses for little again after a round that went well', async () => {
		const { state, loop } = countedLoop({ fails: true });
		running = loop;
		await runAll();
		mock.timers.tick(100);
		await runAll();
		state.fails = false;
		mock.timers.tick(200);
		await runAll();
		state.fails = true;
		loop.wake();
		await runAll();
		const { rounds } = state;
		mock.timers.tick(100);
		await runAll();
		assert.equal(state.rounds, rounds + 1);
	});

	it('is not idle while rounds fail', async () => {
		const { state, loop } = countedLoop({ fails: true });
		running = loop;
		let isIdle = false;
		const idle = loop.idle().then(() => {
			isIdle = true;
		});
		await runAll();
		assert.equal(isIdle, false);
		state.fails = false;
		mock.timers.tick(100);
		await idle;
	});

	it('ends after the round under way, which is asked to stop', async () => {
		const gate = Promise.withResolvers<boolean>();
		let rounds = 0;
		let reported = false;
		const loop = createLoop(
			async (stopping) => {
				rounds++;
				const found = await gate.promise;
				reported = stopping();
				return found;
			},
			{ clock, pollMilliseconds, onError: () => undefined },
		);
		let ended = false;
		const stopped = loop.stop().then(() => {
			ended = true;
		});
		await runAll();
		assert.equal(ended, false);
		gate.resolve(true);
		await stopped;
		assert.deepEqual([rounds, reported], [1, true]);
	});

	it('ends at once while it sleeps, whatever it sleeps for', async () => {
		const asleep = countedLoop();
		await runAll();
		await asleep.loop.stop();
		assert.equal(asleep.state.rounds, 1);
		const pausing = countedLoop({ fails: true });
		await runAll();
		await pausing.loop.stop();
		assert.equal(pausing.state.rounds, 1);
	});

	it('ends at once when the round under way fails', async () => {
		const { state, loop } = countedLoop({ fails: true });
		await loop.stop();
		assert.equal(state.rounds, 1);
	});

	it('leaves no caller waiting when it ends, nor afterwards', async () => {
		const { state, loop } = countedLoop({ fails: true });
		const idle = loop.idle();
		await runAll();
		await loop.stop();
		await idle;
		await loop.idle();
		await loop.stop();
		loop.wake();
		await runAll();
		assert.equal(state.rounds, 1);
	});
});
