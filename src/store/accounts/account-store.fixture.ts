// Accounts in a SQLite file, for tests that need real ones.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteDatabase } from '../../engines/sqlite/records/sqlite-database.ts';
import { sqliteMigrations } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { type Audit, openAudit } from '../audit.ts';
import { migrate } from '../migrate.ts';
import { openRecords, type Records } from '../records.ts';
import type { AccountStore } from './account-store.ts';
import { openAccountStore } from './account-store.ts';

/** Opens empty accounts in a file that `close` removes. */
export async function openTestAccounts(): Promise<{
	store: AccountStore;
	audit: Audit;
	records: Records;
	close(): Promise<void>;
}> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-accounts-'));
	const database = openSqliteDatabase(join(folder, 'accounts.db'));
	await migrate(database, sqliteMigrations);
	return {
		store: openAccountStore(database),
		audit: openAudit(database),
		records: openRecords(database),
		async close() {
			await database.close();
			await rm(folder, { recursive: true });
		},
	};
}
