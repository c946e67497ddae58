// Finds the generation that answers, for searches of one handle; knows no document.
                                                     
import { ClusterUnavailable } from '../cluster/failures.js';
import { createSearches, IndexGone,               } from '../cluster/searches.js';
                                                                   
import { routingOf } from '../documents/routing.js';
import { generationName, isComplete } from '../generations/generation.js';

                                 
	   
	                                                                                            
	                                                                 
	   
	                                                                          
	                                                            
	                              
	                                                       
	                    
  

const attempts = 4;
const sharedMilliseconds = 200;

/** Reads for one handle of the index. */
export function createCurrentGeneration(
	cluster         ,
	readState                            ,
	{ prefix, searchMilliseconds }                                                ,
)                    {
	const shared = shareFor(sharedMilliseconds, readState);
	/** The generation that was found complete last. */
	let complete                                                        ;

	const find = async (generation        )                                => {
		if (complete?.generation === generation) return complete.searches;
		if (!(await isComplete(cluster, prefix, generation))) return undefined;
		const searches = createSearches(cluster, generationName(prefix, generation), { searchMilliseconds, routingOf });
		complete = { generation, searches };
		return searches;
	};
	/** Tells whether another generation answers than did a moment ago. */
	const isSwitched = async (generation        )                   => {
		shared.forget();
		return (await shared.read()).generation !== generation;
	};
	return {
		async read(work) {
			for (let tries = 1; ; tries++) {
				const { generation } = await shared.read();
				const searches = await find(generation);
				if (!searches && !(await isSwitched(generation))) return work(undefined);
				if (!searches) continue;
				try {
					return await work(searches);
				} catch (error) {
					if (!(error instanceof IndexGone)) throw error;
					complete = undefined;
					shared.forget();
					if (tries === attempts) throw new ClusterUnavailable(error.message);
				}
			}
		},
		state: shared.read,
		forgetState: shared.forget,
	};
}

/** Reads something for all who ask for it within a time. */
function shareFor   (milliseconds        , read                  )                                         {
	let begun                                               ;
	return {
		read() {
			const now = performance.now();
			if (begun && now - begun.at <= milliseconds) return begun.value;
			const mine = { at: now, value: read() };
			begun = mine;
			mine.value.catch(() => {
				if (begun === mine) begun = undefined;
			});
			return mine.value;
		},
		forget() {
			begun = undefined;
		},
	};
}
