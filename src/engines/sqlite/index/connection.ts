// Opens SQLite files for the search index; the only module that uses node:sqlite.

import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createLru } from './lru.ts';

/** The type of columns and parameters. */
export type Value = number | string | null;

/** A prepared statement; rows come as arrays in the order of the columns. */
export type Statement = {
	all<Row extends Value[]>(...parameters: Value[]): Row[];
	/** Returns rows one by one; the statement cannot be used otherwise until they end. */
	iterate<Row extends Value[]>(...parameters: Value[]): Iterable<Row>;
	get<Row extends Value[]>(...parameters: Value[]): Row | undefined;
	/** Returns how many rows it has changed, and the id of the last one that was inserted. */
	run(...parameters: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
};

export type Connection = {
	/** Runs SQL of several statements, without parameters. */
	execute(sql: string): void;
	/**
	 * Prepares a statement; the latest ones are cached by their text, since filters have any number
	 * of texts.
	 */
	prepare(sql: string): Statement;
	/** Defines a function that SQL may call with any number of values. */
	define(name: string, work: (...values: Value[]) => Value): void;
	isInTransaction(): boolean;
	/** Closes it; idempotent. */
	close(): void;
};

type OpenOptions = {
	/** Creates the file where there is none; otherwise a missing file fails (see isMissingFile). */
	create?: boolean;
	/** Pages cached in memory. */
	cacheMebibytes: number;
	/** How long a statement, and its thread, waits for a lock that another connection holds. */
	busyMilliseconds: number;
};

/**
 * Writes the statement that sets a connection's cache to this many MiB of pages of a file, and
 * (main's) limits sorting to as much.
 */
export function cacheOf(mebibytes: number, schema = 'main'): string {
	return `PRAGMA ${schema}.cache_size = -${mebibytes * 1_024}`;
}

// Plain searches have about fifty texts, those of writers another thirty.
const cachedStatements = 200;

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
	const prepared = createLru<string, Statement>(cachedStatements);
	return {
		execute: (sql) => database.exec(sql),
		prepare: (sql) => prepared.get(sql, () => database.prepare(sql) as unknown as Statement),
		define: (name, work) => database.function(name, { varargs: true }, work as (...values: unknown[]) => Value),
		isInTransaction: () => database.isTransaction,
		close() {
			if (database.isOpen) database.close();
		},
	};
}
