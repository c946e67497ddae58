// Finds works in the generation that answers; knows no link's content.
import type { ObjectTypeName } from '../../../links/description.ts';
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';
import { mostFacetValues } from '../../../ports/search/search-reader.ts';
import {
	readWorkCursor,
	undated,
	type WorkFacets,
	type WorkPosition,
	type WorksRequest,
	type WorksResult,
	wordsSought,
	writeWorkCursor,
} from '../../../ports/search/work-finder.ts';
import type { Buckets, Hit, Searches } from '../cluster/searches.ts';
import type { ObjectSource } from '../documents/object-document.ts';
import { compileFilter, compilePhrase } from './filter.ts';
import { isObject } from './lookup.ts';
import { countParties } from './works.ts';

type WorkHit = Hit<Pick<ObjectSource, 'group' | 'document'>>;
type Counted = { type: Buckets<ObjectTypeName>; year: Buckets<number>; publisher: Buckets<string> };

/** Finds works; see WorkFinder. */
export async function findWorks(searches: Searches, request: WorksRequest): Promise<WorksResult> {
	const { groupBy, size, facets } = request;
	const after = readWorkCursor(request);
	const { hits, aggregations } = await searches.search<WorkHit['_source'], Counted>({
		query: queryOf(request),
		_source: ['group', 'document'],
		sort: sortOf(request),
		// One more tells whether anything follows.
		size: size + 1,
		track_total_hits: true,
		...(after && { search_after: after }),
		...(facets && { aggregations: facetsAsked }),
	});
	const page = hits.hits.slice(0, size);
	const last = page.at(-1);
	const groups = page.map(({ _source }) => _source.group);
	const counts = await countsOf(searches, groupBy, groups);
	return {
		total: hits.total.value,
		works: page.map(({ _source: { group, document } }) => ({ group, document, counts: counts(group) })),
		...(last && hits.hits.length > size && { cursor: writeWorkCursor(request, positionOf(last)) }),
		...(aggregations && { facets: readFacets(aggregations) }),
	};
}

function queryOf(request: WorksRequest): object {
	const { groupBy, q, order } = request;
	const { filter, mustNot } = compileFilter(request, 'copy.');
	const sought = order === 'relevance' ? wordsSought(q) : [];
	return {
		bool: {
			filter: [{ term: { 'standing.levels': groupBy } }, isObject, ...filter],
			must_not: mustNot,
			// Each word of the title counts one.
			should: sought.map((phrase) => ({
				constant_score: { filter: compilePhrase({ ...phrase, field: 'title' }, 'copy.'), boost: 1 },
			})),
		},
	};
}

/** Sorts by the numbers of a WorkPosition, and then by the sortKey. */
function sortOf({ groupBy, order, reverse }: WorksRequest): object[] {
	const [most, ties] = reverse ? ['asc', 'desc'] : ['desc', 'asc'];
	const cited = { [`standing.cited.${groupBy}`]: { order: most, missing: 0 } };
	const numbers = {
		relevance: [{ _score: { order: most } }, cited],
		cited: [cited],
		published: [{ published: { order: most, missing: reverse ? undated : -undated } }],
	};
	return [...numbers[order], { 'copy.sort': { order: ties } }];
}

function positionOf({ sort }: Hit): WorkPosition {
	return sort as unknown as WorkPosition;
}

async function countsOf(searches: Searches, level: GroupBy, groups: readonly GroupId[]) {
	const counted = await countParties(
		searches,
		groups.map((group) => ({ level, group })),
	);
	return (group: GroupId) => counted.of(level, group).counts;
}

const facetsAsked = {
	type: { terms: { field: 'copy.type', size: 10 } },
	// Years have four digits.
	year: { terms: { field: 'copy.year', size: 10_000 } },
	publisher: {
		terms: {
			field: 'publishers',
			size: mostFacetValues,
			// Each shard tells so many, since the first of all may be far behind in one.
			shard_size: 10_000,
			order: [{ _count: 'desc' }, { _key: 'asc' }],
		},
	},
};

function readFacets({ type, year, publisher }: Counted): WorkFacets {
	const pairsOf = <Key>({ buckets }: Buckets<Key>) => buckets.map(({ key, doc_count }) => [key, doc_count] as const);
	return {
		type: pairsOf(type).sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)),
		publicationYear: pairsOf(year).sort(([one], [other]) => one - other),
		publisher: pairsOf(publisher),
	};
}
