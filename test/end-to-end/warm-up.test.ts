// A server that has just started asks itself: that shows nowhere, keeps nobody waiting, and harms nothing where there is nothing to ask.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually, openProgram, type Program, type Server } from './program.ts';

const example = (number: number) => fileURLToPath(new URL(`../../examples/cornerpy-${number}.json`, import.meta.url));
const patient = { patienceSeconds: 60 };

type Line = { msg: string; requests?: number; target?: string; level: number };

/** Gathers what a server writes into its log. */
function logOf({ process }: Server): () => Promise<Line[]> {
	let written = '';
	process.stderr?.on('data', (text) => (written += text));
	return async () =>
		written
			.slice(0, written.lastIndexOf('\n') + 1)
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line) as Line);
}

const warmed = (lines: readonly Line[]) => lines.filter(({ msg }) => msg === 'The server is warm');

describe('a server that starts', () => {
	let program: Program;
	before(async () => {
		program = await openProgram({ LOG_LEVEL: 'debug' });
		await program.output('events', 'load', example(1), example(2), example(3));
	});
	after(() => program.remove());

	it('asks itself some thousand searches, which neither its metrics nor its log tell', async () => {
		const server = await program.serve({ RATE_LIMIT: '10' });
		const log = logOf(server);
		const [line] = warmed(await eventually(log, (lines) => warmed(lines).length > 0, patient));
		assert.ok((line?.requests as number) > 1_000, JSON.stringify(line));
		const lines = await log();
		assert.deepEqual(
			lines.filter(({ target }) => target !== undefined),
			[],
		);
		const response = await fetch(`${server.url}/api/relationships?id=10.21105/joss.00024`);
		assert.equal(response.status, 200);
		const metrics = await (await fetch(`${server.url}/metrics`)).text();
		const counts = metrics.matchAll(/_count\{[^}]*route="\/relationships"[^}]*\} (\d+)/g);
		assert.deepEqual(
			[...counts].map(([, count]) => count),
			['1'],
		);
		assert.equal(await server.stop(), 0);
	});

	it('stops in the middle of it', async () => {
		const server = await program.serve();
		const log = logOf(server);
		await eventually(log, (lines) => lines.some(({ msg }) => msg === 'The server warms up'), patient);
		assert.equal(await server.stop(), 0);
		const lines = await log();
		assert.deepEqual([warmed(lines), lines.filter(({ level }) => level >= 40)], [[], []]);
	});

	it('is asked by itself, not by another, where several processes share its port', async () => {
		const server = await program.serve({}, '--processes', '2');
		const lines = warmed(await eventually(logOf(server), (lines) => warmed(lines).length === 2, patient));
		assert.deepEqual(
			lines.map(({ requests }) => (requests as number) > 1_000),
			[true, true],
		);
		await server.stop();
	});

	it('answers and stops as ever where the cluster of its index is away', async () => {
		const server = await program.serve({ SEARCH_URL: 'http://127.0.0.1:9/links' });
		const brokenOff = ({ msg }: Line) => msg === 'The server was not warmed up to the end';
		const lines = await eventually(logOf(server), (lines) => lines.some(brokenOff), patient);
		assert.deepEqual(lines.find(brokenOff)?.level, 20);
		assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
		assert.equal(await server.stop(), 0);
	});
});
