// Tests statements whose connection is lost without a word: they fail in time, and others go on. A
// statement that the server works on is waited for.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlDatabase } from '../../store/sql-database.ts';
import { createSchema, type FreshSchema, skipPostgres } from './postgres.fixture.ts';
import { openPostgresDatabase } from './postgres-database.ts';

describe('a statement', { skip: skipPostgres }, () => {
	let schema: FreshSchema;
	let database: SqlDatabase;
	let sockets: Set<Socket>;
	let close: () => void;
	let isPooler: boolean;
	beforeEach(async () => {
		schema = await createSchema();
		const url = new URL(schema.url);
		const server = { host: url.hostname, port: Number(url.port) };
		sockets = new Set();
		isPooler = false;
		const line = createServer((near) => {
			const far = connect(server);
			for (const [one, other] of [
				[near, far],
				[far, near],
			] as const) {
				sockets.add(one);
				one.on('error', () => undefined).on('close', () => other.destroy());
				one.on('data', (bytes) => other.write(isPooler && one === far ? renumbered(bytes) : bytes));
			}
		}).listen(0, '127.0.0.1');
		await once(line, 'listening');
		const { port } = line.address() as AddressInfo;
		Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
		database = openPostgresDatabase({ url: url.href, askAfter: 200 });
		close = () => {
			for (const socket of sockets) socket.destroy();
			line.close();
		};
	});
	afterEach(async () => {
		close();
		await database.close();
		await schema.remove();
	});

	it('fails with unavailable where its connection is lost, and the next one succeeds', async () => {
		const lost = database.read(async (sql) => {
			await sql.all('select 1');
			for (const socket of sockets) socket.pause();
			return sql.all('select 2');
		});
		const begunAt = performance.now();
		await assert.rejects(lost, { code: 'unavailable' });
		assert.ok(performance.now() - begunAt < 10_000);
		assert.deepEqual(await database.read((sql) => sql.all('select 3')), [[3]]);
	});

	it('is waited for while the server works on it', async () => {
		assert.equal((await database.read((sql) => sql.all('select 1 from pg_sleep(4)'))).length, 1);
	});

	it('is waited for behind a pooler, whose connections have other numbers than at the server', async () => {
		isPooler = true;
		assert.equal((await database.read((sql) => sql.all('select 1 from pg_sleep(4)'))).length, 1);
	});

	it('may be followed by a long time without a statement', async () => {
		const pause = database.read(async (sql) => {
			await sql.all('select 1');
			await sleep(4_000);
			return sql.all('select 2');
		});
		assert.deepEqual(await pause, [[2]]);
	});
});

/** Changes the number of the connection (BackendKeyData), which the server sends at its beginning. */
function renumbered(sent: Buffer | string): Buffer {
	const bytes = Buffer.from(sent as Buffer);
	const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
	if (at !== -1) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1_000_000, at + 5);
	return bytes;
}
