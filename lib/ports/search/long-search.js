// The failure of a search that takes longer than one may, whatever makes it.
import { BrokerError } from '../../errors.js';

/** Makes the failure of a search that was given up after so many milliseconds. */
export function searchTakesTooLong(milliseconds        )              {
	return new BrokerError(
		'unavailable',
		`The search took longer than ${milliseconds / 1_000} seconds (SEARCH_SECONDS) and was given up. ` +
			'Ask for less: fewer words, fewer of them with an asterisk, one type, some years; or try again later.',
		{ retryAfterSeconds: 30 },
	);
}
