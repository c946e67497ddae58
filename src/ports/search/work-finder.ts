// The contract of finding works by their descriptions. Every sentence here has a test of its
// wording in suite/, which runs on every engine.
import { BrokerError } from '../../errors.ts';
import { compareText } from '../../identifiers/index.ts';
import type { ObjectTypeName } from '../../links/description.ts';
import { type CountedWord, mayBeMisspelt } from '../../search/near-words.ts';
import type { QueryNode } from '../../search/query-node.ts';
import type { Phrase } from '../../search/relevance.ts';
import type { GroupBy, GroupId, ObjectDocument } from './index-content.ts';
import type { LinkCounts } from './object-reader.ts';

/** A search for works; every filter is optional and all of them must match. */
export type WorksRequest = {
	/** By version, a Version group is one work. */
	groupBy: GroupBy;
	/**
	 * Matches the work's own texts, type and year; `provider` never matches. Titles of a Version group
	 * include `versionTitles`.
	 */
	q?: QueryNode;
	/** Words of which a work needs only some, besides `q`. */
	some?: SomeWords;
	/** What relevance is measured by: all words as they were typed, where `some` has some of them. */
	sought?: QueryNode;
	type?: ObjectTypeName;
	/** Inclusive; null is open. Works without a year are in no range, not even an open one. */
	years?: { from: number | null; to: number | null };
	/**
	 * `relevance`: those first that have the rarest words of `some` (see pointsOfWord), then those with
	 * the best titles (see measureTitles), then the most cited; `cited`: the most cited; `published`:
	 * the latest published. Ties by sortKey.
	 */
	order: WorksOrder;
	/** The exact reverse, except that works without a date come last in either direction. */
	reverse: boolean;
	/** 0 to 1,000. */
	size: number;
	/**
	 * Continues after the work with which this cursor was returned. A malformed one, or one of
	 * another order, fails with `bad-query`, field `cursor`.
	 */
	cursor?: string;
	/** Whether to count the whole result. */
	facets: boolean;
	/**
	 * The most works, at least 1, to examine of those with the words (as single words, in any field),
	 * the type and the years. Where there are more, those that come first: by citing works, in the
	 * order `published` by year; `reverse`: last. An engine may treat works as equal there that are
	 * cited about as often (within a factor of two), or were published in one year, but it examines
	 * the same works while the index does not change.
	 */
	mostLookedAt: number;
	/** Whether to count the words, and to suggest others, where nothing is found. */
	suggest?: boolean;
};

/** Words (see PlainWord), the rarest first, of which a work must have at least `least`, 1 or more. */
export type SomeWords = { readonly words: readonly QueryNode[]; readonly least: number };

export const worksOrders = ['relevance', 'cited', 'published'] as const;
export type WorksOrder = (typeof worksOrders)[number];

/** A group that describes a work at the requested level, with the counts there. */
export type FoundWork = {
	readonly group: GroupId;
	readonly document: ObjectDocument;
	readonly counts: LinkCounts;
	/** Of the words of `some`, the positions of those that the work lacks; only with `some`. */
	readonly lacks?: readonly number[];
	/**
	 * Of a Version group, the member whose title has more points than the group's own, years aside. Of
	 * several it is the one with the most points, then the latest published, then by sortKey.
	 */
	readonly version?: { readonly group: GroupId; readonly document: ObjectDocument };
};

export type WorksResult = {
	/** Counts what was found among the examined works, whatever the page. */
	readonly total: number;
	/** Whether all candidates were examined. */
	readonly isWhole: boolean;
	readonly works: readonly FoundWork[];
	/** Continues after the last work; absent where nothing follows. */
	readonly cursor?: string;
	/** Only on request; of the examined works. */
	readonly facets?: WorkFacets;
	/** Only on request, and where nothing is found: the words that may be wrong, and similar ones. */
	readonly doubtfulWords?: readonly DoubtfulWord[];
	/** With doubtfulWords: the words of `q` (see wordsToCount), and how many works have each. */
	readonly wordCounts?: readonly CountedWord[];
};

/**
 * A word of a query that may be misspelt, how many works have it, and words that more works have,
 * in the order of rankNear.
 */
export type DoubtfulWord = CountedWord & { readonly near: readonly string[] };

// A query of several words seldom has more of them wrong.
const mostDoubted = 3;

/**
 * Chooses the words of a query that may be misspelt (see mayBeMisspelt): those that no work has;
 * where works have each, those that the fewest works have.
 */
