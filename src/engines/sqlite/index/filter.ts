// Says which links pass what a search filters by, the only place that knows what a filter means; knows no order and no page.

import { createRecent } from '../../../app/recent.ts';
import type { HistoryItem } from '../../../links/provenance.ts';
import type { SearchRequest } from '../../../ports/search/search-index.ts';
import { analyse } from '../../../search/analysis.ts';
import type { ObjectTextField, QueryNode } from '../../../search/query-node.ts';
import { type LinkColumns, type Marks, noYear, type TextsOfSome } from './link-columns.ts';
import { type LinkTexts, markPhrase } from './link-texts.ts';
import { codeOfType } from './schema.ts';

/** Reads what filters ask beyond the columns. */
export type FilterSources = {
	/** Reads the texts of the links wanted, each in one answer; an answer may be of no use when the next is taken. */
	textsOf(links: LinkColumns, wanted: Marks): Iterable<TextsOfSome>;
	/** Tells whether some statement of a stored history is so. */
	someStatement(history: number | string, test: (item: HistoryItem) => boolean): boolean;
};

/** Says what a request filters by; undefined where it filters by nothing. */
export type Filter = (request: SearchRequest) => Passing | undefined;

/** Marks the links that pass all filters of a request. Nobody changes the marks: who asks for the next page gets the same ones. */
export type Passing = (links: LinkColumns) => Marks;

/** Makes the filter that reads from these sources: texts last, and only of links that pass all else. */
export function createFilter(sources: FilterSources): Filter {
	const passed = createPassed();
	return (request) => {
		const conditions = conditionsOf(request);
		if (conditions.length === 0) return undefined;
		const recalled = passed.by(conditions);
		return (links) => recalled(links, () => markLinks(sources, links, conditions));
	};
}

function markLinks(sources: FilterSources, links: LinkColumns, conditions: readonly Condition[]): Marks {
	const ofTexts = conditions.filter(readsTexts);
	const others = conditions.filter((condition) => !readsTexts(condition));
	const left = markEvery({ ...sources, links, texts: [] }, others, new Uint8Array(links.count).fill(1));
	if (ofTexts.length === 0 || !hasAny(left)) return left;
	let passed: Marks | undefined;
	for (const { texts, wanted } of sources.textsOf(links, left)) {
		const some = markEvery({ ...sources, links, texts }, ofTexts, wanted);
		passed = passed ? either(passed, some) : some;
	}
	return passed ?? new Uint8Array(links.count);
}

// So many characters of conditions are kept, up to twice, each with what is beside.
const recentCharacters = 2 ** 16;
const charactersBeside = 100;

/**
 * Keeps, with columns that are kept, what passed when they were last looked at: whoever turns pages asks the same of the same links again and again. A page with words
 * in two fields of up to 2,000 links takes 12 instead of 37 µs, with one word 11 instead of 28.
 */
function createPassed() {
	// Columns are many and conditions may be long: each keeps a number for them.
	const numbers = createRecent<string, { number: number; characters: number }>(
		recentCharacters,
		({ characters }) => characters,
	);
	let last = 0;
	const numberOf = (asked: string): number => {
		const known = numbers.get(asked);
		if (known) return known.number;
		numbers.set(asked, { number: ++last, characters: charactersBeside + asked.length });
		return last;
	};
	const lastPassed = new WeakMap<LinkColumns, { conditions: number; marks: Marks }>();
	return {
		/** Gives what recalls the marks of these conditions, or makes them. */
		by(conditions: readonly Condition[]): (links: LinkColumns, make: () => Marks) => Marks {
			const number = numberOf(JSON.stringify(conditions));
			return (links, make) => {
				const known = lastPassed.get(links);
				if (known?.conditions === number) return known.marks;
				const marks = make();
				lastPassed.set(links, { conditions: number, marks });
				return marks;
			};
		},
	};
}

type Range = { from: number | null; to: number | null };
type Condition = QueryNode | ({ kind: 'asserted' } & Range);

/** Lists what must hold, all of it. */
function conditionsOf({ type, years, asserted, q }: SearchRequest): Condition[] {
	const conditions: Condition[] = [];
	if (type !== undefined) conditions.push({ kind: 'type', type });
	if (years) conditions.push({ kind: 'year', ...years });
	if (asserted) conditions.push({ kind: 'asserted', ...asserted });
	if (q) conditions.push(...(q.kind === 'and' ? q.nodes : [q]));
	return conditions;
}

function readsTexts(condition: Condition): boolean {
	return costOf(condition) === costOfTexts;
}

const costOfTexts = 2;

/** Ranks conditions by what they look at: columns, statements or texts. */
function costOf(condition: Condition): number {
	switch (condition.kind) {
		case 'and':
		case 'or':
			return Math.max(0, ...condition.nodes.map(costOf));
		case 'not':
			return costOf(condition.node);
		case 'phrase':
			return condition.field === 'provider' ? 1 : costOfTexts;
		case 'asserted':
			return 1;
		default:
			return 0;
	}
}

function cheapFirst(conditions: readonly Condition[]): readonly Condition[] {
	return conditions.length < 2 ? conditions : conditions.toSorted((one, other) => costOf(one) - costOf(other));
}

