// The thread that writes the search index: it delivers the outbox and builds generations.
import { workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import type { Settings } from '../settings.ts';
import { openIndex, reopenStores } from './open.ts';
import { lowerPriority } from './priority.ts';
import { answerParent } from './thread-calls.ts';
import type { Notify } from './threads.ts';
import { startIndexWorker } from './workers/index-worker.ts';

/** What the thread does when it is called. */
export type IndexCalls = {
	ready(): Promise<void>;
	/** Says that the outbox may have something. */
	wake(): Promise<void>;
	stop(): Promise<void>;
};

async function startIndex(settings: Settings, notify: Notify): Promise<IndexCalls> {
	lowerPriority('index');
	const { records, close } = await reopenStores(settings);
	const index = await openIndex(settings);
	const worker = startIndexWorker(records, index, {
		pollMilliseconds: settings.pollSeconds * 1000,
		leaseMilliseconds: settings.leaseSeconds * 1000,
		clock: systemClock,
		log: createLog(settings.logLevel, 'index'),
		onUpdated: (entries) => notify({ notice: 'updated', entries }),
	});
	return {
		ready: async () => undefined,
		wake: async () => worker.wake(),
		async stop() {
			await worker.stop();
			await index.close();
			await close();
		},
	};
}

await answerParent((notify) => startIndex(workerData as Settings, notify));
