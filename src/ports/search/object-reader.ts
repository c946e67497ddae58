// The contract of reading works: their descriptions and how many links they have. Every sentence
// here has a test of its wording in suite/, which runs on every engine.
import { shownLimits } from '../../links/limits.ts';
import type { SearchRelation } from '../../links/relation.ts';
import type { GroupBy, GroupId, Located, ObjectDocument } from './index-content.ts';
import type { SearchFacets } from './search-reader.ts';

/** Counts the relationships of a group at its level, by relation. */
export type LinkCounts = Readonly<Record<SearchRelation, number>>;

/** Counts the relationships of a work, and those of its Version group. */
export type LevelCounts = Readonly<Record<GroupBy, LinkCounts>>;

/**
 * When a work was linked: the earliest and the latest instant of any item of any LinkHistory, in
 * seconds since 1970.
 */
export type LinkedTimes = { readonly first: number; readonly last: number };

/** A work; `counts` are those of its Identity group, `linked` is null where it has no link. */
export type DescribedWork = {
	readonly group: GroupId;
	readonly document: ObjectDocument;
	readonly counts: LinkCounts;
	readonly linked: LinkedTimes | null;
};

/** Counts whole results by level and relation, each as a search with `facets` does. */
export type LevelFacets = Readonly<Record<GroupBy, Readonly<Record<SearchRelation, SearchFacets>>>>;

/** Everything that describes a work. */
export type WorkOverview = {
	readonly work: DescribedWork;
	/** Its Version group. */
	readonly family: {
		readonly document: ObjectDocument;
		readonly counts: LinkCounts;
		/**
		 * Its works: the latest published first, those without a date last, ties by sortKey. At most
		 * mostVersionsListed, after the first `versionsFrom` of the request.
		 */
		readonly members: readonly DescribedWork[];
		readonly total: number;
	};
	/** Only on request. */
	readonly facets?: LevelFacets;
};

/** The most works of a family that are listed. */
export const mostVersionsListed: number = shownLimits.items;

/** A work of a family that is listed; `version` is its Version group. */
export type FamilyMember = Pick<DescribedWork, 'group' | 'document'> & { readonly version: GroupId };

/** The most works of families that are listed at once. */
export const mostMembersListed = 1_000;

/** What to include in the description of a work. */
export type DescribeOptions = { facets: boolean; located?: Located; versionsFrom?: number };

/** The most works that are listed at once. */
export const mostWorksListed = 1_000;

/** A work of a list: its Identity group, and its identifiers as in ObjectDocument. */
export type ListedWork = { readonly group: GroupId; readonly identifiers: string };

/** Reads works from the active generation; fails as SearchReader does. */
export interface ObjectReader {
	/**
	 * Describes an Identity group; undefined where it is not in the index, or where `located` belongs
	 * to another group (see SearchRequest). Each work of its family is described from one state;
	 * while an update becomes visible, one may be described as before, and another as after it.
	 * Facets cost as much as searches of all relations at both levels. Ends early as
	 * SearchReader.search does.
	 */
	describe(group: GroupId, options: DescribeOptions, signal?: AbortSignal): Promise<WorkOverview | undefined>;
	/** Counts the relationships of up to 1,000 works; returns counts in the order given. */
	countLinks(works: readonly Pick<Located, 'identity' | 'version'>[]): Promise<LevelCounts[]>;
	/**
	 * Lists the works of Version groups, in the order of `members` of a WorkOverview; at most
	 * mostMembersListed in all.
	 */
	listMembers(versions: readonly GroupId[]): Promise<FamilyMember[]>;
	/** Counts the works of a Version group; only of an index that is read in this process. */
	countMembers?(group: GroupId): Promise<number>;
	/**
	 * Lists Identity groups in the order of their numbers: the first 1,000 of those above `after`, up
	 * to and including `upTo`.
	 */
	listWorks(range: { after: GroupId; upTo: GroupId }): Promise<ListedWork[]>;
	/** Returns the highest number of an Identity group; 0 where there is none. */
	lastWork(): Promise<GroupId>;
}
