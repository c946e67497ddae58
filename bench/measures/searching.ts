// Measures searches a second while links are submitted, against a bare server that sends the same
// bytes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RecordedAnswer } from '../bare-server.ts';
import { askAll, type Endpoint, type Get, type Load, startLoad, submit } from '../http-load.ts';
import { median } from '../percentile.ts';
import { type Running, startServer } from '../program.ts';
import { number } from '../report.ts';
import { loadedStore, type Measure, nextBody, type Workbench } from '../workbench.ts';
import { createWorks, type WrittenIdentifier } from '../works.ts';

const bareServer = fileURLToPath(new URL('../bare-server.ts', import.meta.url));

/** A kind of search: what it adds to the plain one, and its floor against the bare server. */
type Way = { name: string; parameters: string; accept?: string; least: number };

const ways: readonly Way[] = [
	{ name: 'plain', parameters: '', least: 0.06 },
	{ name: 'by version', parameters: '&group_by=version', least: 0.05 },
	{ name: 'of a type', parameters: '&type=literature', least: 0.035 },
	{ name: 'of years', parameters: '&publication_year=2015--2020', least: 0.035 },
	{ name: 'between dates', parameters: '&from=2018-01-01&to=2020-12-31', least: 0.035 },
	{ name: 'with a word', parameters: '&q=galaxies', least: 0.035 },
	{ name: 'with words in fields', parameters: '&q=title:model%20AND%20NOT%20creator:chen', least: 0.035 },
	{ name: 'with facets', parameters: '', accept: 'application/json', least: 0.035 },
];

/** Searches for 25 relationships of each work in turn, with every kind of search. */
export const searchMeasure: Measure = {
	name: 'search',
	async *run(bench) {
		const { program, links } = await loadedStore(bench);
		const server = await program.serveWithToken();
		for (const way of ways) {
			bench.log(`searching: ${way.name}`);
			const works = number(bench.scale.works);
			const rates = await compareRates(bench, server, way);
			yield {
				section: `Searching: 25 relationships of each of ${works} works, ${number(links)} links`,
				what: way.name,
				value: { amount: rates.broker, unit: 'requests/s' },
				limit: { what: 'bare answer', amount: rates.bare, unit: 'requests/s' },
				floor: { least: way.least },
			};
		}
		await server.stop();
	},
};

/** Searches for all works once while links are submitted. */
export async function searchAll(bench: Workbench, server: Endpoint): Promise<void> {
	const submitting = startSubmitting(bench, server);
	await askAll(server.origin, searchesOf(bench, ways[0] as Way));
	await submitting.stop();
}

const submissionsPerSecond = 5;
const linksPerSubmission = 5;

function startSubmitting({ stream }: Workbench, server: Endpoint): Load {
	return startLoad(submissionsPerSecond, async () => {
		await submit(server, nextBody(stream, linksPerSubmission));
	});
}

// The median of three windows counts.
const windows = 3;
// The bare server answers from memory, so a sample is as fast as the whole.
const sampleSize = 500;

/** Measures both servers in turn, so that both run in the same state of the machine. */
async function compareRates(bench: Workbench, server: Endpoint, way: Way): Promise<{ broker: number; bare: number }> {
	const searches = searchesOf(bench, way);
	const sample = searches.slice(0, sampleSize);
	const answers: RecordedAnswer[] = [];
	for (const search of sample) answers.push(await record(server.origin, search));
	const bare = await serveBare(bench, answers);
	const perWindow = Math.ceil(searches.length / windows);
	const bareSearches = searches.map((_, position) => sample[position % sample.length] as Get);
	const rates = { broker: [] as number[], bare: [] as number[] };
	for (let window = 0; window < windows; window++) {
		const submitting = startSubmitting(bench, server);
		rates.broker.push(await askAll(server.origin, searches.slice(window * perWindow, (window + 1) * perWindow)));
		await submitting.stop();
		rates.bare.push(await askAll(bare.origin, bareSearches));
	}
	await bare.stop();
	return { broker: median(rates.broker), bare: median(rates.bare) };
}

// A prime that divides no number of works: each work comes once, in mixed order.
const step = 7_919;

/** Lists the searches for the oldest works, which have the most citations. */
function searchesOf({ scale, seed }: Workbench, { parameters, accept }: Way): Get[] {
	const works = createWorks(seed);
	return Array.from({ length: scale.works }, (_, position) => {
		const path = searchPath(works.identifier((position * step) % scale.works)) + parameters;
		return { path, headers: accept ? { Accept: accept } : {} };
	});
}

/** Writes the path of a plain search for the works that cite a work. */
export function searchPath({ ID, IDScheme }: WrittenIdentifier): string {
	return `/api/relationships?id=${encodeURIComponent(ID)}&scheme=${IDScheme}&relation=isCitedBy&size=25`;
}

// Node.js adds these headers itself.
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length']);

/** Records an answer, which the bare server repeats. */
async function record(origin: string, { path, headers }: Get): Promise<RecordedAnswer> {
	const answer = await fetch(origin + path, { headers: { 'Accept-Encoding': 'identity', ...headers } });
	const recorded = [...answer.headers].filter(([name]) => !ownHeaders.has(name));
	return { path, status: answer.status, headers: Object.fromEntries(recorded), body: await answer.text() };
}

async function serveBare({ folder }: Workbench, answers: readonly RecordedAnswer[]): Promise<Running> {
	const file = join(folder, 'answers.json');
	writeFileSync(file, JSON.stringify(answers));
	return startServer(bareServer, [file], {});
}
