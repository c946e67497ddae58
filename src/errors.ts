// The catalogue of operational failures: each code with HTTP status, exit status, title and advice.

/**
 * Lists every failure that a caller may meet. `exit` is the status of a command: 1 failed, 2 wrong
 * usage. `title` says what happened, `advice` what to do.
 */
export const errorCatalogue = {
	'bad-request': {
		...{ status: 400, exit: 2, title: 'Bad request' },
		advice: 'Check the address, the headers and any proxy in between.',
	},
	'malformed-json': {
		...{ status: 400, exit: 1, title: 'Malformed JSON' },
		advice: 'Correct the JSON at the line and column shown. Nothing was stored.',
	},
	'not-an-identifier': {
		...{ status: 400, exit: 2, title: 'Not an identifier' },
		advice: 'Check the identifier. If its form is rare, name its scheme.',
	},
	'several-identifiers': {
		...{ status: 400, exit: 2, title: 'Several identifiers' },
		advice: 'Ask for one of those listed.',
	},
	'ambiguous-identifier': {
		...{ status: 400, exit: 2, title: 'Ambiguous identifier' },
		advice: 'Name one of the schemes listed.',
	},
	'bad-query': {
		...{ status: 400, exit: 2, title: 'Invalid query parameter' },
		advice: 'Correct the parameters listed. `/docs` describes them all.',
	},
	'bad-query-string': {
		...{ status: 400, exit: 2, title: 'Invalid free-text query' },
		advice: 'Correct the query at the place shown. Quote phrases, and put a backslash before special characters.',
	},
	unauthorized: {
		...{ status: 401, exit: 1, title: 'Authentication required' },
		advice: 'Send a valid access token (`Authorization: Bearer …`) or sign in.',
	},
	forbidden: {
		...{ status: 403, exit: 1, title: 'Forbidden' },
		advice: 'Ask an administrator for the role named. With a session, send its CSRF token in `X-CSRF-Token`.',
	},
	'insufficient-scope': {
		...{ status: 403, exit: 1, title: 'Insufficient scope' },
		advice: 'Use an access token with the scopes named.',
	},
	'not-found': {
		...{ status: 404, exit: 1, title: 'Not found' },
		advice: 'Check the address. Only its submitter, curators and administrators can see an event.',
	},
	'method-not-allowed': {
		...{ status: 405, exit: 1, title: 'Method not allowed' },
		advice: 'Use a method that the `Allow` header lists.',
	},
	'not-acceptable': {
		...{ status: 406, exit: 1, title: 'Not acceptable' },
		advice: 'Accept a media type that the answer lists, or omit the `Accept` header.',
	},
	'request-timeout': {
		...{ status: 408, exit: 1, title: 'Request timeout' },
		advice: 'Send the request again, if possible over a faster connection.',
	},
	conflict: {
		...{ status: 409, exit: 1, title: 'Conflict' },
		advice: 'Choose another name, or wait until the task named has ended.',
	},
	'cursor-expired': {
		...{ status: 410, exit: 1, title: 'Cursor expired' },
		advice: 'Store the cursor that `after=now` returns, load a dump, then continue from that cursor.',
	},
	'body-too-large': {
		...{ status: 413, exit: 1, title: 'Body too large' },
		advice: 'Send the links in smaller batches. Nothing was stored.',
	},
	'answer-too-large': {
		...{ status: 413, exit: 1, title: 'Answer too large' },
		advice: 'Use the address in the message, which answers page by page or as a file.',
	},
	'unsupported-media-type': {
		...{ status: 415, exit: 1, title: 'Unsupported media type' },
		advice: 'Send JSON in UTF-8 as `application/json` or `application/x-scholix-v3+json`, plain or gzip.',
	},
	'expectation-failed': {
		...{ status: 417, exit: 1, title: 'Expectation failed' },
		advice: 'Omit the `Expect` header, or send `100-continue`.',
	},
	'invalid-body': {
		...{ status: 422, exit: 1, title: 'Invalid body' },
		advice: 'Correct the places listed; each pointer is a JSON Pointer into the body.',
	},
	'invalid-links': {
		...{ status: 422, exit: 1, title: 'Invalid links' },
		advice: 'Correct the links listed, or skip them (`partial=1`, `--skip-invalid`). Nothing was stored.',
	},
	'too-many-requests': {
		...{ status: 429, exit: 1, title: 'Too many requests' },
		advice: 'Send the request again after `Retry-After` seconds.',
	},
	'headers-too-large': {
		...{ status: 431, exit: 1, title: 'Headers too large' },
		advice: 'Shorten the address, or remove cookies of other sites.',
	},
	internal: {
		...{ status: 500, exit: 1, title: 'Internal error' },
		advice: 'Try again later. If it happens again, send the `X-Request-Id` to the operator, whose log has the details.',
	},
	'insufficient-storage': {
		...{ status: 503, exit: 1, title: 'Insufficient storage' },
		advice: 'Free some disk space; the broker then continues. Send the request again after `Retry-After` seconds.',
	},
	unavailable: {
		...{ status: 503, exit: 1, title: 'Service unavailable' },
		advice: 'Try again after `Retry-After` seconds. Operators: check the database and the search index.',
	},
	'harvest-failed': {
		...{ status: 502, exit: 1, title: 'Harvest failed' },
		advice: 'Try again: a harvest continues where it stopped. The message names the service and what it answered.',
	},
	'index-behind': {
		...{ status: 503, exit: 1, title: 'Search index not up to date' },
		advice: 'Correct the cause shown, then rebuild the index with `link-broker search reindex`.',
	},
	'bad-setting': {
		...{ status: 500, exit: 2, title: 'Invalid setting' },
		advice: 'Correct the environment variables named. docs/reference/settings.md describes them all.',
	},
	'bad-usage': {
		...{ status: 400, exit: 2, title: 'Invalid command' },
		advice: 'Run the command with `--help`.',
	},
	'bad-file': {
		...{ status: 400, exit: 1, title: 'File not readable or writable' },
		advice: 'Correct the path, or the content at the place shown.',
	},
	'unknown-schema': {
		...{ status: 500, exit: 1, title: 'Data of another version' },
		advice: 'Use the version that wrote the data, or export with it and import into a new database.',
	},
} as const;

