// Measures how quickly searches and submissions are answered while a large load runs beside them, and while nothing does.

import { encodeRequest } from '../../src/http/server/http-connection.ts';
import { readLines } from '../link-files.ts';
import { type LoadResult, startLoad } from '../load-generator.ts';
import { type Finding, type Measure, number } from '../measure.ts';
import { chooseObjects, requestsOf, type Variant, variants } from '../searches.ts';
import { load, type Workbench } from '../workbench.ts';
import { noteServePeak, submission } from './loading.ts';

// Little beside the load, so that they meet it and do not make it.
const searchesPerSecond = 200;
const submissionsPerSecond = 2;
const linksPerSubmission = 1_000;
const differentSubmissions = 64;
const connections = 16;

/** Searches and submits at a steady rate, first on a quiet server, then while `events load` works on the same data. */
export const busyMeasure: Measure = {
	name: 'busy',
	async *run(bench) {
		const { busyLinks, latencySeconds } = bench.scale;
		const store = await bench.grown();
		const file = bench.nextLinks('busy', busyLinks);
		const token = await store.program.token();
		const server = await store.program.serve();
		const objects = await chooseObjects(bench, store, server.said);
		const searches = requestsOf(objects, variants[0] as Variant).map((request) => encodeRequest(server.said, request));
		const submissions = await prepareSubmissions(bench, server.said, token);
		const start = () => startBoth(server.said, searches, submissions);

		bench.say('searching and submitting, nothing else');
		const quietly = start();
		await new Promise((resolve) => setTimeout(resolve, latencySeconds * 2_000));
		const quiet = await quietly.stop();
		bench.say('searching and submitting while a load runs');
		const busily = start();
		await load(bench, store, file);
		const busy = await busily.stop();
		noteServePeak(bench, 'submitted', await server.stop());
		yield finding('GET /relationships', busyLinks, busy.searches, quiet.searches, 25);
		yield finding('POST /events (1,000 links)', busyLinks, busy.submissions, quiet.submissions, 250);
	},
};

function finding(what: string, links: number, busy: LoadResult, quiet: LoadResult, most: number): Finding {
	return {
		what: `p99 of ${number(busy.answers)} ${what} while a load of ${number(links)} links runs`,
		value: { amount: busy.p99Milliseconds, unit: 'ms' },
		limit: { what: 'while none runs', figure: { amount: quiet.p99Milliseconds, unit: 'ms' } },
		target: { of: 'value', most },
	};
}

async function prepareSubmissions(bench: Workbench, origin: string, token: string): Promise<Uint8Array[]> {
	const file = bench.nextLinks('submissions', differentSubmissions * linksPerSubmission);
	const requests: Uint8Array[] = [];
	for await (const lines of readLines(file, linksPerSubmission)) requests.push(submission(origin, token, lines));
	return requests;
}

function startBoth(origin: string, searches: readonly Uint8Array[], submissions: readonly Uint8Array[]) {
	const plan = { origin, connections, warmUpSeconds: 0, seconds: null };
	const searching = startLoad({ ...plan, requests: searches, rate: searchesPerSecond, status: 200 });
	const submitting = startLoad({ ...plan, requests: submissions, rate: submissionsPerSecond, status: 202 });
	return {
		async stop(): Promise<{ searches: LoadResult; submissions: LoadResult }> {
			searching.stop();
			submitting.stop();
			return { searches: await searching.result, submissions: await submitting.result };
		},
	};
}
