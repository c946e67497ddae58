// A store of accounts in a fresh SQLite file, for tests that need a real one; knows the tables of the accounts only.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountStore } from '../account-store.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { openAccountRecords } from './account-records.ts';

const accountTables = [
	`create table account_user (
	  id integer primary key,
	  email text not null,
	  email_key text not null unique,
	  password_hash text,
	  active integer not null,
	  created_at integer not null
	)`,
	`create table account_role (
	  id integer primary key,
	  name text not null unique,
	  created_at integer not null
	)`,
	`create table account_user_role (
	  user_id integer not null,
	  role_id integer not null,
	  primary key (user_id, role_id)
	) without rowid`,
	'create index account_user_role_by_role on account_user_role (role_id)',
	`create table account_token (
	  id integer primary key,
	  hash text not null unique,
	  user_id integer not null,
	  name text not null,
	  internal integer not null,
	  created_at integer not null,
	  last_used_at integer,
	  expires_at integer,
	  revoked_at integer
	)`,
	'create index account_token_by_user on account_token (user_id, name)',
];

/** Opens an empty store of accounts in a file that close removes. */
export async function openFreshAccountStore(): Promise<{ store: AccountStore; close(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-accounts-'));
	const database = openSqliteDatabase(join(folder, 'accounts.db'));
	await database.write(async (sql) => {
		for (const statement of accountTables) await sql.run(statement);
	});
	return {
		store: openAccountRecords(database),
		async close() {
			await database.close();
			await rm(folder, { recursive: true });
		},
	};
}
