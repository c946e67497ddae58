// Writes a query again with other words in the place of misspelt ones, as it was typed otherwise.
// It knows no index.
import { analyse } from './analysis.ts';

/** A word as it is searched for, and the words that may be meant, the likeliest first. */
type Misspelt = { readonly word: string; readonly near: readonly string[] };

const runs = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Lists queries that may be meant, the likeliest first: the first word for each misspelt one, then
 * the second … None, where nothing is near one of them.
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
