// Tells how the settings have events tried. It knows no worker.
import { randomUUID } from 'node:crypto';
import { threadId } from 'node:worker_threads';
import { systemClock } from '../clock.js';
                                               
                                                              

/** Makes the options of an event worker, with a name that no other worker has. */
export function eventOptions(settings          , role        , log                     )               {
	return {
		name: `${role}-${process.pid}-${threadId}-${randomUUID().slice(0, 8)}`,
		leaseMilliseconds: settings.leaseSeconds * 1000,
		maxAttempts: settings.maxAttempts,
		retryMilliseconds: settings.retrySeconds * 1000,
		clock: systemClock,
		log,
	};
}
