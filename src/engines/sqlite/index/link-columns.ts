// Holds a group's links in one view as columns in memory, for pages and for filters; knows neither of these.
import { createRecent } from '../../../app/recent.ts';
import type { GroupId, SearchRequest } from '../../../ports/search/search-index.ts';
import type { Connection } from './connection.ts';
import { bytesOfTexts, createLinkTextsReader, type LinkTexts } from './link-texts.ts';
import { type View, views } from './schema.ts';
import { inOrder, otherGroup, type SeenLinks, selectLinks } from './view-rows.ts';

/** Links by ordinals from 0 in order of their latest instant, one value in each column; 25 bytes a link. */
export type LinkList = {
	view: View;
	/** By latest instant, then by the sort key of the other object where that is settled; see SearchRequest.order. */
	order: SearchRequest['order'];
	count: number;
	latest: Float64Array;
	/** Ids of the other objects where that is settled. */
	object: Float64Array;
	/** As `link.history`. */
	history: (number | string)[];
	/**
	 * 1 where a link has its place: the others still lie in any order among those of their instant, and have the other group's number for its
	 * object. Absent where all have it.
	 */
	settled?: Marks;
	/** What all this takes in memory. */
	bytes: number;
};

/** A list of links with what filters look at, each in its place; 41 bytes a link with what passed a filter and what was counted of them, and what its text takes once that was asked for. */
export type LinkColumns = Omit<LinkList, 'settled'> & {
	/** Codes of the objects' types. */
	type: Uint8Array;
	/** Their years; noYear where none is known. */
	year: Int32Array;
	/** Texts that were asked for, each link in one of them at most. */
	texts: LinkTexts[];
	/** 1 where one of the texts holds the link. */
	hasText: Marks;
};

/** One byte for each link of columns: 1 where it is meant, else 0. */
export type Marks = Uint8Array;

/** Some texts of links, and the marks of those that are wanted and whose text is among them. */
export type TextsOfSome = { texts: readonly LinkTexts[]; wanted: Marks };

/** Stands for a year that is not known, below all others. */
export const noYear = -(2 ** 31);

/** Says whose links are asked for: those of a group in one view, how many they are, and whether some may be recent. */
export type LinksAsked = SeenLinks & { group: GroupId; count: number };

/** Bounds what is kept in memory. */
export type ColumnLimits = {
	/** Bytes of columns and texts that are kept for later searches; up to twice as many. */
	keptBytes: number;
	/** Bytes of lists that are kept beside, for pages; up to twice as many. Of their own, or pages that nobody asks for again would push out texts. */
	listBytes: number;
	/** Bytes of places and items that are kept beside; up to twice as many. */
	itemBytes: number;
	/** A group with more links in a view is read anew for each search, a step at a time. */
	mostKept: number;
	/** How many links such a step holds. */
	step: number;
	/** Bytes of texts that are read at once; one object's text is read at once even where it has more. */
	textBytes: number;
};

export const defaultColumnLimits: ColumnLimits = {
	keptBytes: 20 * 2 ** 20,
	listBytes: 4 * 2 ** 20,
	itemBytes: 12 * 2 ** 20,
	mostKept: 50_000,
	step: 10_000,
	textBytes: 8 * 2 ** 20,
};

// To list so many links takes as long as what is done instead of looking at a list: all who ask together wait no more than twice as long as without.
const linksForMiss = 50;
const rememberedMisses = 20_000;
// More than these may take over 12 ms to list and to order, where all share an instant, which all other requests wait for; what is done instead takes a fraction of one.
const mostForMisses = 5_000;

export type LinkColumnsReader = {
	/** Reads all links in a view: at once, and then kept, or in steps in the order given. */
	read(asked: LinksAsked, order: SearchRequest['order']): Iterable<LinkColumns>;
	/** Tells the links in a view where they are kept, or were asked for often enough to pay for a list of them. */
	recall(asked: LinksAsked): LinkList | undefined;
	/** Reads the texts of those links that are wanted; as many as may be kept stay with them and come together, last. */
	textsOf(links: LinkColumns, wanted: Marks): Iterable<TextsOfSome>;
	/** Tells whether the links in a view are read at once: then their ordinals are the same whenever they are read. */
	readsWhole(asked: LinksAsked): boolean;
	/** Forgets what was kept, since it has changed. */
	forget(): void;
};

