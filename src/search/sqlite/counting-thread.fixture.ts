// A thread, or a process, that counts up in the index as fast as it gets its turn, for tests of many writers; knows no test.
import { parentPort, workerData } from 'node:worker_threads';
import { work } from '../search-index.fixture.ts';
import type { IndexWriter } from '../search-index.ts';
import { openSqliteIndex } from './sqlite-index.ts';

/** Reads the count, which only the index holds (how many identifiers lead to A), and adds one to it. */
export async function countUp(writer: IndexWriter): Promise<void> {
	const keys = Array.from({ length: 500 }, (_, number) => ({ scheme: 'count', key: String(number) }));
	const count = (await writer.locate(keys)).length;
	await new Promise(setImmediate);
	const object = { ...work('A'), identifiers: keys.slice(0, count + 1) };
	await writer.apply({ removed: [], objects: [object], links: [] });
}

/** Tells what a thread is to do: how often to count, or to end its process in the middle of an update. */
export type CountingOrder = { path: string; turns: number; crash?: boolean };

async function run({ path, turns, crash }: CountingOrder): Promise<number[]> {
	const index = await openSqliteIndex(path);
	const generations: number[] = [];
	for (let turn = 0; turn < turns; turn++) {
		await index.update(async (writer) => {
			await countUp(writer);
			generations.push(writer.generation);
			if (crash) process.kill(process.pid, 'SIGKILL');
		});
	}
	await index.close();
	return generations;
}

if (parentPort) parentPort.postMessage(await run(workerData as CountingOrder));
else if (process.argv[2] === 'crash') await run({ path: process.argv[3] as string, turns: 1, crash: true });
