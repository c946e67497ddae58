// Takes files of the database away from under the started program, and sets its clock wrong.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { eventually, openProgram, type Program, type Server, submit, untilIndexed } from './program.ts';

const patient = { timeoutSeconds: 60 };

const links = (name: string, count = 1) =>
	Array.from({ length: count }, (_, n) => ({
		Source: { Identifier: { ID: `10.1000/${name}.${n}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		RelationshipType: { Name: 'References' },
		Target: { Identifier: { ID: '10.1000/work', IDScheme: 'doi' }, Type: { Name: 'software' } },
		LinkProvider: [{ Name: 'Test' }],
		LinkPublicationDate: '2020-01-01',
	}));

describe('a broker', () => {
	let program: Program;
	let token: string;
	let server: Server;
	let logged = '';
	beforeEach(async () => {
		program = await openProgram({ LEASE_SECONDS: '2' });
		token = await program.token();
	});
	afterEach(() => program.remove());

	const serve = async (settings: NodeJS.ProcessEnv = {}) => {
		server = await program.serve(settings);
		logged = '';
		server.process.stderr?.on('data', (text) => (logged += text));
	};
	const file = () => join(program.folder, 'broker.db');
	const found = async () => {
		const response = await fetch(`${server.url}/relationships?id=10.1000/work&size=1`);
		await response.body?.cancel();
		return Number(response.headers.get('X-Total-Count'));
	};
	const send = async () => {
		const response = await fetch(`${server.url}/events`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify(links('later')),
		});
		return { status: response.status, text: await response.text() };
	};
	const statusOf = async (path: string) => {
		const response = await fetch(server.url + path);
		assert.ok(!(await response.text()).includes(program.folder), 'no answer names a path');
		return response.status;
	};
	const assertRefused = async () => {
		const { status, text } = await send();
		assert.equal(status, 503, text);
		assert.ok(!text.includes(program.folder), text);
		assert.equal(await statusOf('/health/ready'), 503);
		assert.equal(await statusOf('/health/ready/submissions'), 503);
		assert.equal(await statusOf('/health/ready/searches'), 200);
		assert.ok(logged.includes(file()), 'the log names the file');
	};

	for (const suffix of ['-wal', '-shm']) {
		it(`whose broker.db${suffix} is removed takes nothing more until it starts again, and loses nothing`, async () => {
			await serve();
			const eventId = await submit(server, token, links('first'));
			rmSync(file() + suffix);
			await assertRefused();
			assert.equal(await statusOf('/health/live'), 503);
			await server.stop('SIGKILL');
			await serve();
			await untilIndexed(server, token, eventId);
			await untilIndexed(server, token, await submit(server, token, links('second')));
			assert.equal(await found(), 2);
		});
	}

	it('whose database is moved away takes nothing, makes no other, and goes on when it is back', async () => {
		await serve();
		await untilIndexed(server, token, await submit(server, token, links('first')));
		renameSync(file(), `${file()}.aside`);
		await assertRefused();
		assert.equal(await statusOf('/health/live'), 200);
		assert.equal(await found(), 1);
		renameSync(`${file()}.aside`, file());
		await eventually(
			() => statusOf('/health/ready'),
			(status) => status === 200,
		);
		await untilIndexed(server, token, await submit(server, token, links('second')));
		assert.equal(await found(), 2);
	});

	it('whose database another process locks waits, says so, and goes on', async () => {
		await serve();
		await untilIndexed(server, token, await submit(server, token, links('first')));
		const other = new DatabaseSync(file());
		other.exec('begin immediate');
		const sent = send();
		assert.equal(await found(), 1);
		other.exec('rollback');
		other.close();
		assert.equal((await sent).status, 202);
	});

	it('that is killed while its clock is a month ahead blocks nothing once it is right', async () => {
		const ahead = join(program.folder, 'ahead.mjs');
		writeFileSync(ahead, 'const { now } = Date; Date.now = () => now() + 30 * 86_400_000;');
		await serve({ NODE_OPTIONS: `--import=${pathToFileURL(ahead)}` });
		const eventIds = [];
		for (const name of ['a', 'b', 'c']) eventIds.push(await submit(server, token, links(name, 5_000)));
		const processing = () => {
			const database = new DatabaseSync(file(), { readOnly: true });
			const text = "select max(lease_until) as until from link_event where state = 'Processing'";
			const until = database.prepare(text).get()?.until as number | null;
			database.close();
			return until ?? 0;
		};
		await eventually(
			async () => processing(),
			(until) => until > Date.now() + 29 * 86_400_000,
		);
		await server.stop('SIGKILL');
		await serve({ NODE_OPTIONS: '' });
		for (const eventId of eventIds) {
			const headers = { Authorization: `Bearer ${token}` };
			const ask = async () =>
				(await (await fetch(`${server.url}/events/${eventId}`, { headers })).json()) as { indexed: boolean };
			await eventually(ask, ({ indexed }) => indexed, patient);
		}
		assert.equal(await found(), 15_000);
	});

	it('goes on where nobody reads its log', async () => {
		await serve();
		server.process.stderr?.destroy();
		await once(server.process.stderr as NodeJS.ReadableStream, 'close');
		await submit(server, token, links('first'));
		renameSync(file(), `${file()}.aside`);
		for (let time = 0; time < 3; time++) assert.equal((await send()).status, 503);
		renameSync(`${file()}.aside`, file());
		await untilIndexed(server, token, await submit(server, token, links('second')));
	});
});
