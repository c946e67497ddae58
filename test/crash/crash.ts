// Kills the real program at chosen moments and looks whether it keeps what it promised:
// npm run test:crash [-- --moments N --seed S --engine sqlite|postgres], or, with a cluster and
// PostgreSQL that are killed themselves, [-- --engine postgres --nodes 3 --faults N --seed S]
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type BatchResult, runBatch } from './batch.ts';
import { batchesOf, runFaults, startSurroundings } from './faults.ts';
import { runFollowing } from './following.ts';
import { type Engine, engines } from './stores.ts';

const usage = `Usage: npm run test:crash [-- --moments <number> --seed <number> --engine sqlite|postgres] [--following]
       npm run test:crash -- --engine postgres --nodes <number> --faults <number> [--seed <number>]

Kills the program (kill -9, SIGTERM) at so many moments (25) of loads, merges, withdrawals, rebuilds,
migrations, exports and backups, in batches of at most 9 on fresh data. After each restart what was
accepted is there; after each batch it is Done, what was refused is not there, the graph is that of an
undisturbed run, the index that of a full reindex, and no file is damaged. A failure reports its seed,
which chooses the same moments again.
With --following it kills the worker that sends messages to subscribers, between sending and noting:
what they got is what GET /changes selects, in order, and a repeated message is as it was.
PostgreSQL and OpenSearch: npm run services -- --exec npm run test:crash -- --engine postgres.
With --faults it starts PostgreSQL and so many nodes (3) of OpenSearch itself, and kills these, servers
and workers, cuts lines and fills disks, while clients submit; the end is held to the same.
Exit status: 0 where all of it holds, 1 where not, 2 wrong usage.`;
const momentsOfBatch = 9;

type Asked = {
	moments: number;
	seed: number;
	engine: Engine;
	follows: boolean;
	nodes: number;
	faults: number | undefined;
};

function readAsked(): Asked | undefined {
	try {
		const { values } = parseArgs({
			options: {
				moments: { type: 'string', default: '25' },
				seed: { type: 'string', default: String(Date.now() % 1_000_000) },
				engine: { type: 'string', default: 'sqlite' },
				following: { type: 'boolean', default: false },
				nodes: { type: 'string', default: '3' },
				faults: { type: 'string' },
			},
		});
		const [moments, seed, nodes, faults] = [values.moments, values.seed, values.nodes, values.faults ?? '1'].map(
			Number,
		);
		const engine = engines.find((one) => one === values.engine);
		const isCount = (number: number | undefined): number is number => Number.isSafeInteger(number) && (number ?? 0) > 0;
		if (engine === undefined || !isCount(moments) || !isCount(nodes) || !isCount(faults)) return undefined;
		if (seed === undefined || !Number.isSafeInteger(seed) || seed < 0) return undefined;
		if (values.faults !== undefined && engine !== 'postgres') return undefined;
		const isOf = { moments, seed, engine, follows: values.following, nodes };
		return { ...isOf, faults: values.faults === undefined ? undefined : faults };
	} catch {
		return undefined;
	}
}

/** A batch: how many moments or faults it has, and how it is run and chosen again. */
type Batch = { count: number; run(seed: number, log: (words: string) => void): Promise<BatchResult>; again: string };

function batchesOfMoments({ moments, engine, follows }: Asked): Batch[] {
	return Array.from({ length: Math.ceil(moments / momentsOfBatch) }, (_, at) => {
		const count = Math.min(momentsOfBatch, moments - at * momentsOfBatch);
		const run: Batch['run'] = (seed, log) => (follows ? runFollowing : runBatch)({ engine, seed, moments: count }, log);
		return { count, run, again: `--engine ${engine} --moments ${count}${follows ? ' --following' : ''}` };
	});
}

async function runBatches(batches: readonly Batch[], first: number, what: string): Promise<number> {
	const logged: string[] = [];
	const all = batches.reduce((sum, { count }) => sum + count, 0);
	let done = 0;
	let events = 0;
	for (const [at, { run, again }] of batches.entries()) {
		const seed = first + at;
		try {
			const result = await run(seed, (words) => logged.push(words));
			done += result.moments;
			events += result.events;
			console.log(`seed ${seed}: ${result.moments} ${what}, ${result.events} events; ${done} of ${all}`);
			logged.length = 0;
		} catch (error) {
			console.error([...logged, (error as Error).stack].join('\n').slice(0, 8_000));
			console.error(`Again: npm run test:crash -- ${again} --seed ${seed}`);
			return 1;
		}
	}
	console.log(`${done} ${what}, ${events} events: nothing is lost, and nothing is wrong`);
	return 0;
}

async function main(): Promise<number> {
	const asked = readAsked();
	if (asked === undefined) {
		console.error(usage);
		return 2;
	}
	const { engine, nodes, faults, seed } = asked;
	if (faults === undefined) return runBatches(batchesOfMoments(asked), seed, `moments on ${engine}`);
	const surroundings = await startSurroundings(nodes);
	try {
		const batches = batchesOf(faults).map((count): Batch => {
			const again = `--engine postgres --nodes ${nodes} --faults ${count}`;
			return { count, again, run: (one, log) => runFaults(surroundings, { seed: one, faults: count }, log) };
		});
		return await runBatches(batches, seed, `faults on ${nodes} nodes`);
	} finally {
		await surroundings.stop();
	}
}

process.exitCode = await main();
