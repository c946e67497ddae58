// Keeps the write-ahead log of a SQLite file short where readers overlap without end; knows no tables and no driver.
import { statSync } from 'node:fs';

// Readers are through in milliseconds, except for exports and rebuilds, which take minutes.
const patienceMilliseconds = 250;
const pauseMilliseconds = 5_000;

/** Says where the log is and how long it may get. */
export type LogBounds = {
	/** The file of the database. */
	path: string;
	/** From here on it is made to begin anew; more than what a checkpoint waits for (`wal_autocheckpoint`). */
	longestBytes: number;
};

/**
 * Creates what is to be called after each commit, outside any transaction, on a thread none of whose connections reads the file then: it would
 * wait for itself. SQLite begins the log anew at the first write that finds all of it in the database and nobody who reads from it. Where readers
 * overlap, that moment never comes by itself: beside a busy server a load made logs of 3 GB, in each piece of which every page is
 * looked for. So now and then this waits for those who read (RESTART, sqlite.org/pragma.html#pragma_wal_checkpoint), for a quarter of a second at most, while
 * others can read and none can write.
 */
export function createLogBound(execute: (sql: string) => void, { path, longestBytes }: LogBounds): () => void {
	let next = 0;
	return () => {
		const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
		if (log === undefined || log.size <= longestBytes || performance.now() < next) return;
		try {
			execute(`pragma busy_timeout = ${patienceMilliseconds}; pragma wal_checkpoint(restart); pragma busy_timeout = 0`);
		} catch {
			// What was committed stays so; as with SQLite's own checkpoints, the next one tells.
		}
		// Also where readers stayed for too long, which is no error.
		next = performance.now() + pauseMilliseconds;
	};
}
