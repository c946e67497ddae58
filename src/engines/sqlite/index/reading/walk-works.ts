// Reads the works that a search examines: from the top of the word index (`words`, FTS5), up to a
// limit.
import { objectTypeNames } from '../../../../links/description.ts';
import { searchRelations } from '../../../../links/relation.ts';
import type { GroupBy } from '../../../../ports/search/index-content.ts';
import type { SomeWords, WorksRequest } from '../../../../ports/search/work-finder.ts';
import type { QueryNode } from '../../../../search/query-node.ts';
import type { Connection } from '../connection.ts';
import { codeOfType } from '../schema.ts';
import { idOfPlace, markOfNone, markOfType, markOfYear } from '../word-rows.ts';
import { hasYear } from './filter.ts';
import type { WorkMatcher } from './match-works.ts';
import { createParameters, type Parameters } from './select-links.ts';

/**
 * An expression that matches wherever the query does, undefined where it may match anything;
 * `exact`: nowhere else either.
 */
type WordMatch = { expression: string | undefined; exact: boolean };

const anything: WordMatch = { expression: undefined, exact: false };

/** Writes the expression of a request, of its words, type and years. */
function matchRequest({ q, some, type, years }: WorksRequest): WordMatch {
	return matchAll([
		...(q ? [matchWords(q)] : []),
		...(some ? [matchSome(some)] : []),
		...(type === undefined ? [] : [matchWords({ kind: 'type', type })]),
		...(years ? [matchYears(years)] : []),
	]);
}

function matchWords(node: QueryNode): WordMatch {
	switch (node.kind) {
		case 'phrase':
			return matchPhrase(node);
		case 'and':
			return matchAll(node.nodes.map(matchWords));
		case 'or':
			return matchAny(node.nodes.map(matchWords));
		case 'type':
			return { expression: quote(markOfType(codeOfType(node.type))), exact: true };
		case 'year':
			return matchYears(node);
		case 'everything':
			return { expression: undefined, exact: true };
		case 'nothing':
			return { expression: quote(markOfNone), exact: true };
		default:
			return anything;
	}
}

function matchAll(parts: readonly WordMatch[]): WordMatch {
	const expressions = parts.flatMap(({ expression }) => expression ?? []);
	return { expression: join(expressions, 'AND'), exact: parts.every(({ exact }) => exact) };
}

function matchAny(parts: readonly WordMatch[]): WordMatch {
	const expressions = parts.flatMap(({ expression }) => expression ?? []);
	if (expressions.length < parts.length) return { ...anything, exact: parts.some(isEverything) };
	return { expression: join(expressions, 'OR'), exact: parts.every(({ exact }) => exact) };
}

// Each choice of words is looked up by itself.
const mostChoices = 60;

/** Where there are many choices, matches works that have all words of one of as many parts. */
function matchSome({ words, least }: SomeWords): WordMatch {
	const parts = words.map(matchWords);
	const choices = choose(parts, least);
	if (choices) return matchAny(choices.map(matchAll));
	const missing = words.length - least;
	const groups = Array.from({ length: missing + 1 }, (_, group) =>
		matchAll(parts.filter((_, at) => at % (missing + 1) === group)),
	);
	return { ...matchAny(groups), exact: false };
}

/** Lists all choices of so many of the parts; undefined where there are too many. */
function choose<T>(parts: readonly T[], count: number): T[][] | undefined {
	let choices: T[][] = [[]];
	for (const [at, part] of parts.entries()) {
		const left = parts.length - at - 1;
		choices = choices
			.flatMap((choice) => [[...choice, part], choice])
			.filter(({ length }) => length <= count && length + left >= count);
		if (choices.length > mostChoices) return undefined;
	}
	return choices;
}

function isEverything({ expression, exact }: WordMatch): boolean {
	return expression === undefined && exact;
}

/**
 * The index has no fields and no positions: a phrase has all its words there, but perhaps not in
 * order.
 */
function matchPhrase({ field, tokens, prefix }: Extract<QueryNode, { kind: 'phrase' }>): WordMatch {
	// Providers belong to links.
	if (field === 'provider') return anything;
	const words = tokens.map((token, at) => `${quote(token)}${prefix && at === tokens.length - 1 ? ' *' : ''}`);
	return { expression: join(words, 'AND'), exact: tokens.length === 1 && field === null };
}

// Each of many alternatives would be looked up again for every work; many years have many works, so
// these are examined instead.
const mostYears = 10;

function matchYears({ from, to }: { from: number | null; to: number | null }): WordMatch {
	if (from === null || to === null || to - from >= mostYears) return anything;
	if (from > to) return { expression: quote(markOfNone), exact: true };
	const years = Array.from({ length: to - from + 1 }, (_, at) => quote(markOfYear(from + at)));
	return { expression: join(years, 'OR'), exact: true };
}

/** Quotes a word for FTS5. */
function quote(word: string): string {
	return `"${word}"`;
}

