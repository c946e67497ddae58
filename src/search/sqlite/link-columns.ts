// Holds a group's links in one view as columns in memory, in the order that they are answered in; knows no filter and no page.
import type { GroupBy, GroupId, SearchRequest } from '../search-index.ts';
import type { Connection } from './connection.ts';
import { createLinkTextsReader, isAscii, type LinkTexts } from './link-texts.ts';
import { createRecent } from './recent.ts';
import { type View, views } from './schema.ts';
import { liesInView, linksOfView, otherObject } from './view-rows.ts';

/** Links by ordinals from 0, one value in each column; 29 bytes a link, and what its text takes once that was asked for. */
export type LinkColumns = {
	view: View;
	/** By latest instant, then by the sort key of the other object; see SearchRequest.order. */
	order: SearchRequest['order'];
	count: number;
	latest: Float64Array;
	/** Ids of the other objects. */
	object: Float64Array;
	/** Codes of their types. */
	type: Uint8Array;
	/** Their years; noYear where none is known. */
	year: Int32Array;
	/** As `link.history`. */
	history: (number | string)[];
	texts?: LinkTexts;
};

/** Stands for a year that is not known, below all others. */
export const noYear = -(2 ** 31);

/** Says whose links are asked for: those of a group in one view, and how many they are. */
export type LinksAsked = { groupBy: GroupBy; group: GroupId; view: View; count: number };

/** Bounds what is kept in memory. */
export type ColumnLimits = {
	/** Bytes of columns and texts that are kept for later searches; up to twice as many. */
	keptBytes: number;
	/** A group with more links in a view is read anew for each search, a step at a time. */
	mostKept: number;
	/** How many links such a step holds. */
	step: number;
};

export const defaultColumnLimits: ColumnLimits = { keptBytes: 20 * 2 ** 20, mostKept: 50_000, step: 10_000 };

// To read so many links takes as long as what is done instead of looking at kept ones: nobody waits more than twice as long as without.
const linksForMiss = 16;
const rememberedMisses = 20_000;

export type LinkColumnsReader = {
	/** Reads all links in a view: at once, and then kept, or in steps in the order given. */
	read(asked: LinksAsked, order: SearchRequest['order']): Iterable<LinkColumns>;
	/** Tells the links in a view if they are kept; what is asked for in vain again and again is kept in the end. */
	recall(asked: LinksAsked): LinkColumns | undefined;
	/** Reads the texts of links; they stay with them. */
	textsOf(links: LinkColumns): LinkTexts;
	/** Forgets what was kept, since it has changed. */
	forget(): void;
};

/** Reads links through a connection, in its transaction. */
export function createLinkColumnsReader(connection: Connection, limits: ColumnLimits): LinkColumnsReader {
	const kept = createRecent<number, LinkColumns>(limits.keptBytes, bytesOf);
	const misses = createRecent<number, number>(rememberedMisses);
	const keys = new WeakMap<LinkColumns, number>();
	const readTexts = createLinkTextsReader(connection);

	const readWhole = (asked: LinksAsked): LinkColumns => {
		const key = keyOf(asked);
		const known = kept.get(key);
		if (known) return known;
		const rows = connection.prepare(rowsInOrder(asked, 'newest')).all<LinkRow>(asked.group);
		const links = columnsOf(rows, asked.view, 'newest');
		keys.set(links, key);
		kept.set(key, links);
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
	return {
		read: (asked, order) => (asked.count > limits.mostKept ? readInSteps(asked, order) : [readWhole(asked)]),
		recall(asked) {
			const key = keyOf(asked);
			const known = kept.get(key);
			if (known || asked.count > limits.mostKept) return known;
			const missed = misses.get(key) ?? 0;
			if (missed * linksForMiss > asked.count) return readWhole(asked);
			misses.set(key, missed + 1);
			return undefined;
		},
		textsOf(links) {
			if (!links.texts) {
				links.texts = readTexts(links.object);
				const key = keys.get(links);
				if (key !== undefined) kept.set(key, links);
			}
			return links.texts;
		},
		forget() {
			kept.clear();
			misses.clear();
		},
	};
}

function keyOf({ groupBy, group, view }: LinksAsked): number {
	return (group * 2 + (groupBy === 'identity' ? 0 : 1)) * views.length + view.seen;
}

type LinkRow = [latest: number, history: number | string, object: number, type: number, year: number | null];

function rowsInOrder({ groupBy, view }: LinksAsked, order: SearchRequest['order']): string {
	return `SELECT l.latest, l.history, o.id, o.type, o.year
		FROM ${linksOfView(view)} CROSS JOIN object o ON o.id = ${otherObject(groupBy, view)}
		WHERE ${liesInView(groupBy, view)}
		ORDER BY ${order === 'newest' ? 'l.latest DESC, o.sort_key' : 'l.latest, o.sort_key DESC'}`;
}

function columnsOf(rows: readonly LinkRow[], view: View, order: SearchRequest['order']): LinkColumns {
	const count = rows.length;
	const latest = new Float64Array(count);
	const object = new Float64Array(count);
	const type = new Uint8Array(count);
	const year = new Int32Array(count);
	const history: (number | string)[] = [];
	for (let ordinal = 0; ordinal < count; ordinal++) {
		const row = rows[ordinal] as LinkRow;
		latest[ordinal] = row[0];
		history.push(row[1]);
		object[ordinal] = row[2];
		type[ordinal] = row[3];
		year[ordinal] = row[4] ?? noYear;
	}
	return { view, order, count, latest, object, type, year, history };
}

const bytesPerLink = 29;
// What the columns of no link take: four buffers, an array and what holds them.
const bytesPerColumns = 1_000;

function bytesOf({ count, texts }: LinkColumns): number {
	const textBytes = texts ? roomOf(texts.words) + texts.begins.byteLength : 0;
	return bytesPerColumns + count * bytesPerLink + textBytes;
}

/** Tells at most how much room a text takes: what is not plain ASCII may have two bytes for each unit of UTF-16. */
function roomOf(text: string): number {
	return isAscii(text) ? text.length : text.length * 2;
}
