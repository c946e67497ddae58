// Finds percentiles of numbers.

/** Finds the number with `percent` % of all at or below it (nearest rank). NaN if there are none. */
export function percentile(numbers: readonly number[], percent: number): number {
	const sorted = numbers.toSorted((one, other) => one - other);
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Finds the median; NaN if there are no numbers. */
export function median(numbers: readonly number[]): number {
	return percentile(numbers, 50);
}
