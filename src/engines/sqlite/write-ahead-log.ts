// Brings the write-ahead log of a SQLite file into the database and keeps it short, even where
// readers always overlap.
import { statSync } from 'node:fs';
import { setImmediate as tick } from 'node:timers/promises';

/** How long a checkpoint waits for readers to end; meanwhile no process can write. */
const restartWaitMilliseconds = 25;
/** How long writing continues before the next such checkpoint. */
const restartPauseMilliseconds = 250;

/** Where the log is and how long it may get. */
export type LogBounds = {
	/** The file of the database. */
	path: string;
	/**
	 * How much is written before it is brought into the database; the `journal_size_limit` of the
	 * connection.
	 */
	usualBytes: number;
	/** Whether another connection of this thread reads the file. */
	readsHere(): boolean;
};

/**
 * Creates a function to call after each commit, outside any transaction, on a connection that
 * neither checkpoints by itself nor waits for locks. It never fails, and it runs after the caller
 * has its result, which SQLite's own checkpoints would delay.
 *
 * SQLite begins a log again at the first write that finds all of it in the database and no reader
 * on it. Where readers always overlap, that moment never comes, and the log grows without limit. So
 * once it has twice the usual length, the writer waits for the readers (RESTART, see
 * sqlite.org/pragma.html#pragma_wal_checkpoint): repeatedly, since nothing can be written meanwhile
 * and each wait is short. It never waits for readers of its own thread, which cannot end meanwhile.
 */
export function createCheckpoints(
	execute: (sql: string) => void,
	{ path, usualBytes, readsHere }: LogBounds,
): () => Promise<void> {
	let nextRestart = 0;
	const restart = () => {
		execute(`pragma busy_timeout = ${restartWaitMilliseconds}`);
		try {
			execute('pragma wal_checkpoint(restart)');
		} finally {
			execute('pragma busy_timeout = 0');
			nextRestart = performance.now() + restartPauseMilliseconds;
		}
	};
	return async () => {
		try {
			if (logBytes(path) <= usualBytes) return;
			await tick();
			// Most of it while others can still write.
			execute('pragma wal_checkpoint(passive)');
			if (logBytes(path) > 2 * usualBytes && !readsHere() && performance.now() >= nextRestart) restart();
		} catch {
			// What was committed stays committed; as with SQLite's own checkpoints, the next one tries
			// again.
		}
	};
}

function logBytes(path: string): number {
	return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
