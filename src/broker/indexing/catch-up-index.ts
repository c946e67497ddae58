// Brings the index up to the records the cheaper way: entry by entry, or built anew where most of
// it waits.
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
	/** Below so many waiting links the index is never built anew (20,000). */
	fewestLinksToRebuild?: number;
	/** Names who does it, unique among all (this thread). */
	worker?: string;
	/** Once it is aborted, nothing is committed any more, and what was begun is given up. */
	signal?: AbortSignal | undefined;
};

/**
 * How many outbox entries were dealt with; where none were, whether some wait that others hold, and
 * that are to be taken up soon if those have died.
 */
export type CaughtUp = { entries: number; areHeldByOthers: boolean };

const usualFewestLinks = 20_000;

/**
 * Does some of what the index waits for. The index is built anew where more links wait than half of
 * what it holds. Another process may do the same at the same time. Where nothing waits, nothing is
 * written.
 */
export async function catchUpIndex(records: Records, index: SearchIndex, options: CatchUpOptions): Promise<CaughtUp> {
	const lag = await records.indexLag();
	if (lag.entries === 0) return { entries: 0, areHeldByOthers: false };
	const entries = await catchUp(records, index, options, lag);
	return { entries, areHeldByOthers: entries === 0 };
}

/**
 * Delivers some entries where little waits; what is much is left to a rebuild. Answers how many.
 */
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
	// A rebuild would make searchable what must not be found yet.
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
		// Another rebuild is under way, or an event that must not be found has come meanwhile.
		if (hasCode(error, 'conflict')) return updateIndex(records, index, options);
		throw error;
	}
}
