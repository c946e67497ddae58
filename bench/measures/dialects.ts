// Measures how fast files of other dialects are read, against the same links in Scholix, and how
// long the rows of a dump take until they can be found.
import { closeSync, createWriteStream, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { readForLoad } from '../../src/broker/load-files.ts';
import { readLinkFiles } from '../../src/formats/dialects/read-link-files.ts';
import { dialectFile, dialectFiles } from '../dialect-files.ts';
import { openProgram } from '../program.ts';
import { type Finding, number } from '../report.ts';
import type { Measure, Workbench } from '../workbench.ts';
import { rateOf } from './loading.ts';

const rounds = 3;
const options = { supplied: {}, date: '2024-05-01', skipInvalid: false, maxLinks: 2_000, maxBytes: 2 ** 25 };

const inTexts = 'The DOIs are found in the texts of references, one for each link.';
/** Why dialects take longer. */
const slower: Readonly<Record<string, string>> = {
	'event-data': 'Event Data writes a JSON record of its own for each link.',
	scopus: inTexts,
	wos: inTexts,
};

/** Reads each dialect as a load does, and the same links in Scholix. */
export const dialectsMeasure: Measure = {
	name: 'dialects',
	async *run(bench) {
		const { dialectLinks: links } = bench.scale;
		for (const [name, file] of Object.entries(dialectFiles)) {
			const given = join(bench.folder, `${name}.given`);
			writePieces(given, dialectFile(file, links));
			const own = join(bench.folder, `${name}.jsonl`);
			await writeOwn(given, own);
			// In turn, so that other work of the machine affects both.
			const seconds = { given: Number.POSITIVE_INFINITY, own: Number.POSITIVE_INFINITY };
			for (let round = 0; round < rounds; round++) {
				seconds.given = Math.min(seconds.given, await timeOf(given));
				seconds.own = Math.min(seconds.own, await timeOf(own));
			}
			for (const path of [given, own]) rmSync(path);
			yield {
				section: `Reading ${number(links)} links, processor time`,
				what: name,
				value: rateOf({ links, seconds: seconds.given }),
				limit: { what: 'Scholix', ...rateOf({ links, seconds: seconds.own }) },
				floor: { least: name.endsWith('-xml') ? 0.25 : 0.5 },
				...(name in slower && { whyMissed: slower[name] }),
			};
		}
		yield await loadDump(bench);
	},
};

function writePieces(path: string, pieces: Iterable<string>): void {
	const descriptor = openSync(path, 'w');
	for (const piece of pieces) writeSync(descriptor, piece);
	closeSync(descriptor);
}

async function writeOwn(given: string, own: string): Promise<void> {
	const out = createWriteStream(own);
	for await (const { chunk } of readLinkFiles(given, options, () => undefined))
		for (const { bytes } of chunk.records) out.write(`${Buffer.from(bytes)}\n`);
	await finished(out.end());
}

/** Reads a file as far as a load does before it stores. Returns seconds of processor time. */
async function timeOf(path: string): Promise<number> {
	const before = process.cpuUsage();
	for await (const { chunk } of readLinkFiles(path, options, () => undefined))
		readForLoad(chunk, { action: 'assert', skipInvalid: false });
	return process.cpuUsage(before).user / 1_000_000;
}

async function loadDump({ folder, scale, log }: Workbench): Promise<Finding> {
	const links = scale.dumpLinks;
	const path = join(folder, 'dump.csv');
	writePieces(path, dialectFile(dialectFiles.opencitations as (typeof dialectFiles)[string], links));
	log(`loading ${number(links)} rows of OpenCitations`);
	const program = openProgram(join(folder, 'dump'));
	const loaded = await program.load(path);
	for (const left of [path, program.folder]) rmSync(left, { recursive: true });
	return {
		section: 'Loading a dump, until all links can be found',
		what: `${number(loaded.links)} rows of OpenCitations`,
		value: { ...rateOf(loaded), unit: 'rows/s' },
		floor: { least: 5_000 },
	};
}
