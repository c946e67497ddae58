// Measures the effect of a store's size: more links in a large store against a small one, disk
// space, a reindex and a start.
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
			section: 'Large stores and popular objects',
			what: `${number(slice)} more links on ${number(size)}`,
			value: { amount: inLarge, unit: 'µs/link' },
			limit: { what: `on ${number(slice)}`, amount: inSmall, unit: 'µs/link' },
			floor: { most: 2.5 },
		};
	},
};

/** Takes the median of three loads, without the start of the program. */
async function timePerLink(bench: Workbench, store: Store, nextFile: () => string): Promise<number> {
	const times: number[] = [];
	for (let time = 0; time < repetitions; time++) {
		const { countedSeconds, links } = await loadInto(bench, store, nextFile());
		times.push((countedSeconds * 1_000_000) / links);
	}
	return median(times);
}

/** Adds up the sizes of all files of the store when it has just grown. */
export const diskMeasure: Measure = {
	name: 'disk',
	async *run(bench) {
		const { loads } = await grownStore(bench);
		let links = 0;
		for (const load of loads) {
			links += load.links;
			if (links < bench.scale.storeLinks) continue;
			yield {
				section: 'Start, answers beside a load, memory and disk',
				what: `all files, ${number(links)} links`,
				value: { amount: load.bytesOnDisk / links, unit: 'bytes/link' },
				floor: { most: 520 },
				whyMissed:
					'Each assertion has its place and the descriptions of its link, and a work in the index has the titles of ' +
					'its versions.',
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
		bench.log('reindexing');
		const { seconds } = await program.run('search', 'reindex');
		const loading = loads.reduce((sum, load) => sum + load.seconds, 0);
		yield {
			section: 'Large stores and popular objects',
			what: `search reindex, ${number(links)} links`,
			value: rateOf({ links, seconds }),
			limit: { what: 'loading them', ...rateOf({ links, seconds: loading }) },
			floor: { least: 2 },
		};
	},
};

/** Starts the server several times, and times each until its first answer to a search. */
export const startMeasure: Measure = {
	name: 'start',
	async *run(bench) {
		const { program, links } = await grownStore(bench);
		const path = searchPath(createWorks(bench.seed).identifier(0));
		bench.log('starting');
		const times: number[] = [];
		for (let time = 0; time < repetitions; time++) {
			const startedAt = performance.now();
			const { origin, stop } = await program.serve();
			await request(origin + path, {}, 200);
			times.push((performance.now() - startedAt) / 1_000);
			await stop();
		}
		yield {
			section: 'Start, answers beside a load, memory and disk',
			what: `first answer of serve, ${number(links)} links`,
			value: { amount: median(times), unit: 's' },
			floor: { most: 0.8 },
		};
	},
};
