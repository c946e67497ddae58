// Tells what a failure says of a file of the index, which can be made anew: it may be given up
// sooner than one of the records. It knows no file.
import { codeOf, isBusy, isDamaged, isFull, isOutOfReach } from '../failures.js';

const plainError = 1;
// SQLITE_IOERR_READ: the medium does not give back what was written.
const notRead = 266;

/** Tells whether a file holds what no program has written, or cannot be read from its medium. */
export function isDamage(failure         )          {
	if (isDamaged(failure) || codeOf(failure) === notRead) return true;
	// What the program has written has its tables, and JSON where JSON is to be.
	return codeOf(failure) === plainError && /^(no such table|malformed JSON)/.test((failure         ).message);
}

/**
 * Tells whether something failed because of what is around the file, and may go well another time.
 * A lock is waited for.
 */
export function isPassing(failure         )          {
	return (isOutOfReach(failure) || isFull(failure)) && !isDamage(failure) && !isBusy(failure);
}
