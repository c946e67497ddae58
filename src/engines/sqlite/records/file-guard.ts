// Keeps what is to last out of files that are damaged, or that nobody will find again: removed or
// replaced beside a process that has them open. It knows no table.
//
// SQLite goes on with the files that it has open. What it then writes ends with the process, so
// each write looks first whether they are still the files of their names. Of the log (-wal), what
// is in it and nowhere else is brought into the database while that can be done.
import { BrokerError } from '../../../errors.ts';
import { insufficientStorage } from '../../../store/insufficient-storage.ts';
import type { Incident } from '../../../store/sql-database.ts';
import { isDamaged, isFull, isOutOfReach } from '../failures.ts';
import { fileIdentity } from '../file-identity.ts';

export type FileGuard = {
	/** Fails with `unavailable` where nothing is to be written. */
	check(): void;
	/**
	 * Makes of what an operation failed with a failure of the catalogue, where it is one; the cause
	 * names the file, the message does not.
	 */
	translate(error: unknown): unknown;
	/** Tells why nothing is to be written, or null. */
	incident(): Incident | null;
};

const retryAfterSeconds = 60;
/** The database, and beside it what is there for as long as it is open. */
const guardedFiles = ['', '-wal', '-shm'] as const;

/**
 * Guards the files of a database that has been opened and read. `rescue` brings what the log holds
 * into the database; it is called once the log has been removed.
 */
export function guardFiles(path: string, rescue: () => void): FileGuard {
	const opened = guardedFiles.map((suffix) => identityOf(path + suffix));
	let damage: unknown;
	let isRescued = false;

	const incident = (): Incident | null => {
		const now = guardedFiles.map((suffix) => identityOf(path + suffix));
		const changed = guardedFiles.findIndex((_, place) => now[place] !== opened[place]);
		if (changed === -1) return damage === undefined ? null : { failure: damaged(path, damage), needsRestart: false };
		const file = path + guardedFiles[changed];
		const isMissing = now[changed] === null;
		if (file === `${path}-wal` && isMissing && !isRescued) {
			rescue();
			isRescued = true;
		}
		const what = isMissing ? 'been removed' : 'been replaced by another';
		// A database that has gone is not there for a new process either.
		const needsRestart = !(file === path && isMissing);
		const cause = new Error(`${file} has ${what} while it was open; ${needsRestart ? restart : putBack}`);
		return { failure: unavailable('A file of the database is not in its place.', cause), needsRestart };
	};
	return {
		check() {
			const found = incident();
			if (found) throw found.failure;
		},
		translate(error) {
			if (error instanceof BrokerError) return error;
			const cause = new Error(`${path}: ${(error as Error).message}`, { cause: error });
			if (isFull(error)) return insufficientStorage('database', cause);
			if (!isDamaged(error) && !isOutOfReach(error)) return error;
			// A file that is not in its place cannot be read either, though it may be whole.
			const found = incident();
			if (found) return found.failure;
			if (!isDamaged(error)) return unavailable('The file of the database cannot be read or written.', cause);
			damage = error;
			return damaged(path, error);
		},
		incident,
	};
}

const restart = 'nothing is written any more. Start the broker again: it opens what is there then';
const putBack = 'nothing is written any more. Put it back, or restore a backup and start the broker again';

function damaged(path: string, error: unknown): BrokerError {
	const reason =
		`${path} is damaged (${(error as Error).message}); nothing is written any more. ` +
		'Stop the broker and restore a backup';
	return unavailable('The file of the database is damaged.', new Error(reason, { cause: error }));
}

function unavailable(message: string, cause: Error): BrokerError {
	return new BrokerError('unavailable', message, { cause, retryAfterSeconds });
}

/** Names the file at a path; null where there is none. */
function identityOf(path: string): string | null {
	try {
		return fileIdentity(path);
	} catch (error) {
		throw unavailable('The file of the database cannot be reached.', new Error(`${path}: ${(error as Error).message}`));
	}
}
