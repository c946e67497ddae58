// Searches one unchanging state of an index over many requests (OpenSearch: a point in time); knows
// no document.
                                            
import {                          sendSearch } from './searches.js';

/** What can be searched; fails with SnapshotLost where the cluster has lost this state. */
                                   
	                                             
	                        
	                                                                                    
	                       
  

/**
 * Opens the state that an index has since its last refresh; undefined where there is no such index.
 * The cluster keeps it for `keepAliveSeconds` after each search, which may take
 * `searchMilliseconds`.
 */
export async function openSnapshot(
	cluster         ,
	index        ,
	keepAliveSeconds        ,
	searchMilliseconds = cluster.timing.requestMilliseconds,
)                                {
	const keep_alive = `${keepAliveSeconds}s`;
	const opened = await cluster.send                                                ({
		method: 'POST',
		path: `/${index}/_search/point_in_time`,
		query: { keep_alive, allow_partial_pit_creation: false },
		ignore: [404],
	});
	if (opened.statusCode === 404) return undefined;
	const { pit_id, _shards } = opened.body;
	return {
		shards: _shards.total,
		async search                      (body        ) {
			const request = { path: '/_search', body: { ...body, pit: { id: pit_id, keep_alive } } };
			const found = await sendSearch                      (cluster, request, searchMilliseconds);
			if (!found) throw new SnapshotLost();
			return found;
		},
		async close() {
			await cluster
				.send({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [pit_id] }, ignore: [404] })
				.catch(() => undefined);
		},
	};
}

// OpenSearch refuses queries of more than 65,536 terms.
const termsPerQuery = 10_000;
const pageSize = 1_000;

/**
 * Reads all documents that have one of the terms in a field, page by page in no particular order;
 * some may come twice. `fields` names what of them.
 */
export async function* pagesOfTerms        (
	snapshot          ,
	field        ,
	terms                              ,
	fields                           ,
)                                {
	for (let start = 0; start < terms.length; start += termsPerQuery) {
		const query = { terms: { [field]: terms.slice(start, start + termsPerQuery) } };
		const asked = { query, _source: fields, sort: ['_doc'], size: pageSize, track_total_hits: false };
		const { hits } = await snapshot.search        (asked);
		yield hits.hits;
		if (hits.hits.length < pageSize) continue;
		if (snapshot.shards === 1) yield* pagesAfter        (snapshot, asked, hits.hits.at(-1)?.sort);
		// The order is one within each shard alone: what is more than a page is read shard by shard. So
		// many slices are a shard each.
		else {
			for (let id = 0; id < snapshot.shards; id++) {
				yield* pagesAfter        (snapshot, { ...asked, slice: { id, max: snapshot.shards } }, undefined);
			}
		}
	}
}

async function* pagesAfter        (
	snapshot          ,
	asked        ,
	place                         ,
)                                {
	for (let after = place; ; ) {
		const { hits } = await snapshot.search        ({ ...asked, ...(after && { search_after: after }) });
		yield hits.hits;
		if (hits.hits.length < pageSize) return;
		after = hits.hits.at(-1)?.sort;
	}
}

/** Says that the cluster has lost the state that was being read; a new snapshot may be tried. */
export class SnapshotLost extends Error {
	constructor() {
		super('the cluster has lost the state of the search index that was being read');
		this.name = 'SnapshotLost';
	}
}
