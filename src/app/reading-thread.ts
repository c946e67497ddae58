// The thread that reads the records of a load, while the main thread applies what it read before.
import { type ReadOptions, readForLoad } from '../broker/load-files.ts';
import type { RecordChunk } from '../formats/json/chunk-builder.ts';
import { lowerPriority } from './priority.ts';
import { answerParent } from './thread-calls.ts';

const calls = {
	read: async (chunk: RecordChunk, options: ReadOptions) => readForLoad(chunk, options),
	stop: async () => undefined,
};

/** What the thread does when it is called. */
export type ReadingCalls = typeof calls;

lowerPriority('reading');
await answerParent(async () => calls);
