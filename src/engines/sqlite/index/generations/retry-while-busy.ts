// Waits for a lock that another connection holds, with backoff and without blocking the thread.
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '../../../../errors.ts';
import { isBusy } from '../../failures.ts';

const longestPauseMilliseconds = 25;

export type Waiting = { waitMilliseconds?: number; signal?: AbortSignal | undefined };

/**
 * Runs work as soon as no other connection holds the lock it needs. Fails with `unavailable` after
 * half a minute, and with the reason of `signal` where that is aborted.
 */
export async function retryWhileBusy<T>(
	work: () => T,
	{ waitMilliseconds = 30_000, signal }: Waiting = {},
): Promise<T> {
	const deadline = performance.now() + waitMilliseconds;
	for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
		signal?.throwIfAborted();
		try {
			return work();
		} catch (error) {
			if (!isBusy(error)) throw error;
			if (performance.now() > deadline) {
				throw new BrokerError('unavailable', 'The search index is being written to by another process; try again.', {
					cause: error,
					retryAfterSeconds: 5,
				});
			}
		}
		await delay(pause * (0.5 + Math.random() / 2));
	}
}
