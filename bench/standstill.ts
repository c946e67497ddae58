// Measures how long threads that do nothing else stand still: what a machine whose cores are shared takes from whoever is measured on it.
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

// A turn of the loop takes far less than a microsecond, and a collection of what it leaves less than this.
const leastMilliseconds = 1;

if (!isMainThread && workerData?.watchesFor) parentPort?.postMessage(standstill(workerData.watchesFor));

/** Watches the clock in as many threads as may run at once; answers the part of the time, from 0 to 1, for which one stands still for 1 ms or more at a time. */
export async function measureStandstill(seconds: number): Promise<number> {
	const parts = await Promise.all(Array.from({ length: availableParallelism() }, () => watch(seconds * 1_000)));
	return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

function watch(watchesFor: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const thread = new Worker(new URL(import.meta.url), { workerData: { watchesFor } });
		thread.once('message', resolve);
		thread.once('error', reject);
	});
}

function standstill(milliseconds: number): number {
	const startedAt = performance.now();
	let stood = 0;
	let last = startedAt;
	while (last - startedAt < milliseconds) {
		const now = performance.now();
		if (now - last >= leastMilliseconds) stood += now - last;
		last = now;
	}
	return stood / (last - startedAt);
}
