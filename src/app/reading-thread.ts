// A thread that reads what senders and services send, or the records of a load while the main
// thread applies what was read before. It has no store.
import { workerData } from 'node:worker_threads';
import { type BodyReading, createBodyReading } from '../broker/read-bodies.ts';
import type { Settings } from '../settings.ts';
import { lowerPriority } from './priority.ts';
import { answerParent, handOver } from './thread-calls.ts';

/** What the thread does when it is called. */
export type ReadingCalls = BodyReading & { stop(): Promise<void> };

function startReading(settings: Settings): ReadingCalls {
	lowerPriority('reading');
	const reading = createBodyReading(settings);
	return {
		...reading,
		async submission(body) {
			const read = await reading.submission(body);
			return handOver(read, read.payload);
		},
		stop: async () => undefined,
	};
}

await answerParent(async () => startReading(workerData as Settings));
