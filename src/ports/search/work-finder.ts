// The contract of finding works by what is known of them. Every sentence here has a test of its
// wording in suite/, which runs on every engine.
import { BrokerError } from '../../errors.ts';
import { compareText } from '../../identifiers/index.ts';
import type { ObjectTypeName } from '../../links/description.ts';
import { type CountedWord, mayBeMisspelt } from '../../search/near-words.ts';
import type { QueryNode } from '../../search/query-node.ts';
import type { GroupBy, GroupId, ObjectDocument } from './index-content.ts';
import type { LinkCounts } from './object-reader.ts';

/** Says which works are asked for; every filter is optional and all of them must hold. */
export type WorksRequest = {
	/** By version, a Version group is one work. */
	groupBy: GroupBy;
	/** Holds of the work's own texts, type and year; `provider` holds of none. */
	q?: QueryNode;
	type?: ObjectTypeName;
	/** Inclusive; null is open. Works without a year are in no range, not even an open one. */
	years?: { from: number | null; to: number | null };
	/**
	 * `relevance`: those first in whose title the most of the query's words stand (see wordsSought),
	 * then the most cited; `cited`: the most cited; `published`: the latest published. Ties by
	 * sortKey.
	 */
	order: WorksOrder;
	/** The exact reverse, but that works without a date come last in either direction. */
	reverse: boolean;
	/** 0 to 1,000. */
	size: number;
	/**
	 * Goes on after the place of the work that this was handed out with. A malformed one, or one of
	 * another order, fails with `bad-query`, field `cursor`.
	 */
	cursor?: string;
	/** Whether to count the whole result. */
	facets: boolean;
	/**
	 * So many works, 1 or more, are looked at of those with the words (as single words, in any field),
	 * the type and the years; of more, those that come first: by citing works, in the order
	 * `published` by year; `reverse`: last. How far one engine tells apart there works that are cited
	 * about as often (within twice), or published in one year, is its own matter, but the same works
	 * are looked at while the index does not change.
	 */
	mostLookedAt: number;
	/** Whether to name words that may be meant where nothing is found. */
	suggest?: boolean;
};

export const worksOrders = ['relevance', 'cited', 'published'] as const;
export type WorksOrder = (typeof worksOrders)[number];

/** Holds a group that describes a work at the level asked, with the counts there. */
export type FoundWork = { readonly group: GroupId; readonly document: ObjectDocument; readonly counts: LinkCounts };

/** Holds what was found. */
export type WorksResult = {
	/** Counts what was found among the works that were looked at, whatever the page. */
	readonly total: number;
	/** Whether all were looked at that may be found. */
	readonly isWhole: boolean;
	readonly works: readonly FoundWork[];
	/** Goes on after the last work; absent where nothing follows. */
	readonly cursor?: string;
	/** Only where asked; of the works that were looked at. */
	readonly facets?: WorkFacets;
	/** Only where asked, and nothing is found: the words that may be wrong, and what is like them. */
	readonly doubtfulWords?: readonly DoubtfulWord[];
};

/**
 * A word of a query that may be misspelt, how many works have it, and words that more works have,
 * as rankNear orders them.
 */
export type DoubtfulWord = CountedWord & { readonly near: readonly string[] };

// Who types several words has seldom more of them wrong.
const mostDoubted = 3;

/**
 * Chooses which words of a query to doubt: those that no work has; where works have each, those
 * that the fewest works have.
 */
export function wordsToDoubt(words: readonly CountedWord[]): CountedWord[] {
	const unknown = words.filter(({ works }) => works === 0);
	if (unknown.length > 0) return unknown;
	return words.toSorted((one, other) => one.works - other.works).slice(0, mostDoubted);
}

/** Tells whether to name a word: one that works have is in doubt only where others are like it. */
export function isInDoubt({ works, near }: DoubtfulWord): boolean {
	return works === 0 || near.length > 0;
}

/** So many words are named for one, at most. */
export const mostNearWords = 3;

