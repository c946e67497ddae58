// Measures searches and submissions during a large load, and the memory of every process.
import { request, startLoad, submit } from '../http-load.ts';
import { percentile } from '../percentile.ts';
import { type Finding, number } from '../report.ts';
import { grownStore, loadInto, type Measure, nextBody, nextLinks } from '../workbench.ts';
import { createWorks } from '../works.ts';
import { searchAll, searchPath } from './searching.ts';

// Few enough to be affected by the load without causing it.
const searchesPerSecond = 200;
const submissionsPerSecond = 2;
const linksPerSubmission = 1_000;
const differentSubmissions = 100;

/** Searches and submits at a steady rate while `events load` adds to the same data. */
export const busyMeasure: Measure = {
	name: 'busy',
	async *run(bench) {
		const { scale, stream } = bench;
		const store = await grownStore(bench);
		const bodies = Array.from({ length: differentSubmissions }, () => nextBody(stream, linksPerSubmission));
		const file = nextLinks(bench, 'busy', scale.busyLinks);
		const server = await store.program.serveWithToken();
		const works = createWorks(bench.seed);
		let searched = 0;
		let submitted = 0;
		const searching = startLoad(searchesPerSecond, async () => {
			await request(server.origin + searchPath(works.identifier(searched++ % scale.works)), {}, 200);
		});
		const submitting = startLoad(submissionsPerSecond, async () => {
			await submit(server, bodies[submitted++ % bodies.length] as Buffer<ArrayBuffer>);
		});
		await loadInto(bench, store, file);
		const [searches, submissions] = await Promise.all([searching.stop(), submitting.stop()]);
		const serving = await server.stop();
		yield p99('GET /relationships', searches, 50);
		yield {
			...p99(`POST /events of ${number(linksPerSubmission)} links`, submissions, 1_000),
			whyMissed:
				'A submission waits for the transaction of the load, for events that its own server applies, and for ' +
				'checkpoints of the write-ahead log.',
		};
		yield memory('memory of serve, beside a load', serving);
	},
};

const section = 'Start, answers beside a load, memory and disk';

function p99(what: string, took: readonly number[], most: number): Finding {
	return {
		section,
		what: `p99 of ${number(took.length)} ${what}`,
		value: { amount: percentile(took, 99), unit: 'ms' },
		floor: { most },
	};
}

/** Measures the largest resident size of loads, and of a server with searches and submissions. */
export const memoryMeasure: Measure = {
	name: 'memory',
	async *run(bench) {
		const { scale } = bench;
		const store = await grownStore(bench);
		const filling = store.loads.slice(0, scale.storeLinks > scale.links ? 2 : 1);
		if (store.loads.length === filling.length) await loadInto(bench, store, nextLinks(bench, 'slice', scale.slice));
		const adding = store.loads.slice(filling.length);
		const server = await store.program.serveWithToken();
		bench.log('searching and submitting');
		await searchAll(bench, server);
		const serving = await server.stop();
		const peak = (loads: readonly { peakBytes: number }[]) => Math.max(...loads.map(({ peakBytes }) => peakBytes));
		yield memory(`memory of a load of ${number(scale.storeLinks)} links`, peak(filling));
		yield memory(`memory of loads up to ${number(store.links)}`, peak(adding));
		yield memory('memory of serve', serving);
	},
};

function memory(what: string, bytes: number): Finding {
	return {
		section,
		what,
		value: { amount: bytes / 1_000_000, unit: 'MB' },
		floor: { most: 600 },
	};
}
