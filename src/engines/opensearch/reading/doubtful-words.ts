// Finds the words of objects that may be meant by words of a query; knows no order of works.
import {
	type DoubtfulWord,
	isInDoubt,
	mostNearWords,
	wordsToDoubt,
	wordsToSpell,
} from '../../../ports/search/work-finder.ts';
import { type CountedWord, mostEdits, rankNear } from '../../../search/near-words.ts';
import { objectTextFields, type QueryNode } from '../../../search/query-node.ts';
import type { Searches } from '../cluster/searches.ts';
import { compilePhrase } from './filter.ts';
import { isObject } from './lookup.ts';

// Each shard tells so many, of which some are in documents that are gone.
const mostSuggested = 20;

type Suggested = Readonly<Record<string, readonly { options: readonly { text: string; freq: number }[] }[]>>;

/** Lists the words of a query that may be wrong. */
export async function findDoubtfulWords(searches: Searches, q: QueryNode): Promise<DoubtfulWord[]> {
	const words = wordsToSpell(q);
	const works = await countWorks(searches, words);
	const doubted = wordsToDoubt(words.map((word, at) => ({ word, works: works[at] as number })));
	const doubtful = await Promise.all(doubted.map(async (one) => ({ ...one, near: await findNear(searches, one) })));
	return doubtful.filter(isInDoubt);
}

async function findNear(searches: Searches, doubted: CountedWord): Promise<string[]> {
	const { suggest } = await searches.search({ size: 0, track_total_hits: false, suggest: suggestionsOf(doubted.word) });
	const options = Object.values((suggest ?? {}) as Suggested).flatMap((entries) =>
		entries.flatMap((entry) => entry.options.map(({ text }) => text)),
	);
	const candidates = [...new Set(options)];
	// The suggester counts documents of all kinds, and some that are gone.
	const works = await countWorks(searches, candidates);
	return rankNear(
		doubted,
		candidates.map((candidate, at) => ({ word: candidate, works: works[at] as number })),
		mostNearWords,
	);
}

function suggestionsOf(word: string): object {
	const term = {
		...{ suggest_mode: 'always', max_edits: mostEdits(word), prefix_length: 1, min_word_length: 1 },
		...{ size: mostSuggested, shard_size: mostSuggested, sort: 'score', string_distance: 'damerau_levenshtein' },
	};
	const fields = objectTextFields.map((field) => [field, { text: word, term: { ...term, field: `copy.${field}` } }]);
	return Object.fromEntries(fields);
}

/** Counts the objects that have words, in the order given. */
async function countWorks(searches: Searches, words: readonly string[]): Promise<number[]> {
	if (words.length === 0) return [];
	const filters = words.map((word) =>
		compilePhrase({ field: null, tokens: [word], prefix: false, kind: 'phrase' }, 'copy.'),
	);
	const { aggregations } = await searches.search<unknown, { having: { buckets: { doc_count: number }[] } }>({
		query: isObject,
		size: 0,
		track_total_hits: false,
		aggregations: { having: { filters: { filters } } },
	});
	return words.map((_, at) => aggregations?.having.buckets[at]?.doc_count ?? 0);
}
