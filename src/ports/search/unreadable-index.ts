// The failure that every engine answers with where the generation in use cannot be read.
import { BrokerError } from '../../errors.ts';

/** Makes the failure of what needs a generation that is lost or in another format. */
export function unreadableIndex(name: string): BrokerError {
	return new BrokerError(
		'unavailable',
		`The search index ${name} is lost or of another program version. A running server or worker builds it ` +
			'anew by itself; so does link-broker search reindex.',
		{ retryAfterSeconds: 60 },
	);
}
