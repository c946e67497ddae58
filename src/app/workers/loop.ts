// Runs rounds of work while there is any, sleeps until woken or a poll is due, stops after the round at hand; knows no work.

export type Loop = {
	/** Says that there may be work. */
	wake(): void;
	/** Resolves when a round finds nothing to do (one that begins after this call), or the loop has ended; rejects where they fail for too long (`failsAfter`). */
	idle(): Promise<void>;
	/** Ends after the round at hand; resolves when it has. */
	stop(): Promise<void>;
};

/** Says for how long rounds may fail, one after the other, and which failures do not count: whoever waits is to wait on. */
export type FailsAfter = { milliseconds: number; unless(error: unknown): boolean };

// After a round that failed the next waits this long, doubling up to the largest.
const firstPauseMilliseconds = 100;
const largestPauseMilliseconds = 10_000;

/** Starts a loop; `round` answers whether it found anything to do. */
export function createLoop(
	round: (stopping: () => boolean) => Promise<boolean>,
	options: {
		pollMilliseconds: number;
		onError(error: unknown): void;
		/** Called after each round that found something to do. */
		betweenRounds?: (() => void) | undefined;
		/** Who waits for it to be idle hears why when rounds have failed for so long; the loop goes on all the same. If none, they wait on. */
		failsAfter?: FailsAfter | undefined;
	},
): Loop {
	let stopping = false;
	let over = false;
	let woken = true;
	let rouse: (() => void) | undefined;
	let waiters: PromiseWithResolvers<void>[] = [];
	let failingSince: number | undefined;

	const sleep = (milliseconds: number) =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, milliseconds);
			rouse = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	const run = async () => {
		let pause = firstPauseMilliseconds;
		while (!stopping) {
			const asked = waiters;
			waiters = [];
			woken = false;
			try {
				const busy = await round(() => stopping);
				if (busy) options.betweenRounds?.();
				pause = firstPauseMilliseconds;
				failingSince = undefined;
				if (busy) {
					waiters.push(...asked);
					// Others on this thread get their turn between rounds.
					await new Promise(setImmediate);
					continue;
				}
				for (const { resolve } of asked) resolve();
			} catch (error) {
				waiters.push(...asked);
				options.onError(error);
				failingSince = options.failsAfter?.unless(error) ? undefined : (failingSince ?? Date.now());
				if (
					options.failsAfter &&
					failingSince !== undefined &&
					Date.now() - failingSince >= options.failsAfter.milliseconds
				) {
					for (const { reject } of waiters.splice(0)) reject(error);
				}
				if (!stopping) await sleep(pause);
				pause = Math.min(pause * 2, largestPauseMilliseconds);
				continue;
			}
			if (!woken && !stopping) await sleep(options.pollMilliseconds);
		}
		over = true;
		for (const { resolve } of waiters) resolve();
	};
	const ended = run();
	const wake = () => {
		woken = true;
		rouse?.();
	};
	return {
		wake,
		idle() {
			const waiter = Promise.withResolvers<void>();
			if (over) waiter.resolve();
			else {
				waiters.push(waiter);
				wake();
			}
			return waiter.promise;
		},
		async stop() {
			stopping = true;
			wake();
			await ended;
		},
	};
}
