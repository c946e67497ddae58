// Reads who asserted a link and when.
import type { HistoryItem } from '../../../../links/provenance.ts';
import { type ReturnedHistory, type Stretch, takeStretch } from '../../../../ports/search/search-reader.ts';
import type { Connection } from '../connection.ts';
import { createLru } from '../lru.ts';

/** Reads the LinkHistory with the numbers in `link.history`. */
export type HistoryReader = (history: number | string) => HistoryItem[];

/**
 * Reads through a connection. Caches this many statements while the generation is open: they never
 * change.
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
		const [provider, date, instant, end, words] = found;
		return { provider, date, instant, end, ...readWords(words) };
	};
	return (history) => {
		const ids = typeof history === 'number' ? [history] : (JSON.parse(history) as number[]);
		return ids.map((id) => items.get(id, () => readItem(id)));
	};
}

/** Reads what is returned of a LinkHistory. */
export function returnedHistory(readHistory: HistoryReader, history: number | string, asked: Stretch): ReturnedHistory {
	const ids = typeof history === 'number' ? [history] : (JSON.parse(history) as number[]);
	const { history: shown, oldest, ...total } = takeStretch(ids, asked);
	return {
		...total,
		history: shown.flatMap(readHistory),
		...(oldest !== undefined && { oldest: readHistory(oldest)[0] as HistoryItem }),
	};
}

/** Reads `statement.sub_types`. */
function readWords(text: string): Pick<HistoryItem, 'subTypes' | 'reversed'> {
	const words = JSON.parse(text) as (string | string[])[];
	const reversed = words.at(-1);
	if (!Array.isArray(reversed)) return { subTypes: words as string[] };
	return { subTypes: words.slice(0, -1) as string[], reversed };
}
