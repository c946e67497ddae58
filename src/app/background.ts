// The entry of the background threads: one reads submissions and files, one applies events to the records, one keeps the search index up, one derives objects while that is built anew; told by its role which it is.
import { type MessagePort, parentPort, resourceLimits, threadId, workerData } from 'node:worker_threads';
import type { Settings } from '../settings.ts';
import { createGarbageCollector, leaveGarbage } from './collect-garbage.ts';
import { indexThread, objectsThread, readingThread, recordsThread, type StoringOrder } from './compose.ts';
import { youngMebibytesIn } from './heap.ts';
import { threadGivesWay } from './priority.ts';
import type { SharedNumber } from './shared-number.ts';
import { answerCalls } from './thread-calls.ts';

export type BackgroundRole = 'reading' | 'records' | 'index' | 'objects';

/** Tells a thread what it is; the one that reads, also where it hands on what it has read. */
export type BackgroundOrder = {
	role: BackgroundRole;
	settings: Settings;
	records?: StoringOrder;
	/** Says for whom it works: a server, which does several things at once and stays, or a command, which does one and ends, the sooner the better. */
	works: 'for a server' | 'for a command';
	/** Of a server: 1 while its index waits for more to come, and the records may keep more pages. */
	indexWaits?: SharedNumber | undefined;
};

const purposes = { reading: 'submissions', records: 'records', index: 'index', objects: 'index' } as const;

const { role, settings, records, works, indexWaits } = workerData as BackgroundOrder;
const forServer = works === 'for a server';
threadGivesWay(purposes[role]);
const { betweenPieces } = forServer
	? createGarbageCollector({ youngMebibytes: youngMebibytesIn(resourceLimits) })
	: leaveGarbage;
const port = parentPort as MessagePort;
const notify = (notice: string, content: object) => port.postMessage({ notice, ...content });
const name = `${process.pid}-${threadId}`;
const starts = {
	reading: async () => readingThread(settings, records as StoringOrder, { notify, betweenPieces }),
	records: () => recordsThread(settings, name, { works, indexWaits, notify, betweenPieces }),
	index: () => indexThread(settings, { works, indexWaits, notify, betweenPieces }),
	objects: () => objectsThread(settings, { works, notify, betweenPieces }),
};
const calls = await starts[role]();
answerCalls(port, {
	...calls,
	async stop() {
		await calls.stop();
		// The answer goes out first.
		setImmediate(() => port.close());
	},
});
