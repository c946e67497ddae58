// Bounds the bytes of a page.
import { shownLimits } from '../../links/limits.ts';

/** Counts how many of the first items fit on a page, at least one. */
export function countFitting<T>(items: readonly T[], bytesOf: (item: T) => number): number {
	let bytes = 0;
	for (const [at, item] of items.entries()) {
		bytes += bytesOf(item);
		if (bytes > shownLimits.pageBytes && at > 0) return at;
	}
	return items.length;
}
