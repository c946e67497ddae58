// Empty databases on a real PostgreSQL for tests: a schema for each at TEST_DATABASE_URL, removed
// at the end.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { AccountStore } from '../../store/accounts/account-store.ts';
import { openAccountStore } from '../../store/accounts/account-store.ts';
import { type Audit, openAudit } from '../../store/audit.ts';
import { migrate, readMigrations } from '../../store/migrate.ts';
import { openRecords, type Records } from '../../store/records.ts';

import type { SqlDatabase } from '../../store/sql-database.ts';
import { openPostgresDatabase, type PostgresAddress, postgresDialect } from './postgres-database.ts';

const server = process.env.TEST_DATABASE_URL;
assert.ok(server || process.env.REQUIRE_POSTGRES !== '1', 'REQUIRE_POSTGRES is 1, but TEST_DATABASE_URL is not set');

/** Why tests that need PostgreSQL are skipped; false where they run. */
export const skipPostgres: string | false = server
	? false
	: 'TEST_DATABASE_URL names no PostgreSQL (npm run services starts one)';

export const postgresMigrations = readMigrations(postgresDialect.schemaWords);

/** The address of the same server through a pooler in transaction mode, where tests use one. */
const pooler = process.env.TEST_POOLER_URL;

// Ends with the process, however many tests used it.
const admin = new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true });

/**
 * A separate schema. Programs that open `url` see nothing else, and have `name` as their
 * application_name. Behind a pooler it is in a separate database.
 */
export type FreshSchema = PostgresAddress & {
	name: string;
	/** The settings of a program that uses it. */
	settings: NodeJS.ProcessEnv;
	/** Runs a statement from outside the broker. */
	query(text: string, values?: readonly unknown[]): Promise<unknown[][]>;
	remove(): Promise<void>;
};

/** Makes an empty schema. */
export async function createSchema(): Promise<FreshSchema> {
	const name = `test_${randomUUID().replaceAll('-', '')}`;
	if (pooler) return createPooledDatabase(name, pooler);
	await admin.query(`create schema ${name}`);
	const url = new URL(server as string);
	url.searchParams.set('options', `-c search_path=${name}`);
	url.searchParams.set('application_name', name);
	return {
		name,
		url: url.href,
		settings: { DATABASE_URL: url.href },
		query: (text, values) => queryRows(admin, text, values),
		async remove() {
			await admin.query(`set client_min_messages = warning; drop schema ${name} cascade`);
		},
	};
}

// A pooler accepts no search_path from its clients, so it is set for the database.
async function createPooledDatabase(name: string, poolerUrl: string): Promise<FreshSchema> {
	await admin.query(`create database ${name}`);
	await admin.query(`alter database ${name} set search_path = ${name}`);
	const [url, listenUrl] = [new URL(poolerUrl), new URL(server as string)];
	for (const each of [url, listenUrl]) each.pathname = `/${name}`;
	url.searchParams.set('application_name', name);
	const own = new pg.Pool({ connectionString: listenUrl.href, max: 1, allowExitOnIdle: true });
	// It is disconnected when its database is removed.
	own.on('error', () => undefined);
	await own.query(`create schema ${name}`);
	return {
		name,
		...{ url: url.href, listenUrl: listenUrl.href, isPooled: true },
		settings: { DATABASE_URL: url.href, DATABASE_LISTEN_URL: listenUrl.href, DATABASE_POOLER: 'transaction' },
		query: (text, values) => queryRows(own, text, values),
		async remove() {
			await own.end();
			await admin.query(`drop database ${name} with (force)`);
		},
	};
}

async function queryRows(pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<unknown[][]> {
	return (await pool.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
}

/**
 * An empty database; `openAnother` opens a further handle on it, like another process, `close`
 * closes all handles and removes the data.
 */
export type FreshPostgres = {
	database: SqlDatabase;
	schema: FreshSchema;
	openAnother(): SqlDatabase;
	close(): Promise<void>;
};

/** Opens a database without tables. */
export async function openEmptyPostgres(): Promise<FreshPostgres> {
	const schema = await createSchema();
	const opened: SqlDatabase[] = [];
	const openAnother = () => {
		const another = openPostgresDatabase(schema);
		opened.push(another);
		return another;
	};
	return {
		database: openAnother(),
		schema,
		openAnother,
		async close() {
			await Promise.all(opened.map((database) => database.close()));
			await schema.remove();
		},
	};
}

/** Opens empty records. */
export async function openTestPostgresRecords(): Promise<
	Omit<FreshPostgres, 'openAnother'> & { records: Records; openAnother(): Promise<Records> }
> {
	const fresh = await openEmptyPostgres();
	await migrate(fresh.database, postgresMigrations);
	return {
		...fresh,
		records: openRecords(fresh.database),
		openAnother: async () => openRecords(fresh.openAnother()),
	};
}

/** Opens empty accounts. */
export async function openTestPostgresAccounts(): Promise<{
	store: AccountStore;
	audit: Audit;
	records: Records;
	close(): Promise<void>;
}> {
	const { database, close } = await openEmptyPostgres();
	await migrate(database, postgresMigrations);
	return {
		...{ store: openAccountStore(database), audit: openAudit(database), records: openRecords(database) },
		close,
	};
}
