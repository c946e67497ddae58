// Measures loading, from file to searchable, beside the bare loader: generated links, real ones, and over HTTP beside the file.
import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { askOn, encodeRequest, openConnection } from '../../src/http/server/http-connection.ts';
import { joinToArray, readLines } from '../link-files.ts';
import { type Finding, type Measure, number } from '../measure.ts';
import { openProgram } from '../program.ts';
import type { Loaded, Workbench } from '../workbench.ts';

/** Tells how many links a second were loaded. */
export function rateOf({ links, seconds }: Pick<Loaded, 'links' | 'seconds'>): number {
	return links / seconds;
}

function meanRate(loads: readonly Pick<Loaded, 'links' | 'seconds'>[]): number {
	return loads.reduce((sum, one) => sum + rateOf(one), 0) / loads.length;
}

const loadTarget = { of: 'ratio', least: 2 / 5, aim: 4 / 5 } as const;

/** Loads generated links, with the bare loader before and after, lest one of them meet a busier machine than the other. */
export const loadMeasure: Measure = {
	name: 'load',
	async *run(bench) {
		const before = await bench.bare();
		const store = await bench.loaded();
		const after = await bench.loadBare('bare-again', [await bench.links()]);
		rmSync(join(bench.folder, 'bare-again'), { recursive: true });
		yield loadFinding(`load ${number(store.links)} links, file to searchable`, store.loads[0] as Loaded, [
			before,
			after,
		]);
	},
};

/** Loads the files that were named on the command line, if any. */
export const loadFileMeasure: Measure = {
	name: 'load-file',
	async *run(bench) {
		const { files, folder } = bench;
		if (files.length === 0) return;
		const before = await bench.loadBare('bare-file', files);
		bench.say(`loading ${files.join(', ')}`);
		const ended = await openProgram(join(folder, 'file')).load(...files);
		const after = await bench.loadBare('bare-file-again', files);
		for (const name of ['bare-file', 'bare-file-again', 'file']) rmSync(join(folder, name), { recursive: true });
		yield loadFinding(`load ${number(ended.links)} links of real files, file to searchable`, ended, [before, after]);
	},
};

function loadFinding(what: string, loaded: Pick<Loaded, 'links' | 'seconds'>, bare: readonly Loaded[]): Finding {
	return {
		what,
		value: { amount: rateOf(loaded), unit: 'links/s' },
		limit: { what: 'bare loader', figure: { amount: meanRate(bare), unit: 'links/s' } },
		target: loadTarget,
	};
}

const clients = 4;
const linksPerRequest = 1_000;

/**
 * Submits the same links over HTTP: four clients, each with its next batch when the one before is accepted, until all can be found. The file has been loaded before, and is once more
 * before they are submitted again, lest one of both meet a busier machine than the other.
 */
export const loadHttpMeasure: Measure = {
	name: 'load-http',
	async *run(bench) {
		const file = await bench.links();
		const before = (await bench.loaded()).loads[0] as Loaded;
		const submitted = await submitFile(bench, file);
		bench.say(`loading ${file} again`);
		const program = openProgram(join(bench.folder, 'file-again'));
		const again = await program.load(file);
		rmSync(program.folder, { recursive: true });
		const submittedAgain = await submitFile(bench, file);
		yield {
			what: `load ${number(submitted.links)} links over HTTP, ${number(linksPerRequest)} a request, ${clients} clients`,
			value: { amount: meanRate([submitted, submittedAgain]), unit: 'links/s' },
			limit: { what: 'the same from a file', figure: { amount: meanRate([before, again]), unit: 'links/s' } },
			target: { of: 'ratio', least: 0.8 },
		};
	},
};

/** Submits a file to a new server; answers how long that takes. */
async function submitFile(bench: Workbench, file: string): Promise<Pick<Loaded, 'links' | 'seconds'>> {
	const program = openProgram(join(bench.folder, 'over-http'));
	const token = await program.token();
	const server = await program.serve();
	const requests = await writeRequests(join(bench.folder, 'requests'), server.said, token, file);
	bench.say(`submitting ${file} over HTTP`);
	const startedAt = performance.now();
	const events = await submitAll(server.said, requests);
	await untilSearchable(server.said, token, events);
	const seconds = (performance.now() - startedAt) / 1_000;
	noteServePeak(bench, 'submitted', await server.stop());
	for (const path of [program.folder, requests.path]) rmSync(path, { recursive: true });
	return { links: requests.links, seconds };
}

/** Remembers how much memory a server took that has ended. */
export function noteServePeak(
	bench: Workbench,
	asked: keyof Workbench['servePeaks'],
	{ peakBytes }: { peakBytes: number | null },
): void {
	if (peakBytes !== null) bench.servePeaks[asked].push(peakBytes);
}

/** Writes the request that submits links. */
export function submission(origin: string, token: string, lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	return encodeRequest(origin, {
		method: 'POST',
		target: '/api/events',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-scholix-v3+json' },
		body: joinToArray(lines),
	});
}

/** Requests one after the other in a file, by the place of each. */
type Requests = { path: string; links: number; places: { at: number; length: number }[] };

/** Writes down what the clients are to send: to make it takes a fiftieth of what the broker does with it, and they share the processors with it. */
async function writeRequests(path: string, origin: string, token: string, file: string): Promise<Requests> {
	const requests: Requests = { path, links: 0, places: [] };
	const written = openSync(path, 'w');
	let at = 0;
	for await (const lines of readLines(file, linksPerRequest)) {
		const request = submission(origin, token, lines);
		writeSync(written, request);
		requests.places.push({ at, length: request.length });
		requests.links += lines.length;
		at += request.length;
	}
	// Else the system would write them down while the broker is measured.
	fsyncSync(written);
	closeSync(written);
	return requests;
}

/** Answers the ids of the events. */
async function submitAll(origin: string, { path, places }: Requests): Promise<string[]> {
	const file = openSync(path, 'r');
	const left = places.values();
	const events: string[] = [];
	const longest = places.reduce((most, { length }) => Math.max(most, length), 0);
	const submit = async () => {
		const connection = openConnection(origin);
		// Sent when it is answered, so that the next one may take its room.
		const room = new Uint8Array(longest);
		for (const { at, length } of left) {
			const request = room.subarray(0, length);
			if (readSync(file, request, 0, length, at) !== length) throw new Error(`${path} has been cut short`);
			const { status, body } = await askOn(connection, request);
			if (status !== 202) throw new Error(`a submission was answered with ${status}: ${body}`);
			events.push((JSON.parse(body.toString()) as { event_id: string }).event_id);
		}
		connection.close();
	};
	await Promise.all(Array.from({ length: clients }, submit));
	closeSync(file);
	return events;
}

const pollMilliseconds = 20;

/** Waits until all events can be found; they are applied in the order in which they were accepted, so the last are waited for longest. */
async function untilSearchable(origin: string, token: string, events: readonly string[]): Promise<void> {
	const connection = openConnection(origin);
	for (const event of events.toReversed()) {
		const request = encodeRequest(origin, {
			target: `/api/events/${event}`,
			headers: { Authorization: `Bearer ${token}` },
		});
		for (;;) {
			const { status, body } = await askOn(connection, request);
			if (status !== 200) throw new Error(`an event was answered with ${status}: ${body}`);
			const { indexed, error } = JSON.parse(body.toString()) as { indexed: boolean; error: string | null };
			if (error !== null) throw new Error(`event ${event} failed: ${error}`);
			if (indexed) break;
			await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
		}
	}
	connection.close();
}