/** What conditions are looked up in: columns, and the texts of all links that are wanted where one reads texts. */
type Looked = Pick<FilterSources, 'someStatement'> & { links: LinkColumns; texts: readonly LinkTexts[] };

/** Marks those of the wanted links that a condition holds for; leaves the marks given as they are. */
function markOne(looked: Looked, condition: Condition, wanted: Marks): Marks {
	switch (condition.kind) {
		case 'and':
			return markEvery(looked, condition.nodes, wanted);
		case 'or':
			return markAny(looked, condition.nodes, wanted);
		case 'not':
			return without(wanted, markOne(looked, condition.node, wanted));
		case 'type':
			return markType(looked, codeOfType(condition.type), wanted);
		case 'year':
			return markYears(looked, condition, wanted);
		case 'asserted':
			return markAsserted(looked, condition, wanted);
		case 'phrase':
			return condition.field === 'provider'
				? markProviders(looked, condition, wanted)
				: markWords(looked, { ...condition, field: condition.field }, wanted);
		case 'everything':
			return wanted;
		case 'nothing':
			return new Uint8Array(wanted.length);
	}
}

/** Marks what all conditions hold for, and looks at no more links than passed those before. */
function markEvery(looked: Looked, conditions: readonly Condition[], wanted: Marks): Marks {
	let left = wanted;
	for (const condition of cheapFirst(conditions)) {
		if (!hasAny(left)) break;
		left = markOne(looked, condition, left);
	}
	return left;
}

/** Marks what some condition holds for, and looks at no more links than none before holds for. */
function markAny(looked: Looked, conditions: readonly Condition[], wanted: Marks): Marks {
	let left = wanted;
	for (const condition of cheapFirst(conditions)) {
		if (!hasAny(left)) break;
		left = without(left, markOne(looked, condition, left));
	}
	return without(wanted, left);
}

function hasAny(marks: Marks): boolean {
	return marks.includes(1);
}

function either(one: Marks, other: Marks): Marks {
	const marks = new Uint8Array(one.length);
	for (let ordinal = 0; ordinal < marks.length; ordinal++) {
		marks[ordinal] = (one[ordinal] as number) | (other[ordinal] as number);
	}
	return marks;
}

function without(one: Marks, other: Marks): Marks {
	const marks = new Uint8Array(one.length);
	for (let ordinal = 0; ordinal < marks.length; ordinal++)
		if (other[ordinal] === 0) marks[ordinal] = one[ordinal] as number;
	return marks;
}

function markType({ links: { count, type } }: Looked, code: number, wanted: Marks): Marks {
	const marks = new Uint8Array(count);
	for (let ordinal = 0; ordinal < count; ordinal++)
		if (type[ordinal] === code) marks[ordinal] = wanted[ordinal] as number;
	return marks;
}

// An open range, too, begins above what stands for no year.
function markYears({ links: { year } }: Looked, { from, to }: Range, wanted: Marks): Marks {
	return markWithin(year, from ?? noYear + 1, to ?? Number.POSITIVE_INFINITY, wanted);
}

function markWithin(values: Int32Array | Float64Array, from: number, to: number, wanted: Marks): Marks {
	const marks = new Uint8Array(wanted.length);
	for (let ordinal = 0; ordinal < marks.length; ordinal++) {
		const value = values[ordinal] as number;
		if (value >= from && value <= to) marks[ordinal] = wanted[ordinal] as number;
	}
	return marks;
}

/** Marks links of which some one statement lies within; most have one, and the latest is at hand. */
function markAsserted({ links, someStatement }: Looked, range: Range, wanted: Marks): Marks {
	const { count, latest, history } = links;
	const from = range.from ?? Number.NEGATIVE_INFINITY;
	const to = range.to ?? Number.POSITIVE_INFINITY;
	const marks = markWithin(latest, from, to, wanted);
	const within = ({ instant }: HistoryItem) => instant >= from && instant <= to;
	for (let ordinal = 0; ordinal < count; ordinal++) {
		if (wanted[ordinal] === 0) continue;
		const said = history[ordinal] as number | string;
		// Of what was last said too late, something earlier may lie within.
		if (typeof said === 'string' && (latest[ordinal] as number) > to && someStatement(said, within)) marks[ordinal] = 1;
	}
	return marks;
}

type Phrase = Extract<QueryNode, { kind: 'phrase' }>;

function markWords({ texts }: Looked, phrase: Phrase & { field: ObjectTextField | null }, wanted: Marks): Marks {
	const marks = new Uint8Array(wanted.length);
	for (const some of texts) markPhrase(some, phrase, wanted, marks);
	return marks;
}

function markProviders({ links, someStatement }: Looked, { tokens, prefix }: Phrase, wanted: Marks): Marks {
	const phrase = ` ${tokens.join(' ')}${prefix ? '' : ' '}`;
	// Providers are few: each name is analysed once.
	const known = new Map<string, boolean>();
	const named = ({ provider }: HistoryItem): boolean => {
		let holds = known.get(provider);
		if (holds === undefined) {
			holds = ` ${analyse(provider).join(' ')} `.includes(phrase);
			known.set(provider, holds);
		}
		return holds;
	};
	return wanted.map((mark, ordinal) =>
		mark === 1 && someStatement(links.history[ordinal] as number | string, named) ? 1 : 0,
	);
}
