// Workers that apply events at the same time, each on a handle of its own.

import { startEventWorker } from '../app/workers/event-worker.ts';
import { systemClock } from '../clock.ts';
import type { Records } from '../store/records.ts';

/**
 * Starts a worker on each handle, does `meanwhile` beside them, and stops them once no event waits;
 * `name` begins their names and must be another one each time.
 */
export async function withWorkers(
	handles: readonly Records[],
	name: string,
	meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
	const workers = handles.map((handle, at) => startEventWorker(handle, workerOptions(`${name}-${at}`)));
	await meanwhile();
	await Promise.all(workers.map((worker) => worker.idle()));
	await Promise.all(workers.map((worker) => worker.stop()));
}

function workerOptions(name: string) {
	return {
		name,
		leaseMilliseconds: 60_000,
		maxAttempts: 1,
		retryMilliseconds: 1,
		pollMilliseconds: 60_000,
		clock: { ...systemClock, now: () => 1e12 },
		log: { info: () => undefined, warn: () => undefined },
	};
}
