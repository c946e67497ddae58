// Measures how the size of the store tells: the time that a link takes in a large one beside a small one.
import { join } from 'node:path';
import { copyLines } from '../link-files.ts';
import { type Measure, number } from '../measure.ts';
import { median } from '../percentile.ts';
import { openProgram } from '../program.ts';
import { load, type ProgramLoaded, type Store, type Workbench } from '../workbench.ts';

const slices = 3;

/** Adds slices of links to a small store and to the grown one, as its files are and with all of them at hand, and compares what filling either took. */
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
		yield {
			what: `time per link of all ${number(size)}, from none on`,
			value: { amount: perLink(large.loads), unit: 'µs/link' },
			limit: {
				what: `of ${number(growthBase)}, from none on`,
				figure: { amount: perLink(small.loads), unit: 'µs/link' },
			},
		};

		const nextSlices = (name: string) => smallFiles.map((_, slice) => bench.nextLinks(`${name}-${slice}`, growthSlice));
		const inSmall = await timePerLink(bench, small, smallFiles);
		const limit = { what: `at ${number(growthBase)} links`, figure: { amount: inSmall, unit: 'µs/link' } } as const;
		const inLarge = await timePerLink(bench, large, nextSlices('more-slice'));
		yield {
			what: `time per link of ${number(growthSlice)} more, at ${number(size)} links`,
			value: { amount: inLarge, unit: 'µs/link' },
			limit,
			target: { of: 'ratio', most: 1.5 },
		};
		const atHand = await timePerLink(bench, large, nextSlices('slice-at-hand'), large.program.readFiles);
		yield {
			what: `time per link of ${number(growthSlice)} more, at ${number(size)} links whose files were read just before`,
			value: { amount: atHand, unit: 'µs/link' },
			limit,
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

/** Divides what loads took by their links; as the program counts, without its start, which has nothing to do with size. */
function perLink(loads: readonly ProgramLoaded[]): number {
	const seconds = loads.reduce((sum, { loadingSeconds }) => sum + loadingSeconds, 0);
	const links = loads.reduce((sum, loaded) => sum + loaded.links, 0);
	return (seconds * 1_000_000) / links;
}

/** Takes the middle one of the slices. */
async function timePerLink(
	bench: Workbench,
	store: Store,
	files: readonly string[],
	prepare = async () => {},
): Promise<number> {
	const times: number[] = [];
	for (const file of files) {
		await prepare();
		times.push(perLink([await load(bench, store, file)]));
	}
	return median(times);
}
