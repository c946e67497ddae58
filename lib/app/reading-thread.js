// The thread that reads the records of a load, while the main thread applies what it read before.
// It opens nothing.
import {                                   readForLoad } from '../broker/load-files.js';
                                                                   
import { lowerPriority } from './priority.js';
import { answerParent } from './thread-calls.js';

/** What the thread does when it is called. */
                            
	                       
	                     
	                                                                      
	                      
  

lowerPriority('reading');
await answerParent(
	async ()                        => ({
		ready: async () => undefined,
		read: async ({ chunk, ...options }) => readForLoad(chunk, options),
		stop: async () => undefined,
	}),
);
