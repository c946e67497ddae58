// Spaces out the retries of one request: pauses that double, up to a time limit; does not know what
// is retried.
import { setTimeout as delay } from 'node:timers/promises';

                       
	   
	                                                                                                  
	                                                              
	   
	                                              
	                                                                              
	              
  

const longestPauseMilliseconds = 5_000;
const longestAskedSeconds = 30;

/** Begins with a pause of `firstPauseMilliseconds`; the limit is `retryMilliseconds` from now. */
export function createBackoff(firstPauseMilliseconds        , retryMilliseconds        )          {
	let pause = 0;
	let deadline = 0;
	const reset = () => {
		pause = firstPauseMilliseconds;
		deadline = performance.now() + retryMilliseconds;
	};
	reset();
	return {
		reset,
		async pause(leastSeconds) {
			if (performance.now() >= deadline) return false;
			const least = Math.min(leastSeconds, longestAskedSeconds) * 1000;
			// A random part keeps many writers from coming back at the same moment.
			await delay(Math.max(least, pause * (0.5 + Math.random() / 2)));
			pause = Math.min(pause * 2, longestPauseMilliseconds);
			return true;
		},
	};
}
