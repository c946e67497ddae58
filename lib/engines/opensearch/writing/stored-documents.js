// Reads documents by their ids, as they are before a writer's changes; does not know what those
// are.
                                                     
import { ClusterUnavailable } from '../cluster/failures.js';
                                                          
                                                                    
import { routingOf } from '../documents/routing.js';

/** What writers read of an object. */
                                                                                

                               
	                                                                                           
	                                                                                             
	                                                                        
	                                                                                                               
  

const fieldsOfObjects = ['version', 'identifiers', 'copy', 'document', 'standing', 'lostAt']         ;

const idsPerRequest = 2_000;

                                                                                                    

/** Reads an index that only the caller writes to, also what is not refreshed yet. */
export function createStoredDocuments(cluster         , index        )                  {
	const cached = new Map                                    ();
	const read                          = async         (ids                   , fields                   ) => {
		const found = new Map                ();
		for (let start = 0; start < ids.length; start += idsPerRequest) {
			const docs = ids.slice(start, start + idsPerRequest).map((_id) => ({ _id, routing: routingOf(_id) }));
			const query = { _source_includes: fields.join() };
			const answer = await cluster.sendWithRetry                            ({
				method: 'POST',
				path: `/${index}/_mget`,
				query,
				body: { docs },
			});
			for (const { _id, found: isThere, _source, error } of answer.body.docs) {
				if (error) throw new ClusterUnavailable(error.reason ?? 'it does not read a document');
				if (isThere) found.set(_id, _source);
			}
		}
		return found;
	};
	return {
		async objects(keys) {
			const unread = [...new Set(keys)].filter((key) => !cached.has(key));
			const found = await read              (unread, fieldsOfObjects);
			for (const key of unread) cached.set(key, found.get(key));
			return cached;
		},
		read,
	};
}
