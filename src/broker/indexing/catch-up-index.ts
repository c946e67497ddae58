// Brings the index up to date the cheaper way: entry by entry, or by a rebuild where most of it
// waits.
import type { Clock } from '../../clock.ts';
import { hasCode } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { IndexLag } from '../../store/generations.ts';
import type { Records } from '../../store/records.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { updateIndex } from './update-index.ts';

export type CatchUpOptions = {
	clock: Clock;
	leaseMilliseconds: number;
	/** With fewer waiting links the index is never rebuilt (20,000). */
	fewestLinksToRebuild?: number;
	/** The id of the worker, unique among all (this thread). */
	worker?: string;
	/** Once it is aborted, nothing more is committed, and work in progress is abandoned. */
	signal?: AbortSignal | undefined;
};

/**
 * How many outbox entries were delivered; where none were, whether others have claimed some, which
 * are to be taken over soon if those have died.
 */
export type CaughtUp = { entries: number; areClaimedByOthers: boolean };

const usualFewestLinks = 20_000;

/**
 * Delivers some of the waiting entries. Rebuilds the index where more links wait than half of its
 * content. Another process may do the same at the same time. Where nothing waits, nothing is
 * written.
 */
export async function catchUpIndex(records: Records, index: SearchIndex, options: CatchUpOptions): Promise<CaughtUp> {
	const lag = await records.indexLag();
	if (lag.entries === 0) return { entries: 0, areClaimedByOthers: false };
	const entries = await catchUp(records, index, options, lag);
	return { entries, areClaimedByOthers: entries === 0 };
}

/** Brings the index up to date, or to where others deliver the rest. */
export async function bringUpIndex(records: Records, index: SearchIndex, options: CatchUpOptions): Promise<void> {
	while ((await catchUpIndex(records, index, options)).entries > 0) options.signal?.throwIfAborted();
}

/** Delivers some entries where few wait; larger numbers are left to a rebuild. Returns how many. */
export async function keepUp(records: Records, index: SearchIndex, options: CatchUpOptions): Promise<number> {
	const { entries, links } = await records.indexLag();
	return entries > 0 && isLittle(links, options) ? updateIndex(records, index, options) : 0;
}

function isLittle(links: number, { fewestLinksToRebuild = usualFewestLinks }: CatchUpOptions): boolean {
	return links < fewestLinksToRebuild;
}

async function catchUp(
	records: Records,
	index: SearchIndex,
	options: CatchUpOptions,
	{ links, entries, unindexed }: IndexLag,
): Promise<number> {
	// A rebuild would make unindexed events searchable.
	const isEnough = isLittle(links, options) || unindexed || 2 * links <= (await index.size()).links;
	if (isEnough) return updateIndex(records, index, options);
	try {
		await rebuildIndex(records, index, {
			...options,
			destroy: false,
			onlyIfAllSearchable: true,
			onProgress: () => undefined,
		});
		return entries;
	} catch (error) {
		// Another rebuild is under way, or a noindex event has come meanwhile.
		if (hasCode(error, 'conflict')) return updateIndex(records, index, options);
		throw error;
	}
}
