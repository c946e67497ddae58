// Copies a SQLite file while others use it, and checks whether a file is an intact SQLite file.
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isForeignFile, isMissingFile } from '../failures.ts';
import { sideFiles } from './sqlite-file.ts';

/** How far a copy is, in pages of the file. */
export type CopyProgress = { done: number; total: number };

/** About 10 MiB, after which progress is reported. */
const stepPages = 2_560;

// Only the owner may read the records.
const ownerOnly = 0o600;

/**
 * Copies one consistent state of the file to a new one, which has no side files and which only its
 * owner may read; later writes are not in it. Fails where `target` exists.
 */
export async function copySqliteFile(
	source: string,
	target: string,
	onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<void> {
	closeSync(openSync(target, 'wx', ownerOnly));
	const database = openToRead(source);
	try {
		// Inside a transaction all steps copy the same state, so writers never force them to begin
		// again.
		database.exec('begin; select 1 from sqlite_schema limit 1');
		const total = await backup(database, target, {
			rate: stepPages,
			progress: ({ totalPages, remainingPages }) =>
				onProgress({ done: totalPages - remainingPages, total: totalPages }),
		});
		onProgress({ done: total, total });
	} finally {
		database.close();
	}
	makeOneFile(target);
}

/** Brings the write-ahead log into the file, which nobody uses, and switches the log off. */
export function makeOneFile(path: string): void {
	const database = new DatabaseSync(path);
	database.exec('pragma journal_mode = delete');
	database.close();
}

/** Lists what is wrong with the file; empty where it is intact. */
export function faultsOfSqliteFile(path: string): string[] {
	try {
		const database = openToRead(path);
		try {
			database.exec('begin');
			const rows = database.prepare('pragma integrity_check(5)').all() as { integrity_check: string }[];
			// One row may have several lines below the name of the database.
			const lines = rows.flatMap((row) => row.integrity_check.split('\n'));
			return lines.filter((words) => words !== 'ok' && !words.startsWith('***'));
		} finally {
			database.close();
		}
	} catch (error) {
		return [isForeignFile(error) ? 'it is not an SQLite database' : (error as Error).message];
	}
}

/** Makes the system write its buffers of a file or a folder to the disk. */
export function syncToDisk(path: string): void {
	const descriptor = openSync(path, 'r');
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** Removes a file with its side files, if any. */
export function removeSqliteFile(path: string): void {
	for (const file of [path, ...sideFiles(path)]) rmSync(file, { force: true });
}

/** Opens a file that is not written to, also where its folder is read-only. */
function openToRead(path: string): DatabaseSync {
	const url = pathToFileURL(path);
	url.searchParams.set('mode', 'ro');
	const database = new DatabaseSync(url, { readOnly: true });
	try {
		database.exec('select 1 from sqlite_schema limit 1');
		return database;
	} catch (error) {
		database.close();
		if (!isMissingFile(error)) throw error;
	}
	// A log cannot be shared with writers there, and there are none.
	url.searchParams.set('immutable', '1');
	return new DatabaseSync(url, { readOnly: true });
}
