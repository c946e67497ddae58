// Runs rounds of work while there is any, sleeps until woken or a poll is due, stops after the round at hand; knows no work.

export type Loop = {
	/** Says that there may be work. */
	wake(): void;
	/** Resolves when a round finds nothing to do (one that begins after this call), or the loop has ended; rejects where too many rounds fail (`failsAfter`). */
	idle(): Promise<void>;
	/** Ends after the round at hand; resolves when it has. */
	stop(): Promise<void>;
};

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
		/** After so many rounds in a row that failed, whoever waits for it to be idle hears why; the loop goes on all the same. If none, they wait on. */
		failsAfter?: number | undefined;
	},
): Loop {
	let stopping = false;
	let over = false;
	let woken = true;
	let rouse: (() => void) | undefined;
	let waiters: PromiseWithResolvers<void>[] = [];
	let failures = 0;

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
				pause = firstPauseMilliseconds;
				failures = 0;
				if (busy) {
					waiters.push(...asked);
					options.betweenRounds?.();
					// Others on this thread get their turn between rounds.
					await new Promise(setImmediate);
					continue;
				}
				for (const { resolve } of asked) resolve();
			} catch (error) {
				waiters.push(...asked);
				options.onError(error);
				if (++failures === options.failsAfter) for (const { reject } of waiters.splice(0)) reject(error);
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
