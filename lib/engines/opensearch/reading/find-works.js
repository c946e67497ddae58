// Finds works in the generation that answers; knows no link's content.
                                                                    
                                                                               
import { mostFacetValues } from '../../../ports/search/search-reader.js';
import {
	readWorkCursor,
	undated,
	                
	                  
	                  
	                 
	wordsSought,
	writeWorkCursor,
} from '../../../ports/search/work-finder.js';
                                                                     
                                                                    
import { compileFilter, compilePhrase } from './filter.js';
import { isObject } from './lookup.js';
import { countParties } from './works.js';

                                                             
                                                                                                    

/** Finds works; see WorkFinder. */
export async function findWorks(searches          , request              )                       {
	const { groupBy, size, facets } = request;
	const after = readWorkCursor(request);
	const { hits, aggregations } = await searches.search                             ({
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

function queryOf(request              )         {
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
function sortOf({ groupBy, order, reverse }              )           {
	const [most, ties] = reverse ? ['asc', 'desc'] : ['desc', 'asc'];
	const cited = { [`standing.cited.${groupBy}`]: { order: most, missing: 0 } };
	const numbers = {
		relevance: [{ _score: { order: most } }, cited],
		cited: [cited],
		published: [{ published: { order: most, missing: reverse ? undated : -undated } }],
	};
	return [...numbers[order], { 'copy.sort': { order: ties } }];
}

function positionOf({ sort }     )               {
	return sort                           ;
}

async function countsOf(searches          , level         , groups                    ) {
	const counted = await countParties(
		searches,
		groups.map((group) => ({ level, group })),
	);
	return (group         ) => counted.of(level, group).counts;
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

function readFacets({ type, year, publisher }         )             {
	const pairsOf =      ({ buckets }              ) => buckets.map(({ key, doc_count }) => [key, doc_count]         );
	return {
		type: pairsOf(type).sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)),
		publicationYear: pairsOf(year).sort(([one], [other]) => one - other),
		publisher: pairsOf(publisher),
	};
}
