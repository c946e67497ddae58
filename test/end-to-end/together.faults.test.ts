// Many processes at work on the same data, processes that are killed, and starts that find work
// left: nothing is lost and nothing is counted twice.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { eventually, openProgram, type Program, type Server, submit } from './program.ts';

const link = (source: string, target: string) => ({
	Source: { Identifier: { ID: source, IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: { ID: target, IDScheme: 'doi' }, Type: { Name: 'software' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
});

/** Links of `count` papers, named by `name`, that all cite one work. */
const citations = (name: string, count: number) =>
	Array.from({ length: count }, (_, n) => link(`10.1000/${name}.${n}`, '10.1000/cited'));

async function citedBy(server: Server): Promise<number> {
	const response = await fetch(`${server.url}/relationships?id=10.1000/cited&scheme=doi&relation=isCitedBy&size=1`);
	assert.equal(response.status, 200);
	return Number(response.headers.get('x-total-count'));
}

describe('the command line beside a running server', () => {
	let program: Program;
	let server: Server;
	let token: string;
	before(async () => {
		program = await openProgram();
		server = await program.serve();
		token = await program.token();
	});
	after(() => program.remove());

	it('loads while clients submit, without a lock error and without losing one', async () => {
		const file = join(program.folder, 'load.json');
		await writeFile(file, JSON.stringify(citations('file', 3_000)));
		const posting = Array.from({ length: 4 }, async (_, client) => {
			for (let batch = 0; batch < 5; batch++) {
				await submit(server, token, citations(`client${client}.${batch}`, 50));
			}
		});
		const [load] = await Promise.all([program.run('events', 'load', file), ...posting]);
		assert.equal(load.status, 0, load.errors);
		assert.equal(
			await eventually(
				() => citedBy(server),
				(total) => total === 4_000,
			),
			4_000,
		);
		const events = JSON.parse(await program.output('events', 'list', '--json', '--limit', '100')) as {
			events: { status: string }[];
		};
		assert.deepEqual([...new Set(events.events.map(({ status }) => status))], ['Done']);
	});

	it('has a change found as soon as its command has ended, however often was asked before', async () => {
		const address = `${server.url}/relationships?id=10.1000/cited&scheme=doi&relation=isCitedBy&size=25`;
		const bodyOf = async (cacheControl: string) =>
			(await fetch(address, { headers: { Accept: 'application/json', 'Cache-Control': cacheControl } })).text();
		const file = join(program.folder, 'more.json');
		for (const round of [1, 2, 3]) {
			for (let again = 0; again < 5; again++) assert.equal(await citedBy(server), 3_999 + round);
			const before = await bodyOf('max-age=0');
			assert.equal(before, await bodyOf('no-cache'));
			await writeFile(file, JSON.stringify([link(`10.1000/a.round.${round}`, '10.1000/cited')]));
			assert.equal((await program.run('events', 'load', file)).status, 0);
			assert.equal(await citedBy(server), 4_000 + round);
			const after = await bodyOf('max-age=0');
			assert.equal(after, await bodyOf('no-cache'));
			assert.notEqual(after, before);
		}
	});

	it('reindexes while clients submit, losing nothing that comes meanwhile', async () => {
		const reindex = program.run('search', 'reindex');
		for (let batch = 0; batch < 10; batch++) await submit(server, token, citations(`meanwhile.${batch}`, 20));
		assert.equal((await reindex).status, 0);
		await eventually(
			() => citedBy(server),
			(total) => total === 4_203,
		);
	});
});

describe('an index that takes a while to be built', () => {
	const [loaded, batches] = [25_000, 10];
	let program: Program;
	let server: Server;
	let token: string;
	before(async () => {
		program = await openProgram();
		token = await program.token();
		const file = join(program.folder, 'large.json');
		await writeFile(file, JSON.stringify(citations('large', loaded)));
		await program.output('events', 'load', file);
		server = await program.serve();
	});
	after(() => program.remove());

	it('holds all when it has been loaded, and when it is rebuilt while clients submit', async () => {
		assert.equal(await citedBy(server), loaded);
		const reindex = program.run('search', 'reindex', '--json');
		for (let batch = 0; batch < batches; batch++) await submit(server, token, citations(`while.${batch}`, 20));
		const { status, output, errors } = await reindex;
		assert.equal(status, 0, errors);
		assert.ok((JSON.parse(output) as { links: number }).links >= loaded);
		const all = loaded + batches * 20;
		assert.equal(
			await eventually(
				() => citedBy(server),
				(total) => total === all,
			),
			all,
		);
		const { objects, links } = JSON.parse(await program.output('search', 'reindex', '--json')) as Record<
			string,
			number
		>;
		assert.deepEqual([objects, links], [all + 1, all]);
	});
});

describe('a server beside a process that writes to the records for long', () => {
	let program: Program;
	let token: string;
	let server: Server;
	let writer: DatabaseSync;
	beforeEach(async () => {
		program = await openProgram();
		token = await program.token();
		server = await program.serve();
		await submit(server, token, citations('before', 10));
		await eventually(
			() => citedBy(server),
			(total) => total === 10,
		);
		writer = new DatabaseSync(join(program.folder, 'broker.db'), { timeout: 10_000 });
		writer.exec('begin immediate');
	});
	afterEach(async () => {
		writer.close();
		await program.remove();
	});

	type Shown = { event_id: string; status: string };
	const listed = async (): Promise<Shown[]> => {
		const response = await fetch(`${server.url}/events`, { headers: { Authorization: `Bearer ${token}` } });
		assert.equal(response.status, 200, await response.clone().text());
		return ((await response.json()) as { events: Shown[] }).events;
	};

	it('goes on answering searches and lists of events', async () => {
		assert.equal(await citedBy(server), 10);
		assert.deepEqual(
			(await listed()).map(({ status }) => status),
			['Done'],
		);
	});

	it('accepts events once they are stored, however many wait, and applies all of them', async () => {
		const answered: string[] = [];
		const posting = Array.from({ length: 100 }, async (_, n) => {
			const id = await submit(server, token, citations(`waits.${n}`, 10));
			answered.push(id);
			return id;
		});
		// Answered by the same thread, after it has been given what was submitted.
		for (let again = 0; again < 5; again++) await citedBy(server);
		assert.deepEqual(answered, []);
		assert.equal((await listed()).length, 1);
		writer.exec('rollback');
		const ids = await Promise.all(posting);
		assert.equal(new Set(ids).size, 100);
		await eventually(
			() => citedBy(server),
			(total) => total === 1_010,
		);
	});

	it('stores what it was sent before it ends when it is asked to stop', async () => {
		const posting = submit(server, token, citations('stop', 10));
		for (let again = 0; again < 5; again++) await citedBy(server);
		const stopped = server.stop('SIGTERM');
		writer.exec('rollback');
		await posting;
		assert.equal(await stopped, 0);
		const next = await program.serve();
		await eventually(
			() => citedBy(next),
			(total) => total === 20,
		);
	});
});

describe('a server that ends', () => {
	let program: Program;
	let token: string;
	beforeEach(async () => {
		program = await openProgram({ LEASE_SECONDS: '1' });
		token = await program.token();
	});
	afterEach(() => program.remove());

	it('has kept every event that it answered with 202 when it is killed', async () => {
		const server = await program.serve();
		for (let batch = 0; batch < 10; batch++) await submit(server, token, citations(`batch${batch}`, 500));
		await server.stop('SIGKILL');
		const next = await program.serve();
		await eventually(
			() => citedBy(next),
			(total) => total === 5_000,
		);
	});

	it('leaves what it had not applied to a worker that runs already when it is killed', async () => {
		await program.work({ POLL_SECONDS: '0.2' });
		const server = await program.serve();
		for (let batch = 0; batch < 5; batch++) await submit(server, token, citations(`left${batch}`, 1_000));
		await server.stop('SIGKILL');
		const waiting = async () => {
			const { events } = JSON.parse(await program.output('events', 'list', '--json')) as {
				events: { status: string }[];
			};
			return events.filter(({ status }) => status !== 'Done').length;
		};
		await eventually(waiting, (count) => count === 0);
		const next = await program.serve();
		await eventually(
			() => citedBy(next),
			(total) => total === 5_000,
		);
	});

	it('leaves what waits to the next start where it is asked to stop', async () => {
		const server = await program.serve();
		await submit(server, token, citations('one', 2_000));
		await server.stop('SIGTERM');
		const next = await program.serve();
		await eventually(
			() => citedBy(next),
			(total) => total === 2_000,
		);
	});
});
