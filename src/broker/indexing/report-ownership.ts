// Decides whether the search index belongs to the records, by the sync token that both have.
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Records } from '../../store/records.ts';

/**
 * Whether an index belongs to the records; to others or to another time, as after one of the two
 * was restored; or cannot be read.
 */
export type Ownership = 'own' | 'foreign' | 'lost';

const mostTries = 10;

/** Compares the sync tokens of index and records; both may be written to meanwhile. */
export async function reportOwnership(
	records: Pick<Records, 'syncTokens'>,
	index: Pick<SearchIndex, 'syncToken'>,
): Promise<Ownership> {
	let syncToken = await index.syncToken();
	for (let tries = 1; ; tries++) {
		if (syncToken !== undefined && (await records.syncTokens()).includes(syncToken)) return 'own';
		const later = await index.syncToken();
		// Where it was changed meanwhile, the two sync tokens were read at different times.
		if (later === syncToken || tries === mostTries) return syncToken === undefined ? 'lost' : 'foreign';
		syncToken = later;
	}
}
