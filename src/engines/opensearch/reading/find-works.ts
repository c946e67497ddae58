// Finds works in the active generation, and suggests words for a query that finds none.

import type { ObjectTypeName } from '../../../links/description.ts';
import type { GroupId, ObjectDocument } from '../../../ports/search/index-content.ts';
import {
	type DoubtfulWord,
	isInDoubt,
	mostNearWords,
	readWorkCursor,
	undated,
	type WorkFacets,
	type WorkPosition,
	type WorksRequest,
	type WorksResult,
	wordsToCount,
	wordsToDoubt,
	writeWorkCursor,
} from '../../../ports/search/work-finder.ts';
import { type CountedWord, mostEdits, rankNear } from '../../../search/near-words.ts';
import { objectTextFields, type QueryNode } from '../../../search/query-node.ts';
import {
	measureTitles,
	pointsOfWord,
	type Sought,
	soughtIn,
	spacedValues,
	titlePoints,
	type Words,
} from '../../../search/relevance.ts';
import type { Buckets, Hit, Searches } from '../cluster/searches.ts';
import { keyTerm, type ObjectSource } from '../documents/object-document.ts';
import { firstAsked, readCounts, readTypes, readYears, typesAsked, yearsAsked } from './facets.ts';
import { compileFilter, compilePhrase, compileWord, compileYear, fieldAt } from './filter.ts';
import { isObject } from './lookup.ts';
import { countParties } from './works.ts';

type WorkHit = Hit<Pick<ObjectSource, 'group' | 'document' | 'versionTitles' | 'copy'>>;
type Counted = Record<'publisher' | 'journal', Buckets<string>> & {
	type: Buckets<ObjectTypeName>;
	year: Buckets<number>;
};

/** Finds works; see WorkFinder. */
export async function findWorks(searches: Searches, request: WorksRequest): Promise<WorksResult> {
	const { groupBy, size, facets } = request;
	const after = readWorkCursor(request);
	const { isWhole, among } = await findBound(searches, request);
	const { hits, aggregations } = await searches.search<WorkHit['_source'], Counted>({
		query: queryOf(request, among),
		_source: ['group', 'document', 'versionTitles', 'copy.title'],
		sort: sortOf(request),
		// One more shows whether anything follows.
		size: size + 1,
		track_total_hits: true,
		...(after && { search_after: after }),
		...(facets && { aggregations: facetsAsked }),
	});
	const page = hits.hits.slice(0, size);
	const last = page.at(-1);
	const parties = page.map(({ _source: { group } }) => ({ level: groupBy, group }));
	const counted = await countParties(searches, parties);
	const { q, some, suggest } = request;
	const doubtful = suggest && q && hits.total.value === 0 ? await findDoubtfulWords(searches, q) : undefined;
	const versions = groupBy === 'version' ? await findVersions(searches, request, page) : new Map();
	return {
		total: hits.total.value,
		isWhole,
		works: page.map(({ _source: { group, document }, matched_queries = [] }) => {
			const version = versions.get(group);
			return {
				...{ group, document, counts: counted.of(groupBy, group).counts },
				...(some && { lacks: [...some.words.keys()].filter((at) => !matched_queries.includes(String(at))) }),
				...(version && { version }),
			};
		}),
		...(last && hits.hits.length > size && { cursor: writeWorkCursor(request, last.sort as unknown as WorkPosition) }),
		...(aggregations && { facets: readFacets(aggregations) }),
		...doubtful,
	};
}

/**
 * Finds the last work to examine, by a search that OpenSearch ends as soon as no later one can come
 * before; `among` matches those up to it.
 */
