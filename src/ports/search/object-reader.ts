// The contract of asking about works themselves: what they are, and how many links they have. Every
// sentence here has a test of its wording in suite/, which runs on every engine.
import type { SearchRelation } from '../../links/relation.ts';
import type { GroupBy, GroupId, Located, ObjectDocument } from './index-content.ts';
import type { SearchFacets } from './search-reader.ts';

/** Counts the relationships of a group at its level, by relation. */
export type LinkCounts = Readonly<Record<SearchRelation, number>>;

/** Counts the relationships of a work, and those of its Version group. */
export type LevelCounts = Readonly<Record<GroupBy, LinkCounts>>;

/**
 * Says when a work was linked: the earliest and the latest instant of any item of any LinkHistory,
 * in seconds since 1970.
 */
export type LinkedTimes = { readonly first: number; readonly last: number };

/**
 * Holds a work; `counts` are those of its Identity group, `linked` is null where it has no link.
 */
export type DescribedWork = {
	readonly group: GroupId;
	readonly document: ObjectDocument;
	readonly counts: LinkCounts;
	readonly linked: LinkedTimes | null;
};

/** Counts whole results by level and relation, each as a search with `facets` does. */
export type LevelFacets = Readonly<Record<GroupBy, Readonly<Record<SearchRelation, SearchFacets>>>>;

/** Holds all that is told of a work. */
export type WorkOverview = {
	readonly work: DescribedWork;
	/** The Version group that it lies in. */
	readonly family: {
		readonly document: ObjectDocument;
		readonly counts: LinkCounts;
		/**
		 * Its works: the latest published first, those without a date last, ties by sortKey. The first
		 * are there (mostVersionsListed).
		 */
		readonly members: readonly DescribedWork[];
		readonly total: number;
	};
	/** Only where asked. */
	readonly facets?: LevelFacets;
};

/** So many works of a family are listed at most. */
export const mostVersionsListed = 1_000;

/** Says how a work is told of. */
export type DescribeOptions = { facets: boolean; located?: Located };

/** So many works are listed at once. */
export const mostWorksListed = 1_000;

/** Names a work of a list: its Identity group, and its identifiers as ObjectDocument has them. */
export type ListedWork = { readonly group: GroupId; readonly identifiers: string };

/** Answers questions about works from the generation that answers; fails as SearchReader does. */
export interface ObjectReader {
	/**
	 * Tells of an Identity group; undefined where it is not in the index, or where `located` does not
	 * lead to it (see SearchRequest). Each work of its family is told of on one state; while an update
	 * becomes visible, one may be told as it was before, and another as it is after it. Facets cost as
	 * much as searches of all relations at both levels. Ends early as SearchReader.search does.
	 */
	describe(group: GroupId, options: DescribeOptions, signal?: AbortSignal): Promise<WorkOverview | undefined>;
	/** Counts the relationships of up to 1,000 works; answers in the order given. */
	countLinks(works: readonly Pick<Located, 'identity' | 'version'>[]): Promise<LevelCounts[]>;
	/**
	 * Lists Identity groups in the order of their numbers: the first 1,000 of those above `after`, up
	 * to and with `upTo`.
	 */
	listWorks(range: { after: GroupId; upTo: GroupId }): Promise<ListedWork[]>;
	/** Tells the highest number of an Identity group; 0 where there is none. */
	lastWork(): Promise<GroupId>;
}
