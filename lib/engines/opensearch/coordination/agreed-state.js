// Keeps what all processes agree on in one document: which generation answers, who may write; knows
// no other document.
import { setTimeout as delay } from 'node:timers/promises';
                                                     
import { createGeneration, createIndex, writeAlias } from '../generations/generation.js';

/** What is agreed on. */
                           
	                                   
	                   
	                                                                
	              
	                                                                     
	             
	                                                                                                  
	                    
	                                                                                               
	                                                  
	                                                                   
	                         
	   
	                                                                                     
	                     
	   
	                             
  

/**
 * Tells which parts of the journal hold an update, which generation it changes, and the mark it
 * leaves.
 */
                                                                                                    

/** The state as it was read or written. */
                                                                                                            

                           
	                                                             
	                           
	   
	                                                                                             
	        
	   
	                                                                                                                     
  

/** Names the index of the agreed state and the journal. */
export function stateName(prefix        )         {
	return `${prefix}-state`;
}

/** Names a state of what searches see: the same as long as nothing becomes visible. */
export function stateLabel({ generation, epoch }             )         {
	return `${generation}-${epoch}`;
}

const id = 'agreed';

/** A document as the cluster answers it; its revision alone where it was written. */
             
	                      
	                 
	                       
	                                          
  

// An index that another process makes at this moment is there before it can be read.
const notStarted = 'illegal_index_shard_state_exception';
const startMilliseconds = 50;
const mostTries = 40;

/** Keeps the state of the index with this prefix, whose first generation has so many shards. */
export function createStateKeeper(cluster         , prefix        , shards        )              {
	const index = stateName(prefix);
	const path = `/${index}/_doc/${id}`;
	const find = async ()                                 => {
		for (let tries = 1; ; tries++) {
			const ignore = tries < mostTries ? [404, 503] : [404];
			const { statusCode, body } = await cluster.send      ({ method: 'GET', path, ignore });
			if (statusCode === 404) return undefined;
			if (statusCode !== 503) {
				const { queue = [], ...state } = body._source               ;
				return { ...state, queue, revision: revisionOf(body) };
			}
			if (body.error?.caused_by?.type !== notStarted) tries = mostTries - 1;
			else await delay(startMilliseconds);
		}
	};
	return {
		async read() {
			const found = await find();
			if (found) return found;
			await createFirst(cluster, prefix, shards);
			const made = await find();
			if (!made) throw new Error(`${index} was removed as soon as it was made`);
			return made;
		},
		async change({ revision, ...seen }, changes, { retry } = { retry: true }) {
			const state              = { ...seen, ...changes };
			const send = retry ? cluster.sendWithRetry : cluster.send;
			const request = { method: 'PUT', path, query: revision, body: state, ignore: [404, 409] }         ;
			const { statusCode, body } = await send      (request);
			return statusCode < 300 ? { ...state, revision: revisionOf(body) } : undefined;
		},
	};
}

function revisionOf({ _seq_no = 0, _primary_term = 0 }      )                        {
	return { if_seq_no: _seq_no, if_primary_term: _primary_term };
}

async function createFirst(cluster         , prefix        , shards        )                {
	const index = stateName(prefix);
	await createIndex(cluster, index, {
		settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
		mappings: { dynamic: false },
	});
	await createGeneration(cluster, prefix, 1, { shards, mark: '', alias: writeAlias(prefix, 1) });
	// The counters begin above those of a former index of this name: documents of it may be left, and
	// clients may have labelled answers of it with its epochs.
	const now = Date.now();
	const free = { lease: null, queue: [], journal: null };
	const body              = { generation: 1, epoch: now, mark: '', leaseNumber: now, ...free };
	await cluster.sendWithRetry({ method: 'PUT', path: `/${index}/_create/${id}`, body, ignore: [409] });
}
