// Brings the write-ahead log of a SQLite file into the database and keeps it short, also where readers overlap without end; knows no tables and no driver.
import { statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';

const patienceMilliseconds = 25;
const pauseMilliseconds = 250;

/** Says where the log is and how long it may get. */
export type LogBounds = {
	/** The file of the database. */
	path: string;
	/** What is written before any of it is brought into the database; the `journal_size_limit` of the connection. */
	usualBytes: number;
	/** Tells whether another connection of this thread reads the file. */
	readsHere(): boolean;
	/** Tells whether somebody waits for what this thread is to write next: then what is little late yet is left to a later commit. */
	isHurried?(): boolean;
};

/**
 * Creates what is to be called after each commit, outside any transaction, on a connection that neither checkpoints by itself nor waits for locks.
 * It never fails, and lets the answer to who wrote go out first, which SQLite's own checkpoints would hold up.
 *
 * SQLite begins a log anew at the first write that finds all of it in the database and nobody who reads from it. Where readers
 * overlap, that moment never comes by itself: beside a busy server a load made logs of 3 GB, in each piece of which every page is
 * looked for. So a log of twice the usual length makes the writer wait for who reads (RESTART, sqlite.org/pragma.html#pragma_wal_checkpoint), again and again
 * and never long, for meanwhile nobody can write; never for readers of this thread, who cannot end while it waits.
 */
export function createCheckpoints(
	execute: (sql: string) => void,
	{ path, usualBytes, readsHere, isHurried = () => false }: LogBounds,
): () => Promise<void> {
	let nextRestart = 0;
	const restart = () => {
		execute(`pragma busy_timeout = ${patienceMilliseconds}`);
		try {
			execute('pragma wal_checkpoint(restart)');
		} finally {
			execute('pragma busy_timeout = 0');
			nextRestart = performance.now() + pauseMilliseconds;
		}
	};
	return async () => {
		try {
			if (logBytes(path) <= usualBytes) return;
			await turn();
			if (isHurried() && logBytes(path) <= 2 * usualBytes) return;
			// Most of it while others can still write.
			execute('pragma wal_checkpoint(passive)');
			if (logBytes(path) > 2 * usualBytes && !readsHere() && performance.now() >= nextRestart) restart();
		} catch {
			// What was committed stays so; as with SQLite's own checkpoints, the next one tells.
		}
	};
}

function logBytes(path: string): number {
	return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
