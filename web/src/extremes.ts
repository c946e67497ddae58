// Finds the smallest and the largest of any number of numbers, which `Math.min` and `Math.max`
// cannot.

/** Returns the smallest number; infinity where there is none. */
export function smallest(numbers: readonly number[]): number {
	return numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
}

/** Returns the largest number; minus infinity where there is none. */
export function largest(numbers: readonly number[]): number {
	return numbers.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
}
