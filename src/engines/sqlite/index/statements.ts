// Keeps who said a link and when, once for all links that the same statement is about; knows no links.

import { createRecent } from '../../../app/recent.ts';
import type { HistoryItem } from '../../../links/provenance.ts';
import type { Connection, Statement, Value } from './connection.ts';

/** A LinkHistory as a link row has it: its latest instant, and the number of its one statement or a JSON list of them, newest first. */
export type StoredHistory = { latest: number; history: number | string };

export type StatementWriter = {
	/** Numbers the statements of a history, null where it has none. */
	store(history: readonly HistoryItem[]): StoredHistory | null;
	/** Forgets numbers given since the last commit, which was not to be. */
	forget(): void;
};

// Feeds say millions of links in few statements: so many are kept at hand.
const cacheLimit = 20_000;

/** Writes statements in the connection's transaction. */
export function createStatementWriter(connection: Connection): StatementWriter {
	const findProvider = connection.prepare('SELECT id FROM provider WHERE name = ?');
	const addProvider = connection.prepare('INSERT INTO provider (name) VALUES (?)');
	const find = connection.prepare('SELECT id FROM statement WHERE provider = ? AND date = ? AND sub_types = ?');
	const add = connection.prepare('INSERT INTO statement (provider, date, sub_types, instant) VALUES (?, ?, ?, ?)');
	let byItem = new WeakMap<HistoryItem, number>();
	let byText = new Map<string, number>();

	const numberOf = (item: HistoryItem): number => {
		let id = byItem.get(item);
		if (id !== undefined) return id;
		const { provider, date, instant, subTypes } = item;
		const text = JSON.stringify([provider, date, subTypes]);
		id = byText.get(text);
		if (id === undefined) {
			const by = findOrAdd(findProvider, addProvider, [provider]);
			id = findOrAdd(find, add, [by, date, JSON.stringify(subTypes)], [instant]);
			if (byText.size >= cacheLimit) byText.clear();
			byText.set(text, id);
		}
		byItem.set(item, id);
		return id;
	};

	return {
		store(history) {
			const [first] = history;
			if (first === undefined) return null;
			if (history.length === 1) return { latest: first.instant, history: numberOf(first) };
			const latest = history.reduce((most, { instant }) => Math.max(most, instant), first.instant);
			return { latest, history: JSON.stringify(history.map(numberOf)) };
		},
		forget() {
			byItem = new WeakMap();
			byText = new Map();
		},
	};
}

/** Answers the id of the row with a key; where there is none, adds one. With RETURNING SQLite would make a table in memory for each. */
function findOrAdd(find: Statement, add: Statement, key: Value[], more: Value[] = []): number {
	return find.get<[number]>(...key)?.[0] ?? Number(add.run(...key, ...more).lastInsertRowid);
}

export type StatementReader = {
	/** Reads what StatementWriter.store numbered; asked again, as a rule the same list. */
	read(history: number | string): readonly HistoryItem[];
	/** Tells whether some statement of such a history is so. */
	some(history: number | string, test: (item: HistoryItem) => boolean): boolean;
};

// As it is read, a statement takes 200 bytes and a history as many; what answers keep of a history takes 300 beside. Up to twice as many are kept.
const keptItems = 10_000;
const keptHistories = 5_000;
const keptWordings = 1_000;

/** Reads statements, which never change; what was read is handed out again, so histories and their items are shared. */
export function createStatementReader(connection: Connection): StatementReader {
	const find = connection.prepare(
		'SELECT p.name, s.date, s.instant, s.sub_types FROM statement s JOIN provider p ON p.id = s.provider WHERE s.id = ?',
	);
	const items = createRecent<number, HistoryItem>(keptItems);
	const histories = createRecent<number | string, readonly HistoryItem[]>(keptHistories, (history) => history.length);
	// Each statement of its own has few bytes then: providers are few, and so are the ways in which they word relations.
	const wordings = createRecent<string, Pick<HistoryItem, 'provider' | 'subTypes'>>(keptWordings);
	const wordingOf = (provider: string, subTypes: string) => {
		const key = `${subTypes} ${provider}`;
		let wording = wordings.get(key);
		if (!wording) {
			wording = { provider, subTypes: JSON.parse(subTypes) as string[] };
			wordings.set(key, wording);
		}
		return wording;
	};
	const itemOf = (id: number): HistoryItem => {
		let item = items.get(id);
		if (!item) {
			const [provider, date, instant, subTypes] = find.get<[string, string, number, string]>(id) as [
				string,
				string,
				number,
				string,
			];
			const wording = wordingOf(provider, subTypes);
			item = { provider: wording.provider, date, instant, subTypes: wording.subTypes };
			items.set(id, item);
		}
		return item;
	};
	const listed = (history: string) => JSON.parse(history) as number[];
	return {
		read(history) {
			let read = histories.get(history);
			if (!read) {
				read = typeof history === 'number' ? [itemOf(history)] : listed(history).map(itemOf);
				histories.set(history, read);
			}
			return read;
		},
		some: (history, test) =>
			typeof history === 'number' ? test(itemOf(history)) : listed(history).some((id) => test(itemOf(id))),
	};
}
