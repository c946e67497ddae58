// Tells of works from the generation that answers: descriptions, members of families, counts. It
// knows no search and no order of links.
import {                      searchRelations } from '../../../links/relation.js';
                                                                                        
import {
	                   
	                     
	                 
	                 
	                
	                 
	mostVersionsListed,
	                  
} from '../../../ports/search/object-reader.js';
                                                                           
                                                                
import { groupKey, groupNumber } from '../documents/group-key.js';
import {                   facetsAsked, readFacets } from './facets.js';
import { hasLost, isObject } from './lookup.js';
import { idsDescribing, readObjects,                   } from './objects.js';

/** Tells of a work; see ObjectReader.describe. */
export async function describe(
	searches          ,
	group         ,
	{ facets, located }                 ,
)                                    {
	const work = (await readObjects(searches, idsDescribing('identity', group))).describing('identity', group);
	if (!work || (await hasLost(searches, { groupBy: 'identity', group, located }, work))) return undefined;
	const { version } = work;
	const [objects, { members, total }, counted] = await Promise.all([
		readObjects(searches, idsDescribing('version', version)),
		readMembers(searches, version),
		facets ? countFacets(searches, { identity: group, version }) : undefined,
	]);
	const family = objects.describing('version', version);
	if (!family) return undefined;
	const places = [{ group, document: work.document }, ...members];
	const parties = await countParties(searches, [
		...places.map((one) => ({ level: 'identity'         , group: one.group })),
		{ level: 'version', group: version },
	]);
	const [described, ...others] = places.map((one)                => {
		const { counts, linked } = parties.of('identity', one.group);
		return { ...one, counts, linked };
	});
	return {
		work: described                 ,
		family: { document: family.document, counts: parties.of('version', version).counts, members: others, total },
		...(counted && { facets: counted }),
	};
}

/** Counts the relationships of works; see ObjectReader.countLinks. */
export async function countLinks(
	searches          ,
	works                                                  ,
)                         {
	const parties = await countParties(
		searches,
		works.flatMap(({ identity, version }) => [
			{ level: 'identity', group: identity },
			{ level: 'version', group: version },
		]),
	);
	return works.map(({ identity, version }) => ({
		identity: parties.of('identity', identity).counts,
		version: parties.of('version', version).counts,
	}));
}

                                                        

/** Reads the first works of a Version group, and how many there are. */
async function readMembers(searches          , version         )                                                {
	const { hits } = await searches.search                                                     ({
		query: { bool: { filter: [{ term: { level: 'identity' } }, { term: { version } }, isObject] } },
		_source: ['group', 'document'],
		sort: [{ published: { order: 'desc', missing: '_last' } }, { 'copy.sort': 'asc' }],
		size: mostVersionsListed,
		track_total_hits: true,
	});
	return {
		members: hits.hits.map(({ _source: { group, document } }) => ({ group, document })),
		total: hits.total.value,
	};
}

                                                
                                                                      

                       
	               
		       
		                                                                                               
	  
  

/** Counts the links that groups see; what is not counted has none. */
export async function countParties(
	searches          ,
	parties                  ,
)                                                               {
	const keys = [...new Set(parties.map(({ level, group }) => groupKey(level, group)))];
	const found = await searches.search                         ({
		query: { terms: { at: keys } },
		size: 0,
		track_total_hits: false,
		aggregations: {
			party: {
				terms: { field: 'party', size: Math.max(1, keys.length) },
				aggs: {
					seen: { terms: { field: 'relationNumber', size: searchRelations.length } },
					earliest: { min: { field: 'earliest' } },
					latest: { max: { field: 'latest' } },
				},
			},
		},
	});
	const counted = new Map(found.aggregations?.party.buckets.map((bucket) => [bucket.key, bucket]));
	return {
		of(level, group) {
			const bucket = counted.get(groupNumber(level, group));
			const seen = new Map(bucket?.seen.buckets.map(({ key, doc_count }) => [key, doc_count]));
			const [first, last] = [bucket?.earliest.value ?? null, bucket?.latest.value ?? null];
			const linked = first === null || last === null ? null : { first, last };
			return { counts: byRelation((_, number) => seen.get(number) ?? 0), linked };
		},
	};
}

                                                                                        

/** Counts whole results of each relation at both levels, in one request. */
async function countFacets(
	searches          ,
	{ identity, version }                                       ,
)                       {
	const found = await searches.search                        ({
		query: { terms: { at: [groupKey('identity', identity), groupKey('version', version)] } },
		size: 0,
		track_total_hits: false,
		aggregations: {
			party: {
				terms: { field: 'party', size: 2 },
				aggs: {
					seen: {
						terms: { field: 'relationNumber', size: searchRelations.length },
						aggs: facetsAsked({ groupBy: 'version' }),
					},
				},
			},
		},
	});
	const ofLevel = async (groupBy         , group         )                                                => {
		const party = found.aggregations?.party.buckets.find(({ key }) => key === groupNumber(groupBy, group));
		const facets = await Promise.all(
			searchRelations.map((_, number) => {
				const counts = party?.seen.buckets.find(({ key }) => key === number) ?? noCounts;
				return readFacets(searches, { groupBy, group }, counts);
			}),
		);
		return byRelation((_, number) => facets[number]                );
	};
	const [ofWork, ofFamily] = await Promise.all([ofLevel('identity', identity), ofLevel('version', version)]);
	return { identity: ofWork, version: ofFamily };
}

const nothing = { buckets: [] };
const noCounts              = { type: nothing, year: nothing, subType: nothing, member: nothing };

function byRelation   (value                                                 )                            {
	const entries = searchRelations.map((relation, number) => [relation, value(relation, number)]);
	return Object.fromEntries(entries)                             ;
}
