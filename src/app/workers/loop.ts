// Runs rounds of work while there is any, sleeps until it is woken or a poll is due, and stops
// after the round under way. It knows nothing of the work.
import type { Clock } from '../../clock.ts';

export type Loop = {
	/** Says that there may be work. */
	wake(): void;
	/**
	 * Resolves when a round finds nothing to do (one that begins after this call), or the loop has
	 * ended; rejects where rounds fail for too long (`failsAfter`).
	 */
	idle(): Promise<void>;
	/** Ends after the round under way; resolves when it has. */
	stop(): Promise<void>;
};

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

/** Starts a loop; `round` answers whether it found anything to do. */
export function createLoop(
	round: (stopping: () => boolean) => Promise<boolean>,
	{ clock, pollMilliseconds, onError, failsAfter }: LoopOptions,
): Loop {
	let isStopping = false;
	let hasEnded = false;
	let isWoken = true;
	let waiters: PromiseWithResolvers<void>[] = [];
	const sleeper = createSleeper(clock);
	const noteOutcome = createFailureClock(clock, failsAfter);

	const run = async () => {
		let pause = firstPauseMilliseconds;
		while (!isStopping) {
			const asked = waiters;
			waiters = [];
			isWoken = false;
			try {
				const isBusy = await round(() => isStopping);
				pause = firstPauseMilliseconds;
				noteOutcome('done');
				if (isBusy) {
					waiters.push(...asked);
					// Everything else on this thread runs between rounds.
					await clock.turn();
					continue;
				}
				for (const { resolve } of asked) resolve();
				if (!isWoken && !isStopping) await sleeper.sleep(pollMilliseconds);
			} catch (error) {
				waiters.push(...asked);
				onError(error);
				const hasFailedTooLong = noteOutcome({ error });
				if (hasFailedTooLong) for (const { reject } of waiters.splice(0)) reject(error);
				if (!isStopping) await sleeper.sleep(pause);
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
			isStopping = true;
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

/**
 * Creates what is told how each round ended, and answers whether rounds have failed for too long.
 */
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
