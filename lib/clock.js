// The time, and pauses: all that background work knows of either. It knows no work, and a
// simulation runs the same work on a clock of its own.
import { setImmediate as nextTick } from 'node:timers/promises';

                     
	                                                                                                 
	              
	                                                                         
	                  
	   
	                                                                                                
	   
	                                                                 
	                                                          
	                      
  

/** The clock of the machine. */
export const systemClock        = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	sleep: (milliseconds, signal) =>
		new Promise((resolve) => {
			const wake = () => {
				clearTimeout(timer);
				signal?.removeEventListener('abort', wake);
				resolve();
			};
			const timer = setTimeout(wake, milliseconds);
			if (signal?.aborted) wake();
			else signal?.addEventListener('abort', wake);
		}),
	turn: nextTick,
};
