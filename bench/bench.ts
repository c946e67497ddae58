// The command `npm run bench`: measures how fast the broker is beside what the machine could do,
// and prints a table with the floor of every measure; asserts nothing.
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
import { diskMeasure, growthMeasure, reindexMeasure, startMeasure } from './measures/growth.ts';
import { httpMeasure, loadMeasure } from './measures/loading.ts';
import { popularityMeasure } from './measures/popularity.ts';
import { searchMeasure } from './measures/searching.ts';
import { withdrawalMeasure } from './measures/withdrawals.ts';
import { clusterWordsMeasure, wordsMeasure } from './measures/words.ts';
import { workersMeasure } from './measures/workers.ts';
import { killProcesses } from './program.ts';
import { describeMachine, type Run, renderJson, renderLine, renderMarkdown, replaceTable } from './report.ts';
import { type Scale, scales } from './scale.ts';
import type { Workbench } from './workbench.ts';

/** All measures in the order in which they are taken: the store grows on the way. */
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
const page = new URL('../docs/performance.md', import.meta.url);

const command = new Command('npm run bench --')
	.addOption(new Option('--scale <name>', 'how much is done').choices(Object.keys(scales)).default('default'))
	.option('--cluster', 'measure PostgreSQL and OpenSearch, which are started for that')
	.option('--file <path...>', 'load real files too (JSON Lines, plain or .gz)', [])
	.addOption(new Option('--only <name...>', 'take these measures alone').choices(names))
	.option('--seed <number>', 'generate another set of links', Number, 1)
	.option('--folder <path>', 'where the data may lie for the time of the run', tmpdir())
	.option('--json', 'print JSON instead of a table')
	.option('--write-docs', 'put the table into docs/performance.md as well')
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

/** Takes the chosen measures one after the other, also after one has failed. */
async function measureAll(folder: string): Promise<Run> {
	const { scale, file, seed, cluster, only = names } = options;
	const measures = cluster ? clusterMeasures : embeddedMeasures;
	const machine = describeMachine();
	const startedAt = performance.now();
	const say = (text: string) => {
		const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4);
		process.stderr.write(`${seconds} s  ${text.replaceAll(`${folder}/`, '')}\n`);
	};
	say(machine);
	const bench: Workbench = {
		scale: scales[scale] as Scale,
		seed,
		files: file.map((path) => resolve(path)),
		folder,
		stream: createLinkStream(seed),
		say,
	};
	const findings: Run['findings'][number][] = [];
	const failures: Run['failures'][number][] = [];
	for (const { name, run } of measures.filter(({ name }) => only.includes(name))) {
		try {
			for await (const finding of run(bench)) {
				findings.push(finding);
				say(renderLine(finding));
			}
		} catch (error) {
			// Processes that it left must not disturb the others.
			killProcesses();
			failures.push({ measure: name, message: (error as Error).message });
			say(`${name} failed: ${(error as Error).stack}`);
		}
	}
	await (await bench.cluster)?.stop();
	say('done');
	return { command: commandLine(), date: new Date().toISOString().slice(0, 10), machine, findings, failures };
}

/** Writes the command that does the same again, without the paths of this machine. */
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
// However the run ends, no process and no gigabytes are left behind.
process.once('exit', () => {
	killProcesses();
	rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const run = await measureAll(folder);
process.stdout.write(`${options.json ? renderJson(run) : renderMarkdown(run)}\n`);
if (options.writeDocs) {
	const table = options.cluster ? 'cluster table' : 'table';
	writeFileSync(page, replaceTable(readFileSync(page, 'utf8'), renderMarkdown(run), table));
}
if (run.failures.length > 0) process.exitCode = 1;
