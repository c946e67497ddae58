// Does with the started program what the audit records, over HTTP and on the command line, and
// asks both who did what.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openProgram, type Program, type Server, submit } from './program.ts';

const link = {
	Source: { Identifier: { ID: '10.1000/citing', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: { ID: '10.1000/cited', IDScheme: 'doi' }, Type: { Name: 'software' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
};
const email = 'curator@example.org';

type Entry = { who: string; action: string; subject: string | null; detail: Record<string, unknown>; address: string };

describe('a broker that runs', () => {
	let program: Program;
	let server: Server;
	let token: string;
	let eventId: string;
	const machine = { who: `command line (${userInfo().username})`, address: hostname() };
	const audited = async (...words: string[]): Promise<Entry[]> =>
		(JSON.parse(await program.output('audit', '--json', ...words)) as { entries: Entry[] }).entries;

	before(async () => {
		program = await openProgram();
		token = await program.token(email);
		await program.output('roles', 'create', 'admin');
		await program.output('roles', 'add', email, 'admin');
		server = await program.serve();
		eventId = await submit(server, token, [link]);
		const file = join(program.folder, 'feed of today.jsonl');
		await writeFile(file, `${JSON.stringify(link)}\n`);
		await program.output('events', 'load', file);
		const headers = { 'Content-Type': 'application/json' };
		const wrong = JSON.stringify({ email, password: 'my other password' });
		await fetch(`${server.url}/session`, { method: 'POST', headers, body: wrong });
		await program.output('search', 'reindex');
		await program.output('tokens', 'revoke', '1');
		// What nobody waits for is written before a server ends.
		await server.stop();
	});
	after(() => program.remove());

	it('shows who did what, over HTTP and on the command line, with address or machine', async () => {
		const entries = (await audited()).reverse();
		assert.deepEqual(
			entries.map(({ who, action, subject, address }) => [action, who, address, subject]),
			[
				['user.created', machine.who, machine.address, email],
				['token.created', machine.who, machine.address, email],
				['role.created', machine.who, machine.address, 'admin'],
				['role.given', machine.who, machine.address, email],
				['event.submitted', email, '127.0.0.1', eventId],
				['event.submitted', machine.who, machine.address, entries[5]?.subject],
				['session.refused', email, '127.0.0.1', email],
				['reindex.started', machine.who, machine.address, null],
				['token.revoked', machine.who, machine.address, email],
			],
		);
		assert.deepEqual(entries[5]?.detail, { links: 1, file_name: 'feed of today.jsonl' });
		assert.doesNotMatch(JSON.stringify(entries), /correct horse|my other password|lb_/);
	});

	it('shows the part that is asked for', async () => {
		assert.equal((await audited('--who', 'command line')).length, 7);
		assert.equal((await audited('--who', email, '--action', 'event.submitted')).length, 1);
		assert.equal((await audited('--until', '2020')).length, 0);
		assert.match(await program.output('audit', '--subject', eventId), /event\.submitted .* 127\.0\.0\.1/);
	});

	it('shows the file or the address that an event came from', async () => {
		const { events } = JSON.parse(await program.output('events', 'list', '--json')) as { events: object[] };
		const places = events.map((event) => {
			const { file_name, source_address, submitter } = event as Record<string, unknown>;
			return { file_name, source_address, submitter };
		});
		assert.deepEqual(places, [
			{ file_name: 'feed of today.jsonl', source_address: null, submitter: null },
			{ file_name: null, source_address: '127.0.0.1', submitter: email },
		]);
	});

	it('hands on the name of the file, and no address', async () => {
		const exported = await program.output('export');
		assert.match(exported, /"file_name":"feed of today\.jsonl"/);
		assert.doesNotMatch(exported, /127\.0\.0\.1/);
	});
});
