// A store of accounts in a fresh SQLite file, for tests that need a real one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountStore } from '../../ports/accounts/account-store.ts';
import { openSqliteDatabase } from '../sqlite/records/sqlite-database.ts';
import { openAccountRecords } from './account-records.ts';
import { migrate, readMigrations } from './migrate.ts';

/** Opens an empty store of accounts in a file that close removes. */
export async function openFreshAccountStore(): Promise<{ store: AccountStore; close(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-accounts-'));
	const database = openSqliteDatabase(join(folder, 'accounts.db'));
	await migrate(database, readMigrations(new URL('../sqlite/records/migrations/', import.meta.url)));
	return {
		store: openAccountRecords(database),
		async close() {
			await database.close();
			await rm(folder, { recursive: true });
		},
	};
}
