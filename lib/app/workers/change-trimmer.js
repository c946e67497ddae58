// Keeps the log of changes as short as CHANGES_DAYS says. It knows no engine and no thread.
                                            
                                                                     
import { createLoop } from './loop.js';

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;

                              
	                                                      
	                           
	             
	      
		                                            
		                                            
	  
  

/** Trims the log now and every hour until it is stopped. */
export function startChangeTrimmer(
	records                ,
	{ changesDays, clock, log }                ,
)                            {
	if (changesDays === null) return { stop: async () => undefined };
	const round = async () => {
		const entries = await records.trimChanges(clock.now() - changesDays * dayMilliseconds);
		if (entries > 0) log.info({ entries }, 'Old entries of the log of changes are forgotten');
		return false;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: hourMilliseconds,
		onError: (err) => log.warn({ err }, 'The log of changes cannot be trimmed; trying again'),
	});
}
