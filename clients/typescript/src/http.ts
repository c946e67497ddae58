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

	/** Sends a request and returns the JSON object of the answer; see readJson. */
	async json<T>(request: Request, members: Members = {}): Promise<T> {
		return readJson(await this.send(request), members);
	}

	/** Sends a GET request. */
	get<T>(path: string, query: Query, options: CallOptions, members?: Members): Promise<T> {
		return this.json({ ...options, path, query, repeatable: true }, members);
	}

	/** Sends a POST request that changes nothing. */
	ask<T>(path: string, body: unknown, options: CallOptions & { query?: Query }, members?: Members): Promise<T> {
		return this.json({ ...options, method: 'POST', path, body: JSON.stringify(body), repeatable: true }, members);
	}

	/**
	 * Sends a request that changes something. It is not repeated after a network failure. Without
	 * `members` the answer may be empty.
	 */
	async change<T = void>(
		method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
		path: string,
		body: Readonly<Record<string, unknown>> | undefined,
		options: CallOptions,
		members?: Members,
	): Promise<T> {
		const request = { ...options, method, path, ...(body && { body: JSON.stringify(body) }), repeatable: false };
		const answer = await this.send(request);
		return members === undefined && answer.status === 204 ? (undefined as T) : readJson(answer, members);
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
	const problem = readJson<Problem>(answer, { detail: 'string' });
	// A proxy may leave out the type (RFC 9457, 3.1.1).
	const type = textOf(problem.type) ?? 'about:blank';
	const code = type === 'about:blank' ? 'network' : (/[^/]*$/.exec(type)?.[0] ?? '');
	const errors = Array.isArray(problem.errors) ? problem.errors.filter((place) => isObject(place)) : [];
	return new LinkBrokerError(code, problem.detail, { ...details, problem: { ...problem, type, status, errors } });
}

/** The members of an answer that the client itself reads, and what they must be. */
export type Members = Readonly<Record<string, 'string' | 'list' | 'object'>>;

/**
 * Parses the JSON of an answer. Throws a LinkBrokerError unless it is an object with these members:
 * proxies and other servers answer anything.
 */
export function readJson<T>({ text, address, status }: Answer, members: Members = {}): T {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (cause) {
		throw new LinkBrokerError('network', `${address} did not answer in JSON.`, { status, cause });
	}
	if (!isObject(value))
		throw new LinkBrokerError('network', `${address} did not answer with a JSON object.`, { status });
	for (const [name, kind] of Object.entries(members)) {
		const member = value[name];
		const isRight =
			kind === 'list' ? Array.isArray(member) : kind === 'object' ? isObject(member) : typeof member === kind;
		if (!isRight)
			throw new LinkBrokerError('network', `The answer of ${address} lacks the ${kind} ${name}.`, { status });
	}
	return value as T;
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text of an answer; undefined if it is something else. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
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
