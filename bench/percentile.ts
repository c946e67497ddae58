// Picks percentiles out of sorted numbers; knows not what was counted.

/** Picks the number that has `percent` % of all at or below it (the nearest rank); NaN of none. */
export function percentile(sorted: readonly number[], percent: number): number {
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Picks the middle one of numbers in any order; NaN of none. */
export function median(numbers: readonly number[]): number {
	return percentile(
		numbers.toSorted((one, other) => one - other),
		50,
	);
}