/** Joins expressions; undefined where there are none. */
function join(expressions: readonly string[], operator: 'AND' | 'OR'): string | undefined {
	if (expressions.length < 2) return expressions[0];
	return `(${expressions.join(` ${operator} `)})`;
}

/** A matching work, and the values that determine its position and the facets. */
export type WalkedRow = [
	...[id: number, type: number, year: number | null, publishers: string | null, journal: string | null],
	...[published: number | null, sortKey: string, cited: number, points: number],
];

type Row = WalkedRow | [id: null, ...more: WalkedRow[number][]];

/**
 * A walk: the matching works, and, once these have ended, whether it covered all candidates. Ticks
 * (undefined) are works that do not match.
 */
export type Walk = { rows: Iterable<WalkedRow | undefined>; isWhole(): boolean };

/** Creates walks through a connection, in its transaction; each ends before the next begins. */
export function createWalks(connection: Connection, matcher: WorkMatcher): (request: WorksRequest) => Walk {
	const plan = createPlan(connection);
	const journal = hasJournals(connection) ? 'o.journal' : 'NULL';
	return (request) => {
		const match = matchRequest(request);
		matcher.begin(request);
		let left = request.mostLookedAt;
		function* rows(): Generator<WalkedRow | undefined> {
			for (const expression of plan(request, match.expression ?? anyWork)) {
				const parameters = createParameters();
				// One more shows whether there are more.
				const stretch = { expression, most: left + 1, isExact: match.exact };
				const statement = selectWorks(request, stretch, parameters, { matcher, journal });
				for (const row of connection.prepare(statement).iterate<Row>(...parameters.values)) {
					left -= 1;
					if (left < 0) return;
					yield row[0] === null ? undefined : (row as WalkedRow);
				}
			}
		}
		return { rows: rows(), isWhole: () => left >= 0 };
	};
}

// Every work has a type.
const anyWork = join(
	objectTypeNames.map((type) => quote(markOfType(codeOfType(type)))),
	'OR',
) as string;

/**
 * Plans the walk: expressions, one after the other. In the order of publication that is year by
 * year, where not all works can be examined: rows are in the order of citations.
 */
function createPlan(connection: Connection) {
	const passOver = connection.prepare('SELECT 1 FROM words WHERE words MATCH ? LIMIT 1 OFFSET ?');
	const listYears = connection.prepare('SELECT year FROM year WHERE year BETWEEN ? AND ? ORDER BY year DESC');
	const yearsOf = ({ years, reverse }: WorksRequest): (number | null)[] => {
		const { from, to } = years ?? { from: null, to: null };
		const found = listYears.all<[number]>(from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER);
		const inOrder = found.map(([year]) => year);
		if (reverse) inOrder.reverse();
		return years ? inOrder : [...inOrder, null];
	};
	return (request: WorksRequest, expression: string): string[] => {
		const { mostLookedAt, order } = request;
		if (order !== 'published' || passOver.get(expression, mostLookedAt) === undefined) return [expression];
		return yearsOf(request).map((year) => `(${expression}) AND ${quote(markOfYear(year))}`);
	};
}

const isCitedBy = searchRelations.indexOf('isCitedBy');

/** Whether works have a column of journals: a generation of format 20 has none. */
function hasJournals(connection: Connection): boolean {
	const columns = connection.prepare("SELECT 1 FROM pragma_table_info('object') WHERE name = 'journal'");
	return columns.get() !== undefined;
}

type Stretch = { expression: string; most: number; isExact: boolean };

function selectWorks(
	{ groupBy, type, years, order, reverse }: WorksRequest,
	{ expression, most, isExact }: Stretch,
	{ bind }: Parameters,
	{ matcher, journal }: { matcher: WorkMatcher; journal: string },
): string {
	const walked = `SELECT rowid AS place FROM words WHERE words MATCH ${bind(expression)}
		ORDER BY rowid ${reverse && order !== 'published' ? 'DESC' : 'ASC'} LIMIT ${bind(most)}`;
	const conditions = [describes[groupBy]];
	if (!isExact) {
		if (type !== undefined) conditions.push(`o.type = ${bind(codeOfType(type))}`);
		if (years) conditions.push(hasYear(years, bind));
		conditions.push(matcher.condition() ?? 'true');
	}
	const cited = `coalesce((SELECT ${groupBy} FROM tally WHERE party = abs(o.id) AND seen = ${isCitedBy}), 0)`;
	return `SELECT o.id, o.type, o.year, o.publishers, ${journal}, o.published, o.sort_key,
		${order === 'published' ? '0' : cited}, ${order === 'relevance' ? matcher.points() : '0'}
		FROM (${walked}) LEFT JOIN object o ON o.id = ${idOfPlace('place')} AND ${conditions.join(' AND ')}`;
}

/** Which objects describe a group at a level. */
const describes: Readonly<Record<GroupBy, string>> = {
	identity: 'o.id > 0',
	version: '(o.id < 0 OR o.version = o.id AND NOT EXISTS (SELECT 1 FROM object f WHERE f.id = -o.id))',
};
