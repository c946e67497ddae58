// Says in the log what is wrong with the broker for as long as it is, also where nobody asks. It
// knows no store and no thread.
                                                  
                                         
import { createLoop } from './workers/loop.js';

const lookMilliseconds = 10_000;
const repeatMilliseconds = 60_000;

              
	                                                                                  
	                                   
	                                          
	             
	             
	      
		                                            
		                                            
	  
  

/** Starts to look every ten seconds; what is wrong is said at once, and again each minute. */
export function startHealthLog({ tell, what, clock, log }       )                            {
	let saidAt = Number.NEGATIVE_INFINITY;
	let said = '';
	const round = async () => {
		const reasons = await tell();
		const words = reasons.map((reason) => reason.words).join(' ');
		// Numbers grow while the same goes on.
		const kind = words.replace(/\d+/g, '');
		if (kind === '') {
			if (said !== '') log.info({}, `${what}: no more`);
		} else if (kind !== said || clock.elapsed() - saidAt >= repeatMilliseconds) {
			log.warn({ causes: reasons.map(({ cause }) => causeOf(cause)) }, `${what}: ${words}`);
			saidAt = clock.elapsed();
		}
		said = kind;
		return false;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: lookMilliseconds,
		// The next round says what is wrong.
		onError: () => undefined,
	});
}

function causeOf(cause         )         {
	if (!(cause instanceof Error)) return String(cause ?? '');
	return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message;
}
