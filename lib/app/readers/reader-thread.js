// A thread that answers what takes long to read, one question after the other, so that the thread
// that listens is not held up. It changes nothing, and does not know which questions take long.
import { workerData } from 'node:worker_threads';
import { explainWhy,                       } from '../../broker/why/explain-why.js';
                                                                    
                                                                   
                                                                                         
                                                                                       
                                                                                   
                                                  
import { openIndex, reopenStores,             } from '../open.js';
import { lowerPriority } from '../priority.js';
import { answerParent } from '../thread-calls.js';

/** A question, and the memory in which the other thread says that nobody waits any more (1). */
                                                                          

/** What the thread does when it is called; see SearchIndex and explainWhy. */
                           
	                       
	                                                                       
	                                                            
	                                                                                                
	                                                                                  
	                      
  

async function startReader(settings          )                       {
	lowerPriority('searches');
	let current                        ;
	const isGivenUp = () => current !== undefined && Atomics.load(current, 0) === 1;
	const index = await openIndex(settings, { isGivenUp });
	let stores                             ;
	const answer =
		                  (work                                         ) =>
		({ question, givenUp }                 )                  => {
			current = givenUp;
			return work(question);
		};
	return {
		ready: async () => undefined,
		search: answer((request) => index.search(request)),
		findWorks: answer((request) => index.findWorks(request)),
		describe: answer(({ group, ...options }) => index.describe(group, options)),
		explainWhy: answer(async ({ question, viewer }) => {
			stores ??= reopenStores(settings);
			return explainWhy((await stores).records, question, viewer);
		}),
		async stop() {
			await index.close();
			await (await stores)?.close();
		},
	};
}

await answerParent(() => startReader(workerData            ));
