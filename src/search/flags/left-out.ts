// Says in words how many links a count leaves out, and why.
import type { SearchRelation } from '../../links/relation.ts';
import { countText } from '../../links/words.ts';
import type { Flag } from './flags.ts';

/** Phrases after a number of links with each flag, in the order of the flags: `6 by the same authors`. */
export const flagPhrase: Readonly<Record<Flag, string>> = {
	'author-self': 'by the same authors',
	'author-self-by-id': 'by authors with the same ORCID iD or ISNI',
	'journal-self': 'within one journal, book or series',
	'provider-own': 'reported by a publisher of the works',
	machine: 'found by programs alone',
	'single-provider': 'reported by one provider alone',
	'supplement-as-citation': 'that are supplements',
	unregistered: 'of or by works without a DOI, PMID or OMID',
	'retracted-citing': 'by retracted works',
	'retracted-cited': 'of retracted works',
	'cited-after-retraction': 'published after the retraction',
	'corrected-citing': 'by corrected works',
	'corrected-cited': 'of corrected works',
	'concern-citing': 'by works with an expression of concern',
	'concern-cited': 'of works with an expression of concern',
};

/** Numbers of links by flag. */
export type FlagNumbers = Readonly<Partial<Record<Flag, number>>>;

/** What a count kept, and what it left out: each link under the first flag that fits. */
export type Kept = { total: number; excluded: FlagNumbers };

/** Adds up what is kept and left out. */
export function sumOf({ total, excluded }: Kept): number {
	return Object.values(excluded).reduce((sum, count) => sum + count, total);
}

/** Sums counts of links of which the same flags are left out. */
export function sumCounts(counts: readonly CountSum[]): CountSum {
	const sum = (numberOf: (count: CountSum) => number | undefined) =>
		counts.reduce((total, count) => total + (numberOf(count) ?? 0), 0);
	const sums = (of: 'excluded' | 'unknown') =>
		Object.fromEntries(Object.keys(counts[0]?.[of] ?? {}).map((flag) => [flag, sum((count) => count[of][flag])]));
	return { total: sum(({ total }) => total), excluded: sums('excluded'), unknown: sums('unknown') };
}

export type CountSum = Record<'excluded' | 'unknown', Readonly<Record<string, number>>> & { total: number };

/**
 * Writes what a count of links of a relation kept and left out: `31 of 40 citations: 6 by the same
 * authors and 3 found by programs alone are left out.`
 */
export function leftOutText({ total, excluded }: Kept, relation: SearchRelation | undefined): string {
	const left = (Object.entries(excluded) as [Flag, number][]).map(([flag, items]) => ({ flag, items, relation }));
	const of = [{ items: sumOf({ total, excluded }), relation }];
	return writeNumbers(leftOutParts({ total: { items: total }, of, excluded: left }));
}

/** Writes, behind that, which flags links that count may have: ` Of those that count, 4 may be by the same authors.` */
export function unknownText(unknown: FlagNumbers): string {
	return writeNumbers(unknownParts(unknown));
}

function unknownParts(unknown: FlagNumbers): Sentence<Numbered> {
	const some = (Object.entries(unknown) as [Flag, number][]).filter(([, items]) => items > 0);
	const parts = listed(some.map(([flag, items]) => [{ items }, ` may be ${flagPhrase[flag]}`]));
	return some.length === 0 ? [] : [' Of those that count, ', ...parts, '.'];
}

type Numbered = { items: number };

/** A count: its total, and the numbers that are its total and what it left out, by relation. */
export type PartsOfCount<N extends Numbered> = {
	total: N;
	of: readonly (N & { relation: SearchRelation | undefined })[];
	excluded: readonly (N & { relation: SearchRelation | undefined; flag: Flag })[];
};

/** Besides: links of relations that do not count, and of how many that count a flag is unknown. */
export type CountInParts<N extends Numbered> = PartsOfCount<N> & {
	besides: readonly (N & { relation: SearchRelation })[];
	unknown: FlagNumbers;
};

/** Words with numbers between them, which a page may show as links. */
type Sentence<N> = (string | N)[];

/** Writes sentences as text. */
export function writeNumbers(sentence: Sentence<Numbered>): string {
	return sentence.map((part) => (typeof part === 'string' ? part : countText(part.items))).join('');
}

/**
 * Explains a count, so that its numbers add up: what is left out as leftOutText does, then what does
 * not count, and what counts because too little is known.
 */
export function explainCount<N extends Numbered>(count: CountInParts<N>): Sentence<N | Numbered> {
	const isWhole = count.excluded.every(({ items }) => items === 0);
	const others = count.besides.filter(({ items }) => items > 0);
	return [
		...(isWhole ? [...countedParts(count), '.'] : leftOutParts(count)),
		...(others.length > 0 ? [' Not counted: ', ...listed(others.map(withNoun)), '.'] : []),
		...unknownParts(count.unknown),
	];
}

function leftOutParts<N extends Numbered>(count: PartsOfCount<N>): Sentence<N> {
	const left = count.excluded.filter(({ items }) => items > 0);
	const isOne = left.length === 1 && left[0]?.items === 1;
	const reasons = left.map((one) => [...(count.of.length > 1 ? withNoun(one) : [one]), ` ${flagPhrase[one.flag]}`]);
	const are = left.length === 0 ? ['nothing is'] : [...listed(reasons), isOne ? ' is' : ' are'];
	return [count.total, ' of ', ...countedParts(count), ': ', ...are, ' left out.'];
}

/** What counts by relation: citations first, even if there are none. */
function countedParts<N extends Numbered>({ of }: PartsOfCount<N>): Sentence<N> {
	return listed(of.filter(({ items }, at) => at === 0 || items > 0).map(withNoun));
}

function withNoun<N extends Numbered & { relation: SearchRelation | undefined }>(number: N): Sentence<N> {
	const [one, many] = (number.relation && linkNouns[number.relation]) ?? ['link', 'links'];
	return [number, ` ${number.items === 1 ? one : many}`];
}

const linkNouns: Readonly<Partial<Record<SearchRelation, readonly [one: string, many: string]>>> = {
	isCitedBy: ['citation', 'citations'],
	cites: ['reference', 'references'],
	isSupplementTo: ['work that it supplements', 'works that it supplements'],
	isRelatedTo: ['related work', 'related works'],
};

/** Joins the parts of a list by commas and "and". */
function listed<N>(items: readonly Sentence<N>[]): Sentence<N> {
	const rest = items.values();
	return reasonList
		.formatToParts(items.map(String))
		.flatMap(({ type, value }) => (type === 'element' ? (rest.next().value ?? []) : [value]));
}

const reasonList = new Intl.ListFormat('en-GB');