/**
 * Counts the whole result: types by count descending then name, years ascending, publishers by
 * count descending then name, of which the first are there (mostFacetValues). A work of several
 * publishers counts for each.
 */
export type WorkFacets = {
	readonly type: readonly (readonly [ObjectTypeName, number])[];
	readonly publicationYear: readonly (readonly [number, number])[];
	readonly publisher: readonly (readonly [string, number])[];
};

/** Finds works in the generation that answers; fails as SearchReader does. */
export interface WorkFinder {
	/**
	 * Finds works; ends early as SearchReader.search does. While an update becomes visible, one work
	 * may be found as it was before, and another as it is after it; counts of links, and the order by
	 * how often works are cited, may follow a moment later.
	 */
	findWorks(request: WorksRequest, signal?: AbortSignal): Promise<WorksResult>;
}

/** A phrase of a query; see QueryNode. */
export type Phrase = Extract<QueryNode, { kind: 'phrase' }>;

/**
 * Lists the words and phrases, each once, that a title may have of a query: those that are not
 * excluded, and are looked for in any field or in the title.
 */
export function wordsSought(q: QueryNode | undefined): Phrase[] {
	const all = q ? phrasesOf(q) : [];
	return [...new Map(all.map((phrase) => [JSON.stringify([phrase.tokens, phrase.prefix]), phrase])).values()];
}

/** Lists the words of a query, each once, that may be misspelt (see mayBeMisspelt). */
export function wordsToSpell(q: QueryNode): string[] {
	const tokens = allPhrasesOf(q).flatMap(({ tokens, prefix }) => (prefix ? tokens.slice(0, -1) : tokens));
	return [...new Set(tokens)].filter(mayBeMisspelt);
}

function allPhrasesOf(node: QueryNode): Phrase[] {
	if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(allPhrasesOf);
	return node.kind === 'phrase' && node.field !== 'provider' ? [node] : [];
}

function phrasesOf(node: QueryNode): Phrase[] {
	if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(phrasesOf);
	return node.kind === 'phrase' && (node.field === null || node.field === 'title') ? [node] : [];
}

/** What of a work its place in a result follows from. */
export type Ranked = { titleWords: number; cited: number; published: number | null; sortKey: string };

/** A place in a result: numbers, of which greater ones come first, and the sortKey. */
export type WorkPosition = readonly [...numbers: number[], sortKey: string];

// No date is as early or as late: works without one come last.
export const undated = 1e15;

/** Tells the place of a work. */
export function positionOfWork(
	{ order, reverse }: Pick<WorksRequest, 'order' | 'reverse'>,
	work: Ranked,
): WorkPosition {
	if (order === 'relevance') return [work.titleWords, work.cited, work.sortKey];
	if (order === 'cited') return [work.cited, work.sortKey];
	return [work.published ?? (reverse ? undated : -undated), work.sortKey];
}

/** Compares two places in the order asked for: negative where the first comes first. */
export function compareWorkPositions(reverse: boolean, one: WorkPosition, other: WorkPosition): number {
	const last = one.length - 1;
	for (let at = 0; at < last; at++) {
		const difference = (other[at] as number) - (one[at] as number);
		if (difference !== 0) return reverse ? -difference : difference;
	}
	const ties = compareText(one[last] as string, other[last] as string);
	return reverse ? -ties : ties;
}

/** Writes a place as a cursor: opaque text of letters, digits, - and _. */
export function writeWorkCursor({ order }: Pick<WorksRequest, 'order'>, position: WorkPosition): string {
	return Buffer.from(JSON.stringify([order, ...position])).toString('base64url');
}

/** Reads what writeWorkCursor wrote for this order; anything else fails with `bad-query`. */
export function readWorkCursor({ order, cursor }: Pick<WorksRequest, 'order' | 'cursor'>): WorkPosition | undefined {
	if (cursor === undefined) return undefined;
	const position = parseCursor(order, cursor);
	if (position && writeWorkCursor({ order }, position) === cursor) return position;
	const message = 'The cursor is not one that a search in this order handed out; begin again without it';
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
