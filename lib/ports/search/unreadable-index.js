// The failure that every engine answers with where the generation in use cannot be read.
import { BrokerError } from '../../errors.js';

/**
 * Makes the failure of what needs a generation that is lost, damaged or in another format; `cause`
 * names it in the log, and nowhere else.
 */
export function unreadableIndex(cause         )              {
	return new BrokerError(
		'unavailable',
		'The search index is lost, damaged or of another program version. A running server or worker builds it anew ' +
			'by itself; so does link-broker search reindex.',
		{ retryAfterSeconds: 30, cause: typeof cause === 'string' ? new Error(`${cause} cannot be read`) : cause },
	);
}
