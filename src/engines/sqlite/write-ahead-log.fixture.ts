// A thread that reads a SQLite file through two connections, one of which always begins before the
// other ends.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const readMilliseconds = 3;

/** Starts the thread; resolves once it reads. */
export async function startOverlappingReaders(path: string): Promise<{ stop(): Promise<void> }> {
	const thread = new Worker(new URL(import.meta.url), { workerData: { path } });
	const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
	await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
	// Where a test fails before it stops them, they do not keep its process alive.
	thread.unref();
	return {
		async stop() {
			thread.ref();
			thread.postMessage('stop');
			await ended;
		},
	};
}

async function readWithoutPause(path: string): Promise<void> {
	const [one, other] = [new DatabaseSync(path), new DatabaseSync(path)];
	const begin = (reader: DatabaseSync) => reader.exec('begin; select count(*) from sqlite_master');
	let over = false;
	parentPort?.once('message', () => {
		over = true;
	});
	begin(one);
	parentPort?.postMessage('reading');
	while (!over) {
		begin(other);
		await pause(readMilliseconds);
		one.exec('commit');
		begin(one);
		await pause(readMilliseconds);
		other.exec('commit');
	}
	one.close();
	other.close();
	parentPort?.close();
}

if (!isMainThread) await readWithoutPause((workerData as { path: string }).path);
