// Overwrites pages of the database of a whole broker: it then accepts nothing, says so, and what
// can still be read is reported and exported.
import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually, openProgram, type Program, type Server, submit, untilIndexed } from './program.ts';

const link = (source: string, target: string) => ({
	Source: { Identifier: { ID: `10.5555/${source}`, IDScheme: 'doi' }, Type: { Name: 'literature' }, Title: source },
	Target: { Identifier: { ID: `10.5555/${target}`, IDScheme: 'doi' }, Type: { Name: 'software' } },
	RelationshipType: { Name: 'References' },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
});
const events = 12;
const linksOf = (event: number) => Array.from({ length: 300 }, (_, at) => link(`s${event}-${at}`, `t${at % 50}`));

let program: Program;
let token: string;
beforeEach(async () => {
	program = await openProgram({ POLL_SECONDS: '1', LEASE_SECONDS: '5' });
	token = await program.token();
	const server = await program.serve();
	let last = '';
	for (let event = 0; event < events; event++) last = await submit(server, token, linksOf(event));
	await untilIndexed(server, token, last);
	await server.stop();
});
afterEach(() => program.remove());

const databaseFile = () => join(program.folder, 'broker.db');

/** Overwrites the heads of leaf pages of a table: all of them, or so many at its end. */
function overwrite(table: string, most = Number.POSITIVE_INFINITY): void {
	const database = new DatabaseSync(databaseFile());
	const pages = database
		.prepare("select pageno, pgsize from dbstat where name = ? and pagetype = 'leaf' order by path desc")
		.all(table) as { pageno: number; pgsize: number }[];
	database.close();
	assert.ok(pages.length > 1, `${table} has several pages`);
	const file = openSync(databaseFile(), 'r+');
	for (const { pageno, pgsize } of pages.slice(0, most)) writeSync(file, 'damaged!', (pageno - 1) * pgsize, 'latin1');
	closeSync(file);
}

async function post({ url }: Server, name: string): Promise<{ status: number; detail: string }> {
	const response = await fetch(`${url}/events`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body: JSON.stringify([link(name, 't1')]),
	});
	const { detail = '' } = (await response.json()) as { detail?: string };
	return { status: response.status, detail };
}

async function assertRefuses(server: Server): Promise<void> {
	const { status, detail } = await eventually(
		() => post(server, 'new'),
		(answer) => answer.status === 503,
	);
	assert.equal(status, 503);
	assert.match(detail, /^The database is damaged\. Nothing is accepted until an operator has restored it\.$/);
	const ready = await fetch(`${server.url}/health/ready`);
	assert.equal(ready.status, 503);
	assert.match(await ready.text(), /The database is damaged/);
}

describe('a broker whose database is damaged', () => {
	for (const table of ['assertion', 'identifier', 'description']) {
		it('accepts nothing once any thread has read the damage, also after a restart', async () => {
			overwrite(table);
			let server = await program.serve();
			let log = '';
			server.process.stderr?.on('data', (text) => (log += text));
			await assertRefuses(server);
			await eventually(
				async () => log,
				(text) => /broker\.db is damaged.*link-broker doctor.*restore a backup/.test(text),
				{ timeoutSeconds: 20 },
			);
			await server.stop();
			server = await program.serve();
			assert.equal((await post(server, 'later')).status, 503);
			await assertRefuses(server);
			const search = await fetch(`${server.url}/api/relationships?id=10.5555/s1-1&scheme=doi&relation=cites`);
			assert.equal(search.status, 200);
			await server.stop();
		});
	}

	it('is refused by other commands that write, and named by doctor and backup', async () => {
		overwrite('assertion', 2);
		const doctor = await program.run('doctor');
		assert.equal(doctor.status, 1);
		assert.match(doctor.output, /Damage of the database file: \d/);
		assert.match(
			doctor.output,
			/Tables that cannot be read to their end: 1\n {4}assertion: the first \d+ rows can be read/,
		);
		assert.doesNotMatch(doctor.output, /--repair/);
		const user = await program.run('users', 'create', 'other@example.org', '--password=correct horse');
		assert.equal(user.status, 1);
		assert.match(user.errors, /The database is damaged/);
		const file = join(program.folder, 'backup.db');
		const backup = await program.run('backup', file);
		assert.equal(backup.status, 1);
		assert.match(backup.errors, /broker\.db is damaged\..*link-broker export FILE/);
		assert.equal(existsSync(file), false);
	});

	it('exports the events that can be read, and counts the others', async () => {
		overwrite('event_payload', 1);
		const file = join(program.folder, 'events.jsonl');
		const { status, output, errors } = await program.run('export', file, '--json');
		assert.equal(status, 1, errors);
		const counts = JSON.parse(output) as { events: number; unreadable: number };
		assert.ok(counts.unreadable > 0 && counts.events > 0);
		assert.equal(counts.events + counts.unreadable, events);
		assert.match(errors, /The database is damaged. The file lacks \d+ events? that could not be read/);
		const other = await openProgram();
		assert.match(await other.output('events', 'import', file), new RegExp(`Imported ${counts.events} events?`));
		await other.remove();
	});

	it('accepts again once it is restored, or doctor has found the file intact', async () => {
		const backup = join(program.folder, 'backup.db');
		await program.output('backup', backup);
		overwrite('assertion');
		assert.equal((await program.run('doctor')).status, 1);
		await program.output('restore', backup);
		let server = await program.serve();
		await untilIndexed(server, token, await submit(server, token, [link('restored', 't1')]));
		await server.stop();
		// A note of damage, and a file that is whole again, as after a disk was replaced.
		overwrite('assertion', 0);
		const { copyFile } = await import('node:fs/promises');
		await copyFile(databaseFile(), backup);
		overwrite('assertion');
		await program.run('doctor');
		await copyFile(backup, databaseFile());
		server = await program.serve();
		await assertRefuses(server);
		assert.equal((await program.run('doctor')).status, 0);
		await submit(server, token, [link('intact', 't1')]);
		await server.stop();
	});
});
