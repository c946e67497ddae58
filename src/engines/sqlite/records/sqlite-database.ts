// SQLite behind the SQL port, through node:sqlite: one connection that writes, one that reads, statements kept ready; knows no table.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { BrokerError } from '../../../errors.ts';
import type { ColumnKind, Dialect, Sql, SqlDatabase, SqlValue } from '../../sql/sql-database.ts';
import { createPagesAtHand } from '../pages-at-hand.ts';
import { createCheckpoints } from '../write-ahead-log.ts';
import { busyPauseMilliseconds, busyTimeoutMilliseconds, isBusy, openSqliteFile } from './sqlite-file.ts';
import { openSqliteInbox } from './sqlite-inbox.ts';

/** Bounds the memory of one handle where not the default. */
export type SqliteDatabaseOptions = {
	/**
	 * MiB of pages that are kept while somebody writes (32). Keys of what is inserted lie all over their index, but those of recent rows do not: a load of a million
	 * takes as long with 32 as with 56, and 100,000 links on top of 19 million do, too. A function is asked before each time.
	 */
	writeCacheMebibytes?: number | (() => number);
	/** MiB of pages that are kept while somebody reads (8): as much is found at hand as with 32. */
	readCacheMebibytes?: number;
};

export const usualWriteCacheMebibytes = 32;
const streamStepRows = 500;
const rowsPerInsert = 50;
const usualLogBytes = 2 ** 26;
// However many come of those that go first, events are applied.
const mostHurriedInARow = 8;

// Since SQLite 3.51 a row of a list need not become text again, which takes a fifth to a third of looking it up.
const eachOf = (process.versions.sqlite ?? '') >= '3.51' ? 'jsonb_each' : 'json_each';

const dialect: Dialect = {
	name: 'sqlite',
	list(placeholder, columns) {
		const names = Object.keys(columns);
		const values =
			names.length === 1 ? [`value as "${names[0]}"`] : names.map((name, index) => `value ->> ${index} as "${name}"`);
		return `(select key as position, ${values.join(', ')} from ${eachOf}(${placeholder}))`;
	},
	skipLocked: '',
	textKey: (expression) => expression,
	oneWriter: true,
	recentTables: true,
	lockRows: () => '',
	lockTable: () => null,
};

/** Opens (and creates) a SQLite file; `:memory:` is not supported, since reader and writer are two connections. */
export function openSqliteDatabase(
	path: string,
	{ writeCacheMebibytes = usualWriteCacheMebibytes, readCacheMebibytes = 8 }: SqliteDatabaseOptions = {},
): SqlDatabase {
	const mebibytesToWrite = typeof writeCacheMebibytes === 'number' ? () => writeCacheMebibytes : writeCacheMebibytes;
	let mebibytes = mebibytesToWrite();
	const writer = open(path, mebibytes);
	const reader = open(path, readCacheMebibytes);
	const queue = openQueue(path);
	const inbox = openSqliteInbox(path);
	reader.exec('pragma query_only = on');
	// Beginning to write waits by itself, see beginWriting.
	writer.exec('pragma busy_timeout = 0');
	const writeTurn = createTurns();
	const readTurn = createTurns();
	const writeSql = sqlOn(writer);
	const readSql = sqlOn(reader);
	let snapshots = 0;
	const checkpoint = createCheckpoints((sql) => writer.exec(sql), {
		path,
		usualBytes: usualLogBytes,
		readsHere: () => reader.isTransaction || snapshots > 0,
		isHurried: writeTurn.firstWaits,
	});
	const pagesOfWriter = createPagesAtHand((sql) => writer.exec(sql));
	const pagesOfReader = createPagesAtHand((sql) => reader.exec(sql));
	let durable = false;
	const write: SqlDatabase['write'] = (work, { durable: wanted = false, first = false } = {}) => {
		const begin = (givesWay: () => boolean) => {
			pagesOfWriter.inUse();
			// WAL with synchronous=NORMAL survives a crash of the process, FULL that of the machine.
			if (wanted !== durable) writer.exec(`pragma synchronous = ${wanted ? 'full' : 'normal'}`);
			durable = wanted;
			const before = mebibytes;
			mebibytes = mebibytesToWrite();
			if (mebibytes !== before) writer.exec(cacheOf(mebibytes));
			return beginWriting(writer, queue, first, givesWay);
		};
		return writeTurn.take(() => toItsEnd(writer, () => failingWithInserts(writeSql, work)), {
			first,
			begin,
			async afterwards() {
				await checkpoint();
				pagesOfWriter.rests();
			},
		});
	};
	return {
		dialect,
		inbox,
		read: (work) =>
			readTurn.take(
				() => {
					pagesOfReader.inUse();
					return inReading(reader, () => work(readSql));
				},
				{ afterwards: async () => pagesOfReader.rests() },
			),
		async snapshot(work, { share } = {}) {
			const connection = open(path, readCacheMebibytes);
			snapshots++;
			try {
				if (share) {
					// A state has no name here: but as long as this thread holds the lock of who writes, whoever begins to read sees the same one.
					await write(async () => {
						beginReading(connection);
						await share('latest');
					});
				} else beginReading(connection);
				return await toItsEnd(connection, () => work(sqlOn(connection)));
			} finally {
				connection.close();
				snapshots--;
			}
		},
		write,
		othersWait: () => writeTurn.waiting() > 0 || isWaitedIn(queue),
		firstWaits: () => writeTurn.firstWaits() || isHurriedIn(queue),
		listen: () => async () => undefined,
		async close() {
			await writeTurn.take(async () => {
				pagesOfWriter.end();
				writer.close();
				queue.close();
				inbox.close();
			});
			await readTurn.take(async () => {
				pagesOfReader.end();
				reader.close();
			});
		},
	};
}

