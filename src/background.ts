// The entry of the background threads: one applies events to the records, one keeps the search index up; told by its role which it is.
import { type MessagePort, parentPort, threadId, workerData } from 'node:worker_threads';
import { indexThread, recordsThread } from './compose.ts';
import { threadGivesWay } from './priority.ts';
import type { Settings } from './settings.ts';
import { answerCalls } from './thread-calls.ts';

export type BackgroundRole = 'records' | 'index';

const { role, settings } = workerData as { role: BackgroundRole; settings: Settings };
threadGivesWay(role);
const port = parentPort as MessagePort;
const notify = (notice: string, content: object) => port.postMessage({ notice, ...content });
const start = role === 'records' ? recordsThread : indexThread;
const calls = await start(settings, `${process.pid}-${threadId}`, notify);
answerCalls(port, {
	...calls,
	async stop() {
		await calls.stop();
		// The answer goes out first.
		setImmediate(() => port.close());
	},
});
