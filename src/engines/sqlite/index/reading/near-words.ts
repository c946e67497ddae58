// Finds the words of the word index that may be meant by words of a query.

import { countEdits } from '../../../../errors/wrong-input.ts';
import {
	type DoubtfulWord,
	isInDoubt,
	mostNearWords,
	wordsToDoubt,
	wordsToSpell,
} from '../../../../ports/search/work-finder.ts';
import { type CountedWord, rankNear } from '../../../../search/near-words.ts';
import type { QueryNode } from '../../../../search/query-node.ts';
import type { Connection } from '../connection.ts';
import { quote } from './walk-works.ts';

// To tell how many works have a word, FTS5 passes over all of them: 20 ms in a million.
const mostPassed = 3_000_000;
// A few milliseconds.
const wordsPerSlice = 2_000;

/** Creates what lists the words of a query that may be wrong; yields now and then. */
export function createDoubtfulWords(connection: Connection) {
	const has = connection.prepare('SELECT 1 FROM words WHERE words MATCH ? LIMIT 1');
	const count = connection.prepare('SELECT doc FROM vocabulary WHERE term = ?');
	const list = connection.prepare('SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?');
	function* nearTo(doubted: CountedWord): Generator<void, string[]> {
		const { word } = doubted;
		const found = new Map<string, CountedWord>();
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
				if (countEdits(word, term) <= 2) found.set(term, { word: term, works });
			}
			if (passed > mostPassed) break;
		}
		return rankNear(doubted, [...found.values()], mostNearWords);
	}
	return function* (q: QueryNode): Generator<void, DoubtfulWord[]> {
		const words = wordsToSpell(q);
		const unknown = words.filter((word) => has.get(quote(word)) === undefined);
		const counted =
			unknown.length > 0
				? unknown.map((word) => ({ word, works: 0 }))
				: words.map((word) => ({ word, works: count.get<[number]>(word)?.[0] ?? 0 }));
		const doubtful: DoubtfulWord[] = [];
		for (const one of wordsToDoubt(counted)) doubtful.push({ ...one, near: yield* nearTo(one) });
		return doubtful.filter(isInDoubt);
	};
}
