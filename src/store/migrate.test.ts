// Runs the suite of migrations on SQLite, also from several threads at once, and tests the
// migrations themselves.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { postgresDialect } from '../engines/postgres/postgres-database.ts';
import { openSqliteDatabase, sqliteDialect } from '../engines/sqlite/records/sqlite-database.ts';
import { openAccountStore } from './accounts/account-store.ts';
import { migrate, readMigrations } from './migrate.ts';
import type { SchemaWords, SqlDatabase } from './sql-database.ts';
import { describeMigrate, type EmptyDatabase } from './suite/migrate.contract.ts';

async function openEmptyFile(): Promise<EmptyDatabase & { path: string }> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-migrate-'));
	const path = join(folder, 'broker.db');
	const opened = [openSqliteDatabase(path)];
	return {
		path,
		database: opened[0] as SqlDatabase,
		openAnother() {
			const another = openSqliteDatabase(path);
			opened.push(another);
			return another;
		},
		async close() {
			for (const database of opened) await database.close();
			await rm(folder, { recursive: true });
		},
	};
}

describeMigrate('SQLite', openEmptyFile);

const sqlite = sqliteDialect.schemaWords;
const postgres = postgresDialect.schemaWords;

describe('ten threads that start at once', () => {
	it('open the file and apply each migration once between them', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'link-broker-threads-'));
		const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
		const script = `
			import { parentPort, workerData } from 'node:worker_threads';
			import { openSqliteDatabase } from ${from('../engines/sqlite/records/sqlite-database.ts')};
			import { migrate, readMigrations } from ${from('./migrate.ts')};
			const gate = new Int32Array(workerData.gate);
			Atomics.add(gate, 1, 1);
			Atomics.notify(gate, 1);
			Atomics.wait(gate, 0, 0);
			const database = openSqliteDatabase(workerData.path);
			const applied = await migrate(database, readMigrations(database.dialect.schemaWords));
			await database.close();
			parentPort.postMessage(applied);`;
		const gate = new SharedArrayBuffer(8);
		const threads = Array.from(
			{ length: 10 },
			() =>
				new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
					workerData: { gate, path: join(folder, 'broker.db') },
				}),
		);
		const answers = threads.map((thread) => once(thread, 'message'));
		const ready = new Int32Array(gate);
		for (let here = 0; here < threads.length; here = Atomics.load(ready, 1)) {
			await Atomics.waitAsync(ready, 1, here).value;
		}
		Atomics.store(ready, 0, 1);
		Atomics.notify(ready, 0);
		const applied = (await Promise.all(answers)).flatMap(([names]) => names as string[]);
		assert.deepEqual(
			applied.sort(),
			readMigrations(sqlite)
				.map(({ name }) => name)
				.sort(),
		);
		await rm(folder, { recursive: true });
	});
});

describe('the migrations', () => {
	it('are one, whose number rises where older databases cannot be read, and what only adds to it', () => {
		for (const words of [sqlite, postgres]) {
			assert.deepEqual(
				readMigrations(words).map(({ number, name }) => `${number} ${name}`),
				[
					'5 schema',
					'6 accounts',
					'7 holdings',
					'8 reports',
					'10 harvests',
					'11 loads',
					'12 plain-words',
					'13 places',
					'14 look-ups',
					'15 loads-of-events',
					'16 load-withdrawals',
					'17 subscriptions',
					'18 notifications',
					'19 notification-answers',
				],
			);
		}
	});

	it('have the same numbers and names on every engine', () => {
		const named = (words: SchemaWords) => readMigrations(words).map(({ number, name }) => `${number} ${name}`);
		assert.deepEqual(named(sqlite), named(postgres));
	});

	it('make tables and indexes of the same names on every engine', () => {
		const made = (words: SchemaWords) =>
			readMigrations(words)
				.flatMap(({ text }) => text.match(/create (unique )?(table|index) \w+/g) ?? [])
				.sort();
		// SQLite sorts all text by its bytes.
		const ofPostgres = ['create index identifier_by_doi'];
		assert.deepEqual([...made(sqlite), ...ofPostgres].sort(), made(postgres));
	});

	it('make tables of the same columns on every engine', () => {
		const columns = (words: SchemaWords) =>
			readMigrations(words).flatMap(
				({ text }) => text.match(/^ {2}\w+(?= (integer|bigint|smallint|text|blob|bytea))/gm) ?? [],
			);
		assert.deepEqual(columns(sqlite), columns(postgres));
		assert.ok(columns(sqlite).length > 50);
	});

	it('bring an empty database to a schema that has nothing pending', async () => {
		const opened = await openEmptyFile();
		const migrations = readMigrations(sqlite);
		assert.deepEqual(
			await migrate(opened.database, migrations),
			migrations.map(({ name }) => name),
		);
		await opened.close();
	});

	it('upgrade a file of schema 5, whose tokens keep all scopes', async () => {
		const opened = await openEmptyFile();
		const migrations = readMigrations(sqlite);
		await migrate(opened.database, migrations.slice(0, 1));
		await opened.database.write((sql) =>
			sql.script(`
				insert into account_user (id, email, email_key, active, created_at) values (7, 'a@b.org', 'a@b.org', 1, 0);
				insert into account_token (hash, user_id, name, internal, created_at) values ('h', 7, 'feed', 0, 0);`),
		);
		assert.deepEqual(await migrate(opened.database, migrations), [
			'accounts',
			'holdings',
			'reports',
			'harvests',
			'loads',
			'plain-words',
			'places',
			'look-ups',
			'loads-of-events',
			'load-withdrawals',
			'subscriptions',
			'notifications',
			'notification-answers',
		]);
		const found = await openAccountStore(opened.database).findToken('h');
		assert.deepEqual(
			[found?.user.email, found?.token.scopes],
			['a@b.org', ['submit', 'withdraw', 'read', 'subscribe', 'notify']],
		);
		await opened.close();
	});

	for (const number of [1, 3, 4]) {
		it(`refuse a file of schema ${number}, of a version before, with what to do`, async () => {
			const opened = await openEmptyFile();
			await opened.database.write((sql) =>
				sql.script(`
				create table schema_migration (number integer primary key, name text not null, applied_at text not null);
				insert into schema_migration values (${number}, 'schema', '');`),
			);
			await assert.rejects(migrate(opened.database, readMigrations(sqlite)), {
				code: 'unknown-schema',
				message: new RegExp(
					`of schema ${number} \\(schema\\).*link-broker export FILE.*link-broker events import FILE`,
				),
			});
			await opened.close();
		});
	}

	it('refuse a file that was made before them', async () => {
		const opened = await openEmptyFile();
		// In the state of the last version with six migrations.
		await opened.database.write((sql) =>
			sql.script(`
				create table schema_migration (number integer primary key, name text not null, applied_at text not null);
				insert into schema_migration values (1, 'records', ''), (2, 'accounts', ''), (3, 'sessions', ''),
					(4, 'fewer-pages', ''), (5, 'recent-runs', ''), (6, 'packed-marks', '');
				create table link_event (sequence integer primary key, event_id text not null unique, state text not null);
				create table index_mark (id integer primary key autoincrement, event_sequence integer not null);`),
		);
		await assert.rejects(migrate(opened.database, readMigrations(sqlite)), {
			code: 'unknown-schema',
			message: /of schema 1 \(records\).*link-broker export FILE.*link-broker events import FILE/,
		});
		assert.equal(await opened.database.read((sql) => sql.hasTable('outbox_entry')), false);
		await opened.close();
	});
});
