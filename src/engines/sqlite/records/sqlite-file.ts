// Opens SQLite files that several connections and processes share; knows no table.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { BrokerError } from '../../../errors.ts';
import { insufficientStorage } from '../../../ports/insufficient-storage.ts';
import { isBusy, isDamaged, isFull } from '../failures.ts';

/** How long a writer waits for the writers of other processes before it gives up. */
export const busyTimeoutMilliseconds = 60_000;
/** How long it waits before it asks again. */
export const busyPauseMilliseconds = 1;

/** Names the files that SQLite keeps beside one in use, or leaves there where it was killed. */
export function sideFiles(path: string): string[] {
	return ['-wal', '-shm', '-journal'].map((end) => `${path}${end}`);
}

/**
 * Opens (and creates, unless it must exist) a file with a write-ahead log and runs `script` on it.
 * Fails with `unavailable` where that cannot be done, or `insufficient-storage`; the cause names
 * the file.
 */
export function openSqliteFile(path: string, script: string, { mustExist = false } = {}): DatabaseSync {
	try {
		refuseOrphanedLog(path);
		const url = pathToFileURL(path);
		url.searchParams.set('mode', mustExist ? 'rw' : 'rwc');
		if (!mustExist) mkdirSync(dirname(path), { recursive: true });
		const database = new DatabaseSync(url, { timeout: busyTimeoutMilliseconds });
		useWriteAheadLog(database);
		database.exec(script);
		return database;
	} catch (cause) {
		if (cause instanceof BrokerError) throw cause;
		const reason = new Error(`${path}: ${(cause as Error).message}`, { cause });
		if (isFull(cause)) throw insufficientStorage('database', reason);
		const message = isDamaged(cause) ? 'The file of the database is damaged.' : 'Cannot open the file of the database.';
		throw new BrokerError('unavailable', message, { cause: reason });
	}
}

/**
 * Refuses a log whose database is gone: a new database in its place would remove it, and what was
 * accepted is perhaps there alone. The log is looked at first: another process may be making both.
 */
function refuseOrphanedLog(path: string): void {
	if (!sizeOf(`${path}-wal`) || sizeOf(path) !== null) return;
	const reason = `${path} is gone, but its log ${path}-wal is there. Put the database back beside it, or move the log away to begin anew`;
	throw new BrokerError('unavailable', 'A file of the database is not in its place.', { cause: new Error(reason) });
}

/** Tells how long a file is; null where there is none, or none that can be seen. */
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
