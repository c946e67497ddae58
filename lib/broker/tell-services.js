// Tells how the services are that the broker stands on, for those who watch them. It knows no
// engine.
                                         
                                                                         
                                                                                       
import { cached } from './cached.js';

/** How they are; undefined what cannot be told at the moment, null what there is not. */
                                                                                                             

// It costs the cluster more than a search.
const askedMilliseconds = 10_000;

/** Creates the use case; it never fails. Answers from a cache for some seconds. */
export function createServicesReport(
	records                        ,
	index              ,
	clock                        ,
)                                {
	return cached(
		async () => {
			const [used, condition] = await Promise.allSettled([records.usage(), index.condition()]);
			return { records: fulfilled(used), index: fulfilled(condition) };
		},
		askedMilliseconds,
		clock,
	);
}

function fulfilled   (outcome                         )                {
	return outcome.status === 'fulfilled' ? outcome.value : undefined;
}