/** Reads links through a connection, in its transaction. */
export function createLinkColumnsReader(connection: Connection, limits: ColumnLimits): LinkColumnsReader {
	const kept = createRecent<number, LinkColumns>(limits.keptBytes, ({ bytes }) => bytes);
	const keptLists = createRecent<number, LinkList>(limits.listBytes, ({ bytes }) => bytes);
	const misses = createRecent<number, number>(rememberedMisses);
	const keys = new WeakMap<LinkColumns, number>();
	const readTexts = createLinkTextsReader(connection, limits.textBytes);

	const readsWhole = ({ count }: LinksAsked) => count <= limits.mostKept;
	const readOnce = (asked: LinksAsked): LinkColumns => {
		const key = keyOf(asked);
		const known = kept.get(key);
		if (known) return known;
		const rows = connection.prepare(rowsInOrder(asked, 'newest')).all<LinkRow>(asked.group);
		const links = columnsOf(rows, asked.view, 'newest');
		keys.set(links, key);
		kept.set(key, links);
		keptLists.delete(key);
		return links;
	};
	const list = (asked: LinksAsked): LinkList => {
		const links = listOf(connection.prepare(rowsOfList(asked)).all<ListRow>(asked.group), asked.view);
		keptLists.set(keyOf(asked), links);
		misses.delete(keyOf(asked));
		return links;
	};
	function* readInSteps(asked: LinksAsked, order: SearchRequest['order']): Generator<LinkColumns> {
		let rows: LinkRow[] = [];
		for (const row of connection.prepare(rowsInOrder(asked, order)).iterate<LinkRow>(asked.group)) {
			rows.push(row);
			if (rows.length < limits.step) continue;
			yield columnsOf(rows, asked.view, order);
			rows = [];
		}
		if (rows.length > 0) yield columnsOf(rows, asked.view, order);
	}
	function* readTextsOf(links: LinkColumns, wanted: Marks): Generator<TextsOfSome> {
		const missing = missingTexts(links, wanted);
		if (missing.length === 0) {
			if (links.texts.length > 0) yield { texts: links.texts, wanted };
			return;
		}
		const rest = wanted.slice();
		for (const texts of readTexts(links.object, missing)) {
			if (links.bytes + bytesOfTexts(texts) <= limits.keptBytes) {
				addTexts(links, texts);
				continue;
			}
			yield { texts: [texts], wanted: marksOf(texts.ordinals, links.count) };
			for (const ordinal of texts.ordinals) rest[ordinal] = 0;
		}
		const key = keys.get(links);
		if (key !== undefined) kept.set(key, links);
		if (links.texts.length > 0) yield { texts: links.texts, wanted: rest };
	}
	return {
		read: (asked, order) => (readsWhole(asked) ? [readOnce(asked)] : readInSteps(asked, order)),
		recall(asked) {
			const key = keyOf(asked);
			const known = kept.get(key) ?? keptLists.get(key);
			if (known || asked.count > Math.min(limits.mostKept, mostForMisses)) return known;
			const times = (misses.get(key) ?? 0) + 1;
			if (times * linksForMiss >= asked.count) return list(asked);
			misses.set(key, times);
			return undefined;
		},
		textsOf: readTextsOf,
		readsWhole,
		forget() {
			kept.clear();
			keptLists.clear();
			misses.clear();
		},
	};
}

/** Tells views of groups apart by a number. */
export function keyOf({ groupBy, group, view }: LinksAsked): number {
	return (group * 2 + (groupBy === 'identity' ? 0 : 1)) * views.length + view.seen;
}

type ListRow = [latest: number, history: number | string, other: number];

