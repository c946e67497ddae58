// Fills the disk under the started program, and makes room again.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { mountSmallDisk, type SmallDisk, skipSmallDisk } from '../../src/engines/sqlite/small-disk.fixture.ts';
import { eventually, openProgram, type Program, type Server, submit, untilIndexed } from './program.ts';

const mebibyte = 2 ** 20;
const reserveBytes = 4 * mebibyte;

const links = (name: string, count = 1) =>
	Array.from({ length: count }, (_, n) => ({
		Source: { Identifier: { ID: `10.1000/${name}.${n}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		RelationshipType: { Name: 'References' },
		Target: { Identifier: { ID: '10.1000/work', IDScheme: 'doi' }, Type: { Name: 'software' } },
		LinkProvider: [{ Name: 'Test' }],
		LinkPublicationDate: '2020-01-01',
	}));

describe('a broker whose disk fills up', { skip: skipSmallDisk }, () => {
	let disk: SmallDisk;
	let program: Program;
	let server: Server;
	let token: string;

	before(async () => {
		disk = mountSmallDisk(32);
		program = await openProgram({
			DATABASE_URL: `sqlite:${join(disk.folder, 'broker.db')}`,
			SEARCH_URL: `sqlite:${join(disk.folder, 'search.db')}`,
			DISK_RESERVE_BYTES: String(reserveBytes),
		});
		token = await program.token();
		server = await program.serve();
		await untilIndexed(server, token, await submit(server, token, links('first')));
	});
	after(async () => {
		await program.remove();
		disk.remove();
	});

	const send = (body: unknown) =>
		fetch(`${server.url}/events`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		});
	const signIn = () =>
		fetch(`${server.url}/session`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ email: 'curator@example.org', password: 'correct horse' }),
		});
	const ready = async () => {
		const response = await fetch(`${server.url}/health/ready`);
		return { status: response.status, body: JSON.stringify(await response.json()) };
	};
	const searches = async () => (await fetch(`${server.url}/relationships?id=10.1000/work`)).status;
	const assertRefused = async (response: Response) => {
		const text = await response.text();
		assert.equal(response.status, 503, text);
		assert.match(text, /problems\/insufficient-storage/);
		assert.ok(Number(response.headers.get('Retry-After')) > 0);
		assert.ok(!text.includes(disk.folder), text);
	};
	/** Leaves so many bytes free. */
	const leave = async (bytes: number) => {
		const { bavail, bsize } = await statfs(disk.folder);
		writeFileSync(join(disk.folder, 'filler'), Buffer.alloc(bavail * bsize - bytes));
	};

	it('refuses submissions while some is left, says why, and lets people sign in and search', async () => {
		await leave(reserveBytes / 2);
		await eventually(ready, ({ status }) => status === 503);
		// Each thread looks once a second; what came before is known already.
		await assertRefused(
			await eventually(
				() => send(links('first')),
				({ status }) => status !== 202,
			),
		);
		const { body } = await ready();
		assert.match(
			body,
			/"submissions":\{"status":"not-ready","reasons":\["The disk of the database does not have enough free space/,
		);
		assert.match(body, /"searches":\{"status":"ready"/);
		assert.match(body, /"disk":\{"status":"down"/);
		assert.ok(!body.includes(disk.folder));
		assert.equal((await signIn()).status, 200);
		assert.equal(await searches(), 200);
		assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
	});

	it('answers 503, and nothing else, to what has to be stored when nothing is left', async () => {
		disk.fill();
		await assertRefused(await send(links('third')));
		// The log of the database may have room for a few sessions.
		for (let time = 0; time < 8; time++) {
			const response = await signIn();
			if (response.status !== 200) await assertRefused(response);
		}
		assert.equal(await searches(), 200);
	});

	it('goes on by itself when there is room', async () => {
		disk.empty();
		await eventually(ready, ({ status }) => status === 200, { timeoutSeconds: 30 });
		await untilIndexed(server, token, await submit(server, token, links('fourth', 500)));
		assert.equal((await signIn()).status, 200);
	});

	it('lost nothing that it had accepted, and stored nothing that it had refused', async () => {
		const found = await fetch(`${server.url}/relationships?id=10.1000/work&size=1`);
		assert.equal(found.headers.get('X-Total-Count'), '501');
		await found.body?.cancel();
	});
});
