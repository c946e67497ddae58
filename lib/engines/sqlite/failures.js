// Tells failures of SQLite apart by their result codes (sqlite.org/rescode.html). It knows no file.

const busy = 5;
const readOnly = 8;
const failedInputOrOutput = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;
// SQLITE_IOERR_FSTAT: before it opens the log, SQLite looks at the file once more.
const removedWhileOpening = 1802;
// SQLITE_IOERR_SHMSIZE: the file beside the log cannot grow.
const noRoomForSharedMemory = 4874;
// SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_DATA, SQLITE_IOERR_CORRUPTFS.
const unreadable = new Set([522, 8202, 8458]);

/** Tells whether an operation failed because another connection holds a lock. */
export function isBusy(error         )          {
	return primaryCode(error) === busy;
}

/**
 * Tells whether an operation failed because there is no such file, or none any more: a switch may
 * remove a generation that is just being opened.
 */
export function isMissingFile(error         )          {
	return primaryCode(error) === cannotOpen || codeOf(error) === removedWhileOpening;
}

/** Tells whether a file is something else than a database. */
export function isForeignFile(error         )          {
	return primaryCode(error) === notADatabase;
}

/** Tells whether an operation failed because the disk has no room. */
export function isFull(error         )          {
	const { code } = (error ?? {})                      ;
	return primaryCode(error) === full || codeOf(error) === noRoomForSharedMemory || code === 'ENOSPC';
}

/** Tells whether an operation failed because what lies in a file is not what was written. */
export function isDamaged(error         )          {
	const code = codeOf(error);
	return primaryCode(error) === corrupt || isForeignFile(error) || (code !== undefined && unreadable.has(code));
}

/**
 * Tells whether an operation failed because a file cannot be reached, read or written, whatever
 * lies in it.
 */
export function isOutOfReach(error         )          {
	const code = primaryCode(error);
	if (code === readOnly) return true;
	return code === failedInputOrOutput || code === cannotOpen || code === busy;
}

// The low byte of an extended code.
function primaryCode(error         )                     {
	const code = codeOf(error);
	return code === undefined ? undefined : code & 0xff;
}

/** Tells the extended result code of a failure; undefined where it is none of SQLite. */
export function codeOf(error         )                     {
	const code = (error                                )?.errcode;
	return typeof code === 'number' ? code : undefined;
}
