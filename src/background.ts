// The entry of the background threads: one reads submissions and files, one applies events to the records, one keeps the search index up, one derives objects while that is built anew; told by its role which it is.
import { type MessagePort, parentPort, threadId, workerData } from 'node:worker_threads';
import { indexThread, objectsThread, readingThread, recordsThread } from './compose.ts';
import { returnFreedMemory } from './native-memory.ts';
import { threadGivesWay } from './priority.ts';
import type { Settings } from './settings.ts';
import { answerCalls } from './thread-calls.ts';

export type BackgroundRole = 'reading' | 'records' | 'index' | 'objects';

/** Tells a thread what it is; the one that reads, also where it hands on what it has read. */
export type BackgroundOrder = {
	role: BackgroundRole;
	settings: Settings;
	records?: MessagePort;
	/** Tells the index's thread that it is to bring in what a load has left, and that nothing more comes. */
	afterLoad?: boolean;
};

const purposes = { reading: 'submissions', records: 'records', index: 'index', objects: 'index' } as const;

const { role, settings, records, afterLoad = false } = workerData as BackgroundOrder;
threadGivesWay(purposes[role]);
// For the whole process; nobody waits for this thread of a server.
if (role === 'index' && !afterLoad) returnFreedMemory({ frugal: false });
const port = parentPort as MessagePort;
const notify = (notice: string, content: object) => port.postMessage({ notice, ...content });
const name = `${process.pid}-${threadId}`;
const starts = {
	reading: async () => readingThread(settings, records as MessagePort, notify),
	records: () => recordsThread(settings, name, notify),
	index: () => indexThread(settings, notify, { afterLoad }),
	objects: () => objectsThread(settings, notify),
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
