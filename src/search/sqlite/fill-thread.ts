// The thread that writes a large generation of the index while another derives it; see build.ts.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { answerCalls, type Calls } from '../../thread-calls.ts';
import { openFilling } from './fill.ts';
import type { LinkRows, ObjectRows } from './packed-rows.ts';

const { path, generation } = workerData as { path: string; generation: number };
const filling = openFilling(path, generation);

const calls = {
	addObjects: async (rows: ObjectRows) => filling.addObjects(rows),
	endObjects: async () => filling.endObjects(),
	addLinks: async (rows: LinkRows) => filling.addLinks(rows),
	finish: () => filling.finish(),
	close: async () => filling.close(),
};

/** What the thread does when it is told to. */
export type FillingCalls = typeof calls & Calls;

answerCalls(parentPort as MessagePort, calls);
