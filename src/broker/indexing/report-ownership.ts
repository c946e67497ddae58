// Decides whether the search index is that of the records, by the mark that both have.
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Records } from '../../store/records.ts';

/**
 * Says of an index that it is that of the records; that it is another, or of another time, as after
 * one of the two was restored; or that it cannot be read.
 */
export type Ownership = 'own' | 'foreign' | 'lost';

const mostTries = 10;

/** Compares the marks of index and records; both may be written to meanwhile. */
export async function reportOwnership(
	records: Pick<Records, 'syncTokens'>,
	index: Pick<SearchIndex, 'mark'>,
): Promise<Ownership> {
	let mark = await index.mark();
	for (let tries = 1; ; tries++) {
		if (mark !== undefined && (await records.syncTokens()).includes(mark)) return 'own';
		const later = await index.mark();
		// Where it was changed meanwhile, the two marks were read at different times.
		if (later === mark || tries === mostTries) return mark === undefined ? 'lost' : 'foreign';
		mark = later;
	}
}
