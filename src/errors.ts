// The catalogue of operational failures: each code with its HTTP status, exit status and title.

/** Lists every failure that a caller may meet. `exit` is a status: 1 failed, 2 wrong usage. */
export const errorCatalogue = {
	'bad-request': { status: 400, exit: 2, title: 'The request cannot be understood' },
	'malformed-json': { status: 400, exit: 1, title: 'The text is not JSON' },
	'not-an-identifier': { status: 400, exit: 2, title: 'The text is no identifier' },
	'several-identifiers': { status: 400, exit: 2, title: 'The text holds several identifiers' },
	'ambiguous-identifier': { status: 400, exit: 2, title: 'The identifier fits several schemes' },
	'bad-query': { status: 400, exit: 2, title: 'A query parameter is wrong' },
	'bad-query-string': { status: 400, exit: 2, title: 'The free-text query cannot be parsed' },
	unauthorized: { status: 401, exit: 1, title: 'A valid access token or a session is needed' },
	forbidden: { status: 403, exit: 1, title: 'This account may not do that' },
	'insufficient-scope': { status: 403, exit: 1, title: 'The access token is not good for that' },
	'not-found': { status: 404, exit: 1, title: 'There is nothing here' },
	'method-not-allowed': { status: 405, exit: 1, title: 'The method does not fit this address' },
	'not-acceptable': { status: 406, exit: 1, title: 'No answer in an accepted media type' },
	'request-timeout': { status: 408, exit: 1, title: 'The request did not arrive in time' },
	conflict: { status: 409, exit: 1, title: 'It conflicts with what is there' },
	'changes-gone': { status: 410, exit: 1, title: 'The log does not reach back so far' },
	'body-too-large': { status: 413, exit: 1, title: 'The body is too large' },
	'unsupported-media-type': { status: 415, exit: 1, title: 'The media type is not understood' },
	'expectation-failed': { status: 417, exit: 1, title: 'The expectation cannot be met' },
	'invalid-body': { status: 422, exit: 1, title: 'The body does not fit' },
	'invalid-links': { status: 422, exit: 1, title: 'Some links are not valid' },
	'too-many-requests': { status: 429, exit: 1, title: 'Too many requests' },
	'headers-too-large': { status: 431, exit: 1, title: 'The headers are too large' },
	internal: { status: 500, exit: 1, title: 'Something went wrong inside' },
	'harvest-failed': { status: 502, exit: 1, title: 'A service cannot be harvested' },
	'index-behind': { status: 503, exit: 1, title: 'The search index is behind what is stored' },
	'insufficient-storage': { status: 503, exit: 1, title: 'There is no room to store more' },
	unavailable: { status: 503, exit: 1, title: 'A needed service is away' },
	'bad-setting': { status: 500, exit: 2, title: 'A setting is wrong' },
	'bad-usage': { status: 400, exit: 2, title: 'The command is wrong' },
	'bad-file': { status: 400, exit: 1, title: 'The file cannot be read' },
	'unknown-schema': { status: 500, exit: 1, title: 'The data was written by another version of the program' },
} as const;

/** Names one failure of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/**
 * Says what is wrong at one place of the input: `pointer` is a JSON pointer (RFC 6901), `field` a
 * parameter's or option's name, `identifier` one that may be meant.
 */
export type Problem = {
	pointer?: string;
	field?: string;
	message: string;
	identifier?: { ID: string; IDScheme: string };
};

/** Carries an operational failure: code, a sentence, places of the input, cause for the log. */
export class BrokerError extends Error {
	readonly code: ErrorCode;
	readonly problems: readonly Problem[];
	/** Seconds after which another try may succeed (429 and 503). */
	readonly retryAfterSeconds: number | undefined;
	/** What an access token lacks (`insufficient-scope`). */
	readonly scopes: readonly string[];

	constructor(
		code: ErrorCode,
		message: string,
		options: {
			problems?: readonly Problem[];
			cause?: unknown;
			retryAfterSeconds?: number;
			scopes?: readonly string[];
		} = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = 'BrokerError';
		this.code = code;
		this.problems = options.problems ?? [];
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.scopes = options.scopes ?? [];
	}
}

/** Tells whether something is a failure of this code. */
export function hasCode(error: unknown, code: ErrorCode): error is BrokerError {
	return error instanceof BrokerError && error.code === code;
}

/**
 * Tells whether something failed because what the broker stands on is away or full, which is no
 * fault of what was asked: the same may succeed later.
 */
export function isOutage(error: unknown): error is BrokerError {
	return hasCode(error, 'unavailable') || hasCode(error, 'insufficient-storage');
}