async function findBound(
	searches: Searches,
	{ order, reverse, ...request }: WorksRequest,
): Promise<{ isWhole: boolean; among: object[] }> {
	const { groupBy, mostLookedAt } = request;
	const field = order === 'published' ? 'published' : `rank.cited.${groupBy}`;
	const missing = order === 'published' ? (reverse ? undated : -undated) : 0;
	const { hits } = await searches.search({
		query: queryOf({ ...request, order: 'cited', reverse }, []),
		_source: false,
		sort: [{ [field]: { order: reverse ? 'asc' : 'desc', missing } }, { group: 'asc' }],
		from: mostLookedAt - 1,
		size: 1,
		track_total_hits: mostLookedAt + 1,
	});
	const [last] = hits.hits;
	if (!last || hits.total.value <= mostLookedAt) return { isWhole: true, among: [] };
	const [value, group] = last.sort as [number, number];
	const before = { range: { [field]: reverse ? { lt: value } : { gt: value } } };
	const isUndated = order === 'published' && value === missing;
	const equal = isUndated ? { bool: { must_not: { exists: { field } } } } : { term: { [field]: value } };
	const tied = { bool: { filter: [equal, { range: { group: { lte: group } } }] } };
	return { isWhole: false, among: [{ bool: { should: [before, tied] } }] };
}

function queryOf(request: WorksRequest, among: readonly object[]): object {
	const { groupBy, q, some, sought = q, order } = request;
	const { filter, mustNot } = compileFilter(request, 'copy.');
	return {
		bool: {
			filter: [{ term: { 'rank.levels': groupBy } }, isObject, ...filter, ...among],
			must: some ? [haveSome(some)] : [],
			must_not: mustNot,
			should: order === 'relevance' ? pointsOfTitles(soughtIn(sought)) : [],
		},
	};
}

/** Matches works with some of the words; each word that a work has is a matched query of its hit. */
function haveSome({ words, least }: NonNullable<WorksRequest['some']>): object {
	const should = words.map((word, at) => ({
		constant_score: { filter: compileWord(word), boost: pointsOfWord(at), _name: String(at) },
	}));
	return { bool: { should, minimum_should_match: least } };
}

/** Adds the points of titles: see measureTitles. */
function pointsOfTitles({ words, pairs, title }: Sought): object[] {
	const points = (boost: number, filter: object) => ({ constant_score: { filter, boost } });
	const inTitle = (phrase: Words) => compilePhrase({ kind: 'phrase', field: 'title', ...phrase }, 'copy.');
	return [
		...words.map(({ year, ...word }) =>
			points(
				titlePoints.word,
				year === null ? inTitle(word) : { bool: { should: [inTitle(word), compileYear(year)] } },
			),
		),
		...pairs.map((pair) => points(titlePoints.pair, inTitle(pair))),
		...(title ? [points(titlePoints.exact, { term: { titleKeys: keyTerm(title.join(' ')) } })] : []),
	];
}

/** Finds the versions that FoundWork names. */
async function findVersions(
	searches: Searches,
	{ q, sought = q }: WorksRequest,
	page: readonly WorkHit[],
): Promise<ReadonlyMap<GroupId, { group: GroupId; document: ObjectDocument }>> {
	const inTitles = soughtIn(sought);
	const pointsOf = measureTitles(inTitles);
	const own = new Map(
		page.flatMap(({ _source: { group, versionTitles = [], copy } }) => {
			const titles = copy?.title ?? [];
			const points = pointsOf(spacedValues(titles), null);
			return pointsOf(spacedValues([...titles, ...versionTitles]), null) > points ? [[group, points] as const] : [];
		}),
	);
	if (own.size === 0) return new Map();
	const { hits } = await searches.search<Pick<ObjectSource, 'group' | 'version' | 'document' | 'copy'>>({
		query: {
			bool: {
				filter: [isObject, { term: { level: 'identity' } }, { terms: { version: [...own.keys()] } }],
				should: pointsOfTitles({ ...inTitles, words: inTitles.words.map((word) => ({ ...word, year: null })) }),
				minimum_should_match: 1,
			},
		},
		_source: ['group', 'version', 'document', 'copy.title'],
		sort: [{ _score: 'desc' }, { published: { order: 'desc', missing: '_last' } }, { 'copy.sort': 'asc' }],
		collapse: { field: 'version' },
		size: own.size,
		track_total_hits: false,
	});
	const better = hits.hits.filter(
		({ _source: { version, copy } }) => pointsOf(spacedValues(copy?.title ?? []), null) > (own.get(version) as number),
	);
	return new Map(better.map(({ _source: { version, group, document } }) => [version, { group, document }]));
}

