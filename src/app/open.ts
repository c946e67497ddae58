// Opens what the settings name: the records, the accounts in them, and the search index. The only
// module that depends on every engine.

import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';
import { BrokerError, errorText, hasCode } from '../errors.ts';
import type { Log } from '../log.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { DatabaseAddress, SearchAddress, Settings } from '../settings.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import { openAccountStore } from '../store/accounts/account-store.ts';
import { NeedsOperator } from '../store/damaged-database.ts';
import { type Migration, migrate, pendingMigrations, readMigrations, refuseNewerSchema } from '../store/migrate.ts';
import { openRecords, type Records } from '../store/records.ts';

import type { SqlDatabase } from '../store/sql-database.ts';
import { keepReserve, keepReserveOfIndex, watchDisks } from './disk-reserve.ts';

/** The records and the accounts, which lie in one database. */
export type Stores = { records: Records; accounts: AccountStore; close(): Promise<void> };

type OpenedDatabase = { database: SqlDatabase; migrations: Migration[] };

// Engines are imported where they are needed: loading one that is not used would slow down each
// start.
/**
 * Opens a database, whatever its schema, with the migrations of its engine. A file is made where
 * there is none, unless it must exist. `mostConnections`: of this thread, to a server.
 */
export async function openDatabase(
	address: DatabaseAddress,
	{ mostConnections, ...options }: { mustExist?: boolean; mostConnections?: number } = {},
): Promise<OpenedDatabase> {
	if (address.kind === 'postgres') {
		const { openPostgresDatabase } = await import('../engines/postgres/postgres-database.ts');
		return withMigrations(
			openPostgresDatabase({ ...address, ...(mostConnections !== undefined && { mostConnections }) }),
		);
	}
	const { openSqliteDatabase } = await import('../engines/sqlite/records/sqlite-database.ts');
	return withMigrations(openSqliteDatabase(address.path, options));
}

function withMigrations(database: SqlDatabase): OpenedDatabase {
	return { database, migrations: readMigrations(database.dialect.schemaWords) };
}

/**
 * Opens the database of the settings. Fails with `bad-file` where a new one would be made beside an
 * index: that belongs to a database that was lost.
 */
async function openOwnDatabase(settings: Settings): Promise<OpenedDatabase> {
	// Looked for first: another process may be making both, and makes the database first.
	const isBesideIndex = await hasIndexFiles(settings.search);
	const { database: address, search } = settings;
	if (address.kind !== 'sqlite' || search.kind !== 'sqlite' || !isBesideIndex) return openDatabase(address);
	const lost = () =>
		new BrokerError(
			'bad-file',
			`${address.path} has no data, but its search index ${search.path} exists. Restore the database or, to begin ` +
				`with an empty one, remove ${search.path}*.`,
		);
	// The database is refused by its log where that exists.
	const isMissing = !statSync(address.path, { throwIfNoEntry: false })?.size;
	if (isMissing && !existsSync(`${address.path}-wal`)) throw lost();
	const opened = await openDatabase(address);
	if (await opened.database.read((sql) => sql.hasTable('schema_migration'))) return opened;
	await opened.database.close();
	throw lost();
}

async function hasIndexFiles(search: SearchAddress): Promise<boolean> {
	if (search.kind !== 'sqlite') return false;
	// What is wrong with the folder is reported when the index is opened.
	if (!statSync(dirname(search.path), { throwIfNoEntry: false })?.isDirectory()) return false;
	const { numbersOfGenerations } = await import('../engines/sqlite/index/generations/generation-files.ts');
	return numbersOfGenerations(search.path).length > 0;
}

/**
 * Opens records and accounts. Their schema must be up to date (else `bad-setting`), unless
 * AUTO_MIGRATE may bring it there. Fails with `bad-setting`, too, if the server refuses the user, the
 * password or the database of DATABASE_URL.
 */
export async function openStores(settings: Settings): Promise<Stores> {
	const { database, migrations } = await openOwnDatabase(settings);
	try {
		if (settings.autoMigrate) await migrate(database, migrations);
		const pending = await pendingMigrations(database, migrations);
		if (pending.length > 0) {
			throw new BrokerError(
				'bad-setting',
				`The database lacks ${pending.join(', ')}: run link-broker migrate, or set AUTO_MIGRATE=on.`,
			);
		}
	} catch (error) {
		await database.close();
		throw await asRefusal(error, settings.database);
	}
	return storesIn({ database, migrations }, settings);
}

