// Measures the processor time of the dearest requests that anyone may send, on a large store.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, it } from 'node:test';
import { openProgram, type Program, type Server } from './end-to-end/program.ts';

/** What one request may cost, by each KB that it sends; a smaller one has that of a KB. */
const mostMillisecondsPerKilobyte = 750;
const ticksPerSecond = 100;
const tries = 3;

/** What a fixed piece of work costs on the machine for which the bound is meant. */
const referenceMilliseconds = 80;

/** Returns how many times slower this machine is than that one; 1 if it is faster. */
function slowness(): number {
	const value = Array.from({ length: 20_000 }, (_, at) => ({ at, text: `10.5555/${at}` }));
	const costs = Array.from({ length: 5 }, () => {
		const begun = process.cpuUsage();
		for (let round = 0; round < 20; round++) JSON.parse(JSON.stringify(value));
		const { user, system } = process.cpuUsage(begun);
		return (user + system) / 1_000;
	});
	return Math.max(1, Math.min(...costs) / referenceMilliseconds);
}

const relations = {
	cites: { Name: 'Cites' },
	same: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo', SubTypeSchema: 'DataCite' },
	version: { Name: 'IsRelatedTo', SubType: 'HasVersion', SubTypeSchema: 'DataCite' },
};
const words = ['galaxy', 'cluster', 'stellar', 'model', 'survey', 'dark', 'matter', 'wave', 'spectra', 'field', 'data'];

/** Writes the links of the store, one a line. */
function* links(): Generator<string> {
	const work = (name: string, fields: object = {}) => ({
		...{ Identifier: { ID: `10.5555/${name}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		...fields,
	});
	const titled = (name: string, at: number) => {
		const title = Array.from({ length: 6 }, (_, word) => words[(at * 7 + word * ((at % 5) + 1)) % words.length]);
		return work(name, { Title: title.join(' '), PublicationDate: `${1990 + (at % 35)}` });
	};
	const write = (source: object, relation: keyof typeof relations, target: object, at: number) =>
		`${JSON.stringify({
			...{ Source: source, RelationshipType: relations[relation], Target: target },
			...{ LinkProvider: [{ Name: `Provider ${at % 4}` }], LinkPublicationDate: `${2000 + (at % 25)}-01-01` },
		})}\n`;
	const hub = work('hub');
	for (let at = 0; at < 100_000; at++) yield write(titled(`citing-${at}`, at), 'cites', hub, at);
	for (let at = 0; at < 20_000; at++) yield write(work(`same-${at}`), 'same', work(`same-${at + 1}`), at);
	for (let at = 0; at < 10_000; at++) yield write(work('family'), 'version', work(`version-${at}`), at);
	yield write(work('version-7'), 'cites', hub, 0);
	for (let at = 0; at < 270_000; at++) {
		yield write(work(`citing-${(at * 37) % 100_000}`), 'cites', work(`citing-${(at * 31 + (at % 17)) % 100_000}`), at);
	}
}

// As many as are always allowed.
const absent = Array.from({ length: 5 }, (_, at) => `absent${at}`).join(' OR ');
const search = (path: string, parameters: Record<string, string>) => `/api${path}?${new URLSearchParams(parameters)}`;

const asked: Readonly<Record<string, string>> = {
	'a search by words joined by OR': search('/relationships', { id: '10.5555/hub', q: absent }),
	'a search by what is not there': search('/relationships', { id: '10.5555/hub', q: `NOT (${absent})` }),
	'a search for works by a phrase': search('/objects', { q: '"galaxy cluster" OR "dark matter"' }),
	'a thousand citations of a work': search('/relationships', { id: '10.5555/hub', size: '1000' }),
	'an explanation along a long chain': search('/why', { id: '10.5555/same-0', other: '10.5555/same-20000' }),
	'an explanation between versions': search('/why', { id: '10.5555/version-1', other: '10.5555/version-9999' }),
	'an explanation of a link of many': search('/why', { id: '10.5555/version-9', other: '10.5555/hub' }),
};

const reported: Readonly<Record<string, object>> = {
	'a report on a work with many citations': { identifiers: ['10.5555/hub'], since: '2010' },
	'a report on a prefix': { prefix: '10.5555', size: 1_000, since: '2010' },
	'a report on a version of many': { identifiers: ['10.5555/version-0'], since: '2010' },
	'a report on a thousand versions of one work': {
		identifiers: Array.from({ length: 1_000 }, (_, at) => `10.5555/version-${at}`),
	},
};

describe('on a store of 400,000 links', { skip: platform() !== 'linux' && 'processor time is read on Linux' }, () => {
	let program: Program;
	let server: Server;
	before(async () => {
		program = await openProgram();
		const file = join(program.folder, 'links.jsonl');
		await pipeline(Readable.from(links()), createWriteStream(file));
		await program.output('events', 'load', file);
		// What runs in the background would be counted too.
		server = await program.serve({ BACKGROUND_WORK: 'off' });
	});
	after(() => program.remove());

	/** Reads the processor time of all threads of the server, in milliseconds. */
	const processorTime = async () => {
		const text = await readFile(`/proc/${server.process.pid}/stat`, 'utf8');
		const [user = 0, system = 0] = text
			.replace(/^.*\) /, '')
			.split(' ')
			.slice(11, 13)
			.map(Number);
		return ((user + system) * 1_000) / ticksPerSecond;
	};
	/** Returns the least of a few tries: the first also starts a thread. */
	const costOf = async (path: string, body?: string) => {
		let least = Number.POSITIVE_INFINITY;
		for (let at = 0; at < tries; at++) {
			const before = await processorTime();
			const headers = { 'Content-Type': 'application/json' };
			const response = await fetch(
				server.url.replace(/\/api$/, '') + path,
				body ? { method: 'POST', headers, body } : {},
			);
			assert.equal(response.status, 200, await response.text());
			least = Math.min(least, (await processorTime()) - before);
		}
		return least;
	};
	const requests: [what: string, path: string, body?: string][] = [
		...Object.entries(asked),
		...Object.entries(reported).map(([what, body]): [string, string, string] => [
			what,
			'/api/reports',
			JSON.stringify(body),
		]),
	];
	for (const [what, path, body] of requests) {
		it(`${what} costs at most three quarters of a second of processor for each KB sent`, async (t) => {
			const cost = await costOf(path, body);
			const kilobytes = Math.max(1, (path.length + (body?.length ?? 0)) / 1_024);
			const most = mostMillisecondsPerKilobyte * kilobytes * slowness();
			t.diagnostic(`${cost} of ${Math.round(most)} ms`);
			assert.ok(cost <= most, `${cost} of ${most} ms`);
		});
	}
});