function rowsOfList(asked: LinksAsked): string {
	return selectLinks(asked, { columns: ['l.latest', 'l.history', otherGroup(asked.view)], order: ['l.latest DESC'] });
}

function listOf(rows: readonly ListRow[], view: View): LinkList {
	const count = rows.length;
	const room = new ArrayBuffer(count * (bytesInCommon + 1));
	const settled = new Uint8Array(room, count * bytesInCommon, count);
	return { ...linksOf(rows, view, 'newest', room, bytesPerListedLink), settled };
}

// Of each link in a room, the first: its latest instant and its object, eight bytes each.
const bytesInCommon = 16;

/**
 * Makes of rows, which may have more columns, what lists and columns have in common, at the begin of a room that all columns share: a buffer of its own takes
 * each 200 bytes and more, and most works are cited a few times.
 */
function linksOf(
	rows: readonly (ListRow | LinkRow)[],
	view: View,
	order: SearchRequest['order'],
	room: ArrayBuffer,
	bytesPerLink: number,
): Omit<LinkList, 'settled'> {
	const count = rows.length;
	const latest = new Float64Array(room, 0, count);
	const object = new Float64Array(room, count * 8, count);
	const history: (number | string)[] = [];
	let bytes = bytesPerColumns + count * bytesPerLink;
	for (let ordinal = 0; ordinal < count; ordinal++) {
		const row = rows[ordinal] as ListRow | LinkRow;
		latest[ordinal] = row[0];
		history.push(row[1]);
		bytes += bytesOfHistory(row[1]);
		object[ordinal] = row[2];
	}
	return { view, order, count, latest, object, history, bytes };
}

type LinkRow = [latest: number, history: number | string, object: number, type: number, year: number | null];

function rowsInOrder(asked: LinksAsked, order: SearchRequest['order']): string {
	const columns = ['l.latest', 'l.history', 'o.id', 'o.type', 'o.year'];
	return selectLinks(asked, { columns, withObjects: true, order: inOrder(order) });
}

function columnsOf(rows: readonly LinkRow[], view: View, order: SearchRequest['order']): LinkColumns {
	const count = rows.length;
	const room = new ArrayBuffer(count * (bytesInCommon + 6));
	const links = linksOf(rows, view, order, room, bytesPerLinkOfColumns);
	const year = new Int32Array(room, count * bytesInCommon, count);
	const type = new Uint8Array(room, count * (bytesInCommon + 4), count);
	const hasText = new Uint8Array(room, count * (bytesInCommon + 5), count);
	for (let ordinal = 0; ordinal < count; ordinal++) {
		const row = rows[ordinal] as LinkRow;
		type[ordinal] = row[3];
		year[ordinal] = row[4] ?? noYear;
	}
	return { ...links, type, year, texts: [], hasText };
}

// With what passed a filter, and what was counted of many.
const bytesPerLinkOfColumns = 41;
const bytesPerListedLink = 25;
// What a string takes beside its characters.
const bytesPerString = 24;
// What the columns of no link take at most: a room with five views of it, what passed a filter and was counted, two arrays and what holds them.
const bytesPerColumns = 1_200;

function bytesOfHistory(history: number | string): number {
	return typeof history === 'string' ? bytesPerString + history.length : 0;
}

function addTexts(links: LinkColumns, texts: LinkTexts): void {
	links.texts.push(texts);
	for (const ordinal of texts.ordinals) links.hasText[ordinal] = 1;
	links.bytes += bytesOfTexts(texts);
}

/** Lists the ordinals of wanted links whose text was not kept, ascending. */
function missingTexts({ count, hasText }: LinkColumns, wanted: Marks): Uint32Array {
	const missing: number[] = [];
	for (let ordinal = 0; ordinal < count; ordinal++) {
		if (wanted[ordinal] === 1 && hasText[ordinal] === 0) missing.push(ordinal);
	}
	return Uint32Array.from(missing);
}

function marksOf(ordinals: Uint32Array, count: number): Marks {
	const marks = new Uint8Array(count);
	for (const ordinal of ordinals) marks[ordinal] = 1;
	return marks;
}
