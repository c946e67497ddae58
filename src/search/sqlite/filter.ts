// Says which links pass what a search filters by, the only place that knows what a filter means; knows no order and no page.
import type { HistoryItem } from '../../links/provenance.ts';
import { analyse } from '../analysis.ts';
import type { QueryNode } from '../query-node.ts';
import type { SearchRequest } from '../search-index.ts';
import { type LinkColumns, noYear } from './link-columns.ts';
import { type LinkTexts, markPhrase } from './link-texts.ts';
import { codeOfType } from './schema.ts';

/** One byte for each link of columns: 1 where it passes, else 0. */
export type Marks = Uint8Array;

/** Reads what filters ask beyond the columns. */
export type FilterSources = {
	textsOf(links: LinkColumns): LinkTexts;
	/** Tells whether some statement of a stored history is so. */
	someStatement(history: number | string, test: (item: HistoryItem) => boolean): boolean;
};

/** Marks the links that pass all filters of a request; undefined where it has none. */
export type Filter = (request: SearchRequest, links: LinkColumns) => Marks | undefined;

/** Makes the filter that reads from these sources. */
export function createFilter(sources: FilterSources): Filter {
	return ({ type, years, asserted, q }, links) => {
		const passed: Marks[] = [];
		if (type !== undefined) passed.push(markType(links, codeOfType(type)));
		if (years) passed.push(markYears(links, years));
		if (asserted) passed.push(markAsserted(sources, links, asserted));
		if (q) passed.push(markNode(sources, links, q));
		return passed.length === 0 ? undefined : passed.reduce(both);
	};
}

/** Tells whether a request filters at all. */
export function hasFilter({ type, years, asserted, q }: SearchRequest): boolean {
	return type !== undefined || years !== undefined || asserted !== undefined || q !== undefined;
}

/** Marks the links that a query holds for, in marks of their own. */
function markNode(sources: FilterSources, links: LinkColumns, node: QueryNode): Marks {
	const inner = (one: QueryNode) => markNode(sources, links, one);
	switch (node.kind) {
		case 'and':
			return node.nodes.map(inner).reduce(both, markAll(links));
		case 'or':
			return node.nodes.map(inner).reduce(either, markNone(links));
		case 'not':
			return opposite(inner(node.node));
		case 'type':
			return markType(links, codeOfType(node.type));
		case 'year':
			return markYears(links, node);
		case 'phrase':
			return node.field === 'provider' ? markProviders(sources, links, node) : markWords(sources, links, node);
		case 'everything':
			return markAll(links);
		case 'nothing':
			return markNone(links);
	}
}

function markAll({ count }: LinkColumns): Marks {
	return new Uint8Array(count).fill(1);
}

function markNone({ count }: LinkColumns): Marks {
	return new Uint8Array(count);
}

function both(one: Marks, other: Marks): Marks {
	return one.map((mark, ordinal) => mark & (other[ordinal] as number));
}

function either(one: Marks, other: Marks): Marks {
	return one.map((mark, ordinal) => mark | (other[ordinal] as number));
}

function opposite(one: Marks): Marks {
	return one.map((mark) => 1 - mark);
}

function markType({ count, type }: LinkColumns, code: number): Marks {
	const marks = new Uint8Array(count);
	for (let ordinal = 0; ordinal < count; ordinal++) marks[ordinal] = type[ordinal] === code ? 1 : 0;
	return marks;
}

type Range = { from: number | null; to: number | null };

// An open range, too, begins above what stands for no year.
function markYears({ count, year }: LinkColumns, { from, to }: Range): Marks {
	return markWithin(count, year, from ?? noYear + 1, to ?? Number.POSITIVE_INFINITY);
}

function markWithin(count: number, values: Int32Array | Float64Array, from: number, to: number): Marks {
	const marks = new Uint8Array(count);
	for (let ordinal = 0; ordinal < count; ordinal++) {
		const value = values[ordinal] as number;
		marks[ordinal] = value >= from && value <= to ? 1 : 0;
	}
	return marks;
}

/** Marks links of which some one statement lies within; most have one, and the latest is at hand. */
function markAsserted(sources: FilterSources, links: LinkColumns, range: Range): Marks {
	const { count, latest, history } = links;
	const from = range.from ?? Number.NEGATIVE_INFINITY;
	const to = range.to ?? Number.POSITIVE_INFINITY;
	const marks = markWithin(count, latest, from, to);
	const within = ({ instant }: HistoryItem) => instant >= from && instant <= to;
	for (let ordinal = 0; ordinal < count; ordinal++) {
		const said = history[ordinal] as number | string;
		// Of what was last said too late, something earlier may lie within.
		if (typeof said === 'string' && (latest[ordinal] as number) > to && sources.someStatement(said, within)) {
			marks[ordinal] = 1;
		}
	}
	return marks;
}

type Phrase = Extract<QueryNode, { kind: 'phrase' }>;

function markWords(sources: FilterSources, links: LinkColumns, { field, tokens, prefix }: Phrase): Marks {
	const marks = markNone(links);
	if (field !== 'provider') markPhrase(sources.textsOf(links), field, { tokens, prefix }, marks);
	return marks;
}

function markProviders(sources: FilterSources, { count, history }: LinkColumns, { tokens, prefix }: Phrase): Marks {
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
	const marks = new Uint8Array(count);
	for (let ordinal = 0; ordinal < count; ordinal++) {
		if (sources.someStatement(history[ordinal] as number | string, named)) marks[ordinal] = 1;
	}
	return marks;
}
