// Runs searches for works beside all others: they look at every work that has their words, so they
// have a connection of their own and give way between slices. It knows no SQL of searches.
import { setImmediate as tick } from 'node:timers/promises';
                                                                                         
                                                   
import { createHistoryReader } from './histories.js';
import { createCountReader } from './objects.js';
import { createQueryCondition, givenUp } from './query.js';
import { createWorkFinder } from './works.js';

/** Finds works in one generation, one search after the other. */
                          
	                                                       
	                                                               
	              
  

/**
 * Creates it; `open` is called once the first works are looked for. A search for which nobody waits
 * any more (`isGivenUp`) fails.
 */
export function createWorkSearch(open                  , isGivenUp               )             {
	let connection                        ;
	let find                                                 ;
	let last                   = Promise.resolve();
	const run = async (request              )                       => {
		connection ??= open();
		find ??= createFinder(connection, isGivenUp);
		connection.execute('BEGIN');
		try {
			const search = find(request);
			for (;;) {
				const step = search.next();
				if (step.done) return step.value;
				if (isGivenUp()) throw givenUp();
				await tick();
			}
		} finally {
			if (connection.isInTransaction()) connection.execute('COMMIT');
		}
	};
	return {
		findWorks(request) {
			const found = last.then(() => run(request));
			last = found.catch(() => undefined);
			return found;
		},
		close: () => void last.finally(() => connection?.close()),
	};
}

function createFinder(connection            , isGivenUp               )                                      {
	// Works are found by themselves: nobody's statements are read.
	const queryHolds = createQueryCondition(connection, {
		readHistory: createHistoryReader(connection, 0),
		isGivenUp,
	});
	return createWorkFinder(connection, { queryHolds, countLinks: createCountReader(connection) });
}
