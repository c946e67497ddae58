// Divides lists, and streams of them, into steps of bounded size, and into pages of bounded bytes.
import { setImmediate as nextTick } from 'node:timers/promises';
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

/** Lets one piece of work begin after another; see createPace. */
export type Pace = () => Promise<void>;

/**
 * Creates the pace of one request's work. Each piece of work begins after `await pace()`. Once
 * pieces have taken this long together, other requests have their turn. Paced requests take turns,
 * so a hundred of them delay others no longer than one does.
 */
export function createPace(milliseconds = longestTurn): Pace {
	let last = Promise.resolve();
	let began = performance.now();
	const next = async () => {
		if (performance.now() - began < milliseconds) return;
		await nextTurn();
		began = performance.now();
	};
	return () => {
		last = last.then(next);
		return last;
	};
}

let lastTurn = Promise.resolve();

/** Waits for a turn of the event loop in which no other paced request runs. */
function nextTurn(): Promise<void> {
	lastTurn = lastTurn.then(() => nextTick());
	return lastTurn;
}

/** Far below 50 ms, the most that others may wait, since the last piece may be long. */
const longestTurn = 10;

/** Counts how many of the first items fit on a page or in the rest of it; at least `least`. */
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
