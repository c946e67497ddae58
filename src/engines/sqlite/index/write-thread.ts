// The thread that writes changes of the index while another derives the next ones; see write-in-thread.ts.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { freeBytes } from '../../../app/free-bytes.ts';
import { answerCalls, type Calls } from '../../../app/thread-calls.ts';
import { BrokerError } from '../../../errors.ts';
import { openPointer } from './generation-files.ts';
import { deserializeChanges, type SerializedChanges } from './packed-rows.ts';
import { createWriting, type WritingOptions, type WritingTurn } from './writing.ts';

/** What the thread is told at its start. */
export type WriteOrder = { path: string; options: WritingOptions };

const { path, options } = workerData as WriteOrder;
const pointer = await openPointer(path);
const writing = createWriting(path, pointer, options);

let given: readonly SerializedChanges[] = [];
let turn:
	| { end(changes: readonly SerializedChanges[]): void; fail(error: Error): void; over: Promise<void> }
	| undefined;

function write(changes: readonly SerializedChanges[], { writer }: WritingTurn): void {
	for (const bytes of changes) {
		writer.apply(deserializeChanges(bytes));
		freeBytes(bytes);
	}
}

const calls = {
	/** Takes the only right to write, until `commit` or `rollBack`; answers the generation that answers. */
	begin(): Promise<number> {
		const { promise: begun, resolve, reject } = Promise.withResolvers<number>();
		const { promise: told, resolve: end, reject: fail } = Promise.withResolvers<readonly SerializedChanges[]>();
		const over = writing.inTurn(async (begunTurn) => {
			resolve(begunTurn.generation);
			write(await told, begunTurn);
		});
		over.catch(reject);
		turn = { end, fail, over };
		return begun;
	},
	async commit(changes: readonly SerializedChanges[]): Promise<void> {
		turn?.end(changes);
		await turn?.over;
	},
	async rollBack(): Promise<void> {
		turn?.fail(new Error('rolled back'));
		await turn?.over.catch(() => undefined);
	},
	/** Takes what was derived while the changes before are written, for `follow`; what was given before and not written is forgotten. */
	async give(changes: readonly SerializedChanges[]): Promise<void> {
		given = changes;
	},
	/** Writes what was given; fails with `conflict` where somebody else has written since the changes before. */
	follow(): Promise<void> {
		const changes = given;
		given = [];
		return writing.inTurn(async (begun) => {
			if (!begun.alone) throw new BrokerError('conflict', 'The search index has been changed meanwhile.');
			write(changes, begun);
		});
	},
	async close(): Promise<void> {
		await writing.close();
		pointer.close();
	},
};

/** What the thread does when it is told to. */
export type WriteCalls = typeof calls & Calls;

answerCalls(parentPort as MessagePort, calls);
