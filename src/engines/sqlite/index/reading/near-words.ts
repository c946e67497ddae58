// Finds the words of the word index that may be meant by words that no work has; knows no work.
import { mostNearWords, type UnknownWord, wordsToSpell } from '../../../../ports/search/work-finder.ts';
import { type CountedWord, countEdits, rankNear } from '../../../../search/near-words.ts';
import type { QueryNode } from '../../../../search/query-node.ts';
import type { Connection } from '../connection.ts';
import { quote } from './match-words.ts';

// To tell how many works have a word, FTS5 passes over all of them: 20 ms in a million.
const mostPassed = 3_000_000;
// A few milliseconds.
const wordsPerSlice = 2_000;

/** Creates what lists the words of a query that no work has; yields now and then. */
export function createUnknownWords(connection: Connection) {
	const has = connection.prepare('SELECT 1 FROM words WHERE words MATCH ? LIMIT 1');
	const list = connection.prepare('SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?');
	function* nearTo(word: string): Generator<void, string[]> {
		const found: CountedWord[] = [];
		let passed = 0;
		// Most words are right up to their middle; those that begin otherwise are many more.
		for (const length of [Math.ceil(word.length / 2), 2, 1]) {
			const begin = Array.from(word).slice(0, length).join('');
			let words = 0;
			for (const [term, works] of list.iterate<[string, number]>(begin, `${begin}\u{10ffff}`)) {
				passed += works;
				words += 1;
				if (words % wordsPerSlice === 0) yield;
				if (passed > mostPassed) break;
				if (countEdits(word, term) <= 2 && !found.some((one) => one.word === term)) found.push({ word: term, works });
			}
			if (passed > mostPassed || found.some((one) => countEdits(word, one.word) === 1)) break;
		}
		return rankNear(word, found, mostNearWords);
	}
	return function* (q: QueryNode): Generator<void, UnknownWord[]> {
		const unknown: UnknownWord[] = [];
		for (const word of wordsToSpell(q)) {
			if (has.get(quote(word)) === undefined) unknown.push({ word, near: yield* nearTo(word) });
		}
		return unknown;
	};
}
