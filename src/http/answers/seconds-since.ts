// How long ago something was, as metrics and the status tell it; knows no clock.

/** Tells how long something has waited; nothing has waited for 0. */
export function secondsSince(at: number | null, now: number): number {
	return at === null ? 0 : Math.max(0, now - at) / 1_000;
}
