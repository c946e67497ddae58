// Numbers statements (who asserted a link and when), one for all links that have the same.
import type { HistoryItem } from '../../../../links/provenance.ts';
import type { Connection, Statement, Value } from '../connection.ts';
import { createLru } from '../lru.ts';

/**
 * A LinkHistory as stored with a link: its latest instant, and the number of its one statement or a
 * JSON list of them, newest first.
 */
export type StoredHistory = { latest: number; history: number | string };

export type StatementWriter = {
	/** Numbers the statements of a history, null where it has none. */
	store(history: readonly HistoryItem[]): StoredHistory | null;
	/** Clears all numbers, since a transaction was rolled back that may have given some. */
	reset(): void;
};

// Feeds assert millions of links in few statements.
const cachedNumbers = 20_000;

export function createStatementWriter(connection: Connection): StatementWriter {
	const findProvider = connection.prepare('SELECT id FROM provider WHERE name = ?');
	const addProvider = connection.prepare('INSERT INTO provider (name) VALUES (?)');
	const find = connection.prepare('SELECT id FROM statement WHERE provider = ? AND date = ? AND sub_types = ?');
	const add = connection.prepare(
		'INSERT INTO statement (provider, date, sub_types, instant, until) VALUES (?, ?, ?, ?, ?)',
	);
	const numbers = createLru<string, number>(cachedNumbers);

	const numberOf = ({ provider, date, instant, end, subTypes, reversed }: HistoryItem): number => {
		const words = JSON.stringify(reversed ? [...subTypes, reversed] : subTypes);
		return numbers.get(JSON.stringify([provider, date, words]), () => {
			const by = findOrAdd(findProvider, addProvider, [provider]);
			return findOrAdd(find, add, [by, date, words], [instant, end]);
		});
	};
	return {
		store(history) {
			const [first] = history;
			if (first === undefined) return null;
			const latest = history.reduce((most, { instant }) => Math.max(most, instant), first.instant);
			return { latest, history: history.length === 1 ? numberOf(first) : JSON.stringify(history.map(numberOf)) };
		},
		reset: numbers.clear,
	};
}

/**
 * Returns the id of the row with a key; where there is none, adds one. With RETURNING SQLite would
 * make a table in memory for each.
 */
function findOrAdd(find: Statement, add: Statement, key: Value[], more: Value[] = []): number {
	return find.get<[number]>(...key)?.[0] ?? Number(add.run(...key, ...more).lastInsertRowid);
}