async function asRefusal(error: unknown, { kind }: DatabaseAddress): Promise<unknown> {
	if (kind !== 'postgres') return error;
	const { isRefusedAddress } = await import('../engines/postgres/connection.ts');
	if (!isRefusedAddress(error)) return error;
	const { cause } = error as { cause: Error };
	return new BrokerError('bad-setting', `The server of DATABASE_URL refuses it: ${cause.message}.`);
}

const longestWaitMilliseconds = 60_000;
const firstPauseMilliseconds = 250;
const longestPauseMilliseconds = 2_000;

type Waiting = { clock: Clock; log: Log; stopped: Promise<unknown> };

/**
 * Opens records and accounts for a service that starts. If the database is unavailable, it tries
 * again for a minute, and logs this once. It fails at once where an operator has to act first.
 * undefined if the service is stopped meanwhile.
 */
export async function awaitStores(settings: Settings, { clock, log, stopped }: Waiting): Promise<Stores | undefined> {
	const stopping = new AbortController();
	void stopped.then(() => stopping.abort());
	const deadline = clock.elapsed() + longestWaitMilliseconds;
	let pause = firstPauseMilliseconds;
	while (!stopping.signal.aborted) {
		try {
			return await openStores(settings);
		} catch (error) {
			const mayCome = hasCode(error, 'unavailable') && !(error instanceof NeedsOperator);
			if (!mayCome || clock.elapsed() >= deadline) throw error;
			const seconds = longestWaitMilliseconds / 1_000;
			if (pause === firstPauseMilliseconds)
				log.warn({ cause: errorText(error.cause) }, `The database is unavailable; trying again for ${seconds} seconds`);
			await clock.sleep(pause, stopping.signal);
			pause = Math.min(pause * 2, longestPauseMilliseconds);
		}
	}
	return undefined;
}

/**
 * Opens records and accounts for a background thread. The thread that starts it has just checked
 * the schema, so this one does not ask the database, which may be unavailable at the moment, and it
 * does not create a missing file.
 */
export async function reopenStores(settings: Settings, options: { mostConnections?: number } = {}): Promise<Stores> {
	return storesIn(await openDatabase(settings.database, { mustExist: true, ...options }), settings);
}

function storesIn({ database: opened, migrations }: OpenedDatabase, settings: Settings): Stores {
	const database = refuseNewerSchema(opened, migrations);
	return {
		records: keepReserve(openRecords(database), watchDisks(settings, systemClock)),
		accounts: openAccountStore(database),
		close: () => database.close(),
	};
}

/** Brings the database to this program's schema; returns the names of the missing migrations. */
export async function migrateRecords(settings: Settings): Promise<{ applied: string[] }> {
	const { database, migrations } = await openOwnDatabase(settings);
	try {
		return { applied: await migrate(database, migrations) };
	} finally {
		await database.close();
	}
}

/**
 * Bounds searches: an engine elsewhere is given so many milliseconds for each, one in this thread
 * ends where `isCancelled` answers true.
 */
export type SearchLimits = { searchMilliseconds?: number; isCancelled?: () => boolean };

/** Opens the search index; fails with `bad-setting` where its file cannot be made or read. */
export async function openIndex(settings: Settings, limits: SearchLimits = {}): Promise<SearchIndex> {
	return keepReserveOfIndex(await openIndexAt(settings, limits), watchDisks(settings, systemClock));
}

async function openIndexAt(
	{ search: address, searchShards: shards }: Pick<Settings, 'search' | 'searchShards'>,
	{ searchMilliseconds, isCancelled }: SearchLimits,
): Promise<SearchIndex> {
	if (address.kind === 'opensearch') {
		const { openOpenSearchIndex } = await import('../engines/opensearch/opensearch-index.ts');
		return openOpenSearchIndex(address, { shards, ...(searchMilliseconds !== undefined && { searchMilliseconds }) });
	}
	const { openSqliteIndex } = await import('../engines/sqlite/index/sqlite-index.ts');
	try {
		return await openSqliteIndex(address.path, { ...(isCancelled && { isCancelled }) });
	} catch (cause) {
		if (cause instanceof BrokerError) throw cause;
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new BrokerError('bad-setting', `The search index cannot be kept in ${address.path}: ${reason}.`, {
			cause,
		});
	}
}
