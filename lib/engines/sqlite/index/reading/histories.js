// Reads who said a link and when; knows no links.
                                                                   
                                                   
import { createLru } from '../lru.js';

/** Reads the LinkHistory that `link.history` numbers. */
                                                                        

/**
 * Reads through a connection. So many statements are cached, for as long as the generation is open:
 * they never change.
 */
export function createHistoryReader(connection            , cachedStatements        )                {
	const find = connection.prepare(
		`SELECT p.name, s.date, s.instant, s.until, s.sub_types
			FROM statement s JOIN provider p ON p.id = s.provider WHERE s.id = ?`,
	);
	const items = createLru                     (cachedStatements);
	const readItem = (id        )              => {
		const found = find.get                                          (id);
		if (!found) throw new Error(`the index lacks statement ${id}`);
		const [provider, date, instant, end, words] = found;
		return { provider, date, instant, end, ...readWords(words) };
	};
	return (history) => {
		const ids = typeof history === 'number' ? [history] : (JSON.parse(history)            );
		return ids.map((id) => items.get(id, () => readItem(id)));
	};
}

/** Reads `statement.sub_types`. */
function readWords(text        )                                           {
	const words = JSON.parse(text)                         ;
	const turned = words.at(-1);
	if (!Array.isArray(turned)) return { subTypes: words             };
	return { subTypes: words.slice(0, -1)            , turned };
}
