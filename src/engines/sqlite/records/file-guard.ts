// Protects records from files that are damaged, removed or replaced while a process has them open.
//
// SQLite continues with the files that it has open. What it then writes is lost with the process,
// so each write first checks whether they are still the files of their names. The part of the log
// (-wal) that is nowhere else is brought into the database while that is possible.
//
// Damage is noted in a file beside the database, which every process reads before it writes, also
// after a restart. A check that finds the file intact removes the note.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BrokerError } from '../../../errors.ts';
import { DamagedDatabase } from '../../../store/damaged-database.ts';
import { insufficientStorage } from '../../../store/insufficient-storage.ts';
import type { Incident } from '../../../store/sql-database.ts';
import { isDamaged, isFull, isOutOfReach } from '../failures.ts';
import { fileIdentity } from '../file-identity.ts';

export type FileGuard = {
	/** Fails with `unavailable` where nothing may be written. */
	check(): void;
	/** Fails with `unavailable` where a new connection would read another file. */
	checkPlaces(): void;
	/**
	 * Translates an operation's failure into one of the catalogue, where it is one; the cause names
	 * the file, the message does not.
	 */
	translate(error: unknown): unknown;
	/** Returns why nothing may be written, or null. */
	incident(): Incident | null;
};

const retryAfterSeconds = 60;
/** The database, and the files beside it while it is open. */
const guardedFiles = ['', '-wal', '-shm'] as const;

/**
 * Guards the files of a database that has been opened and read. `rescue` brings the log into the
 * database; it is called once the log has been removed.
 */
export function guardFiles(path: string, rescue: () => void): FileGuard {
	const opened = guardedFiles.map((suffix) => identityOf(path + suffix));
	// Where it cannot be noted beside the file.
	let damage: DamagedDatabase | null = null;
	let isRescued = false;

	const replacement = (): Incident | null => {
		const now = guardedFiles.map((suffix) => identityOf(path + suffix));
		const changed = guardedFiles.findIndex((_, place) => now[place] !== opened[place]);
		if (changed === -1) return null;
		const file = path + guardedFiles[changed];
		const isMissing = now[changed] === null;
		if (file === `${path}-wal` && isMissing && !isRescued) {
			rescue();
			isRescued = true;
		}
		const what = isMissing ? 'been removed' : 'been replaced';
		// A new process would not find a removed database either.
		const needsRestart = !(file === path && isMissing);
		const cause = new Error(`${file} has ${what} while it was open; ${needsRestart ? restart : putBack}`);
		return { failure: unavailable('A database file is missing or was replaced.', cause), needsRestart };
	};
	const incident = (): Incident | null => {
		const replaced = replacement();
		if (replaced) return replaced;
		const failure = damage ?? readDamage(path);
		return failure && { failure, needsRestart: false };
	};
	const refuse = (found: Incident | null) => {
		if (found) throw found.failure;
	};
	return {
		check: () => refuse(incident()),
		checkPlaces: () => refuse(replacement()),
		translate(error) {
			if (error instanceof BrokerError) return error;
			const cause = new Error(`${path}: ${(error as Error).message}`, { cause: error });
			if (isFull(error)) return insufficientStorage('database', cause);
			if (!isDamaged(error) && !isOutOfReach(error)) return error;
			// A file that is missing or replaced cannot be read either, though it may be intact.
			const found = replacement();
			if (found) return found.failure;
			if (!isDamaged(error)) return unavailable('The file of the database cannot be read or written.', cause);
			const failure = damaged(path, (error as Error).message);
			if (!noteDamage(path, (error as Error).message)) damage = failure;
			return failure;
		},
		incident,
	};
}

const restart = 'nothing more is written. Restart the broker: it opens the files that are there then';
const putBack = 'nothing more is written. Put the file back, or restore a backup and restart the broker';

const noteOf = (path: string) => `${path}-damage`;

/**
 * Notes for every process that the file is damaged; returns false if the note cannot be written. A
 * note on a file that has been replaced has no effect.
 */
export function noteDamage(path: string, reason: string): boolean {
	try {
		const identity = fileIdentity(path);
		if (identity === null) return false;
		writeFileSync(noteOf(path), `${identity}\n${reason}\n`);
		return true;
	} catch {
		return false;
	}
}

/** Removes the note: the file is intact or was replaced. */
export function clearDamage(path: string): void {
	rmSync(noteOf(path), { force: true });
}

function readDamage(path: string): DamagedDatabase | null {
	if (!existsSync(noteOf(path))) return null;
	const [identity, ...reason] = readFileSync(noteOf(path), 'utf8').trim().split('\n');
	return identity === fileIdentity(path) ? damaged(path, reason.join(' ')) : null;
}

/** Makes the error for a damaged file. */
export function damaged(path: string, reason: string): DamagedDatabase {
	return new DamagedDatabase(`${path} is damaged (${reason})`);
}

function unavailable(message: string, cause: Error): BrokerError {
	return new BrokerError('unavailable', message, { cause, retryAfterSeconds });
}

/** Identifies the file at a path; null where there is none. */
function identityOf(path: string): string | null {
	try {
		return fileIdentity(path);
	} catch (error) {
		throw unavailable('The file of the database cannot be reached.', new Error(`${path}: ${(error as Error).message}`));
	}
}
