// Runs rounds of work while there is any, sleeps until it is woken or a poll is due, and stops
// after the round under way. A loop is
//
//   in a round ── found work ───> in the next one
//      ├───────── found none ───> asleep until it is woken, or for `pollMilliseconds`
//      ├───────── failed ───────> asleep for 100 ms, twice as long each time, up to 10 s
//      └───────── stop() ───────> ended
import type { Clock } from '../../clock.ts';
import { GivenUp } from '../giving-up.ts';

export type Loop = {
	/** Wakes the loop, since there may be work. */
	wake(): void;
	/**
	 * Resolves when a round finds nothing to do (one that begins after this call), or the loop has
	 * ended; rejects where rounds fail for too long (`failsAfter`).
	 */
	idle(): Promise<void>;
	/** Ends after the round under way, or once that gives up; resolves when it has. */
	stop(): Promise<void>;
};

/**
 * The outcome of a round: whether it found work; or that others do the work, and after how many
 * milliseconds to check again. `idle` does not resolve meanwhile.
 */
export type RoundOutcome = boolean | { againIn: number };

/** Says for how long rounds may fail, one after the other, and which failures do not count. */
export type FailsAfter = { milliseconds: number; unless(error: unknown): boolean };

export type LoopOptions = {
	clock: Clock;
	pollMilliseconds: number;
	onError(error: unknown): void;
	/**
	 * When `idle` rejects with the last failure; without it, `idle` waits on. The loop itself goes
	 * on.
	 */
	failsAfter?: FailsAfter | undefined;
};

// After a round that failed the next waits this long, doubling up to the longest.
const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 10_000;

/**
 * Starts a loop. `signal` is aborted once the loop is to stop; a round that then fails with its
 * reason has given up, which does not count as a failure.
 */
export function createLoop(
	round: (stopping: () => boolean, signal: AbortSignal) => Promise<RoundOutcome>,
	{ clock, pollMilliseconds, onError, failsAfter }: LoopOptions,
): Loop {
	const stopping = new AbortController();
	const isStopping = () => stopping.signal.aborted;
	let hasEnded = false;
	let isWoken = true;
	let waiters: PromiseWithResolvers<void>[] = [];
	const sleeper = createSleeper(clock);
	const noteOutcome = createFailureClock(clock, failsAfter);

	const run = async () => {
		let pause = firstPauseMilliseconds;
		while (!isStopping()) {
			const asked = waiters;
			waiters = [];
			isWoken = false;
			try {
				const outcome = await round(isStopping, stopping.signal);
				pause = firstPauseMilliseconds;
				noteOutcome('done');
				if (typeof outcome === 'object') {
					waiters = waiters.concat(asked);
					if (!isWoken && !isStopping()) await sleeper.sleep(Math.min(outcome.againIn, pollMilliseconds));
					continue;
				}
				if (outcome) {
					waiters = waiters.concat(asked);
					// Everything else on this thread runs between rounds.
					await clock.turn();
					continue;
				}
				for (const { resolve } of asked) resolve();
				if (!isWoken && !isStopping()) await sleeper.sleep(pollMilliseconds);
			} catch (error) {
				waiters = waiters.concat(asked);
				if (isStopping() && (error === stopping.signal.reason || error instanceof GivenUp)) break;
				onError(error);
				const hasFailedTooLong = noteOutcome({ error });
				if (hasFailedTooLong) for (const { reject } of waiters.splice(0)) reject(error);
				if (!isStopping()) await sleeper.sleep(pause);
				pause = Math.min(pause * 2, longestPauseMilliseconds);
			}
		}
		hasEnded = true;
		for (const { resolve } of waiters) resolve();
	};
	const ended = run();
	const wake = () => {
		isWoken = true;
		sleeper.wake();
	};
	return {
		wake,
		idle() {
			const waiter = Promise.withResolvers<void>();
			if (hasEnded) waiter.resolve();
			else {
				waiters.push(waiter);
				wake();
			}
			return waiter.promise;
		},
		async stop() {
			stopping.abort();
			wake();
			await ended;
		},
	};
}

/** Creates a sleep that `wake` ends early. */
function createSleeper({ sleep }: Clock): { sleep(milliseconds: number): Promise<void>; wake(): void } {
	let waking = new AbortController();
	return {
		sleep(milliseconds) {
			waking = new AbortController();
			return sleep(milliseconds, waking.signal);
		},
		wake: () => waking.abort(),
	};
}

/** Creates a clock that records the end of each round, and whether rounds failed for too long. */
function createFailureClock(
	{ elapsed }: Clock,
	failsAfter: FailsAfter | undefined,
): (outcome: 'done' | { error: unknown }) => boolean {
	let failingSince: number | undefined;
	return (outcome) => {
		if (!failsAfter) return false;
		if (outcome === 'done' || failsAfter.unless(outcome.error)) {
			failingSince = undefined;
			return false;
		}
		failingSince ??= elapsed();
		return elapsed() - failingSince >= failsAfter.milliseconds;
	};
}
