// Tells what is left to do, and how large the broker is. It knows no engine and no transport.
                                         
                                                         
                                                                         
                                                           
                                                                     
import { cached } from './cached.js';

/**
 * Times are milliseconds since 1970, null where nothing waits; bytes are null where the engine
 * cannot tell them quickly.
 */
                            
	                                   
	                                                                  
	                             
	                                                                              
	                       
	                             
	                                                                                     
	                
	              
	                                                                                   
	                                
	                           
	                          
  

/** Reads what a status is made of. */
                                                                                    
	                                
	                                     
  

// What costs more is read less often, however many clients ask.
const backlogMilliseconds = 2_000;
const sizeMilliseconds = 60_000;

/** Creates the use case. Answers from a cache for some seconds. */
export function createStatus(source              , clock                        )                              {
	const backlog = cached(() => Promise.all([source.backlog(), source.rebuildProgress()]), backlogMilliseconds, clock);
	const sizes = cached(
		() => Promise.all([source.size(), source.indexSize(), source.indexBytes()]),
		sizeMilliseconds,
		clock,
	);
	return async () => {
		const [[left, rebuild], [records, { objects, links }, indexBytes]] = await Promise.all([backlog(), sizes()]);
		return {
			events: { ...left.events, Done: records.events.Done, Withdrawn: records.events.Withdrawn },
			oldestEventAt: left.oldestEventAt,
			waitingEntries: left.entries,
			oldestEntryAt: left.oldestEntryAt,
			objects,
			links,
			rebuild,
			recordBytes: records.bytes,
			indexBytes,
		};
	};
}
