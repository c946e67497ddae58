// Reads bodies in a thread of little memory: a reader that holds too much ends it, and not the
// tests.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { BrokerError } from '../../errors.ts';
import { translateBody } from './translate-body.ts';

/** A body: a beginning, a unit that is repeated, an end; and the dialect that it is read as. */
export type Order = { from: string; begin: string; unit: string; times: number; end: string };

/**
 * How reading ended: with a code of the catalogue or the number of links, and the time that it
 * took.
 */
export type Outcome = { ended: string; message: string; milliseconds: number };

const memory = { maxOldGenerationSizeMb: 256 };

/** Opens the thread; `read` fails where that ends for want of memory. */
export function openBoundedReader(): { read(order: Order): Promise<Outcome>; close(): Promise<unknown> } {
	const worker = new Worker(new URL(import.meta.url), { resourceLimits: memory });
	return {
		read: (order) =>
			new Promise((resolve, reject) => {
				worker.once('error', reject);
				worker.once('message', (outcome: Outcome) => {
					worker.off('error', reject);
					resolve(outcome);
				});
				worker.postMessage(order);
			}),
		close: () => worker.terminate(),
	};
}

async function read({ from, begin, unit, times, end }: Order): Promise<Outcome> {
	const body = Buffer.concat([Buffer.from(begin), Buffer.alloc(unit.length * times, unit), Buffer.from(end)]);
	const options = { from, supplied: {}, provider: 'A Library', date: '2024', skipInvalid: false };
	const begun = process.threadCpuUsage();
	const outcome = await translateBody(body, options, { maxLinks: 10_000, maxBytes: 2 ** 25 }).then(
		({ payload }) => ({ ended: 'read', message: `${payload.length} bytes` }),
		(error) => {
			if (error instanceof BrokerError) return { ended: error.code, message: error.message };
			return { ended: 'fault', message: String((error as Error).stack) };
		},
	);
	const { user, system } = process.threadCpuUsage(begun);
	return { ...outcome, milliseconds: (user + system) / 1_000 };
}

if (!isMainThread) parentPort?.on('message', async (order: Order) => parentPort?.postMessage(await read(order)));
