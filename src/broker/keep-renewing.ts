// Renews a lease while the work that needs it runs.
import type { Clock } from '../clock.ts';

/**
 * Calls `renew` whenever a quarter of the lease is over, until it is ended; a renewal that fails is
 * made up for by the next. `end` resolves once none is under way.
 */
export function keepRenewing(
	clock: Clock,
	leaseMilliseconds: number,
	renew: () => Promise<unknown>,
): { end(): Promise<void> } {
	const ending = new AbortController();
	const renewing = (async () => {
		for (;;) {
			await clock.sleep(leaseMilliseconds / 4, ending.signal);
			if (ending.signal.aborted) return;
			await renew().catch(() => undefined);
		}
	})();
	return {
		async end() {
			ending.abort();
			await renewing;
		},
	};
}
