// Keeps what the last updates have left behind, for those that were derived meanwhile; does not
// know what it says.
import { gunzipSync, gzipSync } from 'node:zlib';
                                                     
import { leaseLost } from '../cluster/failures.js';
import { stateName } from '../coordination/agreed-state.js';
                                                

                         
	                                                                                
	                                                                              
	                                                                                            
	                                                    
  

/** A footprint as it is stored; null where it is too large. */
                                          

                                                   

// Who derives for longer than so many updates take runs again.
const keptCommits = 16;
// OpenSearch limits the size of a request.
const mostCharacters = 8 * 1024 * 1024;

/** Writes a footprint as text; it is made before the lease is held. */
export function footprintText(footprint                       )                {
	if (!footprint) return null;
	const text = gzipSync(JSON.stringify(footprint), { level: 1 }).toString('base64');
	return text.length > mostCharacters ? null : text;
}

/** Opens the log of the index with this prefix. */
export function openCommitLog(cluster         , prefix        )            {
	const pathOf = (epoch        ) => `/${stateName(prefix)}/_doc/commit-${epoch % keptCommits}`;
	return {
		async write(epoch, leaseNumber, data) {
			const body       = { epoch, data };
			const query = { version: leaseNumber, version_type: 'external_gte' };
			const request = { method: 'PUT', path: pathOf(epoch), query, body, ignore: [409] }         ;
			const { statusCode } = await cluster.sendWithRetry(request);
			if (statusCode === 409) throw leaseLost();
		},
		async read(epoch) {
			const request = { method: 'GET', path: pathOf(epoch), ignore: [404] }         ;
			const { statusCode, body } = await cluster.sendWithRetry                   (request);
			if (statusCode === 404 || body._source.epoch !== epoch || body._source.data === null) return undefined;
			return JSON.parse(gunzipSync(Buffer.from(body._source.data, 'base64')).toString())             ;
		},
	};
}
