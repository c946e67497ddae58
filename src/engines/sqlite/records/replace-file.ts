// Replaces a SQLite file that nobody uses by another.
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { BrokerError } from '../../../errors.ts';
import { isBusy, isDamaged } from '../failures.ts';
import { copySqliteFile, removeSqliteFile, syncToDisk } from './copy-file.ts';
import { clearDamage } from './file-guard.ts';
import { sideFiles } from './sqlite-file.ts';

/** How long to wait for a process that is just ending. */
const waitMilliseconds = 1_000;
/** Enough pages in one step to make it one transaction. */
const wholeFile = 2 ** 31 - 1;

/**
 * Whether any process, including this one, has the database open. Every connection to a file with a
 * write-ahead log holds a lock on it, so the log can be switched off only where there is none. A
 * damaged file cannot be locked in full; its locks are read from Linux.
 */
export function isSqliteFileInUse(path: string): boolean {
	if (!existsSync(path)) return false;
	try {
		const database = new DatabaseSync(path, { timeout: waitMilliseconds });
		try {
			database.exec('pragma journal_mode = delete');
			// A connection without a log holds a lock while its transaction lasts.
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
 * Replaces `target` by the file at `copy`; the old file is kept at `aside`, or not at all. Fails
 * with `conflict` where a process uses it. The file is complete at every moment: a killed process
 * leaves either the old one or the new one.
 */
export async function replaceSqliteFile(copy: string, target: string, aside: string | null): Promise<void> {
	refuseUse(target);
	if (existsSync(target) && (await overwrite(copy, target, aside))) removeSqliteFile(copy);
	else move(copy, target, aside);
	clearDamage(target);
	syncToDisk(dirname(target));
}

/** Fails with `conflict` where a process uses the file. */
export function refuseUse(path: string): void {
	if (!isSqliteFileInUse(path)) return;
	throw new BrokerError(
		'conflict',
		`Another process uses ${path}: stop every \`link-broker serve\`, \`worker\` and other command that works on it, ` +
			'then run this again.',
	);
}

/**
 * Writes all pages in one transaction: a process that has just opened the file continues with the
 * new ones. False where the old file is too damaged for that.
 */
async function overwrite(copy: string, target: string, aside: string | null): Promise<boolean> {
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

/** Renames the new file; nobody has a damaged or missing one open. */
function move(copy: string, target: string, aside: string | null): void {
	// A log that belongs to another file would be taken for the new one's.
	for (const [index, file] of sideFiles(target).entries()) {
		if (!existsSync(file)) continue;
		if (aside === null) rmSync(file);
		else renameSync(file, sideFiles(aside)[index] as string);
	}
	if (aside !== null && existsSync(target)) linkSync(target, aside);
	renameSync(copy, target);
}

/** Whether a process holds a lock on the file, where the system lists locks. */
function isLocked(path: string): boolean {
	try {
		const { ino } = statSync(path);
		// 1: POSIX  ADVISORY  READ 25510 fe:00:10389633 1073741826 1073742335
		return readFileSync('/proc/locks', 'utf8').includes(`:${ino} `);
	} catch {
		return false;
	}
}
