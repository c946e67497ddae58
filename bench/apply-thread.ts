// A worker thread for the measure of workers: on a message, applies all waiting events and reports
// when none is left.
import { parentPort, workerData } from 'node:worker_threads';
import { startEventWorker } from '../src/app/workers/event-worker.ts';
import { systemClock } from '../src/clock.ts';
import { openPostgresDatabase } from '../src/engines/postgres/postgres-database.ts';
import { openRecords } from '../src/store/records.ts';

const { url, name } = workerData as { url: string; name: string };
const port = parentPort as NonNullable<typeof parentPort>;
const records = openRecords(openPostgresDatabase({ url }));
await records.backlog();
port.once('message', async () => {
	const warnings: unknown[] = [];
	const worker = startEventWorker(records, {
		name,
		leaseMilliseconds: 60_000,
		maxAttempts: 1,
		retryMilliseconds: 1,
		pollMilliseconds: 60_000,
		clock: systemClock,
		log: { info: () => undefined, warn: (fields) => warnings.push((fields as { err?: unknown }).err) },
	});
	await worker.idle();
	await worker.stop();
	await records.close();
	port.postMessage({ warnings: warnings.map(String) });
	port.close();
});
port.postMessage('ready');
