// Writes and reads the documents of links: one for each end that a link is seen from, with a copy of what filters and sorts of the object at the other; knows no requests.
import type { HistoryItem } from '../../links/provenance.ts';
import {
	type GroupRelation,
	type SearchRelation,
	searchRelationMeaning,
	searchRelations,
} from '../../links/relation.ts';
import type { GroupBy, GroupId, IndexLink } from '../../ports/search/search-index.ts';
import { analyse } from '../../search/analysis.ts';

/** Names a group at a level in `at` and `to` of links, and is the id of its object: `i5`, `v5`. */
export type GroupKey = `${'i' | 'v'}${GroupId}`;

/** Names a group at a level. */
export function groupKey(level: GroupBy, group: GroupId): GroupKey {
	return level === 'identity' ? `i${group}` : `v${group}`;
}

/** A link as seen from one end: the number of the relation in searchRelations, and the group at the other end. */
export type LinkView = { party: GroupId; seen: number; other: GroupId };

type Ends = Pick<IndexLink, 'source' | 'relation' | 'target'>;

const seenFromSource = seenBy('source');
const seenFromTarget = seenBy('target');

function seenBy(asked: 'source' | 'target'): Partial<Record<GroupRelation, number>> {
	const seen: Partial<Record<GroupRelation, number>> = {};
	for (const [number, name] of searchRelations.entries()) {
		const meaning = searchRelationMeaning[name];
		// What is symmetric is given in both directions, each seen from its source.
		if ((meaning.asked === 'target') === (asked === 'target')) seen[meaning.relation] = number;
	}
	return seen;
}

/** Lists how the ends of a link see it. */
export function viewsOf({ source, relation, target }: Ends): LinkView[] {
	const views = [{ party: source, seen: seenFromSource[relation] as number, other: target }];
	const seen = seenFromTarget[relation];
	if (seen !== undefined) views.push({ party: target, seen, other: source });
	return views;
}

/** Names a link by itself: the id of its document as seen from its source. */
export function linkKey({ source, relation, target }: Ends): string {
	return `${source}-${seenFromSource[relation]}-${target}`;
}

/** Names the link that a view is of, like linkKey. */
export function linkKeyOfView({ party, seen, other }: LinkView): string {
	const { relation, asked } = searchRelationMeaning[searchRelations[seen] as SearchRelation];
	return asked === 'target' ? linkKey({ source: other, relation, target: party }) : `${party}-${seen}-${other}`;
}

/**
 * Names the documents of a link as seen from one end. `shared` is there where the link lies between Identity groups, and serves Version groups
 * as well where both levels say the same; else `version` does.
 */
export function documentIds({ party, seen, other }: LinkView): { shared: string; version: string } {
	const shared = `${party}-${seen}-${other}`;
	return { shared, version: `${shared}-v` };
}

/** Reads what documentIds wrote. */
export function viewOfId(id: string): LinkView {
	const [party, seen, other] = id.split('-', 3);
	return { party: Number(party), seen: Number(seen), other: Number(other) };
}

/** A LinkHistory as documents have it, all but the commas around: equal histories give equal text. */
export type HistoryText = string & { readonly kind: unique symbol };

type Stored = [provider: string, date: string, instant: number, subTypes: readonly string[]];

// Feeds say millions of links in few histories.
const cacheLimit = 20_000;
const texts = new WeakMap<readonly HistoryItem[], HistoryText>();
const parts = new Map<string, HistoryText>();
const histories = new Map<string, readonly HistoryItem[]>();

/** Writes a LinkHistory of one item or more. */
export function writeHistory(history: readonly HistoryItem[]): HistoryText {
	const known = texts.get(history);
	if (known !== undefined) return known;
	const written = restoreHistory(JSON.stringify(history.map(storedItem)));
	texts.set(history, written);
	return written;
}

function storedItem({ provider, date, instant, subTypes }: HistoryItem): Stored {
	return [provider, date, instant, subTypes];
}

/** Gives the text back that a document's `history` was written from. */
export function restoreHistory(stored: string): HistoryText {
	let part = parts.get(stored);
	if (part === undefined) {
		const items = readHistory(stored);
		const instants = [...new Set(items.map(({ instant }) => instant))];
		const providers = [...new Set(items.map(({ provider }) => analyse(provider).join(' ')))].filter(Boolean);
		const fields = { latest: Math.max(...instants), instants, provider: providers, history: stored };
		part = JSON.stringify(fields).slice(1, -1) as HistoryText;
		if (parts.size >= cacheLimit) parts.clear();
		parts.set(stored, part);
	}
	return part;
}

/** Reads a document's `history`; the same text gives the same items. */
export function readHistory(stored: string): readonly HistoryItem[] {
	let history = histories.get(stored);
	if (!history) {
		const items = JSON.parse(stored) as Stored[];
		history = items.map(([provider, date, instant, subTypes]) => ({ provider, date, instant, subTypes }));
		if (histories.size >= cacheLimit) histories.clear();
		histories.set(stored, history);
	}
	return history;
}

/** Tells something at each level, undefined where there is nothing to tell. */
export type PerLevel<T> = { identity: T | undefined; version: T | undefined };

/** A document and its id; `source` is JSON. */
export type Document = { id: string; source: string };

/**
 * Writes the documents of a link as seen from one end, none where it lies at no level. `copies` holds what documents copy of the object at the other
 * end (see objectCopy), for each level at which the link lies.
 */
export function linkDocuments(
	view: LinkView,
	{ identity, version }: PerLevel<HistoryText>,
	copies: PerLevel<string>,
): Document[] {
	const ids = documentIds(view);
	const write = (id: string, levels: readonly ('i' | 'v')[], history: HistoryText, copy: string | undefined) => ({
		id,
		source: writeDocument(view, levels, history, copy),
	});
	if (identity !== undefined && identity === version && copies.identity === copies.version) {
		return [write(ids.shared, ['i', 'v'], identity, copies.identity)];
	}
	const documents: Document[] = [];
	if (version !== undefined) documents.push(write(ids.version, ['v'], version, copies.version));
	if (identity !== undefined) documents.push(write(ids.shared, ['i'], identity, copies.identity));
	return documents;
}

function writeDocument(
	{ party, seen, other }: LinkView,
	levels: readonly ('i' | 'v')[],
	history: HistoryText,
	copy: string | undefined,
): string {
	if (copy === undefined) throw new Error(`a link joins ${party} and ${other}, of which one has no object`);
	const at = levels.map((level) => `"${level}${party}"`).join();
	const to = levels.map((level) => `"${level}${other}"`).join();
	const level = levels.map((one) => `"${one}"`).join();
	return `{"at":[${at}],"to":[${to}],"level":[${level}],"relation":"${searchRelations[seen]}","seen":${seen},${history},${copy}}`;
}

/** What writers read of a link's document: linkFields. */
export type LinkSource = { level: readonly ('i' | 'v')[]; history: string };

export const linkFields: readonly (keyof LinkSource)[] = ['level', 'history'];

/** Reads at which levels a document says what. */
export function saidAt({ level, history }: LinkSource): PerLevel<HistoryText> {
	const text = restoreHistory(history);
	return {
		identity: level.includes('i') ? text : undefined,
		version: level.includes('v') ? text : undefined,
	};
}
