// Tests of what is SQLite's own below the records: how connections of several processes take turns at writing, and how long the log gets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Sql, SqlDatabase } from '../../sql/sql-database.ts';
import { startOverlappingReaders } from '../write-ahead-log.fixture.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

describe('writers of one SQLite file', () => {
	let folder: string;
	let path: string;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'link-broker-writers-'));
		path = join(folder, 'broker.db');
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it('let one that waits write before one that has just written', async () => {
		const load = openSqliteDatabase(path);
		const submission = openSqliteDatabase(path);
		const order: string[] = [];
		let submitted: Promise<void> | undefined;
		for (let event = 1; event <= 5; event++) {
			await load.write(async () => {
				submitted ??= submission.write(async () => void order.push('submission'));
				await turn();
				order.push(`event ${event}`);
			});
		}
		await submitted;
		assert.deepEqual(order, ['event 1', 'submission', 'event 2', 'event 3', 'event 4', 'event 5']);
		await load.close();
		await submission.close();
	});

	it('hear whether others wait, of this process or another', async () => {
		const load = openSqliteDatabase(path);
		const submission = openSqliteDatabase(path);
		let waiting: Promise<unknown> = Promise.resolve();
		const heard: boolean[] = [];
		await load.write(async () => {
			heard.push(load.othersWait());
			waiting = submission.write(async () => undefined);
			await turn();
			heard.push(load.othersWait());
		});
		await waiting;
		await load.write(async () => {
			heard.push(load.othersWait());
			waiting = load.write(async () => undefined);
			heard.push(load.othersWait());
		});
		await waiting;
		assert.deepEqual(heard, [false, true, false, true]);
		await load.close();
		await submission.close();
	});

	it('hear whether one of those who wait goes first, of this process or another', async () => {
		const load = openSqliteDatabase(path);
		const other = openSqliteDatabase(path);
		const heard: boolean[] = [];
		for (const by of [load, other]) {
			for (const first of [false, true]) {
				let waiting: Promise<unknown> = Promise.resolve();
				await load.write(async () => {
					waiting = by.write(async () => undefined, { first });
					await turn();
					heard.push(load.firstWaits());
				});
				await waiting;
			}
		}
		assert.deepEqual(heard, [false, true, false, true]);
		await load.close();
		await other.close();
	});

	it('let those go first who say so', async () => {
		const database = openSqliteDatabase(path);
		const order: string[] = [];
		const write = (name: string, first: boolean) => database.write(async () => void order.push(name), { first });
		await Promise.all([write('under way', false), write('later', false), write('first', true), write('last', false)]);
		assert.deepEqual(order, ['under way', 'first', 'later', 'last']);
		await database.close();
	});

	it('let one who goes first pass one of the same thread who already waits for another process', async () => {
		const load = openSqliteDatabase(path);
		const database = openSqliteDatabase(path);
		const order: string[] = [];
		const write = (name: string, first: boolean) => database.write(async () => void order.push(name), { first });
		let waiting: Promise<unknown> = Promise.resolve();
		await load.write(async () => {
			const other = write('other', false);
			await turn();
			assert.ok(load.othersWait());
			const first = Array.from({ length: 10 }, (_, number) => write(`first ${number}`, true));
			for (let turns = 0; turns < 50_000 && !load.firstWaits(); turns++) await turn();
			waiting = Promise.all([other, ...first]);
		});
		await waiting;
		assert.deepEqual([order[0], order[8]], ['first 0', 'other']);
		await load.close();
		await database.close();
	});

	it('let one of the others write after every eight who go first', async () => {
		const database = openSqliteDatabase(path);
		const order: string[] = [];
		const write = (name: string, first: boolean) => database.write(async () => void order.push(name), { first });
		const first = Array.from({ length: 10 }, (_, number) => `first ${number}`);
		await Promise.all([write('under way', false), write('other', false), ...first.map((name) => write(name, true))]);
		assert.deepEqual(order, ['under way', ...first.slice(0, 8), 'other', ...first.slice(8)]);
		await database.close();
	});

	it('wait, when they open a new file, for one that is just making it', async () => {
		const making = `
			const database = new (require('node:sqlite').DatabaseSync)(require('node:worker_threads').workerData);
			database.exec('create table made (by_the_other); begin immediate');
			require('node:worker_threads').parentPort.postMessage('begun');
			setTimeout(() => { database.exec('commit'); database.close(); }, 50);`;
		const other = new Worker(making, { eval: true, workerData: path });
		await once(other, 'message');
		const database = openSqliteDatabase(path);
		assert.equal(await database.read((sql) => sql.hasTable('made')), true);
		await database.close();
	});

	it('leave the place of one whose work failed to the next', async () => {
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

	/** Opens the file, with a function that writes some mebibytes, each in a transaction of its own. */
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

	it('begins anew beside readers who are never all through', async () => {
		const { database, fill } = await openWriting();
		const readers = await startOverlappingReaders(path);
		await fill(200);
		// It is tried four times a second, and a fast disk takes all of that in less.
		for (let patience = 100; logMebibytes() >= 130 && patience > 0; patience--) await fill(10);
		assert.ok(logMebibytes() < 130, `${logMebibytes()} MiB`);
		await readers.stop();
		await database.close();
	});

	it('comes into the database after who goes first and waits', async () => {
		const { database, fill } = await openWriting();
		const inDatabase = () => statSync(path).size / mebibyte;
		await fill(60);
		await turn();
		let before = Number.NaN;
		await Promise.all([
			database.write((sql) => sql.run(`insert into filling values (zeroblob(${10 * mebibyte}))`)),
			database.write(
				async () => {
					before = inDatabase();
				},
				{ first: true },
			),
		]);
		await database.write(async () => undefined);
		assert.ok(before < 1, `${before} MiB`);
		assert.ok(inDatabase() > 60, `${inDatabase()} MiB`);
		await database.close();
	});

	it('waits for no reading of the thread that writes, and begins anew as soon as that is over', async () => {
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

describe('the pages of who writes to a SQLite file', () => {
	it('are as many as may be kept whenever it begins', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'link-broker-pages-'));
		let mebibytes = 16;
		const database = openSqliteDatabase(join(folder, 'broker.db'), { writeCacheMebibytes: () => mebibytes });
		const kept = () => database.write(async (sql) => (await sql.all<[number]>('pragma cache_size'))[0]?.[0]);
		assert.equal(await kept(), -16 * 1_024);
		for (mebibytes of [32, 16]) assert.equal(await kept(), -mebibytes * 1_024);
		await database.close();
		rmSync(folder, { recursive: true });
	});
});

describe('rows that are inserted', () => {
	let folder: string;
	let database: SqlDatabase;

	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'link-broker-insert-'));
		database = openSqliteDatabase(join(folder, 'broker.db'));
		await database.write((sql) => sql.script('create table name (id integer primary key, name text unique)'));
		await database.write((sql) => sql.insert('name', columns, [1, 'one']));
	});
	afterEach(async () => {
		await database.close();
		rmSync(folder, { recursive: true });
	});

	const columns = { id: 'integer', name: 'text' } as const;
	const names = () => database.read((sql) => sql.all('select id, name from name order by id'));

	it('are passed over where their key is there', async () => {
		await database.write((sql) => sql.insert('name', columns, [2, 'one', 3, 'three']));
		assert.deepEqual(await names(), [
			[1, 'one'],
			[3, 'three'],
		]);
	});

	it('fail where they must be new, and nothing of their transaction stays, whoever caught that', async () => {
		const insert = (sql: Sql) => sql.insert('name', columns, [3, 'three', 2, 'one'], { mustBeNew: true });
		await assert.rejects(
			database.write((sql) => insert(sql).catch(() => undefined)),
			/UNIQUE constraint failed: name.name/,
		);
		assert.deepEqual(await names(), [[1, 'one']]);
	});
});
