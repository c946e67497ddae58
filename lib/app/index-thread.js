// The thread that writes the search index: it delivers the outbox and builds generations.
import { workerData } from 'node:worker_threads';
import { systemClock } from '../clock.js';
import { createLog,          } from '../log.js';
                                                                   
                                               
import { indexGivenUp, recordsGivenUp } from './giving-up.js';
import { openIndex, reopenStores } from './open.js';
import { lowerPriority } from './priority.js';
import { answerParent } from './thread-calls.js';
                                                               
import { startIndexWorker } from './workers/index-worker.js';
                                              

/** What the thread does when it is called. */
                          
	                       
	                                               
	                      
	                                                                       
	                      
	                      
  

async function startIndex(settings                    , notify        )                      {
	lowerPriority('index');
	const log = createLog(settings.logLevel, 'index');
	const { records, close } = await reopenStores(settings);
	const stopping = new AbortController();
	let worker                  ;
	const working = openWithRetry(settings, log, stopping.signal).then((index) => {
		if (!index) return undefined;
		const { givingUp } = settings;
		worker = startIndexWorker(recordsGivenUp(records, givingUp), indexGivenUp(index, givingUp), {
			pollMilliseconds: settings.pollSeconds * 1000,
			leaseMilliseconds: settings.leaseSeconds * 1000,
			clock: systemClock,
			log,
			onUpdated: (entries) => notify({ notice: 'updated', entries }),
		});
		return index;
	});
	const rest = async () => {
		stopping.abort();
		await working;
		await worker?.stop();
	};
	return {
		ready: async () => undefined,
		// A worker that has not begun yet begins with looking.
		wake: async () => worker?.wake(),
		rest,
		async stop() {
			await rest();
			await (await working)?.close();
			await close();
		},
	};
}

const pauseMilliseconds = 5_000;

/**
 * Opens the index, again and again where it cannot be: submissions go on without it. Undefined
 * where it is told to stop before.
 */
async function openWithRetry(settings          , log     , stopping             )                                   {
	while (!stopping.aborted) {
		try {
			return await openIndex(settings);
		} catch (error) {
			log.warn({ err: error }, 'The search index cannot be opened; trying again');
			await systemClock.sleep(pauseMilliseconds, stopping);
		}
	}
	return undefined;
}

await answerParent((notify) => startIndex(workerData                      , notify));
