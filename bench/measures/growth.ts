// Measures how the size of a store tells: the time that more links take in a large one beside a
// small one, the disk, a reindex and a start.
import { join } from 'node:path';
import { createLinkStream } from '../generate-links.ts';
import { request } from '../http-load.ts';
import { median } from '../percentile.ts';
import { number } from '../report.ts';
import {
	grownStore,
	loadInto,
	type Measure,
	nextLinks,
	openStore,
	type Store,
	take,
	type Workbench,
	writeLines,
} from '../workbench.ts';
import { createWorks } from '../works.ts';
import { rateOf } from './loading.ts';
import { searchPath } from './searching.ts';

const repetitions = 3;

/** Adds links to a small store and to the grown one. */
export const growthMeasure: Measure = {
	name: 'growth',
	async *run(bench) {
		const { slice } = bench.scale;
		const stream = createLinkStream(bench.seed);
		const small = openStore(bench, 'small');
		const nextOfSmall = () => {
			const path = join(bench.folder, 'small.jsonl');
			writeLines(path, take(stream, slice));
			return path;
		};
		await loadInto(bench, small, nextOfSmall());
		const inSmall = await timePerLink(bench, small, nextOfSmall);
		const large = await grownStore(bench);
		const size = large.links;
		const inLarge = await timePerLink(bench, large, () => nextLinks(bench, 'slice', slice));
		yield {
			what: `${number(slice)} more links on ${number(size)}`,
			value: { amount: inLarge, unit: 'µs/link' },
			limit: { what: `on ${number(slice)}`, amount: inSmall, unit: 'µs/link' },
			floor: { most: 2.5 },
		};
	},
};

/**
 * Takes the middle one of three loads, as the program counts: its start does not depend on size.
 */
async function timePerLink(bench: Workbench, store: Store, nextFile: () => string): Promise<number> {
	const times: number[] = [];
	for (let time = 0; time < repetitions; time++) {
		const { countedSeconds, links } = await loadInto(bench, store, nextFile());
		times.push((countedSeconds * 1_000_000) / links);
	}
	return median(times);
}

/** Sums up all files of the store, as they were when it had just grown. */
export const diskMeasure: Measure = {
	name: 'disk',
	async *run(bench) {
		const { loads } = await grownStore(bench);
		let links = 0;
		for (const load of loads) {
			links += load.links;
			if (links < bench.scale.storeLinks) continue;
			yield {
				what: `size of all files, ${number(links)} links`,
				value: { amount: load.bytesOnDisk / links, unit: 'bytes/link' },
				floor: { most: 450 },
			};
			return;
		}
	},
};

/** Rebuilds the search index of the grown store. */
export const reindexMeasure: Measure = {
	name: 'reindex',
	async *run(bench) {
		const { program, links, loads } = await grownStore(bench);
		bench.say('reindexing');
		const { seconds } = await program.run('search', 'reindex');
		const loading = loads.reduce((sum, load) => sum + load.seconds, 0);
		yield {
			what: `search reindex, ${number(links)} links`,
			value: rateOf({ links, seconds }),
			limit: { what: 'loading them', ...rateOf({ links, seconds: loading }) },
			floor: { least: 2 },
		};
	},
};

/** Starts the server several times, each up to its first answer to a search. */
export const startMeasure: Measure = {
	name: 'start',
	async *run(bench) {
		const { program, links } = await grownStore(bench);
		const path = searchPath(createWorks(bench.seed).identifier(0));
		bench.say('starting');
		const times: number[] = [];
		for (let time = 0; time < repetitions; time++) {
			const startedAt = performance.now();
			const { origin, stop } = await program.serve();
			await request(origin + path, {}, 200);
			times.push((performance.now() - startedAt) / 1_000);
			await stop();
		}
		yield {
			what: `start of serve up to its first answer, ${number(links)} links`,
			value: { amount: median(times), unit: 's' },
			floor: { most: 0.8 },
		};
	},
};
