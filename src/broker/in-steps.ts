// Divides lists, and streams of them, into steps of bounded size, and into pages of bounded bytes.
import { shownLimits } from '../links/limits.ts';

/** Gives a list in steps of so many items. */
export function inSteps<T>(items: readonly T[], size: number): T[][] {
	const steps: T[][] = [];
	for (let at = 0; at < items.length; at += size) steps.push(items.slice(at, at + size));
	return steps;
}

/**
 * Gives rows that come in lists of any size in steps of so many, or more: no run of rows that are
 * the same is divided between two.
 */
export async function* inWholeRuns<Row>(
	lists: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
	size: number,
	isSame: (one: Row, other: Row) => boolean,
): AsyncGenerator<Row[]> {
	let step: Row[] = [];
	for await (const rows of lists) {
		for (const row of rows) {
			if (step.length >= size && !isSame(step.at(-1) as Row, row)) {
				yield step;
				step = [];
			}
			step.push(row);
		}
	}
	if (step.length > 0) yield step;
}

/** Counts how many of the first items fit on a page, or into what is left of it; `least` do always. */
export function countFitting<T>(
	items: readonly T[],
	bytesOf: (item: T) => number,
	{ left = shownLimits.pageBytes, least = 1 } = {},
): number {
	let bytes = 0;
	for (const [at, item] of items.entries()) {
		bytes += bytesOf(item);
		if (bytes > left && at >= least) return at;
	}
	return items.length;
}
