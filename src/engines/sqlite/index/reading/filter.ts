// Writes the filters of a search as a condition of SQL. Words of `q`, and words of relations, are
// matched by functions that SQL calls for each link.
//
// In SQL alone a query of many words would take a subquery for each, and a scan of each text for
// each; V8 finds a word in a text several times as fast as SQLite.
//
// In a condition `l` is a link and `o` the object at its other end.
import { longestPeriod } from '../../../../links/link-date.ts';
import { isSameWording, wordingsSeen } from '../../../../links/provenance.ts';
import { type SearchRelation, searchRelations } from '../../../../links/relation.ts';
import type { SearchRequest } from '../../../../ports/search/search-reader.ts';
import { type ObjectTextField, objectTextFields, type QueryNode } from '../../../../search/query-node.ts';
import { type Phrase, spacedWords } from '../../../../search/relevance.ts';
import type { Connection } from '../connection.ts';
import { createLru } from '../lru.ts';
import { codeOfType, membersOf, type View, wordsOf } from '../schema.ts';
import type { HistoryReader } from './histories.ts';
import { flagCondition, type LinkFlags } from './link-flags.ts';
import type { Condition, Parameters } from './select-links.ts';

/**
 * Writes the condition that a query matches link `l` and the object `o` at its other end, valid
 * until the next call.
 */
export type QueryCondition = (q: QueryNode) => string;

/** What a query is matched against. */
export type LinkSeen = {
	type: number;
	year: number | null;
	/** Null for a work without a link: no provider matches. */
	history: number | string | null;
	/** The words of each field, as in `text`, and those of all. */
	texts: Readonly<Record<ObjectTextField | 'any', string>>;
};

export type Predicate = (link: LinkSeen) => boolean;

// There are few providers.
const cachedProviders = 1_000;

/**
 * Defines the function for a connection. Searches run one after the other, so it has one query at a
 * time; where `isCancelled` returns true, the search fails.
 */
export function createQueryCondition(
	connection: Connection,
	{ readHistory, isCancelled }: { readHistory: HistoryReader; isCancelled(): boolean },
): QueryCondition {
	const providers = createLru<string, string>(cachedProviders);
	const wordsOfProvider = (name: string) => providers.get(name, () => wordsOf([name]));
	// A query looks for all its phrases in one history after the other, which may have thousands of items.
	let read: { history: number | string; words: string } | undefined;
	const wordsOfHistory = (history: number | string) => {
		if (read?.history !== history) {
			// No phrase crosses a bar.
			const words = readHistory(history).map(({ provider }) => wordsOfProvider(provider));
			read = { history, words: words.join('|') };
		}
		return read.words;
	};
	const hasProvider = (phrase: Phrase): Predicate => {
		const sought = spacedWords(phrase);
		return ({ history }) => history !== null && wordsOfHistory(history).includes(sought);
	};
	let holds: Predicate = () => false;
	connection.define('query_holds', (type, year, history, ...words) => {
		if (isCancelled()) throw cancelled();
		return Number(holds({ type, year, history, texts: textsOf(words as string[]) } as LinkSeen));
	});
	const texts = objectTextFields.map((field) => `t.${field}`);
	return (q) => {
		holds = compile(q, hasProvider);
		const columns = ['o.type', 'o.year', 'l.history', ...texts];
		return `EXISTS (SELECT 1 FROM text t WHERE t.id = o.id AND query_holds(${columns.join(', ')}))`;
	};
}

/** Gathers the words of each field, in the order of objectTextFields, and of all. */
export function textsOf(words: readonly string[]): LinkSeen['texts'] {
	// No phrase crosses a bar, as between two values of a field.
	const texts: Record<string, string> = { any: words.join('|') };
	for (let at = 0; at < objectTextFields.length; at++) texts[objectTextFields[at] as string] = words[at] as string;
	return texts as LinkSeen['texts'];
}

/** Makes the error of a search whose result is no longer wanted. */
export function cancelled(): Error {
	return new Error('the search was stopped, because its result is no longer wanted');
}

/** Makes the predicate of a node; see QueryNode for what each matches. */
export function compile(node: QueryNode, hasProvider: (phrase: Phrase) => Predicate): Predicate {
	switch (node.kind) {
		case 'and': {
			const inner = node.nodes.map((each) => compile(each, hasProvider));
			return (link) => inner.every((holds) => holds(link));
		}
		case 'or': {
			const inner = node.nodes.map((each) => compile(each, hasProvider));
			return (link) => inner.some((holds) => holds(link));
		}
		case 'not': {
			const holds = compile(node.node, hasProvider);
			return (link) => !holds(link);
		}
		case 'phrase':
			return node.field === 'provider' ? hasProvider(node) : hasWords(node, node.field);
		case 'type': {
			const code = codeOfType(node.type);
			return ({ type }) => type === code;
		}
		case 'year': {
			const { from, to } = node;
			return ({ year }) => year !== null && (from === null || year >= from) && (to === null || year <= to);
		}
		case 'everything':
			return () => true;
		case 'nothing':
			return () => false;
	}
}

function hasWords(phrase: Phrase, field: ObjectTextField | null): Predicate {
	const sought = spacedWords(phrase);
	const name = field ?? 'any';
	return ({ texts }) => texts[name].includes(sought);
}

/**
 * Writes the condition that link `l` was asserted in a word that `fits`, as seen by the relation of the
 * view; valid until the next call.
 */
