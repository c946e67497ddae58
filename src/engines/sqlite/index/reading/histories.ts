// Reads who said a link and when; knows no links.
import type { HistoryItem } from '../../../../links/provenance.ts';
import type { Connection } from '../connection.ts';
import { createLru } from '../lru.ts';

/** Reads the LinkHistory that `link.history` numbers. */
export type HistoryReader = (history: number | string) => HistoryItem[];

/**
 * Reads through a connection. So many statements are cached, for as long as the generation is open:
 * they never change.
 */
export function createHistoryReader(connection: Connection, cachedStatements: number): HistoryReader {
	const find = connection.prepare(
		`SELECT p.name, s.date, s.instant, s.until, s.sub_types
			FROM statement s JOIN provider p ON p.id = s.provider WHERE s.id = ?`,
	);
	const items = createLru<number, HistoryItem>(cachedStatements);
	const readItem = (id: number): HistoryItem => {
		const found = find.get<[string, string, number, number, string]>(id);
		if (!found) throw new Error(`the index lacks statement ${id}`);
		const [provider, date, instant, end, subTypes] = found;
		return { provider, date, instant, end, subTypes: JSON.parse(subTypes) as string[] };
	};
	return (history) => {
		const ids = typeof history === 'number' ? [history] : (JSON.parse(history) as number[]);
		return ids.map((id) => items.get(id, () => readItem(id)));
	};
}
