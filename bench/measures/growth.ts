// Measures how the size of the store tells: the time that a link takes in a large one beside a small one.
import { join } from 'node:path';
import { copyLines } from '../link-files.ts';
import { type Measure, number } from '../measure.ts';
import { median } from '../percentile.ts';
import { openProgram } from '../program.ts';
import { load, type Store, type Workbench } from '../workbench.ts';

const slices = 3;

/** Adds slices of links to a small store and to the grown one. */
export const growthMeasure: Measure = {
	name: 'growth',
	async *run(bench) {
		const { growthBase, growthSlice } = bench.scale;
		const small = await smallStore(bench);
		const file = await bench.links();
		const smallFiles: string[] = [];
		for (let slice = 0; slice < slices; slice++) {
			const copy = join(bench.folder, `slice-${slice}.jsonl`);
			await copyLines(file, growthBase + slice * growthSlice, growthSlice, copy);
			smallFiles.push(copy);
		}
		const large = await bench.grown();
		const size = large.links;
		const largeFiles = smallFiles.map((_, slice) => bench.nextLinks(`more-slice-${slice}`, growthSlice));
		const inSmall = await timePerLink(bench, small, smallFiles);
		const inLarge = await timePerLink(bench, large, largeFiles);
		yield {
			what: `time per link of ${number(growthSlice)} more, at ${number(size)} links`,
			value: { amount: inLarge, unit: 'µs/link' },
			limit: { what: `at ${number(growthBase)} links`, figure: { amount: inSmall, unit: 'µs/link' } },
			target: { of: 'ratio', most: 1.5 },
		};
	},
};

async function smallStore(bench: Workbench): Promise<Store> {
	const base = join(bench.folder, 'small.jsonl');
	await copyLines(await bench.links(), 0, bench.scale.growthBase, base);
	const store: Store = { program: openProgram(join(bench.folder, 'small')), links: 0, loads: [] };
	await load(bench, store, base);
	return store;
}

/** Takes the middle one of the slices; as the program counts, without its start, which has nothing to do with size. */
async function timePerLink(bench: Workbench, store: Store, files: readonly string[]): Promise<number> {
	const times: number[] = [];
	for (const file of files) {
		const { links, loadingSeconds } = await load(bench, store, file);
		times.push((loadingSeconds * 1_000_000) / links);
	}
	return median(times);
}
