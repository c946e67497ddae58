// Spaces out the retries of one request: pauses that double, up to a time limit; does not know what
// is retried.
import { setTimeout as delay } from 'node:timers/promises';

export type Backoff = {
	/**
	 * Pauses before the next retry, longer each time and at least `leastSeconds` (up to 30). Resolves
	 * to false, without a pause, where the time limit has passed.
	 */
	pause(leastSeconds: number): Promise<boolean>;
	/** Begins anew with a short pause and the whole time, after some progress. */
	reset(): void;
};

const longestPauseMilliseconds = 5_000;
const longestAskedSeconds = 30;

/** Begins with a pause of `firstPauseMilliseconds`; the limit is `retryMilliseconds` from now. */
export function createBackoff(firstPauseMilliseconds: number, retryMilliseconds: number): Backoff {
	let pause = 0;
	let deadline = 0;
	const reset = () => {
		pause = firstPauseMilliseconds;
		deadline = performance.now() + retryMilliseconds;
	};
	reset();
	return {
		reset,
		async pause(leastSeconds) {
			if (performance.now() >= deadline) return false;
			const least = Math.min(leastSeconds, longestAskedSeconds) * 1000;
			// A random part keeps many writers from coming back at the same moment.
			await delay(Math.max(least, pause * (0.5 + Math.random() / 2)));
			pause = Math.min(pause * 2, longestPauseMilliseconds);
			return true;
		},
	};
}
