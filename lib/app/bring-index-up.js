// Brings the search index up to the records, for a command whose effect is to be found when it
// ends.
import { systemClock } from '../clock.js';
import { BrokerError } from '../errors.js';
                                     
                                                           
                                                                   
                                               
import { startIndexWorker } from './workers/index-worker.js';

// A person waits for the command. An index that cannot be reached for longer is left to a server
// or worker.
const failsAfterMilliseconds = 30_000;

/**
 * Brings the index up to the records. Fails with `index-behind`, in the words of `failure`, where
 * that fails for half a minute.
 */
export async function bringIndexUp(
	settings                                                ,
	{ records, index, log }                                                    ,
	failure        ,
)                {
	const worker = startIndexWorker(records, index, {
		pollMilliseconds: settings.pollSeconds * 1000,
		leaseMilliseconds: settings.leaseSeconds * 1000,
		clock: systemClock,
		log,
		failsAfterMilliseconds,
	});
	try {
		await worker.idle();
	} catch (cause) {
		throw new BrokerError('index-behind', failure, { cause });
	} finally {
		await worker.stop();
	}
}
