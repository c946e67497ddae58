// Copies a SQLite file while others use it, and tells whether a file is one and is whole. It knows
// no table and not what a copy is for.
import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isForeignFile, isMissingFile } from '../failures.js';
import { sideFiles } from './sqlite-file.js';

/** How far a copy is, in pages of the file. */
                                                           

/** Some 10 MiB, between which progress is told. */
const stepPages = 2_560;

// What the records hold is meant for their owner alone.
const ownerOnly = 0o600;

/**
 * Copies one consistent state of the file to a new one, which has no side files and only its owner
 * may read; what is written meanwhile is not in it. Fails where there is a file at `target`.
 */
export async function copySqliteFile(
	source        ,
	target        ,
	onProgress                                   = () => undefined,
)                {
	closeSync(openSync(target, 'wx', ownerOnly));
	const database = openToRead(source);
	try {
		// Inside a transaction all steps copy the same state, so that writers never make them begin
		// anew.
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

/** Brings the write-ahead log into the file, which nobody uses, and has the file know of none. */
export function makeOneFile(path        )       {
	const database = new DatabaseSync(path);
	database.exec('pragma journal_mode = delete');
	database.close();
}

/** Lists what is wrong with the file: nothing where it is whole. */
export function faultsOfSqliteFile(path        )           {
	try {
		const database = openToRead(path);
		try {
			database.exec('begin');
			const rows = database.prepare('pragma integrity_check(5)').all()                                 ;
			return rows.map((row) => row.integrity_check).filter((words) => words !== 'ok');
		} finally {
			database.close();
		}
	} catch (error) {
		return [isForeignFile(error) ? 'it is no SQLite database' : (error         ).message];
	}
}

/** Has the system write to the disk what it holds back of a file or a folder. */
export function syncToDisk(path        )       {
	const descriptor = openSync(path, 'r');
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/**
 * Names a file beside `path` for this process to write before it takes the place of `path`, and
 * removes what processes that were killed have left under such names.
 */
export function unfinishedFile(path        )         {
	const folder = dirname(path);
	const own = `${basename(path)}.`;
	for (const file of readdirSync(folder)) {
		const [, id] = file.startsWith(own) ? (/^(\d+)\.unfinished$/.exec(file.slice(own.length)) ?? []) : [];
		if (id !== undefined && !isAtWork(Number(id))) removeSqliteFile(join(folder, file));
	}
	return join(folder, `${own}${process.pid}.unfinished`);
}

/** Removes a file with its side files, where they are there. */
export function removeSqliteFile(path        )       {
	for (const file of [path, ...sideFiles(path)]) rmSync(file, { force: true });
}

/** Opens a file that nothing is written to, also where its folder may not be written to either. */
function openToRead(path        )               {
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

function isAtWork(processId        )          {
	if (processId === process.pid) return false;
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		return (error                         ).code !== 'ESRCH';
	}
}
