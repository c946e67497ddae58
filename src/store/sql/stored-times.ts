// Says which stored times cannot be right, because the clock was ahead when they were written. It
// knows no table.

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
