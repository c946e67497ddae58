// Distinguishes failures of SQLite by their result codes (sqlite.org/rescode.html).

const plainError = 1;
const busy = 5;
const readOnly = 8;
const failedInputOrOutput = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;
// SQLITE_IOERR_READ: the medium does not return what was written.
const notRead = 266;
// SQLITE_IOERR_FSTAT: before it opens the log, SQLite checks the file once more.
const removedWhileOpening = 1802;
// SQLITE_IOERR_SHMSIZE: the file beside the log cannot grow.
const noRoomForSharedMemory = 4874;
// SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_DATA, SQLITE_IOERR_CORRUPTFS.
const unreadable = new Set([522, 8202, 8458]);

/** Whether an operation failed because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
	return primaryCode(error) === busy;
}

/**
 * Whether an operation failed because a file does not exist: a switch may remove a generation that
 * is just being opened.
 */
export function isMissingFile(error: unknown): boolean {
	return primaryCode(error) === cannotOpen || codeOf(error) === removedWhileOpening;
}

/** Whether a file is something else than a database. */
export function isForeignFile(error: unknown): boolean {
	return primaryCode(error) === notADatabase;
}

/** Whether an operation failed because the disk is full. */
export function isFull(error: unknown): boolean {
	const { code } = (error ?? {}) as { code?: unknown };
	return primaryCode(error) === full || codeOf(error) === noRoomForSharedMemory || code === 'ENOSPC';
}

/** Whether an operation failed because a file no longer contains what was written. */
export function isDamaged(error: unknown): boolean {
	const code = codeOf(error);
	return primaryCode(error) === corrupt || isForeignFile(error) || (code !== undefined && unreadable.has(code));
}

/**
 * Whether an operation failed because a file cannot be reached, read or written, whatever its
 * content.
 */
export function isOutOfReach(error: unknown): boolean {
	const code = primaryCode(error);
	if (code === readOnly) return true;
	return code === failedInputOrOutput || code === cannotOpen || code === busy;
}

/**
 * Whether a file of the index contains what no program has written, or cannot be read from its
 * medium. An index can be rebuilt, so this is stricter than for the records.
 */
export function isDamage(failure: unknown): boolean {
	if (isDamaged(failure) || codeOf(failure) === notRead) return true;
	// Files of this program have their tables, and JSON where JSON belongs.
	return codeOf(failure) === plainError && /^(no such table|malformed JSON)/.test((failure as Error).message);
}

/**
 * Whether something failed because of the file's environment, and may succeed another time. Locks
 * are excluded: they are waited for.
 */
export function isTemporary(failure: unknown): boolean {
	return (isOutOfReach(failure) || isFull(failure)) && !isDamage(failure) && !isBusy(failure);
}

// The low byte of an extended code.
function primaryCode(error: unknown): number | undefined {
	const code = codeOf(error);
	return code === undefined ? undefined : code & 0xff;
}

/** Returns the extended result code of a failure; undefined where it is not one of SQLite. */
export function codeOf(error: unknown): number | undefined {
	const code = (error as { errcode?: unknown } | null)?.errcode;
	return typeof code === 'number' ? code : undefined;
}
