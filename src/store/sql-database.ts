// The port to a SQL engine: transactions, statements that return rows as arrays, and the words in
// which dialects differ.
import type { BrokerError } from '../errors.ts';

/** What one process notifies others of: events wait for a worker, entries wait for the index. */
export type Topic = 'events' | 'outbox';

/** Why nothing can be written, in words without a path; the cause is for the log. */
export type Incident = {
	failure: BrokerError;
	/** Whether only opening the records again helps. */
	needsRestart: boolean;
};

export type SqlValue = string | number | null | Uint8Array;

/** Runs statements inside one transaction. Placeholders are written ?1, ?2 … on every engine. */
export interface Sql {
	readonly dialect: Dialect;
	/** Returns rows as arrays, in the order of the selected columns. */
	all<Row extends readonly unknown[]>(text: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
	/** Returns how many rows changed. */
	run(text: string, parameters?: readonly SqlValue[]): Promise<number>;
	/** Streams rows in steps of bounded size. */
	stream<Row extends readonly unknown[]>(text: string, parameters?: readonly SqlValue[]): AsyncIterable<Row[]>;
	/** Runs several statements without parameters, such as those of a migration. */
	script(text: string): Promise<void>;
	hasTable(name: string): Promise<boolean>;
	/**
	 * Null where a writing transaction has the whole database to itself (SqlDatabase.singleWriter).
	 */
	readonly locks: Locks | null;
	/**
	 * Notifies subscribers in all processes once the transaction is committed; null where the engine
	 * cannot (SQLite is a file), so waiting processes have to poll.
	 */
	readonly notify: ((topic: Topic) => Promise<void>) | null;
}

/**
 * Separates transactions that write at the same time; every lock lasts until the transaction ends.
 */
export interface Locks {
	/** Keeps other transactions from writing to a table, or locking its rows. */
	table(name: string): Promise<void>;
	/** Waits for other transactions that have read a table, and keeps others from reading it. */
	readers(name: string): Promise<void>;
	/** Waits for other transactions that called this; for all of them where either is `exclusive`. */
	work(how: 'share' | 'exclusive'): Promise<void>;
	/** Keeps other processes from migrating. */
	migration(): Promise<void>;
}

/** The SQL in which engines differ. */
export interface Dialect {
	/**
	 * Writes a FROM item that reads a list parameter, whose rows come in the order of the list:
	 * JSON text of an array of arrays (or of plain values, for one column), as made by
	 * JSON.stringify. The reason: each engine has functions of its own that read JSON.
	 */
	list(placeholder: string, columns: Readonly<Record<string, 'integer' | 'text'>>): string;
	/**
	 * Writes the value by which a column of long texts is indexed, for both sides of a comparison.
	 * The reason: index entries of PostgreSQL are limited in size.
	 */
	textKey(expression: string): string;
	/**
	 * Writes the value by which an index orders long texts: the order of their bytes, as far as they
	 * differ in the first 600 characters. The reason: as above.
	 */
	textOrder(expression: string): string;
	/**
	 * Ends a select whose rows must stay as they are until the transaction ends; `skip locked` passes
	 * over rows that another transaction has locked, `nowait` runs the transaction again. The reason:
	 * a single writer locks no rows.
	 */
	lockRows(strength: 'update' | 'share' | `${'update' | 'share'} nowait` | 'update skip locked'): string;
	/**
	 * Writes the bytes that a text of hexadecimal digits stands for. The reason: a list parameter is
	 * JSON, which has no bytes.
	 */
	bytesOfHex(expression: string): string;
	/**
	 * Words that engines write differently in migrations. The reason: types, keys and triggers
	 * differ.
	 */
	readonly schemaWords: SchemaWords;
	/** Selects the size of the database in bytes. The reason: SQL has no standard for it. */
	readonly selectBytes: string;
	/**
	 * Selects how many connections are open and how many there can be; null for a file. The reason:
	 * as above.
	 */
	readonly selectConnections: string | null;
	/** Selects the names of all tables of the broker. The reason: as above. */
	readonly selectTables: string;
}

/**
 * Replacements in a migration: for types of PostgreSQL that an engine names otherwise, and for
 * words in braces: `{id}` is a key that the database chooses, `{growing id}` one that is never used
 * again.
 */
export type SchemaWords = Readonly<Record<string, string>>;

export type WriteOptions = {
	/** The commit survives power loss. */
	durable?: boolean;
};

/**
 * Opens transactions on one engine. Those of one handle never interleave on a connection; a failed
 * one leaves nothing, and one with a failed statement fails.
 */
export interface SqlDatabase {
	readonly dialect: Dialect;
	/** Whether only one transaction at a time writes to the whole database. */
	readonly singleWriter: boolean;
	/** Sees one consistent state. */
	read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
	/** Reads like `read`, for long work: on a connection of its own. */
	snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
	/** Writes all or nothing; runs `work` again where the engine reports a conflict. */
	write<T>(work: (sql: Sql) => Promise<T>, options?: WriteOptions): Promise<T>;
	/**
	 * Returns why nothing can be written now, null where writing works; does not wait for other
	 * writers.
	 */
	incident(): Promise<Incident | null>;
	/**
	 * Checks the stored bytes and lists the faults. If there are none, damage that was found earlier
	 * no longer prevents writes. Empty for a server, which checks its own files.
	 */
	checkFiles(): Promise<string[]>;
	/**
	 * Calls the listener after every `notify`, and whenever some may have been missed; returns a
	 * function that stops. Null where the engine has no notifications: waiting processes have to
	 * poll.
	 */
	readonly subscribe: ((topic: Topic, listener: () => void) => () => Promise<void>) | null;
	close(): Promise<void>;
}
