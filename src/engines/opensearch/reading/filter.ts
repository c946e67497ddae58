// Compiles the filters of a search into OpenSearch queries on links' documents.
import type { SearchRequest } from '../../../ports/search/search-reader.ts';
import { objectTextFields, type QueryNode, type TextField } from '../../../search/query-node.ts';
import type { Phrase } from '../../../search/relevance.ts';
import { groupKey } from '../documents/document-ids.ts';

/** The queries that a document must match, and those that it must not. */
export type Filter = { filter: object[]; mustNot: object[] };

type Filters = Pick<SearchRequest, 'type' | 'years' | 'asserted' | 'via' | 'subType' | 'among' | 'q'>;

/** Where the fields of an object are: in documents of links, or in its own. */
type Place = '' | 'copy.';

/** Compiles the filters of a request, on documents of links or of objects. */
export function compileFilter({ type, years, asserted, via, subType, among, q }: Filters, place: Place = ''): Filter {
	const compiled: Filter = { filter: [], mustNot: [] };
	if (type !== undefined) compiled.filter.push({ term: { [`${place}type`]: type } });
	if (years) compiled.filter.push(within(`${place}year`, years));
	if (asserted && (asserted.from !== null || asserted.to !== null)) compiled.filter.push(within('asserted', asserted));
	if (via !== undefined) compiled.filter.push({ term: { members: groupKey('identity', via) } });
	if (subType !== undefined) compiled.filter.push(says(subType));
	if (among) compiled.filter.push(isAmong(among));
	if (!q) return compiled;
	const condition = compile(q, place);
	if (condition === false) compiled.filter.push({ match_none: {} });
	else if (condition !== true) (condition.negated ? compiled.mustNot : compiled.filter).push(condition.query);
	return compiled;
}

function says(subType: string): object {
	return { term: { subTypes: { value: subType, case_insensitive: true } } };
}

function isAmong(among: NonNullable<Filters['among']>): object {
	const each = among.map(({ relation, subType }) => ({
		bool: { filter: [{ term: { relation } }, ...(subType === undefined ? [] : [says(subType)])] },
	}));
	return each.length === 0 ? { match_none: {} } : { bool: { should: each } };
}

/** Compiles a plain word (see PlainWord). */
export function compileWord(word: QueryNode): object {
	const condition = compile(word, 'copy.');
	return typeof condition === 'boolean' || condition.negated ? { match_none: {} } : condition.query;
}

/** Compiles what a work of a year is, besides having words. */
export function compileYear(year: number): object {
	return { term: { 'copy.year': year } };
}

/**
 * A condition: true or false for all documents, or a query whose matches meet it (`negated`: do not
 * meet it). Negations are moved outwards as far as possible. A query that only excludes would get
 * one more clause, of all documents, and OpenSearch refuses queries of more than 1,024 clauses: the
 * longest query has 100 words, each searched for in five fields.
 */
type Condition = boolean | { query: object; negated: boolean };

function compile(node: QueryNode, place: Place): Condition {
	switch (node.kind) {
		case 'and':
			return all(node.nodes.map((inner) => compile(inner, place)));
		case 'or':
			return complement(all(node.nodes.map((inner) => complement(compile(inner, place)))));
		case 'not':
			return complement(compile(node.node, place));
		case 'type':
			return { query: { term: { [`${place}type`]: node.type } }, negated: false };
		case 'year':
			return { query: within(`${place}year`, node), negated: false };
		case 'phrase':
			return { query: compilePhrase(node, place), negated: false };
		case 'everything':
			return true;
		case 'nothing':
			return false;
	}
}

function complement(condition: Condition): Condition {
	if (typeof condition === 'boolean') return !condition;
	return { query: condition.query, negated: !condition.negated };
}

function all(conditions: readonly Condition[]): Condition {
	if (conditions.includes(false)) return false;
	const parts = conditions.filter((condition) => typeof condition !== 'boolean');
	if (parts.length === 0) return true;
	const [only] = parts;
	if (parts.length === 1 && only) return only;
	const filter = parts.filter(({ negated }) => !negated).map(({ query }) => query);
	const excluded = parts.filter(({ negated }) => negated).map(({ query }) => query);
	// None of several is the negation of any of them.
	if (filter.length === 0) return { query: { bool: { should: excluded } }, negated: true };
	return { query: { bool: { filter, must_not: excluded } }, negated: false };
}

/** A time range matches a document where it overlaps one of the document's own. */
function within(field: `${Place}year` | 'asserted', { from, to }: { from: number | null; to: number | null }): object {
	if (from === null && to === null) return { exists: { field } };
	return { range: { [field]: { ...(from !== null && { gte: from }), ...(to !== null && { lte: to }) } } };
}

export function compilePhrase({ field, tokens, prefix }: Phrase, place: Place): object {
	const names = field === null ? objectTextFields : [field];
	const queries = names.map((name) => wordsIn(fieldAt(place, name), tokens, prefix));
	return queries.length === 1 ? (queries[0] as object) : { bool: { should: queries } };
}

/** Returns the field in which an object is searched: its titles include those of its versions. */
export function fieldAt(place: Place, name: TextField): string {
	return place === 'copy.' && name === 'title' ? 'titles' : place + name;
}

// A short prefix is a term of the index (index_prefixes in documents/fields.ts). A longer one is
// expanded to all words that begin with it, however many.
const everyExpansion = 2 ** 31 - 1;

function wordsIn(field: string, tokens: readonly string[], prefix: boolean): object {
	const query = tokens.join(' ');
	if (tokens.length === 1) return prefix ? { prefix: { [field]: query } } : { term: { [field]: query } };
	if (!prefix) return { match_phrase: { [field]: query } };
	return { match_phrase_prefix: { [field]: { query, max_expansions: everyExpansion } } };
}
