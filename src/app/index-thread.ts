// The thread that writes the search index: it delivers the outbox and builds generations.
import { workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { createLog, type Log } from '../log.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Settings } from '../settings.ts';
import { openIndex, reopenStores } from './open.ts';
import { lowerPriority } from './priority.ts';
import { answerParent } from './thread-calls.ts';
import type { Notify } from './threads.ts';
import { startIndexWorker } from './workers/index-worker.ts';
import type { Loop } from './workers/loop.ts';

/** What the thread does when it is called. */
export type IndexCalls = {
	ready(): Promise<void>;
	/** Says that the outbox may have something. */
	wake(): Promise<void>;
	stop(): Promise<void>;
};

async function startIndex(settings: Settings, notify: Notify): Promise<IndexCalls> {
	lowerPriority('index');
	const log = createLog(settings.logLevel, 'index');
	const { records, close } = await reopenStores(settings);
	const stopping = new AbortController();
	let worker: Loop | undefined;
	const working = openWithRetry(settings, log, stopping.signal).then((index) => {
		if (!index) return undefined;
		worker = startIndexWorker(records, index, {
			pollMilliseconds: settings.pollSeconds * 1000,
			leaseMilliseconds: settings.leaseSeconds * 1000,
			clock: systemClock,
			log,
			onUpdated: (entries) => notify({ notice: 'updated', entries }),
		});
		return index;
	});
	return {
		ready: async () => undefined,
		// A worker that has not begun yet begins with looking.
		wake: async () => worker?.wake(),
		async stop() {
			stopping.abort();
			const index = await working;
			await worker?.stop();
			await index?.close();
			await close();
		},
	};
}

const pauseMilliseconds = 5_000;

/**
 * Opens the index, again and again where it cannot be: submissions go on without it. Undefined
 * where it is told to stop before.
 */
async function openWithRetry(settings: Settings, log: Log, stopping: AbortSignal): Promise<SearchIndex | undefined> {
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

await answerParent((notify) => startIndex(workerData as Settings, notify));
