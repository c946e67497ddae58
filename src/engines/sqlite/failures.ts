// Tells failures of SQLite apart by their result codes (sqlite.org/rescode.html).

const plainError = 1;
const busy = 5;
const readOnly = 8;
const failedInputOrOutput = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;
// SQLITE_IOERR_READ: the medium does not give back what was written.
const notRead = 266;
// SQLITE_IOERR_FSTAT: before it opens the log, SQLite looks at the file once more.
const removedWhileOpening = 1802;
// SQLITE_IOERR_SHMSIZE: the file beside the log cannot grow.
const noRoomForSharedMemory = 4874;
// SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_DATA, SQLITE_IOERR_CORRUPTFS.
const unreadable = new Set([522, 8202, 8458]);

/** Tells whether an operation failed because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
	return primaryCode(error) === busy;
}

/**
 * Tells whether an operation failed because there is no such file, or none any more: a switch may
 * remove a generation that is just being opened.
 */
export function isMissingFile(error: unknown): boolean {
	return primaryCode(error) === cannotOpen || codeOf(error) === removedWhileOpening;
}

/** Tells whether a file is something else than a database. */
export function isForeignFile(error: unknown): boolean {
	return primaryCode(error) === notADatabase;
}

/** Tells whether an operation failed because the disk has no room. */
export function isFull(error: unknown): boolean {
	const { code } = (error ?? {}) as { code?: unknown };
	return primaryCode(error) === full || codeOf(error) === noRoomForSharedMemory || code === 'ENOSPC';
}

/** Tells whether an operation failed because what lies in a file is not what was written. */
export function isDamaged(error: unknown): boolean {
	const code = codeOf(error);
	return primaryCode(error) === corrupt || isForeignFile(error) || (code !== undefined && unreadable.has(code));
}

/**
 * Tells whether an operation failed because a file cannot be reached, read or written, whatever
 * lies in it.
 */
export function isOutOfReach(error: unknown): boolean {
	const code = primaryCode(error);
	if (code === readOnly) return true;
	return code === failedInputOrOutput || code === cannotOpen || code === busy;
}

/**
 * Tells whether a file of the index, which can be made anew and so is given up sooner than one of
 * the records, holds what no program has written, or cannot be read from its medium.
 */
export function isDamage(failure: unknown): boolean {
	if (isDamaged(failure) || codeOf(failure) === notRead) return true;
	// What the program has written has its tables, and JSON where JSON is to be.
	return codeOf(failure) === plainError && /^(no such table|malformed JSON)/.test((failure as Error).message);
}

/**
 * Tells whether something failed because of what is around the file, and may go well another time.
 * A lock is waited for.
 */
export function isPassing(failure: unknown): boolean {
	return (isOutOfReach(failure) || isFull(failure)) && !isDamage(failure) && !isBusy(failure);
}

// The low byte of an extended code.
function primaryCode(error: unknown): number | undefined {
	const code = codeOf(error);
	return code === undefined ? undefined : code & 0xff;
}

/** Tells the extended result code of a failure; undefined where it is none of SQLite. */
export function codeOf(error: unknown): number | undefined {
	const code = (error as { errcode?: unknown } | null)?.errcode;
	return typeof code === 'number' ? code : undefined;
}
