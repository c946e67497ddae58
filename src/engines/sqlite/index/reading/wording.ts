// Tells whether a link was given in some word, as a function that SQL calls for each one.
// It knows no order, no page and no other filter.
import { type SearchRelation, searchRelations } from '../../../../links/relation.ts';
import { isSameWording, wordingsSeen } from '../../../../links/wording.ts';
import type { Connection } from '../connection.ts';
import { createLru } from '../lru.ts';
import type { HistoryReader } from './histories.ts';
import type { Condition } from './select-links.ts';

/** Writes the condition that link `l` was given in a word, until the next one is asked for. */
export type WordingCondition = (subType: string) => Condition;

// Feeds say millions of links in few histories.
const cachedAnswers = 10_000;

/**
 * Defines the function for a connection. Searches come one after the other, so that it knows one
 * word at a time.
 */
export function createWordingCondition(connection: Connection, readHistory: HistoryReader): WordingCondition {
	let says: (seen: number, history: number | string) => boolean = () => false;
	connection.define('says_word', (seen, history) => Number(says(seen as number, history as number | string)));
	return (subType) => {
		const answers = createLru<string, boolean>(cachedAnswers);
		says = (seen, history) =>
			answers.get(`${seen} ${history}`, () =>
				wordingsSeen(readHistory(history), searchRelations[seen] as SearchRelation).some((word) =>
					isSameWording(word, subType),
				),
			);
		return ({ seen }) => `says_word(${seen}, l.history)`;
	};
}
