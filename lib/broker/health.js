// Tells whether the broker can do what it is for, and if not, why: taking submissions and answering
// searches, each for itself. It knows no engine and no transport.
                                         
import { hasCode, isOutage } from '../errors.js';
                                                               
                                                                    
import { cached } from './cached.js';
import { createLateness,             } from './lateness.js';
import {            createPulse,               outcomeOf } from './pulse.js';

/** Why something cannot be done: in words that name no path, and the cause for the log. */
                                                       

/** Names what the broker stands on. */
                                                        

                      
	                                                            
	                               
	                                                            
	                            
	                                                                           
	                                                
	                                                           
	                        
	                       
  

/** What can be measured of it; null where it cannot be told. */
                             
	                                  
	                                   
	                                                 
	                                             
  

/** A Trouble as one thread tells it to another. */
                                                                                  

/** What is asked. */
                             
	                                             
	                                                        
	                                                                            
	                                             
	                                             
	                              
	                                                                       
	                                           
	                                                    
	                          
  

                            
	                                                                     
	                          
	                                                                                   
	                                       
  

// Counting what waits costs more than the rest.
const countedMilliseconds = 1_000;
const answerMilliseconds = 3_000;
/** What restarts processes by /health/live waits for a second for the answer. */
const promptMilliseconds = 500;
/** A writer that is busy answers late; beyond this, nobody should be sent to it. */
const silentMilliseconds = 10_000;
/** No transaction takes so long: what writes is stuck. */
const stuckMilliseconds = 120_000;

/** Creates the use case; questions at the same time share an answer. */
export function createHealth(
	sources               ,
	{ lateAfterSeconds, clock }                                            ,
)               {
	const { records, requireRoom, freeBytes } = sources;
	const writer = createPulse(sources.writerTrouble, clock);
	const oldest = cached(sources.oldest, countedMilliseconds, clock);
	const lateness = createLateness(lateAfterSeconds, clock);
	const within =    (question                  ) => outcomeWithin(question, clock);
	const ask = async ()                  => {
		const [read, own, beat, index, databaseRoom, indexRoom, free, waiting] = await Promise.all([
			within(() => records.currentGeneration()),
			within(async () => toldTrouble(await records.trouble())),
			writer(answerMilliseconds),
			within(sources.readIndex),
			within(() => requireRoom('database')),
			within(() => requireRoom('search index')),
			within(freeBytes),
			within(async () => lateness(await oldest())),
		]);
		const reading = 'cause' in read ? wordsOr('The database does not answer.', read.cause) : null;
		const writing = 'result' in own && own.result ? own.result : writerReason(beat);
		const fullDatabase = reasonOf(databaseRoom);
		const search = 'cause' in index ? searchReason(index.cause) : null;
		return {
			submissions: distinct([reading, writing, fullDatabase]),
			searches: distinct([search]),
			dependencies: { database: reading ?? writing, search, disk: fullDatabase ?? reasonOf(indexRoom) },
			late: 'result' in waiting ? waiting.result.late : [],
			figures: {
				oldestEventSeconds: 'result' in waiting ? waiting.result.oldestEventSeconds : null,
				oldestChangeSeconds: 'result' in waiting ? waiting.result.oldestChangeSeconds : null,
				diskFreeBytes: 'result' in free ? free.result : { database: null, 'search index': null },
			},
		};
	};
	return {
		health: cached(ask, 0, clock),
		async needsRestart() {
			const [beat, own] = await Promise.all([writer(promptMilliseconds), within(() => records.trouble())]);
			if ('result' in own && own.result?.needsRestart) return toldTrouble(own.result);
			if (beat.silentMilliseconds > stuckMilliseconds) return silent(beat);
			return beat.last && 'result' in beat.last && beat.last.result?.needsRestart ? beat.last.result : null;
		},
	};
}

/** Lists why the broker is not ready, each reason once. */
export function hindrances({ submissions, searches }        )           {
	return distinct([...submissions, ...searches]);
}

/** Tells a trouble in a form that can be sent to another thread. */
export function toldTrouble(trouble                )                     {
	if (trouble === null) return null;
	const { message, cause } = trouble.failure;
	return {
		words: message,
		cause: cause instanceof Error ? cause.message : message,
		needsRestart: trouble.needsRestart,
	};
}

function writerReason(beat                          )                {
	if (beat.silentMilliseconds > silentMilliseconds) return silent(beat);
	if (beat.last === null) return null;
	return 'cause' in beat.last ? wordsOr('What stores submissions fails.', beat.last.cause) : beat.last.result;
}

function silent({ silentMilliseconds: milliseconds }               )         {
	const words = `What stores submissions has not answered for ${Math.floor(milliseconds / 1_000)} seconds.`;
	return { words, cause: undefined };
}

function searchReason(cause         )         {
	if (hasCode(cause, 'index-behind')) return { words: 'The search index is being built anew.', cause };
	return { words: 'The search index does not answer.', cause };
}

/**
 * Tells the words of an outage, which are meant for anybody; those of other failures may be not.
 */
function wordsOr(words        , cause         )         {
	return { words: isOutage(cause) ? cause.message : words, cause };
}

function reasonOf(outcome               )                {
	return 'cause' in outcome ? wordsOr('The disk cannot be looked at.', outcome.cause) : null;
}

function distinct(reasons                            )           {
	const byWords = new Map                ();
	for (const reason of reasons) if (reason && !byWords.has(reason.words)) byWords.set(reason.words, reason);
	return [...byWords.values()];
}

async function outcomeWithin   (question                  , clock       )                      {
	const answered = new AbortController();
	const late = async () => {
		await clock.sleep(answerMilliseconds, answered.signal);
		return { cause: new Error(`no answer for ${answerMilliseconds} ms`) };
	};
	const outcome = await Promise.race([outcomeOf(question), late()]);
	answered.abort();
	return outcome;
}
