// SQLite behind the SQL port: one connection writes, one reads, and each long read has its own.
//
// A SQLite file has one writer at a time. In one handle (each thread has its own), writing
// transactions wait for each other in a queue, in the order of their calls. Between handles, of
// this or another process, there is no queue: each tries to begin every millisecond, without
// blocking its event loop. One that has written for some time pauses before its next transaction,
// so another can begin. After each transaction the write-ahead log is kept short (see
// write-ahead-log.ts).
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { BrokerError } from '../../../errors.ts';
import type { Dialect, Sql, SqlDatabase, SqlValue } from '../../../store/sql-database.ts';
import { rememberFailures } from '../../../store/write-memory.ts';
import { isBusy } from '../failures.ts';
import { createCheckpoints } from '../write-ahead-log.ts';
import { faultsOfSqliteFile } from './copy-file.ts';
import { clearDamage, guardFiles, noteDamage } from './file-guard.ts';
import { busyPauseMilliseconds, busyTimeoutMilliseconds, openSqliteFile } from './sqlite-file.ts';

const writeCacheMebibytes = 64;
const readCacheMebibytes = 16;
const usualLogBytes = 2 ** 26;
/** How long a handle writes before it lets others write. */
const turnMilliseconds = 50;
/** How long it then pauses: several attempts of a waiting process. */
const betweenTurnsMilliseconds = 5;

type SqliteDatabaseOptions = {
	writeTimeoutMilliseconds?: number;
	/** Fails with `unavailable` where there is no file, instead of creating an empty one. */
	mustExist?: boolean;
};

/**
 * Opens (and creates) a SQLite file; not `:memory:`, since several connections share it. A
 * transaction that could not begin to write for the timeout (60 s) fails with `unavailable`.
 */
export function openSqliteDatabase(
	path: string,
	{ writeTimeoutMilliseconds = busyTimeoutMilliseconds, mustExist = false }: SqliteDatabaseOptions = {},
): SqlDatabase {
	const writer = openConnection(path, writeCacheMebibytes, mustExist);
	// A transaction that writes waits in beginWriting instead, without blocking the event loop.
	writer.database.exec('pragma busy_timeout = 0');
	const reader = openConnection(path, readCacheMebibytes);
	reader.database.exec('pragma query_only = on; select 1 from sqlite_schema limit 1');
	const guard = guardFiles(path, () => writer.database.exec('pragma wal_checkpoint(full)'));
	const writeQueue = createQueue();
	const readQueue = createQueue();
	let snapshots = 0;
	const checkpoint = createCheckpoints((sql) => writer.database.exec(sql), {
		path,
		usualBytes: usualLogBytes,
		readsHere: () => reader.database.isTransaction || snapshots > 0,
	});
	let sincePause = 0;
	const translating = <T>(work: () => Promise<T>): Promise<T> =>
		work().catch((error: unknown) => {
			throw guard.translate(error);
		});
	const writing = rememberFailures((work, { durable = false } = {}) => {
		const written = writeQueue(() =>
			translating(async () => {
				guard.check();
				// With a write-ahead log, NORMAL survives the end of the process, FULL that of the machine.
				writer.database.exec(`pragma synchronous = ${durable ? 'full' : 'normal'}`);
				await beginWriting(writer.database, writeTimeoutMilliseconds);
				const begunAt = performance.now();
				try {
					return await writer.transaction(work);
				} finally {
					sincePause += performance.now() - begunAt;
					// What was written to a file that was removed meanwhile is not stored.
					if (durable) guard.check();
				}
			}),
		);
		// The caller has its result before this, and the next transaction comes after it.
		void writeQueue(async () => {
			if (guard.incident() === null) await checkpoint();
			if (sincePause < turnMilliseconds) return;
			sincePause = 0;
			await pause(betweenTurnsMilliseconds);
		});
		return written;
	});
	return {
		dialect: sqliteDialect,
		singleWriter: true,
		read: (work) =>
			readQueue(() =>
				translating(async () => {
					reader.database.exec('begin');
					return reader.transaction(work);
				}),
			),
		snapshot: (work) =>
			translating(async () => {
				guard.checkPlaces();
				const own = openConnection(path, readCacheMebibytes);
				snapshots++;
				try {
					// The first statement that reads chooses a state.
					own.database.exec('pragma query_only = on; begin; select 1 from sqlite_schema limit 1');
					return await own.transaction(work);
				} finally {
					own.database.close();
					snapshots--;
				}
			}),
		write: writing.write,
		incident: async () => guard.incident() ?? writing.incident(),
		async checkFiles() {
			const faults = faultsOfSqliteFile(path);
			if (faults.length === 0) clearDamage(path);
			else noteDamage(path, faults[0] as string);
			return faults;
		},
		subscribe: null,
		async close() {
			await writeQueue(async () => writer.database.close());
			await readQueue(async () => reader.database.close());
		},
	};
}

