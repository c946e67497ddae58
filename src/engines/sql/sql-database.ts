// The port to a SQL engine: transactions, statements over rows as arrays, and the few words in which dialects differ; knows no table.
import type { Inbox } from '../../ports/records/inbox.ts';
import type { SnapshotOptions } from '../../ports/records/link-store.ts';

export type SqlValue = string | number | null | Uint8Array;

/** Runs statements inside one transaction. Placeholders are written ?1, ?2 … on every engine. */
export interface Sql {
	readonly dialect: Dialect;
	/** Answers rows as arrays, in the order of the selected columns. */
	all<Row extends readonly unknown[]>(text: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
	/** Answers how many rows changed. */
	run(text: string, parameters?: readonly SqlValue[]): Promise<number>;
	/**
	 * Inserts rows, passing over those that conflict with a key, or failing at them where they `mustBeNew`; `values` are the first row's in the order of `columns`, the second's … Where it
	 * fails, some may be there: the transaction must fail, too.
	 */
	insert(
		table: string,
		columns: Readonly<Record<string, ColumnKind>>,
		values: readonly SqlValue[],
		options?: { mustBeNew?: boolean },
	): Promise<void>;
	/** Runs several statements without parameters, as a migration holds them. */
	script(text: string): Promise<void>;
	hasTable(name: string): Promise<boolean>;
	/** Keeps other processes from migrating until the transaction ends. */
	lockForMigration(): Promise<void>;
	/** Tells whoever listens, in any process, once the transaction is committed; nothing where the engine cannot tell others. */
	announce(topic: Topic): Promise<void>;
	/** Streams rows in steps of bounded size. */
	stream<Row extends readonly unknown[]>(text: string, parameters?: readonly SqlValue[]): AsyncIterable<Row[]>;
}

/** What may be announced: that events wait for a worker, that marks wait for the index. */
export type Topic = 'events' | 'marks';

export type ColumnKind = 'integer' | 'text' | 'bytes';

/** Holds the words in which engines differ. */
export interface Dialect {
	readonly name: 'sqlite' | 'postgres';
	/**
	 * Writes a FROM item that reads a list parameter: JSON text of an array of arrays (or of plain values, for one column), as made by
	 * JSON.stringify. Beside the columns it has `position`, from 0.
	 */
	list(placeholder: string, columns: Readonly<Record<string, 'integer' | 'text'>>): string;
	/** Ends a select that claims rows, so that two claimants never get the same. */
	readonly skipLocked: string;
	/** Writes the text that a column of long texts is indexed by, for both sides of a comparison. */
	textKey(expression: string): string;
	/** Whether one transaction at a time writes to the whole database. */
	readonly oneWriter: boolean;
	/** Whether rows that belong all over a large table come to one of recent rows first, see recent-rows.ts. */
	readonly recentTables: boolean;
	/** Ends a select whose rows must stay as they are until the transaction ends; '' where one writer at a time sees to that. */
	lockRows(strength: 'update' | 'share'): string;
	/** Writes the statement that keeps others from writing to a table, or locking rows of it, until the transaction ends; null where one writer at a time sees to that. */
	lockTable(table: string): string | null;
}

export type WriteOptions = {
	/** Survives power loss when it returns. */
	durable?: boolean;
	/** Somebody waits for the answer: where one writes at a time, goes before what else waits at this handle. */
	first?: boolean;
};

/** Opens transactions on one engine. Those of one process never interleave on a connection; failed ones leave nothing. */
export interface SqlDatabase {
	readonly dialect: Dialect;
	/** Where accepted events are kept until a transaction stores them; null where no writer waits for another for long. */
	readonly inbox: Inbox | null;
	/** Sees one consistent state. */
	read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
	/** Like read, for work that takes long: on a connection of its own, so that others need not wait. */
	snapshot<T>(work: (sql: Sql) => Promise<T>, options?: SnapshotOptions): Promise<T>;
	/** Writes all or nothing, run again where the engine reports a conflict with another. */
	write<T>(work: (sql: Sql) => Promise<T>, options?: WriteOptions): Promise<T>;
	/** Tells whether another transaction waits for the one that writes here to end; where the engine cannot tell, true. */
	othersWait(): boolean;
	/** Tells whether one of them goes first; where the engine cannot tell, false. */
	firstWaits(): boolean;
	/** Calls at every announcement, and whenever some may have been missed; answers how to stop. Where the engine cannot tell, it never calls. */
	listen(topic: Topic, onNews: () => void): () => Promise<void>;
	close(): Promise<void>;
}
