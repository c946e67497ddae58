// A store of links in a fresh SQLite file, for tests that need a real one; knows no test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkStore } from '../../../ports/records/link-store.ts';
import { migrate, readMigrations } from '../../sql/migrate.ts';
import type { RecentRowsOptions } from '../../sql/recent-rows.ts';
import type { SqlDatabase } from '../../sql/sql-database.ts';
import { openSqlLinkStore } from '../../sql/sql-link-store.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/** An empty store; `openAnother` opens a further handle on the same data, `close` closes all of them and removes the data. */
export type FreshLinkStore = {
	store: LinkStore;
	database: SqlDatabase;
	path: string;
	openAnother(): Promise<LinkStore>;
	close(): Promise<void>;
};

export const sqliteMigrations = readMigrations(new URL('./migrations/', import.meta.url));

/** Opens an empty store in a file of its own. */
export async function openFreshLinkStore(options: RecentRowsOptions = {}): Promise<FreshLinkStore> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-links-'));
	const path = join(folder, 'broker.db');
	const database = openSqliteDatabase(path);
	await migrate(database, sqliteMigrations);
	const opened = [openSqlLinkStore(database, options)];
	return {
		store: opened[0] as LinkStore,
		database,
		path,
		async openAnother() {
			const another = openSqlLinkStore(openSqliteDatabase(path), options);
			opened.push(another);
			return another;
		},
		async close() {
			for (const store of opened) await store.close();
			await rm(folder, { recursive: true });
		},
	};
}

/** Opens a database as a program left it whose last migration had this number. */
export async function openAsOf(number: number): Promise<{ database: SqlDatabase; remove(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-links-'));
	const database = openSqliteDatabase(join(folder, 'broker.db'));
	await migrate(
		database,
		sqliteMigrations.filter((migration) => migration.number <= number),
	);
	return {
		database,
		async remove() {
			await database.close();
			await rm(folder, { recursive: true });
		},
	};
}
