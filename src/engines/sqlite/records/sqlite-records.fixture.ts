// Records in a SQLite file, for tests that need real ones.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, readMigrations } from '../../../store/migrate.ts';
import { openRecords, type Records } from '../../../store/records.ts';

import type { SqlDatabase } from '../../../store/sql-database.ts';
import { openSqliteDatabase, sqliteDialect } from './sqlite-database.ts';

/**
 * Empty records; `openAnother` opens a further handle on the same data, `close` closes all and
 * removes the data.
 */
export type TestRecords = {
	records: Records;
	database: SqlDatabase;
	path: string;
	openAnother(): Promise<Records>;
	close(): Promise<void>;
};

export const sqliteMigrations = readMigrations(sqliteDialect.schemaWords);

/** Opens empty records in a separate file. */
export async function openTestRecords(): Promise<TestRecords> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-records-'));
	const path = join(folder, 'broker.db');
	const database = openSqliteDatabase(path);
	await migrate(database, sqliteMigrations);
	const records = openRecords(database);
	const opened = [records];
	return {
		records,
		database,
		path,
		async openAnother() {
			const another = openRecords(openSqliteDatabase(path));
			opened.push(another);
			return another;
		},
		async close() {
			for (const each of opened) await each.close();
			await rm(folder, { recursive: true });
		},
	};
}
