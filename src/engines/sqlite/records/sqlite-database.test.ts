// Tests what is specific to SQLite below the records: how writers of one file take turns, and how
// long the write-ahead log gets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Sql } from '../../../store/sql-database.ts';
import { startOverlappingReaders } from '../write-ahead-log.fixture.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/**
 * A load: writes one transaction of about 60 milliseconds after the other, in a separate thread.
 */
const writeInATightLoop = new URL(
	`data:text/javascript,${encodeURIComponent(`
		import { parentPort, workerData } from 'node:worker_threads';
		import { openSqliteDatabase } from '${new URL('./sqlite-database.ts', import.meta.url).href}';
		const database = openSqliteDatabase(workerData.path);
		let stopped = false;
		parentPort.once('message', () => { stopped = true; });
		for (let written = 0; !stopped; written++) {
			await database.write(async (sql) => {
				await sql.run("insert into written values ('load')");
				const end = performance.now() + 60;
				while (performance.now() < end);
			});
			if (written === 2) parentPort.postMessage('writing');
		}
		await database.close();
		parentPort.close();`)}`,
);

describe('writers of one SQLite file', () => {
	let folder: string;
	let path: string;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'link-broker-writers-'));
		path = join(folder, 'broker.db');
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it('of one process come one after the other, in the order of their calls', async () => {
		const database = openSqliteDatabase(path);
		const order: string[] = [];
		const write = (name: string, ticks: number) =>
			database.write(async () => {
				for (let time = 0; time < ticks; time++) await tick();
				order.push(name);
			});
		await Promise.all([write('slow', 5), write('quick', 0), write('last', 2)]);
		assert.deepEqual(order, ['slow', 'quick', 'last']);
		await database.close();
	});

	it('of another process write between the transactions of a long one', async () => {
		const database = openSqliteDatabase(path);
		await database.write((sql) => sql.script('create table written (by text)'));
		const load = new Worker(writeInATightLoop, { workerData: { path } });
		await once(load, 'message');
		const written = async (by: string) =>
			database.read(
				async (sql) => (await sql.all<[number]>('select count(*) from written where by = ?1', [by]))[0]?.[0],
			);
		for (let time = 0; time < 5; time++) {
			const before = (await written('load')) ?? 0;
			await database.write((sql) => sql.run("insert into written values ('submission')"));
			const meanwhile = ((await written('load')) ?? 0) - before;
			// The one that is under way, and two more where this thread had no processor meanwhile.
			assert.ok(meanwhile <= 3, `${meanwhile} transactions of the load meanwhile`);
		}
		assert.equal(await written('submission'), 5);
		load.postMessage('stop');
		await once(load, 'exit');
		await database.close();
	});

	it('fail after a time, as unavailable', async () => {
		const holder = new DatabaseSync(path);
		holder.exec('pragma journal_mode = wal; create table held (by text); begin immediate');
		const database = openSqliteDatabase(path, { writeTimeoutMilliseconds: 50 });
		await assert.rejects(
			database.write(async () => undefined),
			{ code: 'unavailable', retryAfterSeconds: 5 },
		);
		holder.exec('rollback');
		assert.equal(await database.write(async () => 'written'), 'written');
		holder.close();
		await database.close();
	});

	it('write through to the disk where they must survive power loss, and only then', async () => {
		const database = openSqliteDatabase(path);
		const synchronous = (durable: boolean) =>
			database.write(async (sql) => (await sql.all<[number]>('pragma synchronous')).flat(), { durable });
		// 1 is NORMAL, 2 is FULL.
		for (const durable of [false, true, false]) assert.deepEqual(await synchronous(durable), [durable ? 2 : 1]);
		await database.close();
	});

	it('wait, when they open a new file, for one that is just creating it', async () => {
		const making = `
			const { DatabaseSync } = require('node:sqlite');
			// Its commit waits for a reader of the file at that moment.
			const database = new DatabaseSync(require('node:worker_threads').workerData, { timeout: 5_000 });
			database.exec('create table made (by_the_other); begin immediate');
			require('node:worker_threads').parentPort.postMessage('begun');
			setTimeout(() => { database.exec('commit'); database.close(); }, 50);`;
		const other = new Worker(making, { eval: true, workerData: path });
		await once(other, 'message');
		const database = openSqliteDatabase(path);
		assert.equal(await database.read((sql) => sql.hasTable('made')), true);
		await database.close();
		await other.terminate();
	});

	it('continue after one whose work failed', async () => {
		const one = openSqliteDatabase(path);
		const other = openSqliteDatabase(path);
		await assert.rejects(
			one.write(async () => {
				throw new Error('The work failed.');
			}),
			/The work failed/,
		);
		assert.equal(await other.write(async () => 'written'), 'written');
		await one.close();
		await other.close();
	});
});

describe('the write-ahead log of a SQLite file', () => {
	const mebibyte = 2 ** 20;
	let folder: string;
	let path: string;
	const logMebibytes = () => statSync(`${path}-wal`).size / mebibyte;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'link-broker-log-'));
		path = join(folder, 'broker.db');
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	/** Opens the file, with a function that writes some mebibytes, each in its own transaction. */
	async function openWriting() {
		const database = openSqliteDatabase(path);
		await database.write((sql) => sql.script('create table filling (content blob)'));
		const fill = async (mebibytes: number) => {
			for (let written = 0; written < mebibytes; written++) {
				await database.write((sql) => sql.run(`insert into filling values (zeroblob(${mebibyte}))`));
			}
		};
		return { database, fill };
	}

	it('restarts beside readers that always overlap', async () => {
		const { database, fill } = await openWriting();
		const readers = await startOverlappingReaders(path);
		await fill(200);
		// A checkpoint is tried four times a second, and a fast disk writes all of that in less.
		for (let time = 0; time < 100 && logMebibytes() >= 130; time++) await fill(10);
		assert.ok(logMebibytes() < 130, `${logMebibytes()} MiB`);
		await readers.stop();
		await database.close();
	});

	it('comes into the database once the caller has its result, before the next transaction', async () => {
		const { database, fill } = await openWriting();
		const databaseMebibytes = () => statSync(path).size / mebibyte;
		await fill(60);
		const answered = await database
			.write((sql) => sql.run(`insert into filling values (zeroblob(${10 * mebibyte}))`))
			.then(databaseMebibytes);
		const next = await database.write(async () => databaseMebibytes());
		assert.ok(answered < 1, `${answered} MiB`);
		assert.ok(next > 60, `${next} MiB`);
		await database.close();
	});

	it('waits for no read of the thread that writes, and restarts as soon as that is over', async () => {
		const { database, fill } = await openWriting();
		const over = Promise.withResolvers<void>();
		const read = async (sql: Sql) => {
			await sql.all('select count(*) from filling');
			await over.promise;
		};
		const readings = [database.snapshot(read), database.read(read)];
		await fill(140);
		assert.ok(logMebibytes() > 130, `${logMebibytes()} MiB`);
		over.resolve();
		await Promise.all(readings);
		const readers = await startOverlappingReaders(path);
		await fill(2);
		assert.ok(logMebibytes() < 130, `${logMebibytes()} MiB`);
		await readers.stop();
		await database.close();
	});
});
