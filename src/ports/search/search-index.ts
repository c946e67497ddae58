// The search index as engines implement it: reading, writing and generations together.
import type { IndexGenerations } from './index-generations.ts';
import type { IndexInspection } from './index-inspection.ts';
import type { ObjectReader } from './object-reader.ts';
import type { SearchReader } from './search-reader.ts';
import type { SearchWriter } from './search-writer.ts';
import type { WorkFinder } from './work-finder.ts';

/** The condition of the service that keeps the index. */
export type IndexCondition = {
	/**
	 * Whether all copies of the index are available (green), all of it but not all copies (yellow),
	 * or not all of it (red).
	 */
	copies: 'green' | 'yellow' | 'red';
	/** How many shards have no node, copies included. */
	missingShards: number;
	/** The size of the index on all disks, copies included. */
	bytes: number;
	/** How full the disk of each node is, from 0 to 1. */
	disks: readonly { node: string; used: number }[];
};

export type AnsweringIndex = SearchReader & ObjectReader & WorkFinder;

/**
 * A self-contained, derived copy of groups and the links between them, from which searches are
 * answered. Any number of handles, threads and processes may use one index at a time.
 */
export interface SearchIndex
	extends SearchReader,
		ObjectReader,
		WorkFinder,
		SearchWriter,
		IndexGenerations,
		IndexInspection {
	/** The name of the index in the log. */
	readonly name: string;
	/** Reads the condition of the service that keeps the index; null where the index is a file. */
	condition(): Promise<IndexCondition | null>;
	close(): Promise<void>;
}
