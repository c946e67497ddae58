// Counts up in the index from a separate thread or process, for tests of many writers.
import { parentPort, workerData } from 'node:worker_threads';
import { countUp } from '../../../ports/search/suite/search-index.fixture.ts';
import { openSqliteIndex } from './sqlite-index.ts';

/**
 * Orders a thread to count until it has done so `times` times in generation `lastGeneration` or
 * later, and then to return the generations; or to end its process in the middle of its first
 * update.
 */
export type CountingOrder = { path: string; times: number; lastGeneration?: number; crash?: boolean };

async function run({ path, times, lastGeneration = 1, crash }: CountingOrder): Promise<number[]> {
	const index = await openSqliteIndex(path);
	const generations: number[] = [];
	while (generations.filter((generation) => generation >= lastGeneration).length < times) {
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
else if (process.argv[2] === 'crash') await run({ path: process.argv[3] as string, times: 1, crash: true });
else if (process.argv[2] === 'count') await run({ path: process.argv[3] as string, times: 1 });
