// The limits of a free-text query: its length, its nesting, its number of words.
//
// Every engine looks up each word of a query in every text that a search covers, and a prefix
// stands for all the words that begin with it. These limits keep the cost of every query close to
// that of others, whoever writes it.

/** Limits the length of a query, in UTF-16 units. */
export const queryLengthLimit = 2_000;

/** Limits how deep parentheses nest. */
export const queryNestingLimit = 50;

/**
 * Limits the words of a query (each word of a phrase is one), its years and its types, together.
 */
export const queryWordLimit = 100;

/** Limits how many words of a query end with an asterisk. */
export const queryPrefixLimit = 20;

/** Limits how short a word before an asterisk may be where no other word stands before it. */
export const shortestPrefix = 2;

export type QuerySize = { words: number; prefixes: number };

/**
 * Adds a word, or a phrase of several tokens, to the size of a query; `prefix`: an asterisk ends
 * it. Returns in words which limit is exceeded, and what to write instead; undefined where none is.
 */
export function addToQuery(size: QuerySize, tokens: readonly string[], prefix: boolean): string | undefined {
	size.words += tokens.length;
	if (size.words > queryWordLimit) {
		return `the query has more than ${queryWordLimit} words; leave some out, or ask in several queries`;
	}
	if (!prefix) return undefined;
	size.prefixes += 1;
	if (size.prefixes > queryPrefixLimit) {
		return (
			`the query has more than ${queryPrefixLimit} words with an asterisk; ` +
			'write some of them out, or ask in several queries'
		);
	}
	const [only] = tokens;
	if (tokens.length === 1 && only !== undefined && lettersOf(only) < shortestPrefix) {
		return `an asterisk needs at least ${shortestPrefix} letters or digits before it; write more of the word`;
	}
	return undefined;
}

/** Counts letters; a syllable of Hangul consists of several. */
function lettersOf(token: string): number {
	return [...token.normalize('NFD')].length;
}