type Connection = {
	database: DatabaseSync;
	/** Runs the work of a transaction that has begun, and commits it, or rolls back. */
	transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
};

function openConnection(path: string, cacheMebibytes: number, mustExist = true): Connection {
	const database = openSqliteFile(
		path,
		`pragma foreign_keys = off; pragma temp_store = memory; pragma cache_size = -${cacheMebibytes * 1_024};
		 pragma wal_autocheckpoint = 0; pragma journal_size_limit = ${usualLogBytes}`,
		{ mustExist },
	);
	const failures: unknown[] = [];
	const sql = openSqliteSql(database, (error) => failures.push(error));
	return {
		database,
		async transaction(work) {
			failures.length = 0;
			try {
				const result = await work(sql);
				// As on other engines, a failed statement fails the transaction, even where the failure was
				// caught.
				if (failures.length > 0) throw failures[0];
				database.exec('commit');
				return result;
			} catch (error) {
				if (database.isTransaction) database.exec('rollback');
				throw error;
			}
		},
	};
}

/** Waits for the writers of other connections and processes without blocking the event loop. */
async function beginWriting(database: DatabaseSync, timeoutMilliseconds: number): Promise<void> {
	const until = performance.now() + timeoutMilliseconds;
	for (;;) {
		try {
			database.exec('begin immediate');
			return;
		} catch (error) {
			if (!isBusy(error)) throw error;
			if (performance.now() > until) {
				throw new BrokerError('unavailable', 'Another process has been writing to the database file for too long.', {
					cause: error,
					retryAfterSeconds: 5,
				});
			}
		}
		await pause(busyPauseMilliseconds);
	}
}

/** Creates a queue that runs tasks one after the other, in the order in which they are added. */
function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (task) => {
		const result = last.then(task);
		last = result.catch(() => undefined);
		return result;
	};
}

const streamStepRows = 500;

export const sqliteDialect: Dialect = {
	list(placeholder, columns) {
		const names = Object.keys(columns);
		const values =
			names.length === 1 ? [`value as "${names[0]}"`] : names.map((name, index) => `value ->> ${index} as "${name}"`);
		return `(select ${values.join(', ')} from jsonb_each(${placeholder}))`;
	},
	textKey: (expression) => expression,
	textOrder: (expression) => expression,
	lockRows: () => '',
	bytesOfHex: (expression) => `unhex(${expression})`,
	schemaWords: {
		bigint: 'integer',
		smallint: 'integer',
		bytea: 'blob',
		id: 'integer primary key',
		'growing id': 'integer primary key autoincrement',
		'audit number': 'integer primary key autoincrement',
		// A table in the order of its key needs no other index.
		'by key': ' without rowid',
		'long key': 'key',
		// Each index has the number of its rows.
		'covering id': '',
		'and number': '',
		'random name': 'lower(hex(randomblob(5)))',
		// SQLite sorts all text by its bytes: the unique index is enough.
		'doi index': '',
		'audit guard': `create trigger audit_entry_stays before update on audit_entry
begin
  select raise(abort, 'entries of the audit are never changed');
end;
create trigger audit_entry_remains before delete on audit_entry
begin
  select raise(abort, 'entries of the audit are never removed');
end;`,
	},
	selectBytes: 'select c.page_count * s.page_size from pragma_page_count() c, pragma_page_size() s',
	selectConnections: null,
	selectTables: "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name",
};

/** Opens statements on a connection; `onFailure` is called with the failure of a statement. */
function openSqliteSql(connection: DatabaseSync, onFailure: (error: unknown) => void): Sql {
	const statements = new Map<string, StatementSync>();
	const prepare = (text: string): StatementSync => {
		let statement = statements.get(text);
		if (!statement) {
			statement = connection.prepare(text);
			statement.setReturnArrays(true);
			statements.set(text, statement);
		}
		return statement;
	};
	const attempt = async <T>(run: () => T): Promise<T> => {
		try {
			return run();
		} catch (error) {
			onFailure(error);
			throw error;
		}
	};
	return {
		dialect: sqliteDialect,
		all: <Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[] = []) =>
			attempt(() => prepare(text).all(...parameters) as unknown as Row[]),
		run: (text, parameters = []) => attempt(() => Number(prepare(text).run(...parameters).changes)),
		script: (text) => attempt(() => connection.exec(text)),
		async *stream<Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[] = []) {
			// A separate statement: a prepared one may be run again while this one is half read.
			const statement = connection.prepare(text);
			statement.setReturnArrays(true);
			let step: Row[] = [];
			for (const row of statement.iterate(...parameters)) {
				step.push(row as unknown as Row);
				if (step.length === streamStepRows) {
					yield step;
					step = [];
				}
			}
			if (step.length > 0) yield step;
		},
		async hasTable(name) {
			return prepare("select 1 from sqlite_master where type = 'table' and name = ?1").all(name).length > 0;
		},
		// A transaction that writes has locked the whole file.
		locks: null,
		notify: null,
	};
}
