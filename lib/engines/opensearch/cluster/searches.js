// Searches an index, and reads documents of it, as it was last refreshed; knows no document.
import { searchTakesTooLong } from '../../../ports/search/long-search.js';
                                                            
import { ClusterUnavailable } from './failures.js';

/** A document as a search finds it. */
                                                                                                

/** Counts documents by the values of a field; `More` are counts of the documents of each value. */
                                                                                                   

/** The part of a search's answer that the broker uses. */
                                                             
	                                                        
	                            
  

/** What can be searched. */
                        
	                                                                      
	                                                                                                           
  

/** An index that answers: each request sees each shard as it was last refreshed by then. */
                                   
	                                                                                     
	                                                                                                               
  

/** Says that there is no index of this name any more. */
export class IndexGone extends Error {
	constructor(index        ) {
		super(`${index} is gone`);
		this.name = 'IndexGone';
	}
}

                                                                             
                                                                                                                 

/** Searches an index; all of it fails with IndexGone where that is not there. */
export function createSearches(cluster         , index        , options         )           {
	const { searchMilliseconds, routingOf } = options;
	return {
		async search                      (body        , routing         ) {
			const query = routing === undefined ? {} : { routing };
			const request = { path: `/${index}/_search`, query, body };
			const found = await sendSearch                      (cluster, request, searchMilliseconds);
			if (!found) throw new IndexGone(index);
			return found;
		},
		async read        (ids                   , fields                   ) {
			const docs = ids.map((_id) => ({ _id, routing: routingOf(_id) }));
			if (docs.length === 0) return new Map                ();
			const { body } = await cluster.send                          ({
				method: 'POST',
				path: `/${index}/_mget`,
				// What is not shown yet is not read.
				query: { realtime: false, _source_includes: fields.join() },
				body: { docs },
			});
			const read = new Map                ();
			for (const { _id, found, _source, error } of body.docs) {
				if (error?.type === 'index_not_found_exception') throw new IndexGone(index);
				if (error) throw new ClusterUnavailable(error.reason ?? 'it does not read a document');
				if (found) read.set(_id, _source);
			}
			return read;
		},
	};
}

/**
 * Sends a search, which may take `searchMilliseconds`; undefined where what it searches is not
 * there.
 */
export async function sendSearch                      (
	cluster         ,
	{ path, query, body }                                                           ,
	searchMilliseconds        ,
)                                                   {
	const begunAt = performance.now();
	const answer = await cluster
		.send                                                      ({
			method: 'POST',
			path,
			query: { ...query, allow_partial_search_results: false },
			body: { ...body, timeout: `${searchMilliseconds}ms` },
			ignore: [404],
		})
		.catch((error         ) => {
			// The cluster answers a failure where it may not answer a part. Where a search may take as long
			// as any request, it was the cluster that did not answer.
			const isBounded = searchMilliseconds < cluster.timing.requestMilliseconds;
			const tookTooLong = isBounded && performance.now() - begunAt >= searchMilliseconds;
			throw tookTooLong && error instanceof ClusterUnavailable ? searchTakesTooLong(searchMilliseconds) : error;
		});
	if (answer.statusCode === 404) return undefined;
	if (answer.body.timed_out) throw searchTakesTooLong(searchMilliseconds);
	return answer.body;
}