export function wordsToDoubt(counted: readonly CountedWord[]): CountedWord[] {
	const words = counted.filter(({ word }) => mayBeMisspelt(word));
	const unknown = words.filter(({ works }) => works === 0);
	if (unknown.length > 0) return unknown;
	return words.toSorted((one, other) => one.works - other.works).slice(0, mostDoubted);
}

/** Whether to report a word: one that works have is doubtful only where similar ones exist. */
export function isInDoubt({ works, near }: DoubtfulWord): boolean {
	return works === 0 || near.length > 0;
}

/** The most similar words for one word. */
export const mostNearWords = 3;

/**
 * Counts the whole result: types by count descending then name, years ascending, publishers and
 * journals by count descending then name, of which only the first are listed (mostFacetValues). A
 * work of several publishers counts for each; a journal without a title has its first ISSN. A
 * generation of an older format (see IndexFormats) counts no journals.
 */
export type WorkFacets = {
	readonly type: readonly (readonly [ObjectTypeName, number])[];
	readonly publicationYear: readonly (readonly [number, number])[];
	readonly publisher: readonly (readonly [string, number])[];
	readonly journal: readonly (readonly [string, number])[];
};

/** Finds works in the active generation; fails as SearchReader does. */
export interface WorkFinder {
	/**
	 * Finds works; ends early as SearchReader.search does. While an update becomes visible, one work
	 * may be found as before, and another as after it; counts of links, and the order by citations,
	 * may follow a moment later.
	 */
	findWorks(request: WorksRequest, signal?: AbortSignal): Promise<WorksResult>;
}

/** Lists the words of a query, each once, that are not excluded; prefixes aside. */
export function wordsToCount(q: QueryNode): string[] {
	const tokens = allPhrasesOf(q).flatMap(({ tokens, prefix }) => (prefix ? tokens.slice(0, -1) : tokens));
	return [...new Set(tokens)];
}

/** Whether a query demands words. */
export function hasPhrase(q: QueryNode): boolean {
	return allPhrasesOf(q).length > 0;
}

function allPhrasesOf(node: QueryNode): Phrase[] {
	if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(allPhrasesOf);
	return node.kind === 'phrase' && node.field !== 'provider' ? [node] : [];
}

/** The values that determine the position of a work in a result. */
export type Ranked = { points: number; cited: number; published: number | null; sortKey: string };

/** A position in a result: numbers, of which greater ones come first, and the sortKey. */
export type WorkPosition = readonly [...numbers: number[], sortKey: string];

// Earlier and later than any date: works without one come last.
export const undated = 1e15;

export function positionOfWork(
	{ order, reverse }: Pick<WorksRequest, 'order' | 'reverse'>,
	work: Ranked,
): WorkPosition {
	if (order === 'relevance') return [work.points, work.cited, work.sortKey];
	if (order === 'cited') return [work.cited, work.sortKey];
	return [work.published ?? (reverse ? undated : -undated), work.sortKey];
}

/** Compares two positions in the order asked for: negative where the first comes first. */
export function compareWorkPositions(reverse: boolean, one: WorkPosition, other: WorkPosition): number {
	const last = one.length - 1;
	for (let at = 0; at < last; at++) {
		const difference = (other[at] as number) - (one[at] as number);
		if (difference !== 0) return reverse ? -difference : difference;
	}
	const ties = compareText(one[last] as string, other[last] as string);
	return reverse ? -ties : ties;
}

/** Writes a position as a cursor: opaque text of letters, digits, - and _. */
export function writeWorkCursor({ order }: Pick<WorksRequest, 'order'>, position: WorkPosition): string {
	return Buffer.from(JSON.stringify([order, ...position])).toString('base64url');
}

/** Reads what writeWorkCursor wrote for this order; anything else fails with `bad-query`. */
export function readWorkCursor({ order, cursor }: Pick<WorksRequest, 'order' | 'cursor'>): WorkPosition | undefined {
	if (cursor === undefined) return undefined;
	const position = parseCursor(order, cursor);
	if (position && writeWorkCursor({ order }, position) === cursor) return position;
	const message = 'The cursor was not returned by a search in this order; begin again without it';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'cursor', message }] });
}

function parseCursor(order: WorksOrder, cursor: string): WorkPosition | undefined {
	let parts: unknown;
	try {
		parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return undefined;
	}
	if (!Array.isArray(parts) || parts[0] !== order) return undefined;
	const position = parts.slice(1) as unknown[];
	const numbers = position.slice(0, -1);
	if (numbers.length !== (order === 'relevance' ? 2 : 1) || !numbers.every(Number.isFinite)) return undefined;
	return typeof position.at(-1) === 'string' ? (position as unknown as WorkPosition) : undefined;
}
