// Measures what an operator meets: memory, room on the disk, how long a reindex and a start take.
import { ask } from '../../src/http/server/http-connection.ts';
import { mediansInTurn } from '../in-turn.ts';
import { type Figure, type Measure, number } from '../measure.ts';
import { addressOf, highestRates, serveBare } from '../searches.ts';
import type { Loaded, ProgramLoaded, Store } from '../workbench.ts';
import { createWorks } from '../works.ts';
import { rateOf } from './loading.ts';

const megabyte = 1_000_000;
const memoryTarget = { of: 'value', most: 300 } as const;

/** Tells the most memory that loading took, filling the store and adding to it, and the most that servers of the run took. */
export const memoryMeasure: Measure = {
	name: 'memory',
	async *run(bench) {
		const store = await bench.grown();
		const bare = await bench.bare();
		if (bench.servePeaks.searched.length === 0) await highestRates(bench, store);
		const [last, filled] = whenGrown(store, bench.scale.storeLinks);
		const filling = store.loads.slice(0, store.loads.indexOf(last) + 1);
		const adding = store.loads.slice(filling.length);
		const limit = { what: 'bare loader', figure: inMegabytes([bare.peakBytes ?? Number.NaN]) } as const;
		const finding = (what: string, value: Figure) => ({ what: `memory of ${what}`, value, target: memoryTarget });
		yield { ...finding(`loading ${number(filled)} links`, peakOf(filling)), limit };
		if (adding.length > 0) yield { ...finding(`loading more, up to ${number(store.links)}`, peakOf(adding)), limit };
		const { searched, submitted } = bench.servePeaks;
		yield finding('serving searches', inMegabytes(searched));
		if (submitted.length > 0) yield finding('serving submissions too', inMegabytes(submitted));
	},
};

function peakOf(loads: readonly Loaded[]): Figure {
	return inMegabytes(loads.map(({ peakBytes }) => peakBytes ?? Number.NaN));
}

/** Tells the most of these; NaN where the system did not tell any. */
function inMegabytes(bytes: readonly number[]): Figure {
	return { amount: bytes.length === 0 ? Number.NaN : Math.max(...bytes) / megabyte, unit: 'MB' };
}

/** Sums up all files of the store, as they were when it had just been loaded. */
export const diskMeasure: Measure = {
	name: 'disk',
	async *run(bench) {
		const store = await bench.grown();
		const bare = await bench.bare();
		const [last, links] = whenGrown(store, bench.scale.storeLinks);
		yield {
			what: `room on the disk, all files, ${number(links)} links`,
			value: { amount: last.bytesOnDisk / links, unit: 'bytes/link' },
			limit: { what: 'bare loader', figure: { amount: bare.bytesOnDisk / bare.links, unit: 'bytes/link' } },
			target: { of: 'value', most: 450 },
		};
	},
};

/** Finds the load that brought the store to its size, and that size; later ones belong to other measures. */
function whenGrown({ loads }: Store, size: number): [ProgramLoaded, number] {
	let links = 0;
	for (const loaded of loads) {
		links += loaded.links;
		if (links >= size) return [loaded, links];
	}
	throw new Error('the store has not grown');
}

/** Rebuilds the search index of the grown store. */
export const reindexMeasure: Measure = {
	name: 'reindex',
	async *run(bench) {
		const store = await bench.grown();
		const seconds = store.loads.reduce((sum, loaded) => sum + loaded.seconds, 0);
		bench.say('reindexing');
		const reindexed = await store.program.run('search', 'reindex');
		yield {
			what: `search reindex, ${number(store.links)} links`,
			value: { amount: rateOf({ links: store.links, seconds: reindexed.seconds }), unit: 'links/s' },
			limit: {
				what: 'loading them',
				figure: { amount: rateOf({ links: store.links, seconds }), unit: 'links/s' },
			},
			target: { of: 'ratio', least: 2 },
		};
	},
};

const starts = 5;

/** Starts the server again and again, each time up to the first answer to a search. */
export const startMeasure: Measure = {
	name: 'start',
	async *run(bench) {
		const store = await bench.grown();
		const { ID, IDScheme } = createWorks(bench.seed).identifier(0);
		const target = addressOf({ id: ID, scheme: IDScheme }, 1);
		const answers = [{ target, status: 200, headers: {}, body: '{}' }];
		bench.say('starting, again and again');
		const seconds = await mediansInTurn(starts, {
			broker: () => timeStart(store.program.serve, target),
			bare: () => timeStart(() => serveBare(bench, answers), target),
		});
		yield {
			what: `start of serve up to its first answer, ${number(store.links)} links`,
			value: { amount: seconds.broker, unit: 's' },
			limit: { what: 'bare server', figure: { amount: seconds.bare, unit: 's' } },
			target: { of: 'value', most: 0.5 },
		};
	},
};

async function timeStart(start: Store['program']['serve'], target: string): Promise<number> {
	const startedAt = performance.now();
	const server = await start();
	const { status } = await ask(server.said, { target });
	const seconds = (performance.now() - startedAt) / 1_000;
	await server.stop();
	if (status !== 200) throw new Error(`the first search was answered with ${status}`);
	return seconds;
}