function open(path: string, cacheMebibytes: number): DatabaseSync {
	return openSqliteFile(
		path,
		'pragma synchronous = normal; pragma foreign_keys = off; pragma temp_store = memory;' +
			`${cacheOf(cacheMebibytes)}; pragma wal_autocheckpoint = 0; pragma journal_size_limit = ${usualLogBytes}`,
	);
}

const cacheOf = (mebibytes: number): string => `pragma cache_size = -${mebibytes * 1_024}`;

/**
 * Opens an empty file beside the records that whoever waits to write holds locked. SQLite itself keeps no queue: a load that writes one
 * transaction after the other would hardly ever let anybody else write.
 */
function openQueue(path: string): DatabaseSync {
	return new DatabaseSync(`${path}-queue`, { timeout: 0 });
}

/**
 * Waits for writers of other connections without holding up this thread, whose other connection it may be that writes. Only one waits for
 * the records; the others, and whoever has just written, wait for that one to begin. Answers whether it has begun, or has given way.
 */
async function beginWriting(
	database: DatabaseSync,
	queue: DatabaseSync,
	first: boolean,
	givesWay: () => boolean,
): Promise<boolean> {
	const waits = { until: performance.now() + busyTimeoutMilliseconds, givesWay };
	// Both keep others from waiting as well; only the first kind shows to who reads the file.
	if (!(await beginOnce(queue, first ? 'exclusive' : 'immediate', waits))) return false;
	try {
		return await beginOnce(database, 'immediate', waits);
	} finally {
		queue.exec('rollback');
	}
}

/** Begins a transaction that writes as soon as no other does, unless it gives way before. */
async function beginOnce(
	database: DatabaseSync,
	kind: 'immediate' | 'exclusive',
	{ until, givesWay }: { until: number; givesWay(): boolean },
): Promise<boolean> {
	for (;;) {
		try {
			database.exec(`begin ${kind}`);
			return true;
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
		if (givesWay()) return false;
	}
}

/** Tells whether somebody waits to write. */
function isWaitedIn(queue: DatabaseSync): boolean {
	return isRefused(() => queue.exec('begin immediate; rollback'));
}

/** Tells whether whoever waits to write goes first. */
function isHurriedIn(queue: DatabaseSync): boolean {
	return isRefused(() => queue.exec('select 1 from sqlite_master'));
}

function isRefused(lock: () => void): boolean {
	try {
		lock();
		return false;
	} catch (error) {
		if (isBusy(error)) return true;
		throw error;
	}
}

async function inReading<T>(database: DatabaseSync, work: () => Promise<T>): Promise<T> {
	database.exec('begin');
	return toItsEnd(database, work);
}

/** Begins to read: the state from now on, not from the first statement of the work. */
function beginReading(database: DatabaseSync): void {
	database.exec('begin; select 1 from sqlite_schema limit 1');
}

/** Does the work of a transaction that has begun, and commits it; nothing of it stays where it fails. */
async function toItsEnd<T>(database: DatabaseSync, work: () => Promise<T>): Promise<T> {
	try {
		const result = await work();
		database.exec('commit');
		return result;
	} catch (error) {
		if (database.isTransaction) database.exec('rollback');
		throw error;
	}
}

/**
 * Does work that fails where one of its inserts did, though whoever works goes on: some rows of that insert may be there. PostgreSQL refuses
 * everything that comes after.
 */
async function failingWithInserts<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
	const failures: unknown[] = [];
	const result = await work({
		...sql,
		insert: (...rows) =>
			sql.insert(...rows).catch((error: unknown) => {
				failures.push(error);
				throw error;
			}),
	});
	if (failures.length > 0) throw failures[0];
	return result;
}

