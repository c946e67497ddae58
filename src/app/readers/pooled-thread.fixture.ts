// A thread whose work takes as long as a test wants, for tests of the pool.
import { setImmediate as tick } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { answerParent } from '../thread-calls.ts';

/** What the thread does when it is called. */
export type PooledCalls = {
	/** Returns a number that only this thread has. */
	name(): Promise<number>;
	/** Works until `stopped` holds 1. */
	workUntilStopped(asked: { stopped: Int32Array; begun: Int32Array }): Promise<string>;
	/** Never ends, and looks at nothing. */
	workForEver(asked: { begun: Int32Array }): Promise<never>;
	/** Takes memory until the thread ends. */
	exhaust(): Promise<never>;
	/** Ends the thread by an error that nobody catches. */
	fail(): Promise<never>;
	stop(): Promise<void>;
};

function begin(begun: Int32Array): void {
	Atomics.store(begun, 0, 1);
	Atomics.notify(begun, 0);
}

await answerParent(
	async (): Promise<PooledCalls> => ({
		name: async () => threadId,
		async workUntilStopped({ stopped, begun }) {
			begin(begun);
			Atomics.wait(stopped, 0, 0);
			return 'done';
		},
		async workForEver({ begun }) {
			begin(begun);
			for (;;);
		},
		async exhaust() {
			for (const held: number[][] = []; ; ) held.push(Array.from({ length: 1_000 }, Math.random));
		},
		async fail() {
			setImmediate(() => {
				throw new Error('the thread fails');
			});
			await tick();
			return new Promise<never>(() => undefined);
		},
		stop: async () => undefined,
	}),
);
