// Tells failures of SQLite apart by their result codes (sqlite.org/rescode.html). It knows no file.

const busy = 5;
const cannotOpen = 14;
const notADatabase = 26;
// SQLITE_IOERR_FSTAT: before it opens the log, SQLite looks at the file once more.
const removedWhileOpening = 1802;

/** Tells whether an operation failed because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
	return primaryCode(error) === busy;
}

/**
 * Tells whether an operation failed because there is no such file, or none any more: a switch may
 * remove a generation that is just being opened.
 */
export function isMissingFile(error: unknown): boolean {
	return primaryCode(error) === cannotOpen || extendedCode(error) === removedWhileOpening;
}

/** Tells whether a file is something else than a database. */
export function isForeignFile(error: unknown): boolean {
	return primaryCode(error) === notADatabase;
}

// The low byte of an extended code.
function primaryCode(error: unknown): number | undefined {
	const code = extendedCode(error);
	return code === undefined ? undefined : code & 0xff;
}

function extendedCode(error: unknown): number | undefined {
	const code = (error as { errcode?: unknown } | null)?.errcode;
	return typeof code === 'number' ? code : undefined;
}
