// Has threads do work that takes long, so many at a time, the cheapest first, each for a bounded
// time. It does not know what the work is.
//
//            run()                a thread is free              it answers
//   caller ─────────▶ waiting ─────────────────────▶ working ─────────────▶ answered
//             │          │                              │
//             │          └─ client gone, time is up ────┤  told so in shared memory; a thread that
//             └─ too many wait: refused at once         └▶ does not end then is ended and replaced
import { BrokerError } from '../../errors.js';
import { searchTakesTooLong } from '../../ports/search/long-search.js';
                                                              

/** A thread that was started; see startThread. */
                                                                        

                                                  
	                                                                      
	                                                     
	                                                                       
	                
	                            
	                    
	                                               
	                          
	                                                      
	                          
	                                           
	                              
  

/** `cost` orders those that wait; `signal` is aborted where nobody waits any more. */
                                                                             

                                           
	   
	                                                                                                   
	                                                                                               
	   
	                                                                                                                
	                                                
	                                             
	                                                  
	                      
  

/** A place for one thread, which may have to be started. */
                                                                                                                     

                                                                                        

/** Creates a pool without threads. */
export function createPool                       (options                )          {
	const slots = Array.from({ length: options.threads }, ()          => ({ isBusy: false }));
	const waiting           = [];
	const beginNext = ()       => {
		const slot = slots.find(({ isBusy }) => !isBusy);
		const job = slot && waiting.shift();
		if (!job) return;
		slot.isBusy = true;
		void job.begin(slot).finally(() => {
			slot.isBusy = false;
			beginNext();
		});
	};
	const enqueue = (job        )       => {
		const before = waiting.findIndex(({ cost }) => cost > job.cost);
		waiting.splice(before === -1 ? waiting.length : before, 0, job);
		beginNext();
	};
	return {
		run: (work, { cost, signal }) =>
			new Promise((resolve, reject) => {
				if (waiting.length >= options.mostWaiting) return reject(tooManyWait());
				const givenUp = new Int32Array(new SharedArrayBuffer(4));
				const { promise: ended, resolve: end } = Promise.withResolvers      ();
				const job         = {
					cost,
					async begin(slot) {
						const answered = Promise.try(() => work(startedIn(slot, options).calls, givenUp)).then(resolve, (error) =>
							reject(failureOf(slot, error)),
						);
						await Promise.race([answered, ended.then(() => untilItEnds(slot, answered, options))]);
						settled();
					},
				};
				const giveUp = (reason         ) => {
					const at = waiting.indexOf(job);
					if (at !== -1) waiting.splice(at, 1);
					Atomics.store(givenUp, 0, 1);
					settled();
					reject(reason);
					end();
				};
				const timer = setTimeout(
					() => giveUp(searchTakesTooLong(options.limitMilliseconds)),
					options.limitMilliseconds,
				);
				const gone = () => giveUp(signal?.reason);
				const settled = () => {
					clearTimeout(timer);
					signal?.removeEventListener('abort', gone);
				};
				signal?.addEventListener('abort', gone);
				enqueue(job);
				if (signal?.aborted) gone();
			}),
		load: () => ({ working: slots.filter(({ isBusy }) => isBusy).length, waiting: waiting.length }),
		async stop() {
			await Promise.all(slots.map(({ thread }) => thread?.end()));
		},
	};
}

function startedIn                       (slot         , { start, onFailure }                )             {
	if (slot.thread && !slot.failure) return slot.thread;
	slot.failure = undefined;
	slot.thread = start((error) => {
		slot.failure ??= error;
		onFailure(error);
	});
	return slot.thread;
}

/** Waits for a thread to end what was given up; ends the thread where it does not. */
async function untilItEnds                       (
	slot         ,
	answered               ,
	{ graceMilliseconds }                ,
)                {
	const { promise: graceIsOver, resolve } = Promise.withResolvers      ();
	const timer = setTimeout(resolve, graceMilliseconds, true);
	const mustEnd = await Promise.race([answered, graceIsOver]);
	clearTimeout(timer);
	if (mustEnd !== true) return;
	await slot.thread?.end();
	slot.thread = undefined;
}

function failureOf                       ({ failure }         , error         )          {
	if (failure === undefined) return error;
	const message = 'The search was given up, because what answers it has failed; ask for less, or try again.';
	return new BrokerError('unavailable', message, { cause: failure, retryAfterSeconds: 5 });
}

function tooManyWait()              {
	const message = 'Too many long searches wait already; try again in some seconds, or ask for less at a time.';
	return new BrokerError('unavailable', message, { retryAfterSeconds: 5 });
}
