// What a free-text query may cost: how long it may be, how deep it nests, how many words it has.
//
// Every engine looks for each word of a query in every text that a search looks at, and a beginning
// of a word stands for all the words that begin so. These limits are what keeps the cost of one
// query near that of others, whoever writes it.

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

/** How much of a query has been read. */
export type QuerySize = { words: number; prefixes: number };

/**
 * Adds a word, or a phrase of several tokens, to what was read of a query; `prefix`: an asterisk
 * ends it. Answers in words what is too much, and what to write instead; undefined where all is
 * well.
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

/** Counts letters; a syllable of Hangul is written in several. */
function lettersOf(token: string): number {
	return [...token.normalize('NFD')].length;
}