type TurnOptions = {
	first?: boolean;
	begin?(givesWay: () => boolean): Promise<boolean>;
	afterwards?(): Promise<void>;
};

type Turns = {
	/**
	 * Does the work when those asked for before are done; with `first`, before those that have not begun, but not for ever. Nobody else's turn comes
	 * before what is to be done afterwards, when the answer has been given; that must not fail. `begin` may wait, and then answers false instead of
	 * true as soon as it is to give way: its turn comes again.
	 */
	take<T>(work: () => Promise<T>, options?: TurnOptions): Promise<T>;
	/** Counts those that have not begun. */
	waiting(): number;
	/** Tells whether one of them goes first. */
	firstWaits(): boolean;
};

/** Makes callers wait for one another, in the order in which they come. */
function createTurns(): Turns {
	const hurried: (() => Promise<void>)[] = [];
	const others: (() => Promise<void>)[] = [];
	let underWay = false;
	let hurriedInARow = 0;
	// As many in a row as may be; then one of the others gets its turn, and keeps it.
	const isEnough = () => hurriedInARow >= mostHurriedInARow;
	const next = () => {
		if (hurried.length === 0 || (others.length > 0 && isEnough())) return others.shift();
		hurriedInARow++;
		return hurried.shift();
	};
	const work = async (): Promise<void> => {
		underWay = true;
		for (let turn = next(); turn; turn = next()) await turn();
		underWay = false;
	};
	return {
		take<T>(
			asked: () => Promise<T>,
			{ first = false, begin = async () => true, afterwards = async () => undefined }: TurnOptions = {},
		): Promise<T> {
			const { promise, resolve, reject } = Promise.withResolvers<T>();
			const givesWay = () => !first && hurried.length > 0 && !isEnough();
			const turn = async (): Promise<void> => {
				try {
					if (!(await begin(givesWay))) {
						others.unshift(turn);
						return;
					}
					if (!first) hurriedInARow = 0;
					resolve(await asked());
				} catch (error) {
					reject(error);
				}
				await afterwards();
			};
			(first ? hurried : others).push(turn);
			if (!underWay) void work();
			return promise;
		},
		waiting: () => hurried.length + others.length,
		firstWaits: () => hurried.length > 0,
	};
}

function sqlOn(database: DatabaseSync): Sql {
	const statements = new Map<string, StatementSync>();
	const prepare = (text: string): StatementSync => {
		let statement = statements.get(text);
		if (!statement) {
			statement = database.prepare(text);
			statement.setReturnArrays(true);
			statements.set(text, statement);
		}
		return statement;
	};
	return {
		dialect,
		async all<Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[] = []) {
			return prepare(text).all(...parameters) as unknown as Row[];
		},
		async run(text, parameters = []) {
			return Number(prepare(text).run(...parameters).changes);
		},
		async insert(table, columns, values, { mustBeNew = false } = {}) {
			insertRows(prepare, table, columns, values, mustBeNew ? '' : ' on conflict do nothing');
		},
		async script(text) {
			database.exec(text);
		},
		async hasTable(name) {
			return prepare("select 1 from sqlite_master where type = 'table' and name = ?1").all(name).length > 0;
		},
		async announce() {
			// Other threads and processes look for themselves now and then.
		},
		async lockForMigration() {
			// begin immediate has locked the whole file already.
		},
		async *stream<Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[] = []) {
			// A statement of its own: the kept ones may be used while this one is half read.
			const statement = database.prepare(text);
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
	};
}

function insertRows(
	prepare: (text: string) => StatementSync,
	table: string,
	columns: Readonly<Record<string, ColumnKind>>,
	values: readonly SqlValue[],
	onConflict: string,
): void {
	const names = Object.keys(columns);
	const one = `(${names.map(() => '?').join(', ')})`;
	// An insert that fails undoes its transaction, so SQLite need not be able to undo the rows of one statement alone: the journal for that took a twentieth of a load's thread.
	const into = `insert or fail into ${table} (${names.join(', ')}) values `;
	let next = 0;
	// Fifty rows a statement take two thirds of the time of one row a statement.
	for (const rows of [rowsPerInsert, 1]) {
		const length = rows * names.length;
		if (next + length > values.length) continue;
		const statement = prepare(into + Array(rows).fill(one).join(', ') + onConflict);
		for (; next + length <= values.length; next += length) statement.run(...values.slice(next, next + length));
	}
}
