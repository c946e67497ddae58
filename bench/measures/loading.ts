// Measures loads until all links can be found: files against the bare loader, HTTP against a file.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinkStream } from '../generate-links.ts';
import { submit, untilIndexed } from '../http-load.ts';
import { openProgram, runScript } from '../program.ts';
import { type Figure, type Finding, number } from '../report.ts';
import {
	firstLinks,
	loadedStore,
	loadInto,
	type Measure,
	nextBody,
	openStore,
	take,
	type Workbench,
	writeLines,
} from '../workbench.ts';

const bareLoader = fileURLToPath(new URL('../bare-loader.ts', import.meta.url));

const section = 'Loading, until all links can be found';

type Took = { links: number; seconds: number };

/** Divides links by seconds. */
export function rateOf({ links, seconds }: Took): Figure {
	return { amount: links / seconds, unit: 'links/s' };
}

/** Loads generated links, then the files of `--file`, each against the bare loader. */
export const loadMeasure: Measure = {
	name: 'load',
	async *run(bench) {
		const bare = await loadBare(bench, [firstLinks(bench)]);
		const { loads } = await loadedStore(bench);
		yield besideBare('generated links', loads[0] as Took, bare, 0.2);
		if (bench.files.length === 0) return;
		const bareOfFiles = await loadBare(bench, bench.files);
		bench.log(`loading ${bench.files.join(', ')}`);
		const program = openProgram(join(bench.folder, 'files'));
		const loaded = await program.load(...bench.files);
		rmSync(program.folder, { recursive: true });
		yield besideBare('links of real files', loaded, bareOfFiles, 0.35);
	},
};

function besideBare(what: string, loaded: Took, bare: Took, least: number): Finding {
	return {
		section,
		what: `${number(loaded.links)} ${what}`,
		value: rateOf(loaded),
		limit: { what: 'bare loader', ...rateOf(bare) },
		floor: { least },
	};
}

async function loadBare({ folder, log }: Workbench, files: readonly string[]): Promise<Took> {
	log(`loading ${files.join(', ')} with the bare loader`);
	const home = join(folder, 'bare');
	mkdirSync(home);
	const { output, seconds } = await runScript(bareLoader, [join(home, 'bare.db'), ...files], {});
	rmSync(home, { recursive: true });
	return { ...(JSON.parse(output) as { links: number }), seconds };
}

const clients = 4;
const linksPerRequest = 1_000;
const pollMilliseconds = 20;

/** Loads links from a file, then submits the same links to another store over HTTP. */
export const httpMeasure: Measure = {
	name: 'http',
	async *run(bench) {
		const { folder, scale, seed } = bench;
		const file = join(folder, 'http.jsonl');
		writeLines(file, take(createLinkStream(seed), scale.httpLinks));
		const loaded = await loadInto(bench, openStore(bench, 'from-file'), file);
		const submitted = await submitAll(bench);
		for (const name of ['http.jsonl', 'from-file', 'over-http']) rmSync(join(folder, name), { recursive: true });
		yield {
			section,
			what: `${number(submitted.links)} links over HTTP`,
			value: rateOf(submitted),
			limit: { what: 'from a file', ...rateOf(loaded) },
			floor: { least: 0.5 },
			whyMissed: 'Each request is an event of its own, and is applied in a smaller transaction than a load uses.',
		};
	},
};

/** Submits all links. Each client sends its next request when the previous one was accepted. */
async function submitAll({ folder, scale, seed, log }: Workbench): Promise<Took> {
	const stream = createLinkStream(seed);
	const requests = scale.httpLinks / linksPerRequest;
	const bodies = Array.from({ length: requests }, () => nextBody(stream, linksPerRequest));
	const server = await openProgram(join(folder, 'over-http')).serveWithToken();
	log(`submitting ${scale.httpLinks} links over HTTP`);
	const startedAt = performance.now();
	const remaining = bodies.values();
	const events: string[] = [];
	const submitRemaining = async () => {
		for (const body of remaining) events.push(await submit(server, body));
	};
	await Promise.all(Array.from({ length: clients }, submitRemaining));
	// Events are processed in the order of their acceptance, so the last one is usually the last wait.
	for (const event of events.toReversed()) await untilIndexed(server, event, pollMilliseconds);
	const seconds = (performance.now() - startedAt) / 1_000;
	await server.stop();
	return { links: scale.httpLinks, seconds };
}
