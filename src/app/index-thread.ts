// The thread that writes the search index: it delivers the outbox, builds generations, and
// replaces an index of an older format; it counts the sources, which reads the index as well.
import { workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Settings } from '../settings.ts';
import { type BackgroundSettings, indexGivenUp, recordsGivenUp } from './giving-up.ts';
import { notingOutages } from './health-log.ts';
import { openIndex, reopenStores } from './open.ts';
import { lowerPriority } from './priority.ts';
import { answerParent, type Notify, outageNotice } from './thread-calls.ts';
import { startIndexWorker } from './workers/index-worker.ts';
import type { Loop } from './workers/loop.ts';
import { type RebuildHandles, startIndexRenewal } from './workers/renew-index.ts';
import { startSourcesCounter } from './workers/side-work.ts';

/** What the thread does when it is called. */
export type IndexCalls = Awaited<ReturnType<typeof startIndex>>;

async function startIndex(settings: BackgroundSettings, notify: Notify) {
	lowerPriority('index');
	const log = notingOutages(createLog(settings.logLevel, 'index'), (outage) => notify(outageNotice(outage)));
	const { records, close } = await reopenStores(settings);
	const stopping = new AbortController();
	let worker: Loop | undefined;
	let counter: Loop | undefined;
	let renewal: Loop | undefined;
	const working = openWithRetry(settings, log, stopping.signal).then((index) => {
		if (!index) return undefined;
		const { givingUp } = settings;
		const leaseMilliseconds = settings.leaseSeconds * 1000;
		const common = { pollMilliseconds: settings.pollSeconds * 1000, clock: systemClock, log };
		const own = recordsGivenUp(records, givingUp);
		counter = startSourcesCounter(own, index, common);
		worker = startIndexWorker(own, indexGivenUp(index, givingUp), {
			...common,
			leaseMilliseconds,
			onUpdated: (entries) => {
				counter?.wake();
				notify({ notice: 'updated', entries });
			},
		});
		renewal = startIndexRenewal(index, () => openForRebuild(settings), { ...common, leaseMilliseconds });
		return index;
	});
	const rest = async () => {
		stopping.abort();
		await working;
		await Promise.all([worker?.stop(), counter?.stop(), renewal?.stop()]);
	};
	return {
		/** Says that the outbox may have something; a worker that has not begun yet begins with looking. */
		wake: async (): Promise<void> => worker?.wake(),
		/** Begins nothing more; resolves when what was under way has ended. */
		rest,
		async stop(): Promise<void> {
			await rest();
			await (await working)?.close();
			await close();
		},
	};
}

async function openForRebuild(settings: BackgroundSettings): Promise<RebuildHandles> {
	const stores = await reopenStores(settings);
	try {
		const index = await openIndex(settings);
		return {
			records: recordsGivenUp(stores.records, settings.givingUp),
			index: indexGivenUp(index, settings.givingUp),
			async close() {
				await index.close();
				await stores.close();
			},
		};
	} catch (error) {
		await stores.close();
		throw error;
	}
}

const pauseMilliseconds = 5_000;

type LoopLog = ReturnType<typeof notingOutages>;

/**
 * Opens the index, and tries again until it can: submissions do not wait for it. Undefined if it is
 * stopped before.
 */
async function openWithRetry(
	settings: Settings,
	log: LoopLog,
	stopping: AbortSignal,
): Promise<SearchIndex | undefined> {
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

await answerParent((notify) => startIndex(workerData as BackgroundSettings, notify));