/** The failures of the command line and of a start; over HTTP they are `internal`. */
export const commandLineErrors = ['index-behind', 'bad-setting', 'bad-usage', 'bad-file', 'unknown-schema'] as const;

/** Names one failure of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/**
 * Describes what is wrong at one place of the input: `pointer` is a JSON Pointer (RFC 6901),
 * `field` the name of a parameter or option, `identifier` an identifier that may be meant.
 */
export type Problem = {
	pointer?: string;
	field?: string;
	message: string;
	identifier?: { ID: string; IDScheme: string };
};

/** Carries an operational failure: code, message, places of the input, cause for the log. */
export class BrokerError extends Error {
	readonly code: ErrorCode;
	readonly problems: readonly Problem[];
	/** Seconds after which another try may succeed (429 and 503). */
	readonly retryAfterSeconds: number | undefined;
	/** The scopes that an access token lacks (`insufficient-scope`). */
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

/** Returns whether an error is a failure with this code. */
export function hasCode(error: unknown, code: ErrorCode): error is BrokerError {
	return error instanceof BrokerError && error.code === code;
}

/**
 * Returns whether the cause of an error is a dependency that is unavailable or full. The same
 * request may succeed later.
 */
export function isOutage(error: unknown): error is BrokerError {
	return hasCode(error, 'unavailable') || hasCode(error, 'insufficient-storage');
}

/** Rethrows a failure, except an outage: for writes that must not keep anybody from reading. */
export function unlessOutage(error: unknown): void {
	if (!isOutage(error)) throw error;
}

/**
 * Returns the message of an error, or its code. The error of a connection to several addresses has
 * no message; the result then has those of all addresses.
 */
export function errorText(error: unknown): string {
	if (!(error instanceof Error)) return String(error ?? '');
	const { message, code, name, errors } = error as NodeJS.ErrnoException & { errors?: unknown };
	if (message !== '') return message;
	const parts = Array.isArray(errors) ? errors.map(errorText) : [];
	return [...new Set(parts)].filter((text) => text !== '').join('; ') || (code ?? name);
}
