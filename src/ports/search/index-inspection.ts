// The contract of comparing the index with what it should contain, read-only. Every sentence here
// has a test of its wording in suite/inspection.contract.ts, which runs on every engine.
import type { GroupBy, GroupId, IndexLink, IndexObject } from './index-content.ts';

/** Counts the content of a generation; `links` at each level as they were passed in. */
export type IndexCounts = {
	objects: Readonly<Record<GroupBy, number>>;
	links: Readonly<Record<GroupBy, number>>;
	/** Counters that the engine stores, and that are wrong. */
	miscounted: number;
};

/** A link at a level. */
export type LinkAtLevel = Pick<IndexLink, 'source' | 'relation' | 'target'> & { level: GroupBy };

/**
 * Inspects the active generation. Where it is lost, or in another format, every method fails
 * with `unavailable`, as searches do. Changes made meanwhile may or may not be visible;
 * SearchReader.state shows whether there were any.
 */
export interface IndexInspection {
	/**
	 * Returns those of these objects that the index lacks, or has with other content, or whose
	 * identifiers it has elsewhere.
	 */
	differingObjects(objects: readonly IndexObject[]): Promise<IndexObject[]>;
	/**
	 * Returns the links that the index has with another state, at each level with a given state. Uses
	 * the objects of the index.
	 */
	differingLinks(links: readonly IndexLink[]): Promise<LinkAtLevel[]>;
	/** Lists the groups that have an object of their own at a level, in steps of bounded size. */
	groups(level: GroupBy): AsyncIterable<GroupId[]>;
	/** Counts everything. */
	counts(): Promise<IndexCounts>;
}
