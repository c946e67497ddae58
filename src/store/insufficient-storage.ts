// The failure that every engine answers with where its disk has no room. It knows no engine.
import { BrokerError } from '../errors.ts';

/** Names what lies on a disk. */
export type Stored = 'database' | 'search index';

// Somebody has to make room first; afterwards nobody should wait for long.
const retryAfterSeconds = 60;

/** Makes the failure of what finds no room; `cause` is for the log. */
export function insufficientStorage(stored: Stored, cause?: unknown): BrokerError {
	return new BrokerError('insufficient-storage', `The disk of the ${stored} has no room for this.`, {
		cause,
		retryAfterSeconds,
	});
}
