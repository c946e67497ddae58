// The contract of holding the index against what it should hold; it reads alone. Every sentence
// here has a test of its wording in suite/inspection.contract.ts, which runs on every engine.
import type { GroupBy, GroupId, IndexLink, IndexObject } from './index-content.ts';

/** Counts what a generation holds; `links` at each level as they were given. */
export type IndexCounts = {
	objects: Readonly<Record<GroupBy, number>>;
	links: Readonly<Record<GroupBy, number>>;
	/** Numbers that the engine keeps beside what they count, and that are not right. */
	miscounted: number;
};

/** A link at a level. */
export type LinkAtLevel = Pick<IndexLink, 'source' | 'relation' | 'target'> & { level: GroupBy };

/**
 * Looks into the generation that answers. Where it is lost, or in another format, all of it fails
 * with `unavailable`, as searches do. What is changed meanwhile may or may not be seen: state of
 * SearchReader tells whether something was.
 */
export interface IndexInspection {
	/**
	 * Answers those of these objects that the index has not, or has otherwise; also where an
	 * identifier leads elsewhere.
	 */
	differingObjects(objects: readonly IndexObject[]): Promise<IndexObject[]>;
	/**
	 * Answers the links, at each level of which a state is given, that the index has otherwise. Their
	 * objects are taken as the index has them.
	 */
	differingLinks(links: readonly IndexLink[]): Promise<LinkAtLevel[]>;
	/** Lists the groups that have an object of their own at a level, in steps of bounded size. */
	groups(level: GroupBy): AsyncIterable<GroupId[]>;
	/** Counts all that is there. */
	counts(): Promise<IndexCounts>;
}
