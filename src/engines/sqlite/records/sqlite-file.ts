// Opens SQLite files that several connections and processes share.
import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { BrokerError } from '../../../errors.ts';
import { NeedsOperator } from '../../../store/damaged-database.ts';
import { insufficientStorage } from '../../../store/insufficient-storage.ts';
import { isBusy, isDamaged, isFull } from '../failures.ts';
import { damaged } from './file-guard.ts';

/** How long a writer waits for the writers of other processes before it fails. */
export const busyTimeoutMilliseconds = 60_000;
/** How long it waits before it tries again. */
export const busyPauseMilliseconds = 1;

/** Names the files that SQLite keeps beside a file in use, or leaves there when it is killed. */
export function sideFiles(path: string): string[] {
	return ['-wal', '-shm', '-journal'].map((end) => `${path}${end}`);
}

/**
 * Opens (and creates, unless it must exist) a file with a write-ahead log and runs `script` on it.
 * Fails with `unavailable` where that is impossible, or `insufficient-storage`; the cause names the
 * file.
 */
export function openSqliteFile(path: string, script: string, { mustExist = false } = {}): DatabaseSync {
	try {
		refuseOrphanedLog(path);
		refuseForeignLog(`${path}-wal`);
		const url = pathToFileURL(path);
		url.searchParams.set('mode', mustExist ? 'rw' : 'rwc');
		if (!mustExist) mkdirSync(dirname(path), { recursive: true });
		const database = new DatabaseSync(url, { timeout: busyTimeoutMilliseconds });
		useWriteAheadLog(database);
		database.exec(script);
		return database;
	} catch (cause) {
		if (cause instanceof BrokerError) throw cause;
		if (isDamaged(cause)) throw damaged(path, (cause as Error).message);
		const reason = new Error(`${path}: ${(cause as Error).message}`, { cause });
		if (isFull(cause)) throw insufficientStorage('database', reason);
		throw new BrokerError('unavailable', 'The database file cannot be opened.', { cause: reason });
	}
}

/**
 * Refuses a log whose database is missing or empty: a new database in its place would remove the
 * log, though it may be the only copy of accepted events. The log is checked first: another process
 * may be creating both.
 */
function refuseOrphanedLog(path: string): void {
	if (!sizeOf(`${path}-wal`) || sizeOf(path)) return;
	const reason =
		`${path} is missing or empty, but its log ${path}-wal exists. ` +
		'Put the database back beside it, or move the log elsewhere to begin with an empty database';
	throw new NeedsOperator('unavailable', 'A database file is missing or was replaced.', {
		cause: new Error(reason),
	});
}

/**
 * Refuses a log without a valid head. SQLite would treat it as empty and remove it, though it may
 * be the only copy of accepted events. The head is on disk before anything behind it
 * (sqlite.org/fileformat2.html, section 4.1), so no crash leaves such a log.
 */
function refuseForeignLog(path: string): void {
	if ((sizeOf(path) ?? 0) <= logHeadBytes) return;
	const file = openSync(path, 'r');
	const begin = Buffer.alloc(4);
	try {
		readSync(file, begin, 0, begin.length, 0);
	} finally {
		closeSync(file);
	}
	if (logBegins.has(begin.readUInt32BE())) return;
	const reason =
		`${path} is damaged: SQLite would treat it as empty. Keep a copy of the folder, ` +
		'then restore a backup, or move that file elsewhere to continue without its content';
	throw new NeedsOperator('unavailable', 'A database file is damaged.', { cause: new Error(reason) });
}

const logHeadBytes = 32;
const logBegins = new Set([0x377f0682, 0x377f0683]);

/** Returns the size of a file; null where there is none, or it is not visible. */
function sizeOf(path: string): number | null {
	return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/**
 * Waits for other processes that do the same to a new file at the same moment; SQLite itself does
 * not.
 */
function useWriteAheadLog(database: DatabaseSync): void {
	const until = performance.now() + busyTimeoutMilliseconds;
	for (;;) {
		try {
			database.exec('pragma journal_mode = wal');
			return;
		} catch (error) {
			if (!isBusy(error) || performance.now() > until) throw error;
		}
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyPauseMilliseconds);
	}
}
