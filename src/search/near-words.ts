// Suggests words for misspelt ones, in order of likelihood, and queries with them.
import { countEdits } from '../errors/wrong-input.ts';
import { analyse } from './analysis.ts';

/** A word, and how many works have it. */
export type CountedWord = { readonly word: string; readonly works: number };

const shortest = 4;
const allLetters = /^[\p{L}\p{M}]+$/u;

/** Whether a word may be misspelt: it is long enough, and has only letters. */
export function mayBeMisspelt(word: string): boolean {
	return word.length >= shortest && allLetters.test(word);
}

/** Returns how many letters of a word may be wrong: 1, and from six letters on 2. */
export function mostEdits(word: string): 1 | 2 {
	return word.length < 6 ? 1 : 2;
}

/**
 * Picks the suggestions for a word: similar ones that more works have, the fewest edits first, then
 * those that most works have.
 */
export function rankNear(misspelt: CountedWord, words: readonly CountedWord[], most: number): string[] {
	const mayBeMeant = ({ word, works, edits }: CountedWord & { edits: number }) =>
		works > misspelt.works && edits > 0 && edits <= mostEdits(misspelt.word) && allLetters.test(word);
	return words
		.map(({ word, works }) => ({ word, works, edits: countEdits(misspelt.word, word) }))
		.filter(mayBeMeant)
		.sort((one, other) => one.edits - other.edits || other.works - one.works || (one.word < other.word ? -1 : 1))
		.slice(0, most)
		.map(({ word }) => word);
}

/** A word as it is searched for, and its suggestions, the likeliest first. */
type Misspelt = { readonly word: string; readonly near: readonly string[] };

const runs = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Lists suggested queries, the likeliest first: the first suggestion for each misspelt word, then
 * the second … None where one of the words has no suggestion.
 */
export function respell(q: string, misspelt: readonly Misspelt[], most: number): string[] {
	if (misspelt.length === 0 || misspelt.some(({ near }) => near.length === 0)) return [];
	const choices = Array.from({ length: most }, (_, choice) => {
		const meant = new Map(misspelt.map(({ word, near }) => [word, near[Math.min(choice, near.length - 1)] as string]));
		return q.replaceAll(runs, (run) => {
			const tokens = analyse(run);
			return (tokens.length === 1 && meant.get(tokens[0] as string)) || run;
		});
	});
	return [...new Set(choices)].filter((choice) => choice !== q);
}
