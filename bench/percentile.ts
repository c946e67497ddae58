// Picks percentiles out of numbers; does not know what was counted.

/** Picks the number that has `percent` % of all at or below it (the nearest rank); NaN of none. */
export function percentile(numbers: readonly number[], percent: number): number {
	const sorted = numbers.toSorted((one, other) => one - other);
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Picks the middle one; NaN of none. */
export function median(numbers: readonly number[]): number {
	return percentile(numbers, 50);
}
