// Sends requests to a broker, with token and retries, and turns problem documents into errors.
import { LinkBrokerError } from './errors.ts';
import { pause, pauseSeconds, retryAfterSeconds } from './pauses.ts';
import type { Problem } from './schemas.ts';

/** Configures a client. */
export type ClientOptions = {
	/** The access token of an account. Searches need none. */
	token?: string | undefined;
	/** The number of retries after 429, 503 or a network failure; by default 5. */
	maxRetries?: number;
	/** The longest Retry-After to wait for, in seconds; by default 120. */
	maxRetryAfterSeconds?: number;
	/** The time limit of one request, in seconds; by default 60. Infinity: no limit. */
	requestTimeoutSeconds?: number;
	/** Sends requests in place of the global `fetch`. */
	fetch?: typeof fetch;
};

/** Options of every call. */
export type CallOptions = {
	/** Ends the call, even during a pause, with the reason of the signal. */
	signal?: AbortSignal | undefined;
};

/** A query parameter; undefined ones are left out. */
type Parameter = string | number | boolean | undefined;

/** Query parameters by option name: `groupBy` is sent as `group_by`, true as 1. */
type Query = Readonly<Record<string, Parameter>>;

/** A file or its contents. */
export type FileBody = Blob | Uint8Array<ArrayBuffer>;

export type Request = CallOptions & {
	method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	path: string;
	query?: Query;
	accept?: string;
	/** A JSON text, or a file, which is sent unchanged. */
	body?: string | FileBody;
	/** Whether sending it twice has the same effect as sending it once. */
	repeatable: boolean;
};

/** A complete answer. */
export type Answer = { status: number; headers: Headers; text: string; address: string };

/** Sends requests to one broker. */
export class Http {
	/** Authorises changes that a session makes. */
	csrfToken: string | undefined;
	readonly #root: string;
	readonly #options: ClientOptions;

	constructor(address: string, options: ClientOptions) {
		const { href } = new URL(address);
		const root = href.replace(/[?#].*$/s, '').replace(/\/+$/, '');
		this.#root = root.endsWith('/api') ? root : `${root}/api`;
		this.#options = options;
	}

	/** Sends a request and returns the parsed JSON of the answer; undefined for 204. */
	async json<T>(request: Request): Promise<T> {
		const answer = await this.send(request);
		return (answer.status === 204 ? undefined : readJson(answer)) as T;
	}

	/** Sends a GET request. */
	get<T>(path: string, query: Query, options: CallOptions): Promise<T> {
		return this.json({ ...options, path, query, repeatable: true });
	}

	/** Sends a POST request that changes nothing. */
	ask<T>(path: string, body: unknown, options: CallOptions): Promise<T> {
		return this.json({ ...options, method: 'POST', path, body: JSON.stringify(body), repeatable: true });
	}

	/** Sends a request that changes something. It is not repeated after a network failure. */
	change<T = void>(
		method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
		path: string,
		body: Readonly<Record<string, unknown>> | undefined,
		options: CallOptions,
	): Promise<T> {
		return this.json({ ...options, method, path, ...(body && { body: JSON.stringify(body) }), repeatable: false });
	}

	/** Sends a request until it succeeds or may not be repeated; throws a LinkBrokerError. */
	async send(request: Request): Promise<Answer> {
		const { maxRetries = 5, maxRetryAfterSeconds = 120 } = this.#options;
		for (let retry = 0; ; retry++) {
			request.signal?.throwIfAborted();
			const outcome = await this.#sendOnce(request);
			if (!(outcome instanceof LinkBrokerError) && outcome.status < 400) return outcome;
			const retryAfter = outcome instanceof LinkBrokerError ? null : outcome.headers.get('Retry-After');
			const seconds = pauseSeconds(retry, retryAfter);
			if (retry >= maxRetries || seconds > maxRetryAfterSeconds + 1 || !mayRepeat(outcome, request)) {
				throw outcome instanceof LinkBrokerError ? outcome : problemOf(outcome);
			}
			await pause(seconds, request.signal);
		}
	}

	/** Returns the answer, or the error if there is none. */
	async #sendOnce(request: Request): Promise<Answer | LinkBrokerError> {
		const { method = 'GET', path, query = {}, accept = 'application/json', body, signal } = request;
		const { token, requestTimeoutSeconds = 60, fetch = globalThis.fetch } = this.#options;
		const { csrfToken } = this;
		const isLimited = Number.isFinite(requestTimeoutSeconds);
		const timeout = isLimited ? AbortSignal.timeout(requestTimeoutSeconds * 1_000) : undefined;
		const address = `${this.#root}${path}${queryText(query)}`;
		try {
			const response = await fetch(address, {
				method,
				headers: {
					Accept: accept,
					...(body !== undefined && { 'Content-Type': typeof body === 'string' ? 'application/json' : bytesMediaType }),
					...(token !== undefined && { Authorization: `Bearer ${token}` }),
					...(csrfToken !== undefined && method !== 'GET' && { 'X-CSRF-Token': csrfToken }),
				},
				...(body !== undefined && { body }),
				signal: AbortSignal.any([signal, timeout].filter((one) => one !== undefined)),
			});
			return { status: response.status, headers: response.headers, text: await response.text(), address };
		} catch (cause) {
			signal?.throwIfAborted();
			const why = timeout?.aborted ? `no answer within ${requestTimeoutSeconds} seconds` : wordsOf(cause);
			return new LinkBrokerError('network', `${method} ${address}: ${why}`, { cause });
		}
	}
}

const bytesMediaType = 'application/octet-stream';

// The broker refuses with these before it does anything. With the others, the request may have
// arrived behind a proxy.
const refusedForNow = new Set([429, 503]);
const failedOnTheWay = new Set([502, 504]);

function mayRepeat(outcome: Answer | LinkBrokerError, { repeatable }: Request): boolean {
	if (outcome instanceof LinkBrokerError) return repeatable;
	return refusedForNow.has(outcome.status) || (repeatable && failedOnTheWay.has(outcome.status));
}

function problemOf(answer: Answer): LinkBrokerError {
	const { status, headers } = answer;
	const requestId = headers.get('X-Request-Id') ?? undefined;
	const seconds = retryAfterSeconds(headers.get('Retry-After'));
	const details = { status, requestId, retryAfterSeconds: seconds };
	if (!headers.get('Content-Type')?.startsWith('application/problem+json')) {
		const message = `${answer.address} answered with the status ${status}, and not as a Link Broker does.`;
		return new LinkBrokerError('network', message, details);
	}
	const problem = readJson(answer) as Problem;
	const code = /[^/]*$/.exec(problem.type)?.[0] ?? '';
	return new LinkBrokerError(code, problem.detail, { ...details, problem });
}

/** Parses the JSON of an answer. */
export function readJson({ text, address, status }: Answer): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new LinkBrokerError('network', `${address} did not answer in JSON.`, { status, cause });
	}
}

/** Encodes a name as one segment of a path. Throws `not-found` for `.`, `..` and an empty name. */
export function pathPart(name: string): string {
	if (!/^\.{0,2}$/.test(name)) return encodeURIComponent(name);
	throw new LinkBrokerError('not-found', `Nothing has the name ${JSON.stringify(name)}.`, { status: 404 });
}

function queryText(query: Query): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) parameters.set(snake(name), typeof value === 'boolean' ? String(+value) : String(value));
	}
	const text = parameters.toString();
	return text && `?${text}`;
}

/** Converts the name of an option to that of its parameter: `groupBy` to `group_by`. */
function snake(name: string): string {
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function wordsOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
