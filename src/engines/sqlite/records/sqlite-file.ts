// Opens SQLite files that several connections and processes share; knows no table.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BrokerError } from '../../../errors.ts';
import { isBusy } from '../failures.ts';

/** How long a writer waits for the writers of other processes before it gives up. */
export const busyTimeoutMilliseconds = 60_000;
/** How long it waits before it asks again. */
export const busyPauseMilliseconds = 1;

/**
 * Opens (and creates) a file with a write-ahead log and runs `script` on it; fails with
 * `unavailable` where that cannot be done.
 */
export function openSqliteFile(path: string, script: string): DatabaseSync {
	try {
		mkdirSync(dirname(path), { recursive: true });
		const database = new DatabaseSync(path, { timeout: busyTimeoutMilliseconds });
		useWriteAheadLog(database);
		database.exec(script);
		return database;
	} catch (cause) {
		throw new BrokerError('unavailable', `Cannot open the database file ${path}: ${(cause as Error).message}`, {
			cause,
		});
	}
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
