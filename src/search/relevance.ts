// Measures how well the title of a work fits the words of a query.
import type { QueryNode } from './query-node.ts';

/** A phrase of a query; see QueryNode. */
export type Phrase = Extract<QueryNode, { kind: 'phrase' }>;

/** Words that stand next to each other; of a `prefix` the last one need only begin so. */
export type Words = Pick<Phrase, 'tokens' | 'prefix'>;

/** What titles are compared with. */
export type Sought = {
	/** Words and phrases, each once; `year`: they also count where the work is of this year. */
	readonly words: readonly (Words & { readonly year: number | null })[];
	/** Those that follow each other in the query, two by two. */
	readonly pairs: readonly Words[];
	/** The whole query as a title. */
	readonly title: readonly string[] | undefined;
};

/**
 * The points of a title. All together are less than `beyondTitles`, and one word more counts more
 * than all pairs.
 */
export const titlePoints = { exact: 4_096, word: 20, pair: 1 } as const;
export const beyondTitles = 8_192;
const mostPairs = titlePoints.word - 1;

// Engines sum points as 32-bit numbers with a fraction: exactly, up to 2 ** 24.
const mostWeighed = 40;

/**
 * Returns the points of having a word, by its position among words of which the rarest are first.
 */
export function pointsOfWord(position: number): number {
	return Math.max(0, mostWeighed - position) * beyondTitles;
}

/**
 * Lists what titles are compared with: words and phrases that are not excluded, and are searched for
 * in any field or in the title.
 */
export function soughtIn(q: QueryNode | undefined): Sought {
	const all = q ? phrasesOf(q) : [];
	const pairs = all.slice(1).flatMap((phrase, at): Words[] => {
		const before = all[at] as Words;
		return before.prefix ? [] : [{ tokens: [...before.tokens, ...phrase.tokens], prefix: phrase.prefix }];
	});
	return {
		words: distinct(all),
		pairs: distinct(pairs).slice(0, mostPairs),
		title: all.length > 0 && all.every(({ prefix }) => !prefix) ? all.flatMap(({ tokens }) => tokens) : undefined,
	};
}

function phrasesOf(node: QueryNode): (Words & { year: number | null })[] {
	if (node.kind === 'or') {
		const [phrase, year] = node.nodes;
		if (node.nodes.length === 2 && phrase?.kind === 'phrase' && year?.kind === 'year') {
			return phrasesOf(phrase).map((one) => ({ ...one, year: year.from === year.to ? year.from : null }));
		}
	}
	if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(phrasesOf);
	if (node.kind !== 'phrase' || (node.field !== null && node.field !== 'title')) return [];
	return [{ tokens: node.tokens, prefix: node.prefix, year: null }];
}

function distinct<T extends Words>(all: readonly T[]): T[] {
	return [...new Map(all.map((one) => [JSON.stringify([one.tokens, one.prefix]), one])).values()];
}

/**
 * Writes analysed values so that words are between spaces and no phrase crosses from one value into
 * the next: ` dark matter | halos `.
 */
export function spacedValues(analysed: readonly string[]): string {
	return analysed.length === 0 ? '' : ` ${analysed.join(' | ')} `;
}

/** Writes words as they stand in spacedValues; the last one may be a prefix. */
export function spacedWords({ tokens, prefix }: Words): string {
	return ` ${tokens.join(' ')}${prefix ? '' : ' '}`;
}

/**
 * Makes the function that returns the points of titles, as spacedValues writes them, of a work of a
 * year: first for being the whole query, then for each word, then for pairs of words.
 */
export function measureTitles({ words, pairs, title }: Sought): (titles: string, year: number | null) => number {
	const spaced = words.map((one) => ({ text: spacedWords(one), year: one.year }));
	const spacedPairs = pairs.map(spacedWords);
	const whole = title && `|${spacedWords({ tokens: title, prefix: false })}|`;
	return (titles, year) => {
		let points = 0;
		for (const one of spaced) {
			if (titles.includes(one.text) || (year !== null && one.year === year)) points += titlePoints.word;
		}
		if (points === 0) return 0;
		for (const pair of spacedPairs) if (titles.includes(pair)) points += titlePoints.pair;
		return whole !== undefined && `|${titles}|`.includes(whole) ? points + titlePoints.exact : points;
	};
}
