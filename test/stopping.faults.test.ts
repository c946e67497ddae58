// Asks real processes to stop in the middle of what they do: each ends within five seconds, what
// it answers is answered, and what it had begun is done by the next one. On every engine.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { clusterUrl, skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { createSchema, type FreshSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { eventually, openProgram, type Program, type Running, type Server, submit } from './end-to-end/program.ts';

const mostMilliseconds = 5_000;
const patience = { timeoutSeconds: 120 };

const link = (source: string, target: string) => ({
	Source: { Identifier: { ID: source, IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: { ID: target, IDScheme: 'doi' }, Type: { Name: 'literature' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
});

/** Links between `count` papers and as many others, named by `name`. */
const links = (name: string, count: number) =>
	Array.from({ length: count }, (_, n) => link(`10.1000/${name}.${n}`, `10.1000/${name}-cited.${n % 997}`));

type Engines = { name: string; skip: string | false; open(): Promise<{ program: Program; remove(): Promise<void> }> };

const settings = { MAX_LINKS_PER_EVENT: '100000', BACKGROUND_WORK: 'off' };

const engines: Engines[] = [
	{
		name: 'on the embedded engine',
		skip: false,
		async open() {
			const program = await openProgram(settings);
			return { program, remove: program.remove };
		},
	},
	{
		name: 'on PostgreSQL and OpenSearch',
		skip: skipPostgres || skipOpenSearch,
		async open() {
			const schema: FreshSchema = await createSchema();
			const prefix = `test-${randomUUID().slice(0, 13)}`;
			const program = await openProgram({
				...settings,
				DATABASE_URL: schema.url,
				SEARCH_URL: `${clusterUrl}/${prefix}`,
			});
			const remove = async () => {
				await program.remove();
				await schema.remove();
				await fetch(`${clusterUrl}/${prefix}-*`, { method: 'DELETE' });
			};
			return { program, remove };
		},
	},
];

/** Returns a process to stop; answers its exit status, and asserts that it ends soon. */
async function stopSoon(running: Running, what: string): Promise<number | null> {
	const begin = performance.now();
	const status = await running.stop();
	const took = performance.now() - begin;
	assert.ok(took < mostMilliseconds, `${what} took ${Math.round(took)} ms to stop`);
	if (process.env.SHOW_STOPS) process.stderr.write(`stop of ${what}: ${Math.round(took)} ms, status ${status}\n`);
	return status;
}

for (const { name, skip, open } of engines) {
	describe(`a process that is asked to stop ${name}`, { skip }, () => {
		let opened: Awaited<ReturnType<Engines['open']>>;
		let program: Program;
		let server: Server;
		let token: string;
		beforeEach(async () => {
			opened = await open();
			program = opened.program;
			server = await program.serve();
			token = await program.token();
		});
		afterEach(() => opened.remove());

		const stateOf = async (eventId: string) => {
			const headers = { Authorization: `Bearer ${token}` };
			const response = await fetch(`${server.url}/events/${eventId}`, { headers });
			return (await response.json()) as { status: string; indexed: boolean | null; attempts?: number };
		};
		const untilIndexed = (eventId: string) =>
			eventually(
				() => stateOf(eventId),
				({ indexed }) => indexed === true,
				patience,
			);

		it('serves no worse than before until balancers have seen that it is not ready', async () => {
			const draining = await program.serve({ DRAIN_SECONDS: '1' });
			assert.equal((await fetch(`${draining.url}/health/ready`)).status, 200);
			const stopping = stopSoon(draining, 'a server');
			const ready = await eventually(
				() => fetch(`${draining.url}/health/ready/searches`),
				({ status }) => status === 503,
			);
			const { detail } = (await ready.json()) as { detail: string };
			assert.match(detail, /This process is stopping/);
			const [alive, answered] = await Promise.all([
				fetch(`${draining.url}/health/live`),
				fetch(`${draining.url}/relationships?id=10.1000/any`),
			]);
			assert.deepEqual([alive.status, answered.status], [200, 200]);
			assert.equal(answered.headers.get('connection'), 'close');
			assert.ok(await submit(draining, token, links('late', 1)));
			assert.equal(await stopping, 0);
		});

		it('ends under a stream of requests, each of which is answered or never taken', async () => {
			const busy = await program.serve({ BACKGROUND_WORK: 'on', DRAIN_SECONDS: '0.5' });
			const taken: string[] = [];
			let isOver = false;
			const stream = async (client: number) => {
				for (let n = 0; !isOver; n++) {
					try {
						taken.push(await submit(busy, token, links(`stream.${client}.${n}`, 100)));
					} catch (error) {
						// A connection that is refused took nothing; an answer that breaks off is a failure.
						if (error instanceof TypeError && /fetch failed/.test(error.message)) return;
						throw error;
					}
				}
			};
			const streams = Promise.all([0, 1, 2, 3].map(stream));
			await eventually(
				async () => taken.length,
				(count) => count > 8,
				patience,
			);
			assert.equal(await stopSoon(busy, 'a server under a stream'), 0);
			isOver = true;
			await streams;
			const worker = await program.work();
			for (const eventId of taken) {
				await eventually(
					() => stateOf(eventId),
					({ status }) => status === 'Done',
					patience,
				);
			}
			await worker.stop();
		});

		it('gives up an event that takes longer, and leaves it to the next, as if it had not begun', async () => {
			const eventId = await submit(server, token, links('large', 60_000));
			const worker = await program.work();
			await eventually(
				() => stateOf(eventId),
				// A machine that is quicker than this test has nothing to give up.
				({ status }) => status !== 'New',
				patience,
			);
			await new Promise((resolve) => setTimeout(resolve, 300));
			assert.equal(await stopSoon(worker, 'a worker in an event of 60,000 links'), 0);
			const { status } = await stateOf(eventId);
			assert.ok(status === 'New' || status === 'Done', status);
			const next = await program.work();
			await eventually(
				() => stateOf(eventId),
				({ status }) => status === 'Done',
				patience,
			);
			assert.equal(await stopSoon(next, 'a worker that has applied it'), 0);
		});

		it('ends while it builds the index anew, and while it waits for another that does', async () => {
			const eventId = await submit(server, token, links('rebuilt', 25_000));
			const workers = [await program.work(), await program.work()];
			await eventually(
				() => stateOf(eventId),
				({ status }) => status === 'Done',
				patience,
			);
			await new Promise((resolve) => setTimeout(resolve, 300));
			const stopped = workers.map((worker) => stopSoon(worker, 'a worker in a rebuild, or beside one'));
			assert.deepEqual(await Promise.all(stopped), [0, 0]);
			const next = await program.work();
			await untilIndexed(eventId);
			await next.stop();
		});
	});
}
