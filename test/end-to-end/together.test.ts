// Many at work on the same data at once, processes that are killed, and starts that find work left: nothing is lost and nothing is counted twice.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { openSqliteInbox } from '../../src/engines/sqlite/records/sqlite-inbox.ts';
import { eventually, openProgram, type Program, type Server } from './program.ts';

const link = (source: string, target: string) => ({
	Source: { Identifier: { ID: source, IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: { ID: target, IDScheme: 'doi' }, Type: { Name: 'software' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
});

/** Links of `count` papers, told apart by `name`, that all cite one work. */
const citations = (name: string, count: number) =>
	Array.from({ length: count }, (_, n) => link(`10.1000/${name}.${n}`, '10.1000/cited'));

async function citedBy(server: Server): Promise<number> {
	const response = await fetch(`${server.url}/relationships?id=10.1000/cited&scheme=doi&relation=isCitedBy&size=1`);
	assert.equal(response.status, 200);
	return Number(response.headers.get('x-total-count'));
}

async function submit(server: Server, token: string, links: readonly unknown[]): Promise<string> {
	const response = await fetch(`${server.url}/events`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body: JSON.stringify(links),
	});
	assert.equal(response.status, 202, await response.clone().text());
	return ((await response.json()) as { event_id: string }).event_id;
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

describe('an index that is large enough to be built by two threads', () => {
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
		const { size } = await stat(join(program.folder, 'broker.db'));
		assert.ok(size > 2 ** 22, `the records take ${size} bytes: a build starts no thread`);
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

describe('a server beside somebody who writes to the records for long', () => {
	let program: Program;
	let token: string;
	let server: Server;
	let writer: DatabaseSync;
	beforeEach(async () => {
		program = await openProgram();
		token = await program.token();
		await program.output('roles', 'create', 'admin');
		await program.output('roles', 'add', 'curator@example.org', 'admin');
		server = await program.serve();
		writer = new DatabaseSync(join(program.folder, 'broker.db'), { timeout: 10_000 });
		writer.exec('begin immediate');
	});
	afterEach(async () => {
		writer.close();
		await program.remove();
	});

	const statusOf = async ({ url }: Server, eventId: string) => {
		const headers = { Authorization: `Bearer ${token}` };
		const response = await fetch(`${url}/events/${eventId}`, { headers });
		assert.equal(response.status, 200);
		return ((await response.json()) as { status: string }).status;
	};

	it('accepts events, shows them as New, and applies them in their order afterwards', async () => {
		const ids: string[] = [];
		for (const name of ['first', 'second', 'third']) ids.push(await submit(server, token, citations(name, 10)));
		for (const id of ids) assert.equal(await statusOf(server, id), 'New');
		const listed = async () =>
			(JSON.parse(await program.output('events', 'list', '--json')) as { events: { event_id: string }[] }).events.map(
				(event) => event.event_id,
			);
		assert.deepEqual(await listed(), ids.toReversed());
		const paged: string[] = [];
		for (let before = ''; ; ) {
			const headers = { Authorization: `Bearer ${token}` };
			const response = await fetch(`${server.url}/events?limit=1${before}`, { headers });
			assert.equal(response.status, 200, await response.clone().text());
			const { events, next } = (await response.json()) as { events: { event_id: string }[]; next: string | null };
			paged.push(...events.map((event) => event.event_id));
			if (next === null) break;
			before = `&before=${next}`;
		}
		assert.deepEqual(paged, ids.toReversed());
		writer.exec('rollback');
		assert.equal(
			await eventually(
				() => citedBy(server),
				(total) => total === 30,
			),
			30,
		);
		assert.deepEqual(await listed(), ids.toReversed());
	});

	it('takes them in before it ends when it is told to stop', async () => {
		// More than are taken in at once.
		const posting = Array.from({ length: 130 }, (_, n) => submit(server, token, citations(`stop.${n}`, 10)));
		await Promise.all(posting);
		const stopped = server.stop('SIGTERM');
		writer.exec('rollback');
		await stopped;
		const inbox = openSqliteInbox(join(program.folder, 'broker.db'));
		assert.deepEqual(inbox.list(), []);
		inbox.close();
		const next = await program.serve();
		await eventually(
			() => citedBy(next),
			(total) => total === 1_300,
		);
	});

	it('loses none of them when it is killed', async () => {
		const id = await submit(server, token, citations('one', 10));
		await server.stop('SIGKILL');
		writer.exec('rollback');
		const next = await program.serve();
		await eventually(
			() => citedBy(next),
			(total) => total === 10,
		);
		assert.equal(await statusOf(next, id), 'Done');
	});
});

describe('a server to which several submit without a pause', () => {
	let program: Program;
	beforeEach(async () => {
		program = await openProgram({ POLL_SECONDS: '0.05' });
	});
	afterEach(() => program.remove());

	it('reads and applies what somebody else has left in the inbox, all the same', async () => {
		const token = await program.token();
		// Who may see events that are nobody's.
		await program.output('roles', 'create', 'admin');
		await program.output('roles', 'add', 'curator@example.org', 'admin');
		const server = await program.serve();
		await submit(server, token, citations('first', 10));
		const inbox = openSqliteInbox(join(program.folder, 'broker.db'));
		const payload = Buffer.from(JSON.stringify(citations('left', 10)));
		const left = randomUUID();
		let submitted = 0;
		let isDone = false;
		// Said once: whoever submits must not be slower than who reads it.
		const body = JSON.stringify(citations('fast', 1_000));
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
		const client = async () => {
			while (!isDone && submitted < 400) {
				submitted++;
				const { status } = await fetch(`${server.url}/events`, { method: 'POST', headers, body });
				assert.equal(status, 202);
			}
		};
		const clients = Array.from({ length: 8 }, client);
		inbox.keep({ eventId: left, payload, links: 10, noindex: false, userId: null, now: Date.now() });
		inbox.close();
		while (!isDone && submitted < 400) {
			const response = await fetch(`${server.url}/events/${left}`, { headers });
			assert.equal(response.status, 200);
			isDone = ((await response.json()) as { status: string }).status === 'Done';
		}
		await Promise.all(clients);
		assert.ok(isDone, 'it is applied before 400 have been submitted');
	});
});

describe('a server that is killed', () => {
	let program: Program;
	let token: string;
	beforeEach(async () => {
		program = await openProgram({ LEASE_SECONDS: '1' });
		token = await program.token();
	});
	afterEach(() => program.remove());

	it('has kept every event that it answered with 202', async () => {
		const server = await program.serve();
		for (let batch = 0; batch < 10; batch++) await submit(server, token, citations(`batch${batch}`, 500));
		await server.stop('SIGKILL');
		const next = await program.serve();
		await eventually(
			() => citedBy(next),
			(total) => total === 5_000,
		);
	});

	it('leaves what it had not taken in to a worker that runs already', async () => {
		await program.work({ POLL_SECONDS: '1' });
		const inbox = openSqliteInbox(join(program.folder, 'broker.db'));
		const payload = Buffer.from(JSON.stringify(citations('kept', 20)));
		inbox.keep({ eventId: 'kept', payload, links: 20, noindex: false, userId: null, now: Date.now() });
		inbox.close();
		const status = async () =>
			(JSON.parse(await program.output('events', 'list', '--json')) as { events: { status: string }[] }).events[0]
				?.status;
		assert.equal(await eventually(status, (told) => told === 'Done'), 'Done');
	});

	it('leaves what waits to a worker', async () => {
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
