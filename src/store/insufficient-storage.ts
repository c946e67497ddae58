// The error that every engine returns when its disk is full.
import { BrokerError } from '../errors.ts';

/** What is stored on the disk. */
export type Stored = 'database' | 'search index';

// An operator has to free space first; afterwards a short wait is enough.
const retryAfterSeconds = 60;

/** Makes the error for a full disk; `cause` is for the log. */
export function insufficientStorage(stored: Stored, cause?: unknown): BrokerError {
	return new BrokerError('insufficient-storage', `The disk of the ${stored} does not have enough free space.`, {
		cause,
		retryAfterSeconds,
	});
}
