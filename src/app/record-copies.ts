// What backing up and restoring share: which file, what is in a copy, whether it is whole. It knows
// neither of them.
import type { CopyContent } from '../cli/application.ts';
import { faultsOfSqliteFile, makeOneFile, syncToDisk } from '../engines/sqlite/records/copy-file.ts';
import { BrokerError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { openAccountRecords } from '../store/accounts/account-records.ts';
import type { Migration } from '../store/migrate.ts';
import { openSqlRecords } from '../store/sql/sql-records.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import { openDatabase } from './open.ts';

/** Answers the file of the records; fails where they are kept by a server of its own. */
export function embeddedFile({ database }: Settings): string {
	if (database.kind === 'sqlite') return database.path;
	throw new BrokerError(
		'bad-usage',
		'DATABASE_URL names a PostgreSQL database: pg_dump and pg_restore copy that, as "Backup and restore" in ' +
			'docs/operating.md shows.',
	);
}

/** Works on a copy as a database, which is one file again afterwards. */
export async function withCopy<T>(
	path: string,
	work: (database: SqlDatabase, migrations: readonly Migration[]) => Promise<T>,
): Promise<T> {
	const { database, migrations } = await openDatabase({ kind: 'sqlite', path });
	const result = await work(database, migrations).finally(() => database.close());
	makeOneFile(path);
	return result;
}

/** Tells what is in a database. */
export async function contentOf(database: SqlDatabase): Promise<CopyContent> {
	const records = openSqlRecords(database);
	const events = Object.values((await records.size()).events).reduce((sum, count) => sum + count, 0);
	const users = (await openAccountRecords(database).users()).length;
	const lastChange = await records.snapshot(async (transaction) => (await transaction.changeLog()).newest);
	return { events, users, lastChange };
}

/** Fails with `bad-file`, in the words of `failure`, where the file is not whole. */
export function refuseDamaged(path: string, failure: string): void {
	const faults = faultsOfSqliteFile(path);
	if (faults.length === 0) return;
	throw new BrokerError('bad-file', failure, { problems: faults.map((message) => ({ message })) });
}

/** Reads the whole file for faults and has it written to the disk. */
export function finishCopy(path: string, failure: string): void {
	refuseDamaged(path, failure);
	syncToDisk(path);
}

/** Tells a failure of the file system in words; leaves others as they are. */
export function asFileFailure(error: unknown, what: string): unknown {
	const { syscall, message, code } = error as NodeJS.ErrnoException;
	const ofFiles = syscall !== undefined || code === 'ERR_SQLITE_ERROR';
	return ofFiles ? new BrokerError('bad-file', `${what}: ${message}.`, { cause: error }) : error;
}
