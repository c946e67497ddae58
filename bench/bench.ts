// The command `npm run bench`: measures how fast the broker is beside what the machine could do, and prints a table; asserts nothing.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endChildren } from './children.ts';
import { describeMachine } from './machine.ts';
import type { Finding, Measure } from './measure.ts';
import { busyMeasure } from './measures/busy.ts';
import { growthMeasure } from './measures/growth.ts';
import { loadFileMeasure, loadHttpMeasure, loadMeasure } from './measures/loading.ts';
import { citationMeasure, mergeMeasure } from './measures/popularity.ts';
import { latencyMeasure, lookupMeasure, searchMeasure } from './measures/searching.ts';
import { diskMeasure, memoryMeasure, reindexMeasure, startMeasure } from './measures/upkeep.ts';
import { type Run, renderJson, renderLine, renderMarkdown, renderTable, replaceTable } from './report.ts';
import { type ScaleName, scales } from './scale.ts';
import { measureStandstill } from './standstill.ts';
import { openWorkbench } from './workbench.ts';

/** All measures in the order in which they are taken: the store grows on the way. */
const measures: readonly Measure[] = [
	loadMeasure,
	loadFileMeasure,
	loadHttpMeasure,
	searchMeasure,
	lookupMeasure,
	citationMeasure,
	mergeMeasure,
	diskMeasure,
	latencyMeasure,
	growthMeasure,
	reindexMeasure,
	startMeasure,
	busyMeasure,
	memoryMeasure,
];

const names = measures.map(({ name }) => name);
const page = new URL('../docs/performance.md', import.meta.url);
const usage = `Usage: npm run bench -- [options]

  --scale <name>      ${Object.keys(scales).join(', ')}: how much is done (default)
  --file <path>       measure loading with a real file too (JSON Lines, plain or .gz); may be given again
  --only <name,…>     of ${names.join(', ')}
  --seed <number>     another set of generated links (1)
  --folder <path>     where the data may lie for the time of the run (the system's folder for temporary files)
  --json              print JSON instead of a table
  --write-docs        put the table into docs/performance.md as well
`;

type Choice = {
	scale: ScaleName;
	files: string[];
	chosen: readonly Measure[];
	seed: number;
	folder: string;
	json: boolean;
	writeDocs: boolean;
};

/** Reads the command line; throws where it is wrong. */
function readChoice(words: string[]): Choice | 'help' {
	const { values } = parseArgs({
		args: words,
		options: {
			scale: { type: 'string', default: 'default' },
			file: { type: 'string', multiple: true, default: [] },
			only: { type: 'string' },
			seed: { type: 'string', default: '1' },
			folder: { type: 'string', default: tmpdir() },
			json: { type: 'boolean', default: false },
			'write-docs': { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return 'help';
	if (!Object.hasOwn(scales, values.scale)) throw new Error(`There is no scale ${values.scale}.`);
	if (!/^\d{1,9}$/.test(values.seed)) throw new Error('The seed must be a whole number.');
	const only = values.only?.split(',') ?? names;
	const unknown = only.find((name) => !names.includes(name));
	if (unknown !== undefined) throw new Error(`There is no measure ${unknown}.`);
	return {
		scale: values.scale as ScaleName,
		files: values.file.map((file) => resolve(file)),
		chosen: measures.filter(({ name }) => only.includes(name)),
		seed: Number(values.seed),
		folder: resolve(values.folder),
		json: values.json,
		writeDocs: values['write-docs'],
	};
}

/** Takes the chosen measures one after the other; one that fails does not keep the others from being taken. */
async function measureAll(choice: Choice, folder: string): Promise<Run> {
	const { scale, files, chosen, seed } = choice;
	const machine = describeMachine();
	const before = await measureStandstill(scales[scale].standstillSeconds);
	const startedAt = performance.now();
	const say = (text: string) => {
		const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4);
		process.stderr.write(`${seconds} s  ${text.replaceAll(`${folder}/`, '')}\n`);
	};
	const bench = openWorkbench(folder, scales[scale], seed, files, say);
	const findings: Finding[] = [];
	const failures: { measure: string; message: string }[] = [];
	for (const { name, run } of chosen) {
		say(`— ${name}`);
		try {
			for await (const finding of run(bench)) {
				findings.push(finding);
				say(renderLine(finding));
			}
		} catch (error) {
			// What it started and did not stop again must not disturb the others.
			endChildren();
			failures.push({ measure: name, message: (error as Error).message });
			say(`${name} failed: ${(error as Error).stack}`);
		}
	}
	const standstill = { before, after: await measureStandstill(scales[scale].standstillSeconds) };
	say('done');
	const command = commandOf(choice);
	return { command, date: new Date().toISOString().slice(0, 10), machine, standstill, findings, failures };
}

/** Writes the command that does the same again, without saying where things lie on this machine. */
function commandOf({ scale, files, chosen, seed }: Choice): string {
	const words = [`--scale ${scale}`, ...files.map((file) => `--file ${basename(file)}`)];
	if (chosen.length < measures.length) words.push(`--only ${chosen.map(({ name }) => name).join()}`);
	if (seed !== 1) words.push(`--seed ${seed}`);
	return `npm run bench -- ${words.join(' ')}`;
}

async function main(): Promise<void> {
	let choice: Choice | 'help';
	try {
		choice = readChoice(process.argv.slice(2));
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n\n${usage}`);
		process.exitCode = 2;
		return;
	}
	if (choice === 'help') {
		process.stdout.write(usage);
		return;
	}
	mkdirSync(choice.folder, { recursive: true });
	const folder = mkdtempSync(join(choice.folder, 'link-broker-bench-'));
	// Whatever way the run ends, no process and no gigabytes are left behind.
	process.once('exit', () => {
		endChildren();
		rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
	});
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	const run = await measureAll(choice, folder);
	process.stdout.write(`${choice.json ? renderJson(run) : renderTable(run)}\n`);
	if (choice.writeDocs) writeFileSync(page, replaceTable(readFileSync(page, 'utf8'), renderMarkdown(run)));
	if (run.failures.length > 0) process.exitCode = 1;
}

await main();
