// Writes an update down before it is applied, so that the next writer can apply one that was cut
// short; does not know what it says.
import { gunzipSync, gzipSync } from 'node:zlib';
                                                     
import { leaseLost } from '../cluster/failures.js';
import {                    stateName } from '../coordination/agreed-state.js';
                                                        

                       
	   
	                                                                                                 
	   
	                                                                                                       
	                                                   
  

/** Changes as they are stored. */
                                 

/** Writes changes as text; it is made before the lease is held. */
export function journalText(changes                )              {
	return gzipSync(JSON.stringify(changes), { level: 1 }).toString('base64');
}

                                                  

// OpenSearch limits the size of a request.
const partCharacters = 4 * 1024 * 1024;

/**
 * Keeps the journal of the index with this prefix, in as many documents as its largest update has
 * taken.
 */
export function openJournal(cluster         , prefix        )          {
	const index = stateName(prefix);
	const pathOf = (part        ) => `/${index}/_doc/journal-${part}`;
	return {
		async write(leaseNumber, generation, text) {
			const parts = Math.ceil(text.length / partCharacters);
			for (let part = 0; part < parts; part++) {
				const body       = { leaseNumber, data: text.slice(part * partCharacters, (part + 1) * partCharacters) };
				// A process that has lost its lease without knowing it does not write over the next one's
				// update.
				const version = { version: leaseNumber, version_type: 'external_gte'          };
				const request = { method: 'PUT', path: pathOf(part), query: version, body, ignore: [409] }         ;
				const { statusCode } = await cluster.sendWithRetry(request);
				if (statusCode === 409) throw leaseLost();
			}
			return { generation, leaseNumber, parts };
		},
		async read({ leaseNumber, parts }) {
			let text = '';
			for (let part = 0; part < parts; part++) {
				const { body } = await cluster.sendWithRetry                   ({ method: 'GET', path: pathOf(part) });
				const { leaseNumber: writtenBy, data } = body._source;
				if (writtenBy !== leaseNumber) throw leaseLost();
				text += data;
			}
			return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString())                  ;
		},
	};
}
