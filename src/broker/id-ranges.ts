// Divides the ids of the records into ranges for work that takes long: each range is read from a
// snapshot of its own, and the work may end after any of them and continue there.
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Id } from '../store/graph.ts';
import type { Stretch } from '../store/inspection.ts';
import type { IdRange } from '../store/rebuild-parts.ts';

/** Where such work continues: all before is done. */
export type Place = { of: Stretch['of']; id: Id };

/** How far such work is: the last id of the finished ranges, and the highest one. */
export type RangeProgress = { what: Stretch['of']; done: Id; total: Id };

/** How many ids make a range. */
export type RangeSizes = Record<Stretch['of'], number>;

const usualSizes: RangeSizes = { identifiers: 20_000, events: 500 };

/**
 * Yields ranges that follow each other, up to a highest id. The last one has no end: it includes
 * what is added meanwhile, and rows that name a missing id. Signals and other work of the thread have
 * their turn before each range, since SQLite never waits.
 */
export async function* idRanges(highest: Id, from = 0, size = usualSizes.identifiers): AsyncGenerator<IdRange> {
	let first = from;
	for (; first + size <= highest; first += size) {
		await nextTick();
		yield { first, last: first + size - 1 };
	}
	await nextTick();
	yield { first, last: Number.MAX_SAFE_INTEGER };
}

/** Yields all identifiers, then all events, in ranges; `from` leaves out those before a place. */
export async function* stretchesOf(
	highest: Record<Stretch['of'], Id>,
	{ from = { of: 'identifiers', id: 0 }, sizes = usualSizes }: { from?: Place; sizes?: RangeSizes } = {},
): AsyncGenerator<Stretch> {
	for (const what of ['identifiers', 'events'] as const) {
		if (what === 'identifiers' && from.of === 'events') continue;
		const first = what === from.of ? from.id : 0;
		for await (const range of idRanges(highest[what], first, sizes[what])) yield { of: what, ...range };
	}
}

/** Returns the progress after a range. */
export function progressAfter({ of, last }: Stretch, highest: Record<Stretch['of'], Id>): RangeProgress {
	return { what: of, done: Math.min(last, highest[of]), total: highest[of] };
}
