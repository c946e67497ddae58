// The contract of searching: requests and results. Every sentence here has a test of its wording in
// suite/, which runs on every engine.
import { BrokerError } from '../../errors.ts';
import type { ObjectTypeName } from '../../links/description.ts';
import { shownLimits } from '../../links/limits.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import type { RelationAsked, SearchRelation } from '../../links/relation.ts';
import type { Flag } from '../../search/flags/flags.ts';
import type { QueryNode } from '../../search/query-node.ts';
import type { GroupBy, GroupId, IdentifierKey, Located, ObjectDocument } from './index-content.ts';
import type { LinkOrder } from './position.ts';

/** A search; every filter is optional and all of them must match. */
export type SearchRequest = {
	groupBy: GroupBy;
	/** The asked group, at the level of groupBy. */
	group: GroupId;
	/**
	 * The identifier by which the group was found. Where it now belongs to another group, the answer
	 * is the same as for a group that is not in the index.
	 */
	located?: Located;
	/** Absent: all five, and each item has its own. */
	relation?: SearchRelation;
	type?: ObjectTypeName;
	/** Inclusive; null is open. Objects without a year are in no range, not even an open one. */
	years?: { from: number | null; to: number | null };
	/**
	 * Seconds since 1970, inclusive, null open, in order: the time range of one item of the
	 * LinkHistory, from its instant to its end, overlaps this range.
	 */
	asserted?: { from: number | null; to: number | null };
	/**
	 * Only by version: an Identity group of the asked Version group, with a link that contributes to
	 * the item.
	 */
	via?: GroupId;
	/** Only the item of this group, at the level of groupBy. */
	other?: GroupId;
	/** One of the LinkHistory's words is this one, in any letter case of A to Z; see wordingsSeen. */
	subType?: string;
	/**
	 * Only items of one of these relations, where words are given with one of these words (see subType,
	 * which is then absent). An empty list matches nothing.
	 */
	among?: readonly RelationAsked[];
	q?: QueryNode;
	/** Only items that have one of these flags. */
	flagged?: readonly Flag[];
	/**
	 * Only items that have none of these flags. What is left out is counted by the first of them, in
	 * the order of `flags`, that it has: see SearchResult.excluded.
	 */
	without?: readonly Flag[];
	/**
	 * `newest`: by the latest instant of the LinkHistory; `latestPublished`: by the publication date of
	 * the other object; `title`: by the words of its first title, as UTF-8 bytes (see titleOrderOf);
	 * `mostCited`: by how many works cite it, at the level of groupBy. Ties by its sortKey ascending,
	 * then by relation (order of searchRelations). `oldest`, `firstPublished`, `titleReversed` and
	 * `leastCited` are the exact reverse, except that objects without a date or title come last in
	 * either direction. An engine sorts a bounded number of items, 10,000 or more, by other values than
	 * the instant; above it, the search fails with `bad-query`, field `sort`.
	 */
	order: LinkOrder;
	/** 0 to 1,000. */
	size: number;
	/** How many items to skip (page paging). */
	offset: number;
	/**
	 * Continues after the item with which this cursor was returned, even where that item has been
	 * removed; offset is then 0. A malformed one fails with `bad-query`, field `cursor`.
	 */
	cursor?: string;
	/** Which items of each LinkHistory are returned, by default the newest; see shownStretch. */
	history?: Stretch;
	/** Whether to count the whole result; see SearchFacets. */
	facets: boolean;
	/** With facets: only the types and years are needed; an engine may leave the others empty. */
	onlyYears?: boolean;
	/** With facets: flags are counted as well, which compares both works of each link. */
	countsFlags?: boolean;
	/**
	 * False: the total is not needed and returned as 0, which saves a scan of the whole result for
	 * clients that follow a cursor.
	 */
	counted?: boolean;
};

/** A stretch of a list: `size` items after the first `offset`. */
export type Stretch = { readonly offset: number; readonly size: number };

/** What is returned of each LinkHistory unless a request says otherwise. */
export const shownStretch: Stretch = { offset: 0, size: shownLimits.items };

/** The whole of each LinkHistory. */
export const wholeStretch: Stretch = { offset: 0, size: Number.POSITIVE_INFINITY };

/** The stretch of each LinkHistory in a Via, where that of the item is this one. */
export function stretchInVia({ size }: Stretch): Stretch {
	return size === Number.POSITIVE_INFINITY ? wholeStretch : { offset: 0, size: shownLimits.historyInVia };
}

/** A LinkHistory as it is returned: a stretch of it and, where there is more, its length. */
export type ReturnedHistory = {
	readonly history: readonly HistoryItem[];
	readonly historyTotal?: number;
	/** The oldest item, where the stretch ends before it. */
	readonly oldest?: HistoryItem;
};

/** Takes a stretch of a LinkHistory, or of what stands for its items. */
export function takeStretch<Item>(
	items: readonly Item[],
	{ offset, size }: Stretch,
): { history: readonly Item[]; historyTotal?: number; oldest?: Item } {
	const history = items.slice(offset, offset + size);
	if (history.length === items.length) return { history };
	const isCut = offset + history.length < items.length;
	return { history, historyTotal: items.length, ...(isCut && { oldest: items.at(-1) as Item }) };
}

/** One relationship of the asked group, as seen from there. */
export type SearchItem = ReturnedHistory & {
	readonly relation: SearchRelation;
	/** Its flags, in their order; a generation of an older format (see IndexFormats) may have none. */
	readonly flags: readonly Flag[];
	readonly object: ObjectDocument;
	/** The group of that object, at the level of groupBy. */
	readonly group: GroupId;
	/** Only by version. */
	readonly via?: ItemVia;
};

