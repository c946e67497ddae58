// The search index as engines implement it: reading, writing and generations together.
// It knows no engine and no records' storage.
import type { IndexService } from './index-condition.ts';
import type { IndexGenerations } from './index-generations.ts';
import type { IndexInspection } from './index-inspection.ts';
import type { ObjectReader } from './object-reader.ts';
import type { SearchReader } from './search-reader.ts';
import type { SearchWriter } from './search-writer.ts';
import type { WorkFinder } from './work-finder.ts';

/** What answers searches. */
export type AnsweringIndex = SearchReader & ObjectReader & WorkFinder;

/**
 * Keeps a self-contained, derived copy of groups and the links between them, from which searches
 * are answered. Any number of handles, threads and processes may use one index at a time.
 */
export interface SearchIndex
	extends SearchReader,
		ObjectReader,
		WorkFinder,
		SearchWriter,
		IndexGenerations,
		IndexInspection,
		IndexService {
	/** Names the index in the log. */
	readonly name: string;
	close(): Promise<void>;
}
