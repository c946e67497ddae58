// Writes documents in bulk requests, with retries of what the cluster was too busy for; does not
// know what documents say.
import { insufficientStorage } from '../../../ports/insufficient-storage.js';
import { createBackoff } from './backoff.js';
                                            
import { ClusterUnavailable, isFlooded, isTransient, leaseLost } from './failures.js';

                           
	                                    
	              
	   
	                                                                                                  
	                                                              
	   
	                     
	                                                                   
	                              
	                                                    
	                          
	                                                                                       
	                                                                
  

/** Writes documents; each may be written once between two flushes. */
                          
	                                                                       
	                                                          
	                                         
	                                  
	   
	                                                                                             
	                                                      
	   
	                       
  

const bulkCharacters = 3 * 1024 * 1024;

// A shard writes one request with one thread; so many keep two busy, and this process besides.
const requestsAtATime = 2;

/** Creates a writer that sends few bulk requests at a time, while the next one fills. */
export function createBulkWriter(cluster         , options             )             {
	const { leaseNumber, routingOf } = options;
	const version = leaseNumber === undefined ? {} : { version: leaseNumber, version_type: 'external_gte' };
	/** Those under way, and those that failed: all that follows fails as they did. */
	const sending = new Set               ();
	let writes           = [];
	let characters = 0;

	/** Fails only once nothing is under way any more. */
	const allEnded = async () => {
		const outcomes = await Promise.allSettled(sending);
		for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
	};
	const sendBulk = async () => {
		while (sending.size >= requestsAtATime) await Promise.race(sending).catch(allEnded);
		if (writes.length === 0) return;
		const request = sendWrites(cluster, options, writes);
		sending.add(request);
		request.then(
			() => sending.delete(request),
			() => undefined,
		);
		writes = [];
		characters = 0;
	};
	const add = async (...lines                     ) => {
		const write = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
		writes.push(write);
		characters += write.length;
		if (characters >= bulkCharacters) await sendBulk();
	};
	return {
		put: (id, document) => add({ index: { _id: id, routing: routingOf(id), ...version } }, document),
		remove: (id) => add({ delete: { _id: id, routing: routingOf(id), ...version } }),
		async flush() {
			await sendBulk();
			await allEnded();
		},
	};
}

                
	               
	                                                         
	                                          
  

async function sendWrites(
	cluster         ,
	{ alias, retryMilliseconds, onWritten }             ,
	writes                   ,
)                {
	const backoff = createBackoff(cluster.timing.firstPauseMilliseconds, retryMilliseconds);
	for (let waiting = writes; ; ) {
		const { body } = await cluster.sendWithRetry                                                    (
			{ method: 'POST', path: `/${alias}/_bulk`, query: { require_alias: true }, body: waiting.join('') },
			retryMilliseconds,
		);
		const outcomes = body.items.map((item) => (item.index ?? item.delete)           );
		onWritten?.({
			created: outcomes.filter(({ result }) => result === 'created').length,
			updated: outcomes.filter(({ result }) => result === 'updated').length,
		});
		const refused = waiting.filter((_, place) => needsRetry(outcomes[place]           ));
		if (refused.length === 0) return;
		if (refused.length < waiting.length) backoff.reset();
		if (!(await backoff.pause(0))) {
			const reason = outcomes.find(({ error }) => error)?.error?.reason;
			throw new ClusterUnavailable(reason ?? 'it does not take what is written');
		}
		waiting = refused;
	}
}

/**
 * Tells a write that the cluster was too busy for from one that arrived; throws where it is refused
 * for good.
 */
function needsRetry({ status, error }         )          {
	// Removing a document that is not there answers 404 without an error.
	if (!error) return false;
	// More tries make no room.
	if (isFlooded({ error })) throw insufficientStorage('search index', new Error(error.reason));
	if (isTransient(status)) return true;
	if (status === 409) throw leaseLost();
	if (status === 403 || status === 404) throw new ClusterUnavailable(error.reason ?? error.type);
	throw new Error(`OpenSearch refuses a document: ${error.type}: ${error.reason}`);
}