/**
 * Which members of the two Version groups make their relationship: `total` is how many links
 * between Identity groups there are, `links` has the first of them (see mostViaOfItem), those of
 * the latest instant first, then by the sortKey of the asked group's member, then of the other's.
 */
export type ItemVia = { readonly total: number; readonly links: readonly ViaLink[] };

/**
 * A link between Identity groups as seen from the asked one: `source` are the identifiers of its
 * member, `target` of the other's (JSON, see ObjectDocument), and who asserted it (stretchInVia).
 */
export type ViaLink = ReturnedHistory & { readonly source: string; readonly target: string };

/** The most links in the Via of an item. */
export const mostViaOfItem = 100;

export type SearchResult = {
	/** The asked group's object. */
	source: ObjectDocument;
	/** Exact number of items that match the filters, whatever the page. */
	total: number;
	items: readonly SearchItem[];
	/**
	 * With `without`, where the result is counted. An item that is left out for several flags counts for
	 * the first, so these and the total make up the total of the same request without `without`.
	 */
	excluded?: readonly FlagCount[];
	/** Continues after the last item; absent where nothing follows. */
	cursor?: string;
	/** Counts of the whole result, each item once; only on request. */
	facets?: SearchFacets;
};

/** The number of items with a flag, or left out for it, and that of items kept of which it is unknown. */
export type FlagCount = { readonly flag: Flag; readonly items: number; readonly unknown: number };

/**
 * Counts items by the type and year of their objects and by the words of their histories (see
 * wordingsSeen); years ascending, types and words by count descending then name; `typeYears` counts
 * by both type and year, in the order of `type`, then by year. `linkYear` and `typeLinkYears` count
 * in the same way by the year (UTC) of the latest instant of each history; a generation of an older
 * format (see IndexFormats) may have none. By version, items are also counted by the linked members of
 * the asked Version group, with their identifiers (JSON), by count descending then sortKey. Only the
 * first words and members are listed (mostFacetValues). An item with several words or members counts
 * for each, as does one with several flags (SearchRequest.countsFlags), which are all listed in order.
 */
export type SearchFacets = {
	readonly type: readonly (readonly [ObjectTypeName, number])[];
	readonly publicationYear: readonly (readonly [number, number])[];
	readonly typeYears: readonly (readonly [ObjectTypeName, number, number])[];
	readonly linkYear: readonly (readonly [number, number])[];
	readonly typeLinkYears: readonly (readonly [ObjectTypeName, number, number])[];
	readonly subType: readonly (readonly [string, number])[];
	readonly via?: readonly (readonly [string, number])[];
	readonly flags?: readonly FlagCount[];
};

/** The most words, and the most members, that are counted. */
export const mostFacetValues = 100;

/**
 * Answers searches from one generation of the index, while it is changed and another one is built.
 * Where the active generation is lost, or has another format than this program's, locate,
 * locateKeys, search and size fail with `unavailable` until the switch to a rebuilt one.
 */
export interface SearchReader {
	/** Finds known identifiers, in no particular order. */
	locate(identifiers: readonly IdentifierKey[]): Promise<Located[]>;
	/** Finds identifiers of any scheme by comparison key, in no particular order. */
	locateKeys(keys: readonly string[]): Promise<Located[]>;
	/**
	 * Searches one state of the group; undefined where the group is not in the index. Once `signal`
	 * is aborted, it may fail with the signal's reason. Fails with `unavailable` where it takes
	 * longer than one search may.
	 */
	search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult | undefined>;
	/** Counts the objects of Identity groups, and the links between them as they were passed in. */
	size(): Promise<{ objects: number; links: number }>;
	/**
	 * Whether the active generation has no object, without counting; true for one that is lost
	 * or in another format.
	 */
	isEmpty(): Promise<boolean>;
	/**
	 * Returns a label of the active state: a short text of letters, digits and hyphens. While
	 * it stays the same, locate, locateKeys and search return the same. It changes with every update
	 * that applies something and with every switch, and is the same in every process and after a
	 * restart. Other handles than the one that changed the index may return the former label for 200
	 * ms more, and answers may show the next state a moment before its label. To label an answer,
	 * read the state first and then search: the answer may be newer than its label, never older.
	 * Undefined where an engine has no cheap label, and where no generation is readable.
	 */
	state(): Promise<string | undefined>;
}

/** Makes the error of a search that was stopped after this many milliseconds. */
export function searchTakesTooLong(milliseconds: number): BrokerError {
	return new BrokerError(
		'unavailable',
		`The search took longer than ${milliseconds / 1_000} seconds (SEARCH_SECONDS) and was stopped. ` +
			'Narrow it: fewer words, fewer asterisks, one type, a range of years; or try again later.',
		{ retryAfterSeconds: 30 },
	);
}

/**
 * Makes the error for a generation that is lost, damaged or in another format; `cause` names it in
 * the log only.
 */
export function unreadableIndex(cause: unknown): BrokerError {
	return new BrokerError(
		'unavailable',
		'The search index is missing, damaged or from another program version. A running server or worker rebuilds ' +
			'it automatically; link-broker search reindex does so too.',
		{ retryAfterSeconds: 30, cause: typeof cause === 'string' ? new Error(`${cause} cannot be read`) : cause },
	);
}
