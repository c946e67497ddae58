// Brings the index up to the records the cheaper way: entry by entry, or built anew where most of
// it waits. It knows no engine.
import type { Clock } from '../../clock.ts';
import { hasCode } from '../../errors.ts';
import type { Records } from '../../ports/records/records.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { updateIndex } from './update-index.ts';

export type CatchUpOptions = {
	clock: Clock;
	leaseMilliseconds: number;
	/** Below so many waiting links the index is never built anew (20,000). */
	fewestLinksToRebuild?: number;
};

const usualFewestLinks = 20_000;

/**
 * Does some of what the index waits for; answers how many outbox entries it dealt with, 0 where
 * nothing waits. The index is built anew where more links wait than half of what it holds. Another
 * process may do the same at the same time.
 */
export async function catchUpIndex(records: Records, index: SearchIndex, options: CatchUpOptions): Promise<number> {
	const { links, entries, unsearchable } = await records.indexLag();
	const isLittle = links < (options.fewestLinksToRebuild ?? usualFewestLinks);
	// A rebuild would make searchable what must not be found yet.
	if (isLittle || unsearchable || 2 * links <= (await index.size()).links) return updateIndex(records, index);
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
		if (hasCode(error, 'conflict')) return updateIndex(records, index);
		throw error;
	}
}
