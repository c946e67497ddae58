// Opens SQLite files for the search index, the only place that knows node:sqlite; knows no tables.

import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** What a column holds and a parameter takes. */
export type Value = number | string | null;

/** A prepared statement; rows come as arrays in the order of the columns. */
export type Statement = {
	all<Row extends Value[]>(...parameters: Value[]): Row[];
	/** Answers rows one by one as they are read; slower than all of them at once, and without room for them. */
	iterate<Row extends Value[]>(...parameters: Value[]): Iterable<Row>;
	get<Row extends Value[]>(...parameters: Value[]): Row | undefined;
	/** Answers how many rows it has changed, and the id of the last one that was inserted. */
	run(...parameters: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
};

export type Connection = {
	/** Runs SQL of several statements, without parameters. */
	execute(sql: string): void;
	/** Prepares a statement, once for the same text; all are kept, so texts must not come in endless shapes. */
	prepare(sql: string): Statement;
	isInTransaction(): boolean;
	/** Closes it, unless it is closed already. */
	close(): void;
};

type OpenOptions = {
	/** Makes the file where there is none; else a missing file fails (see isMissingFile). */
	create?: boolean;
	/** Pages kept in memory. */
	cacheMebibytes: number;
	/** How long a statement waits, and the thread with it, for a lock that another connection holds. */
	busyMilliseconds: number;
};

/** Writes the statement that has a connection keep so many MiB of pages of a file, and (main's) sort within as much. */
export function cacheOf(mebibytes: number, schema = 'main'): string {
	return `PRAGMA ${schema}.cache_size = -${mebibytes * 1_024}`;
}

/** Opens a file. */
export function openConnection(
	path: string,
	{ create = false, cacheMebibytes, busyMilliseconds }: OpenOptions,
): Connection {
	const url = pathToFileURL(path);
	url.searchParams.set('mode', create ? 'rwc' : 'rw');
	const database = new DatabaseSync(url, { timeout: busyMilliseconds, returnArrays: true });
	try {
		database.exec(cacheOf(cacheMebibytes));
	} catch (error) {
		database.close();
		throw error;
	}
	const prepared = new Map<string, Statement>();
	return {
		execute: (sql) => database.exec(sql),
		prepare(sql) {
			let statement = prepared.get(sql);
			if (!statement) {
				statement = database.prepare(sql) as unknown as Statement;
				prepared.set(sql, statement);
			}
			return statement;
		},
		isInTransaction: () => database.isTransaction,
		close() {
			if (database.isOpen) database.close();
		},
	};
}

/** Prepares what works on a connection; where that fails, closes it. */
export function orClose<T>(connection: Connection, prepare: () => T): T {
	try {
		return prepare();
	} catch (error) {
		connection.close();
		throw error;
	}
}

/** Tells whether an operation failed because another connection holds a lock (SQLITE_BUSY). */
export function isBusy(error: unknown): boolean {
	return resultCode(error) === 5;
}

/** Tells whether an operation failed because there is no such file (SQLITE_CANTOPEN). */
export function isMissingFile(error: unknown): boolean {
	return resultCode(error) === 14;
}

/** Tells whether a file is something else than a database (SQLITE_NOTADB). */
export function isForeignFile(error: unknown): boolean {
	return resultCode(error) === 26;
}

// The low byte of an extended result code is the primary one (sqlite.org/rescode.html).
function resultCode(error: unknown): number | undefined {
	const code = (error as { errcode?: unknown } | null)?.errcode;
	return typeof code === 'number' ? code & 0xff : undefined;
}