/** Sorts by the numbers of a WorkPosition, and then by the sortKey. */
function sortOf({ groupBy, order, reverse }: WorksRequest): object[] {
	const [most, ties] = reverse ? ['asc', 'desc'] : ['desc', 'asc'];
	const cited = { [`rank.cited.${groupBy}`]: { order: most, missing: 0 } };
	const numbers = {
		relevance: [{ _score: { order: most } }, cited],
		cited: [cited],
		published: [{ published: { order: most, missing: reverse ? undated : -undated } }],
	};
	return [...numbers[order], { 'copy.sort': { order: ties } }];
}

const facetsAsked = {
	type: typesAsked('copy.type'),
	year: yearsAsked('copy.year'),
	// Each shard returns this many, since the first of all may be far behind in one.
	publisher: firstAsked('publishers', { shard_size: 10_000 }),
	journal: firstAsked('journalName', { shard_size: 10_000 }),
};

function readFacets({ type, year, publisher, journal }: Counted): WorkFacets {
	return {
		...{ type: readTypes(type), publicationYear: readYears(year) },
		...{ publisher: readCounts(publisher), journal: readCounts(journal) },
	};
}

// Each shard returns this many, some of them only in deleted documents.
const mostSuggested = 20;

type Suggested = Readonly<Record<string, readonly { options: readonly { text: string; freq: number }[] }[]>>;

/** Counts the words of a query, and lists those that may be wrong. */
async function findDoubtfulWords(
	searches: Searches,
	q: QueryNode,
): Promise<Pick<WorksResult, 'doubtfulWords' | 'wordCounts'>> {
	const words = wordsToCount(q);
	const works = await countWorks(searches, words);
	const wordCounts = words.map((word, at) => ({ word, works: works[at] as number }));
	const doubted = wordsToDoubt(wordCounts);
	const doubtful = await Promise.all(
		doubted.map(async (one): Promise<DoubtfulWord> => ({ ...one, near: await findNear(searches, one) })),
	);
	return { doubtfulWords: doubtful.filter(isInDoubt), wordCounts };
}

async function findNear(searches: Searches, doubted: CountedWord): Promise<string[]> {
	const { suggest } = await searches.search({ size: 0, track_total_hits: false, suggest: suggestionsOf(doubted.word) });
	const options = Object.values((suggest ?? {}) as Suggested).flatMap((entries) =>
		entries.flatMap((entry) => entry.options.map(({ text }) => text)),
	);
	const candidates = [...new Set(options)];
	// The suggester counts documents of all kinds, including deleted ones.
	const works = await countWorks(searches, candidates);
	return rankNear(
		doubted,
		candidates.map((candidate, at) => ({ word: candidate, works: works[at] as number })),
		mostNearWords,
	);
}

function suggestionsOf(word: string): object {
	const term = {
		...{ suggest_mode: 'always', max_edits: mostEdits(word), prefix_length: 1, min_word_length: 1 },
		...{ size: mostSuggested, shard_size: mostSuggested, sort: 'score', string_distance: 'damerau_levenshtein' },
	};
	const fields = objectTextFields.map((field) => [
		field,
		{ text: word, term: { ...term, field: fieldAt('copy.', field) } },
	]);
	return Object.fromEntries(fields);
}

/** Counts the objects that have words, in the order given. */
async function countWorks(searches: Searches, words: readonly string[]): Promise<number[]> {
	if (words.length === 0) return [];
	const filters = words.map((word) =>
		compilePhrase({ field: null, tokens: [word], prefix: false, kind: 'phrase' }, 'copy.'),
	);
	const { aggregations } = await searches.search<unknown, { having: { buckets: { doc_count: number }[] } }>({
		query: isObject,
		size: 0,
		track_total_hits: false,
		aggregations: { having: { filters: { filters } } },
	});
	return words.map((_, at) => aggregations?.having.buckets[at]?.doc_count ?? 0);
}
