import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { systemClock } from './clock.ts';

describe('the clock of the machine', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
	afterEach(() => mock.timers.reset());

	/** Sleeps for a second; answers whether that is over. */
	const sleeping = (signal?: AbortSignal) => {
		const state = { isAwake: false };
		void systemClock.sleep(1_000, signal).then(() => {
			state.isAwake = true;
		});
		return state;
	};

	it('sleeps as long as asked', async () => {
		const sleeper = sleeping();
		mock.timers.tick(999);
		await systemClock.turn();
		assert.equal(sleeper.isAwake, false);
		mock.timers.tick(1);
		await systemClock.turn();
		assert.equal(sleeper.isAwake, true);
	});

	it('wakes as soon as the signal aborts', async () => {
		const waking = new AbortController();
		const sleeper = sleeping(waking.signal);
		await systemClock.turn();
		assert.equal(sleeper.isAwake, false);
		waking.abort();
		await systemClock.turn();
		assert.equal(sleeper.isAwake, true);
	});

	it('does not sleep where the signal has aborted before', async () => {
		const sleeper = sleeping(AbortSignal.abort());
		await systemClock.turn();
		assert.equal(sleeper.isAwake, true);
	});
});
