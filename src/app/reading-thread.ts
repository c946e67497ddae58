// The thread that reads the records of a load, while the main thread applies what it read before.
// It opens nothing.
import { type ReadChunk, type ReadOptions, readForLoad } from '../broker/load-files.ts';
import type { RecordChunk } from '../formats/json/record-chunk.ts';
import { lowerPriority } from './priority.ts';
import { answerParent } from './thread-calls.ts';

/** What the thread does when it is called. */
export type ReadingCalls = {
	ready(): Promise<void>;
	/** See LoadSteps. */
	read(order: ReadOptions & { chunk: RecordChunk }): Promise<ReadChunk>;
	stop(): Promise<void>;
};

lowerPriority('reading');
await answerParent(
	async (): Promise<ReadingCalls> => ({
		ready: async () => undefined,
		read: async ({ chunk, ...options }) => readForLoad(chunk, options),
		stop: async () => undefined,
	}),
);
