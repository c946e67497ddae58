// Finds works by words, type and year.

import type { CitationCount } from '../../formats/csv/report-csv.ts';
import type { ShownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { readIdentifier } from '../../identifiers/index.ts';
import type { GroupId, ObjectDocument } from '../../ports/search/index-content.ts';
import type { AnsweringIndex } from '../../ports/search/search-index.ts';
import {
	type DoubtfulWord,
	type FoundWork,
	mostNearWords,
	type WorksOrder,
	type WorksRequest,
	type WorksResult,
} from '../../ports/search/work-finder.ts';
import { respell } from '../../search/near-words.ts';
import { type CitationRule, countWorks } from '../counting/count-works.ts';
import { countFitting } from '../in-steps.ts';
import { bytesOfObject } from '../searching/search-relationships.ts';
import { findMost, parseWorksQuery, type ShorterQuery } from './find-most.ts';
import type { WorksQuery } from './works-query.ts';

/**
 * What was found, before it is written; `group` is always that of an Identity group. `matched`: no
 * work has all words, and these have most of them. Where no work has all words, the first page has
 * other queries that each find something: `suggestions` have other words, `without` has fewer.
 */
export type WorksAnswer = Omit<WorksResult, 'works' | 'doubtfulWords' | 'wordCounts'> & {
	matched?: 'most';
	works: readonly AnsweredWork[];
	suggestions?: readonly string[];
	without?: readonly ShorterQuery[];
};

/**
 * `missing`: the words that a work lacks, as typed; `counted`: only on request, its citations at the
 * level asked.
 */
export type AnsweredWork = Omit<FoundWork, 'lacks'> & {
	missing?: readonly string[];
	counted?: CitationCount & { definition?: string };
};

/** `rule` is what counts as a citation, where the question says it. */
type Options = { signal?: AbortSignal | undefined; rule?: CitationRule | undefined };

/** So many works are looked at, of those with the words of a query. */
export const mostWorksLookedAt = 10_000;

/** Finds works; fails with `bad-query-string` where `q` cannot be parsed, and as countWorks does. */
export async function findObjects(
	index: AnsweringIndex,
	query: WorksQuery,
	{ signal, rule }: Options = {},
): Promise<WorksAnswer> {
	const request = requestOf(query);
	const answered = <Work extends AnsweredWork>(works: readonly Work[]) =>
		answeredWorks(index, query, works, { signal, rule });
	const { doubtfulWords, wordCounts = [], ...all } = await findPage(index, request, signal);
	if (!doubtfulWords) return { ...all, works: await answered(all.works) };
	const { matched, without } = await findMost(query.q ?? '', wordCounts, (more) =>
		findPage(index, { ...request, suggest: false, ...more }, signal),
	);
	const found = matched ? { matched: 'most' as const, ...matched, works: await answered(matched.works) } : all;
	if (query.cursor !== undefined) return found;
	return {
		...found,
		suggestions: await suggest(index, query, doubtfulWords, signal),
		...(without.length > 0 && { without }),
	};
}

/** Finds a page of works; one of too many bytes ends before what is too much. */
async function findPage(
	index: AnsweringIndex,
	request: WorksRequest,
	signal: AbortSignal | undefined,
): Promise<WorksResult> {
	const result = await index.findWorks(request, signal);
	const fitting = countFitting(result.works, ({ document }) => bytesOfObject(document));
	if (fitting === result.works.length) return result;
	const { works, cursor } = await index.findWorks({ ...request, size: fitting, facets: false }, signal);
	return { ...result, works, ...(cursor !== undefined && { cursor }) };
}

/** Writes the query with other words for those that may be wrong; keeps what finds something. */
async function suggest(
	index: AnsweringIndex,
	{ cursor: _, ...query }: WorksQuery,
	doubtfulWords: readonly DoubtfulWord[],
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const finding: string[] = [];
	for (const suggestion of respellings(query.q ?? '', doubtfulWords)) {
		const request = { ...requestOf({ ...query, q: suggestion, size: 1 }), facets: false, suggest: false };
		if ((await index.findWorks(request, signal)).total > 0) finding.push(suggestion);
		if (finding.length === mostNearWords) break;
	}
	return finding;
}

/**
 * Of words that works have, one at a time is taken for wrong; those that none has are wrong
 * together.
 */
function respellings(q: string, doubtful: readonly DoubtfulWord[]): string[] {
	if (doubtful.every(({ works }) => works === 0)) return respell(q, doubtful, mostNearWords);
	return doubtful.flatMap((one) => respell(q, [one], mostNearWords));
}

function requestOf(query: WorksQuery): WorksRequest {
	const { q = '', sort = q.trim() === '' ? 'mostcited' : 'relevance' } = query;
	return {
		groupBy: query.group_by,
		...(q.trim() !== '' && { q: parseWorksQuery(q).node }),
		...(query.type && { type: query.type }),
		...(query.publication_year && { years: query.publication_year }),
		order: orders[sort.replace('-', '') as keyof typeof orders],
		reverse: sort.startsWith('-'),
		size: query.size,
		...(query.cursor !== undefined && { cursor: query.cursor }),
		facets: true,
		mostLookedAt: mostWorksLookedAt,
		suggest: true,
	};
}

const orders = { relevance: 'relevance', mostcited: 'cited', mostrecent: 'published' } as const satisfies Record<
	string,
	WorksOrder
>;

/** Adds what answers have of works besides: their citations by a rule, and the numbers of heads. */
async function answeredWorks<Work extends AnsweredWork>(
	index: AnsweringIndex,
	query: WorksQuery,
	works: readonly Work[],
	{ signal, rule }: Options,
): Promise<readonly Work[]> {
	const named = await namedByHeads(index, query, works);
	if (!rule) return named;
	const { group_by: level } = query;
	const cited = works.map(({ group, counts }) => ({ [level]: { group, counts } }));
	const counts = await countWorks(index, cited, rule, { signal });
	return named.map((work, at) => {
		const { [level]: count, definition } = counts[at] ?? {};
		return count ? { ...work, counted: { ...(definition !== undefined && { definition }), ...count } } : work;
	});
}

/** Gives families the number of the work that stands for them: an address needs one of a work. */
async function namedByHeads<Work extends FoundWork | AnsweredWork>(
	index: AnsweringIndex,
	{ group_by }: WorksQuery,
	works: readonly Work[],
): Promise<readonly Work[]> {
	if (group_by === 'identity') return works;
	const heads = works.map(({ document }) => firstIdentifier(document));
	const located = await index.locate(heads.filter((head) => head !== undefined));
	const groupOf = (head: (typeof heads)[number]): GroupId | undefined =>
		located.find(({ scheme, key }) => scheme === head?.scheme && key === head.key)?.identity;
	return works.map((work, at) => ({ ...work, group: groupOf(heads[at]) ?? work.group }));
}

function firstIdentifier({ identifiers }: ObjectDocument) {
	const [first] = JSON.parse(identifiers) as ShownIdentifier[];
	return first && readIdentifier(first.ID, first.IDScheme);
}
