// The command `npm run bench`: measures how fast the broker is in relation to what the machine can
// do, and prints tables of the results.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { createLinkStream } from './generate-links.ts';
import { busyMeasure, memoryMeasure } from './measures/busy.ts';
import { clusterIndexMeasure } from './measures/cluster-indexing.ts';
import { clusterSearchMeasure } from './measures/cluster-searching.ts';
import { clusterWritersMeasure } from './measures/cluster-writers.ts';
import { dialectsMeasure } from './measures/dialects.ts';
import { followingMeasure } from './measures/following.ts';
import { diskMeasure, growthMeasure, reindexMeasure, startMeasure } from './measures/growth.ts';
import { httpMeasure, loadMeasure } from './measures/loading.ts';
import { popularityMeasure } from './measures/popularity.ts';
import { searchMeasure } from './measures/searching.ts';
import { withdrawalMeasure } from './measures/withdrawals.ts';
import { clusterWordsMeasure, wordsMeasure } from './measures/words.ts';
import { workersMeasure } from './measures/workers.ts';
import { killProcesses } from './program.ts';
import {
	describeMachine,
	type Run,
	renderJson,
	renderLine,
	renderMarkdown,
	replaceTable,
	unexplained,
} from './report.ts';
import { type Scale, scales } from './scale.ts';
import type { Workbench } from './workbench.ts';

/** The measures of the embedded engine, in order: each may enlarge the store for the next. */
const embeddedMeasures = [
	loadMeasure,
	searchMeasure,
	httpMeasure,
	popularityMeasure,
	growthMeasure,
	reindexMeasure,
	startMeasure,
	busyMeasure,
	memoryMeasure,
	diskMeasure,
	withdrawalMeasure,
	followingMeasure,
	wordsMeasure,
	dialectsMeasure,
];
/** The measures of PostgreSQL and OpenSearch. */
const clusterMeasures = [
	clusterSearchMeasure,
	clusterWordsMeasure,
	clusterIndexMeasure,
	clusterWritersMeasure,
	workersMeasure,
];
const names = [...embeddedMeasures, ...clusterMeasures].map(({ name }) => name);
const page = new URL('../docs/internals/performance.md', import.meta.url);

const command = new Command('npm run bench --')
	.addOption(new Option('--scale <name>', 'how much data').choices(Object.keys(scales)).default('default'))
	.option('--cluster', 'start PostgreSQL and OpenSearch, and measure them')
	.option('--file <path...>', 'also load real files (JSON Lines, plain or .gz)', [])
	.addOption(new Option('--only <name...>', 'take only these measures').choices(names))
	.option('--seed <number>', 'generate another set of links', Number, 1)
	.option('--folder <path>', 'where the run stores its data', tmpdir())
	.option('--json', 'print JSON instead of tables')
	.option('--write-docs', 'write the tables into docs/internals/performance.md too')
	.parse();

const options = command.opts<{
	scale: string;
	cluster?: true;
	file: string[];
	only?: string[];
	seed: number;
	folder: string;
	json?: true;
	writeDocs?: true;
}>();

/** Takes the chosen measures in order. A failure does not stop the others. */
async function measureAll(folder: string): Promise<Run> {
	const { scale, file, seed, cluster, only = names } = options;
	const measures = cluster ? clusterMeasures : embeddedMeasures;
	const machine = describeMachine();
	const startedAt = performance.now();
	const log = (text: string) => {
		const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4);
		process.stderr.write(`${seconds} s  ${text.replaceAll(`${folder}/`, '')}\n`);
	};
	log(machine);
	const bench: Workbench = {
		scale: scales[scale] as Scale,
		seed,
		files: file.map((path) => resolve(path)),
		folder,
		stream: createLinkStream(seed),
		log,
	};
	const findings: Run['findings'][number][] = [];
	const failures: Run['failures'][number][] = [];
	for (const { name, run } of measures.filter(({ name }) => only.includes(name))) {
		try {
			for await (const finding of run(bench)) {
				findings.push(finding);
				log(renderLine(finding));
			}
		} catch (error) {
			// Processes left by a failed measure would disturb the next one.
			killProcesses();
			failures.push({ measure: name, message: (error as Error).message });
			log(`${name} failed: ${(error as Error).stack}`);
		}
	}
	await (await bench.cluster)?.stop();
	log('done');
	return { command: commandLine(), date: new Date().toISOString().slice(0, 10), machine, findings, failures };
}

/** Writes the command that repeats the run, without the paths of this machine. */
function commandLine(): string {
	const { scale, cluster, file, only = [], seed } = options;
	const words = [
		`--scale ${scale}`,
		...(cluster ? ['--cluster'] : []),
		...file.map((path) => `--file ${basename(path)}`),
	];
	if (only.length > 0) words.push(`--only ${only.join(' ')}`);
	if (seed !== 1) words.push(`--seed ${seed}`);
	return `npm run bench -- ${words.join(' ')}`;
}

mkdirSync(options.folder, { recursive: true });
const folder = mkdtempSync(join(resolve(options.folder), 'link-broker-bench-'));
// Processes and data are removed however the run ends.
process.once('exit', () => {
	killProcesses();
	rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const run = await measureAll(folder);
process.stdout.write(`${options.json ? renderJson(run) : renderMarkdown(run)}\n`);
const missed = unexplained(run);
if (options.writeDocs && missed.length > 0) {
	const names = missed.map(({ section, what }) => `${section}: ${what}`).join('; ');
	process.stderr.write(`The page was not written. Give these measures a \`whyMissed\`: ${names}\n`);
	process.exitCode = 1;
} else if (options.writeDocs) {
	const table = options.cluster ? 'cluster table' : 'table';
	writeFileSync(page, replaceTable(readFileSync(page, 'utf8'), renderMarkdown(run), table));
}
if (run.failures.length > 0) process.exitCode = 1;
