// Puts one SQLite file in the place of another that nobody uses. It knows no table.
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { BrokerError } from '../../../errors.js';
import { isBusy, isDamaged } from '../failures.js';
import { copySqliteFile, removeSqliteFile, syncToDisk } from './copy-file.js';
import { sideFiles } from './sqlite-file.js';

/** How long a process that is just ending is waited for. */
const waitMilliseconds = 1_000;
/** So many pages in one step that it is one transaction. */
const wholeFile = 2 ** 31 - 1;

/**
 * Tells whether any process, this one too, has the database open. Every connection to a file with a
 * write-ahead log holds a lock on it, so the log can be switched off only where there is none. A
 * damaged file cannot be locked in full; of its locks Linux tells.
 */
export function isSqliteFileInUse(path        )          {
	if (!existsSync(path)) return false;
	try {
		const database = new DatabaseSync(path, { timeout: waitMilliseconds });
		try {
			database.exec('pragma journal_mode = delete');
			// A connection without a log holds a lock as long as a transaction lasts.
			database.exec('begin exclusive; rollback');
			return false;
		} finally {
			database.close();
		}
	} catch (error) {
		return isBusy(error) || isLocked(path);
	}
}

/**
 * Puts the file at `copy` in the place of `target`; what was there is kept at `aside`, or not at
 * all. Fails with `conflict` where a process uses it. At no moment is there no file, or half of
 * one: whoever is killed meanwhile leaves the old one or the new one.
 */
export async function replaceSqliteFile(copy        , target        , aside               )                {
	refuseUse(target);
	if (existsSync(target) && (await overwrite(copy, target, aside))) removeSqliteFile(copy);
	else move(copy, target, aside);
	syncToDisk(dirname(target));
}

/** Fails with `conflict` where a process uses the file. */
export function refuseUse(path        )       {
	if (!isSqliteFileInUse(path)) return;
	throw new BrokerError(
		'conflict',
		`Another process uses ${path}: stop every \`link-broker serve\`, \`worker\` and other command that works on it, ` +
			'then run this again.',
	);
}

/**
 * Writes all pages in one transaction: a process that has just opened the file goes on with the new
 * ones. False where the old file is too damaged for that.
 */
async function overwrite(copy        , target        , aside               )                   {
	try {
		if (aside !== null) {
			await copySqliteFile(target, aside);
			refuseUse(target);
		}
		const source = new DatabaseSync(copy, { readOnly: true });
		try {
			await backup(source, target, { rate: wholeFile });
		} finally {
			source.close();
		}
		return true;
	} catch (error) {
		if (aside !== null) removeSqliteFile(aside);
		if (isDamaged(error)) return false;
		throw error;
	}
}

/** Puts the new file there under its name; nobody has a damaged or missing one open. */
function move(copy        , target        , aside               )       {
	// A log that belongs to another file would be taken for the new one's.
	for (const [index, file] of sideFiles(target).entries()) {
		if (!existsSync(file)) continue;
		if (aside === null) rmSync(file);
		else renameSync(file, sideFiles(aside)[index]          );
	}
	if (aside !== null && existsSync(target)) linkSync(target, aside);
	renameSync(copy, target);
}

/** Tells whether some process holds a lock on the file, where the system lists locks. */
function isLocked(path        )          {
	try {
		const { ino } = statSync(path);
		// 1: POSIX  ADVISORY  READ 25510 fe:00:10389633 1073741826 1073742335
		return readFileSync('/proc/locks', 'utf8').includes(`:${ino} `);
	} catch {
		return false;
	}
}