export type WordingCondition = (fits: (word: string, relation: SearchRelation) => boolean) => Condition;

// Feeds assert millions of links with few histories.
const cachedAnswers = 10_000;

/**
 * Defines the function for a connection. Searches run one after the other, so it has one word at a
 * time.
 */
export function createWordingCondition(connection: Connection, readHistory: HistoryReader): WordingCondition {
	let says: (seen: number, history: number | string) => boolean = () => false;
	connection.define('says_word', (seen, history) => Number(says(seen as number, history as number | string)));
	return (fits) => {
		const answers = createLru<string, boolean>(cachedAnswers);
		says = (seen, history) =>
			answers.get(`${seen} ${history}`, () => {
				const relation = searchRelations[seen] as SearchRelation;
				return wordingsSeen(readHistory(history), relation).some((word) => fits(word, relation));
			});
		return ({ seen }) => `says_word(${seen}, l.history)`;
	};
}

/** The filters of a search, and the Version group of which `via` must be a member. */
type Filters = Pick<
	SearchRequest,
	'type' | 'years' | 'asserted' | 'via' | 'other' | 'subType' | 'among' | 'q' | 'flagged' | 'without' | 'group'
>;

/** Functions that SQL calls to evaluate a filter. */
export type Functions = { queryHolds: QueryCondition; saysWord: WordingCondition; flags: LinkFlags };

type Bind = Parameters['bind'];
type Range = { from: number | null; to: number | null };

export function isFiltered({ type, years, asserted, via, other, subType, among, q, ...rest }: Filters): boolean {
	return [type, years, asserted, via, other, subType, among, q, rest.flagged, rest.without].some(
		(filter) => filter !== undefined,
	);
}

/**
 * Writes the condition that all filters match, for the links in a view; undefined where there is
 * none. Cheap conditions come first.
 */
export function conditionOf(
	{ type, years, asserted, via, other, subType, among, q, group, flagged, without }: Filters,
	bind: Bind,
	{ queryHolds, saysWord, flags }: Functions,
): Condition {
	const conditions: Condition[] = [];
	const add = (condition: string) => conditions.push(() => condition);
	if (other !== undefined) conditions.push(isLinkTo(bind(other)));
	if (type !== undefined) add(`o.type = ${bind(codeOfType(type))}`);
	if (years) add(hasYear(years, bind));
	if (asserted) add(wasAsserted(asserted, bind));
	if (via !== undefined) conditions.push(isLinkOf(bind(via), bind(group)));
	if (subType !== undefined) conditions.push(saysWord((word) => isSameWording(word, subType)));
	if (among) conditions.push(isAmong(among, saysWord));
	if (q) add(queryHolds(q));
	if (flagged || without) conditions.push(flagCondition({ flagged, without }, flags.bits));
	return (view) => (conditions.length === 0 ? undefined : conditions.map((write) => write(view)).join(' AND '));
}

function isLinkTo(group: string): Condition {
	return ({ other }: View) => `l.${other} = ${group}`;
}

function isAmong(among: NonNullable<Filters['among']>, saysWord: WordingCondition): Condition {
	const ofRelation = Map.groupBy(among, ({ relation }) => relation);
	const saysOne = saysWord((word, relation) =>
		(ofRelation.get(relation) ?? []).some(({ subType = '' }) => isSameWording(word, subType)),
	);
	return (view) => {
		const asked = ofRelation.get(view.name);
		// With a constant, SQLite finds no plan for the index that statements name.
		if (asked === undefined) return 'l.level < 0';
		return asked.some(({ subType }) => subType === undefined) ? 'TRUE' : saysOne(view);
	};
}

/**
 * Matches links between Version groups to which a link of a member of the asked one contributes.
 */
function isLinkOf(member: string, version: string): Condition {
	return ({ asked, other, relation }: View) =>
		`EXISTS (SELECT 1 FROM object WHERE id = ${member} AND version = ${version})
			AND EXISTS (SELECT 1 FROM (${membersOf(`l.${other}`)}) b CROSS JOIN link v
				WHERE v.${other} = b.id AND v.${asked} = ${member} AND v.relation = ${relation} AND v.level & 1)`;
}

/** Matches no object without a year, whose year is NULL. */
export function hasYear({ from, to }: Range, bind: Bind): string {
	return `o.year >= ${bind(from ?? Number.NEGATIVE_INFINITY)} AND o.year <= ${bind(to ?? Number.POSITIVE_INFINITY)}`;
}

/**
 * Most links have one statement, whose time begins at `link.latest`: where that is in the range,
 * the link matches. Statements are read only for those that begin before the range, or for a list
 * that ends after it; no time is longer than `longestPeriod`. `link.history` is the number of a
 * statement or a JSON list of them; json_each takes both.
 */
function wasAsserted({ from, to }: Range, bind: Bind): string {
	const first = bind(from ?? Number.NEGATIVE_INFINITY);
	const last = bind(to ?? Number.POSITIVE_INFINITY);
	const meets = `EXISTS (SELECT 1 FROM json_each(l.history) item CROSS JOIN statement s ON s.id = item.value
		WHERE s.until >= ${first} AND s.instant <= ${last})`;
	return `(l.latest >= ${first} - ${longestPeriod} AND (l.latest >= ${first} AND l.latest <= ${last}
		OR (l.latest < ${first} OR typeof(l.history) = 'text') AND ${meets}))`;
}
