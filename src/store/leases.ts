// Leases: how long a process claims what it works on, and which ends of leases are void because the
// clock was ahead when they were written.

// Processes may have leases of different lengths (LEASE_SECONDS), and clocks that differ a little.

const leastTrustMilliseconds = 120_000;

/**
 * Returns the latest moment that a process with a correct clock may have written, given `now` and
 * the end of a lease that begins now. Later moments are void: a machine whose clock was ahead for a
 * while must not block others once it is corrected.
 */
export function latestCredible(now: number, leaseUntil: number): number {
	return now + Math.max(2 * (leaseUntil - now), leastTrustMilliseconds);
}

/**
 * The worker that has claimed an event, and until when (milliseconds since 1970) unless renewed.
 */
export type Lease = { worker: string; until: number };
