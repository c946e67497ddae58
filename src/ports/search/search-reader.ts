// The contract of searching: what is asked of the index and what it answers. Every sentence here
// has a test of its wording in suite/, which runs on every engine.
import { BrokerError } from '../../errors.ts';
import type { ObjectTypeName } from '../../links/description.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import type { SearchRelation } from '../../links/relation.ts';
import type { QueryNode } from '../../search/query-node.ts';
import type { GroupBy, GroupId, IdentifierKey, Located, ObjectDocument } from './index-content.ts';

/** Says what a search asks; every filter is optional and all of them must hold. */
export type SearchRequest = {
	groupBy: GroupBy;
	/** The asked group, at the level of groupBy. */
	group: GroupId;
	/**
	 * The identifier by which the group was found. Where it does not lead there any more, the answer
	 * is that of a group that is not in the index.
	 */
	located?: Located;
	/** Absent: all five, each item then says its own. */
	relation?: SearchRelation;
	type?: ObjectTypeName;
	/** Inclusive; null is open. Objects without a year are in no range, not even an open one. */
	years?: { from: number | null; to: number | null };
	/**
	 * Seconds since 1970, inclusive, null open, in order: the time that some one item of the
	 * LinkHistory stands for, from its instant to its end, meets this range.
	 */
	asserted?: { from: number | null; to: number | null };
	/**
	 * Only by version: an Identity group of the asked Version group, of which some link makes the
	 * item.
	 */
	via?: GroupId;
	/**
	 * Some one word of the LinkHistory is this one, in any letter case of A to Z; see wordingsSeen.
	 */
	subType?: string;
	q?: QueryNode;
	/**
	 * By the latest instant of the LinkHistory, ties by the other object's sortKey ascending, then by
	 * relation (order of searchRelations); `oldest` is the exact reverse.
	 */
	order: 'newest' | 'oldest';
	/** 0 to 1,000. */
	size: number;
	/** How many items to pass over (page paging). */
	offset: number;
	/**
	 * Goes on after the place of the item that this was handed out with, even where that item is
	 * gone; offset is then 0. A malformed one fails with `bad-query`, field `cursor`.
	 */
	cursor?: string;
	/** Whether to count the whole result; see SearchFacets. */
	facets: boolean;
	/**
	 * False: the total is not wanted and answered as 0, which spares a look at the whole result for
	 * who goes on along a cursor.
	 */
	counted?: boolean;
};

/** Holds one relationship of the asked group, as seen from there. */
export type SearchItem = {
	readonly relation: SearchRelation;
	readonly object: ObjectDocument;
	readonly history: readonly HistoryItem[];
	/** Only by version. */
	readonly via?: ItemVia;
};

/**
 * Says which members of the two Version groups make a relationship of these: `total` tells how many
 * links between Identity groups there are, `links` has the first of them (see mostViaOfItem), those
 * of the latest instant first, then by the sortKey of the asked group's member, then of the
 * other's.
 */
export type ItemVia = { readonly total: number; readonly links: readonly ViaLink[] };

/**
 * Holds a link between Identity groups as seen from the asked one: `source` are the identifiers of
 * its member, `target` of the other's (JSON, see ObjectDocument), and who said it.
 */
export type ViaLink = { readonly source: string; readonly target: string; readonly history: readonly HistoryItem[] };

/** So many links of an item's Via are answered at most. */
export const mostViaOfItem = 100;

/** Holds what a search finds. */
export type SearchResult = {
	/** The asked group's object. */
	source: ObjectDocument;
	/** Exact number of items that the filters leave, whatever the page. */
	total: number;
	items: readonly SearchItem[];
	/** Goes on after the last item; absent where nothing follows. */
	cursor?: string;
	/** Counts of the whole result, each item once; only where asked. */
	facets?: SearchFacets;
};

/**
 * Counts items by the type and year of their objects and by the words of their histories (see
 * wordingsSeen); years ascending, types and words by count descending then name; `typeYears` counts
 * by both type and year, in the order of `type`, then by year. By version also by the members of
 * the asked Version group that they are links of, given by their identifiers (JSON), by count
 * descending then sortKey. Of words and members the first are there (mostFacetValues). An item of
 * several words or members counts for each.
 */
export type SearchFacets = {
	readonly type: readonly (readonly [ObjectTypeName, number])[];
	readonly publicationYear: readonly (readonly [number, number])[];
	readonly typeYears: readonly (readonly [ObjectTypeName, number, number])[];
	readonly subType: readonly (readonly [string, number])[];
	readonly via?: readonly (readonly [string, number])[];
};

/** So many words, and so many members, are counted at most. */
export const mostFacetValues = 100;

/**
 * Answers searches from one generation of the index, while that is changed and another one is
 * built. Where the generation that answers is lost, or was written in another format than this
 * program's, locate, locateKeys, search and size fail with `unavailable` until a rebuild is
 * switched to.
 */
export interface SearchReader {
	/** Finds identifiers; answers those that are known, in no particular order. */
	locate(identifiers: readonly IdentifierKey[]): Promise<Located[]>;
	/** Finds identifiers of any scheme by comparison key, in no particular order. */
	locateKeys(keys: readonly string[]): Promise<Located[]>;
	/**
	 * Answers a search on one state of the group; undefined where the group is not in the index. Where
	 * nobody waits for it any more (`signal` is aborted), it may fail with the signal's reason. Fails
	 * with `unavailable` where it takes longer than one search may.
	 */
	search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult | undefined>;
	/** Counts the objects of Identity groups, and the links between them as they were given. */
	size(): Promise<{ objects: number; links: number }>;
	/**
	 * Tells, without counting, whether the generation that answers holds no object at all; so does
	 * one that is lost or in another format.
	 */
	isEmpty(): Promise<boolean>;
	/**
	 * Names the state that is answered from, by a short text of letters, digits and hyphens. As long
	 * as it is the same, locate, locateKeys and search answer as before; it changes with every update
	 * that applies something and with every switch, and is the same in every process and after a
	 * restart. Other handles than the one that changed it may tell the former state for 200 ms more,
	 * and answers may be those of the next state a moment before that is told. To label an answer,
	 * read the state first and then search: the answer may then be newer than its label, never older.
	 * Undefined where an engine cannot tell cheaply, and where nothing answers.
	 */
	state(): Promise<string | undefined>;
}

/** Makes the failure of a search that was given up after so many milliseconds. */
export function searchTakesTooLong(milliseconds: number): BrokerError {
	return new BrokerError(
		'unavailable',
		`The search took longer than ${milliseconds / 1_000} seconds (SEARCH_SECONDS) and was given up. ` +
			'Ask for less: fewer words, fewer of them with an asterisk, one type, some years; or try again later.',
		{ retryAfterSeconds: 30 },
	);
}

/**
 * Makes the failure of what needs a generation that is lost, damaged or in another format; `cause`
 * names it in the log, and nowhere else.
 */
export function unreadableIndex(cause: unknown): BrokerError {
	return new BrokerError(
		'unavailable',
		'The search index is lost, damaged or of another program version. A running server or worker builds it anew ' +
			'by itself; so does link-broker search reindex.',
		{ retryAfterSeconds: 30, cause: typeof cause === 'string' ? new Error(`${cause} cannot be read`) : cause },
	);
}
