// A thread, or a process, that counts up in the index as fast as it gets its turn, for tests of many writers; knows no test.
import { parentPort, workerData } from 'node:worker_threads';
import { countUp } from '../../../ports/search/search-index.fixture.ts';
import { openSqliteIndex } from './sqlite-index.ts';

/**
 * Tells a thread to count until it has done so `turns` times in generation `lastGeneration` or later, and then to tell in which generations
 * it did; or to end its process in the middle of its first update.
 */
export type CountingOrder = { path: string; turns: number; lastGeneration?: number; crash?: boolean };

async function run({ path, turns, lastGeneration = 1, crash }: CountingOrder): Promise<number[]> {
	const index = await openSqliteIndex(path);
	const generations: number[] = [];
	while (generations.filter((generation) => generation >= lastGeneration).length < turns) {
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
else if (process.argv[2] === 'count') await run({ path: process.argv[3] as string, turns: 1 });
