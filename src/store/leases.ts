// Leases: how long a process holds what it works on, and which ends of leases cannot be right,
// because the clock was ahead when they were written.

// Processes may have leases of different lengths (LEASE_SECONDS), and clocks that differ a little.

const leastTrustMilliseconds = 120_000;

/**
 * Answers the latest moment that a process with a right clock may have written, given `now` and the
 * end of a lease that begins now. What lies later is void: a machine whose clock was ahead for a
 * while must not block anybody once it is set right.
 */
export function latestCredible(now: number, leaseUntil: number): number {
	return now + Math.max(2 * (leaseUntil - now), leastTrustMilliseconds);
}

/**
 * Names the worker that holds an event, and until when (milliseconds since 1970) if not renewed.
 */
export type Lease = { worker: string; until: number };
