// Requests to a broker: addresses, the token, retries, problems as errors. Knows no operation.
import { LinkBrokerError } from './errors.ts';
import { pause, pauseSeconds } from './pauses.ts';
import type { Problem } from './schemas.ts';

/** How a client asks. */
export type ClientOptions = {
	/** The access token of an account; searches need none. */
	token?: string | undefined;
	/** How often a request is sent again after 429, 503 or a failure of the network; 5 unless said. */
	maxRetries?: number;
	/** The longest Retry-After that is waited for, in seconds; 120 unless said. */
	maxRetryAfterSeconds?: number;
	/** How long one request may take, in seconds; 60 unless said. */
	requestTimeoutSeconds?: number;
	/** Sends requests in place of the global `fetch`. */
	fetch?: typeof fetch;
};

/** What can be said of any call. */
export type CallOptions = {
	/** Ends the call, also while it pauses, with the reason of the signal. */
	signal?: AbortSignal | undefined;
};

/** A parameter of an address; what is undefined is left out. */
type Parameter = string | number | boolean | undefined;

export type Request = CallOptions & {
	method?: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** Named as options: `groupBy` is sent as `group_by`, true as 1. Or the query of an address. */
	query?: Readonly<Record<string, Parameter>> | URLSearchParams;
	accept?: string;
	body?: string;
	/** Whether to be sent twice is the same as to be sent once. */
	repeatable: boolean;
};

/** What was answered, whole. */
export type Answer = { status: number; headers: Headers; text: string; address: string };

/** Sends requests to one broker. */
export class Http {
	readonly #root: string;
	readonly #options: ClientOptions;

	constructor(address: string, options: ClientOptions) {
		const { href } = new URL(address);
		const root = href.replace(/[?#].*$/s, '').replace(/\/+$/, '');
		this.#root = root.endsWith('/api') ? root : `${root}/api`;
		this.#options = options;
	}

	/** Sends a request and answers what it is answered, from JSON. */
	async json<T>(request: Request): Promise<T> {
		return readJson(await this.send(request)) as T;
	}

	/** Sends a request until it succeeds or may not be sent again; fails with a LinkBrokerError. */
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

	/** Answers what is answered, or why nothing is. */
	async #sendOnce(request: Request): Promise<Answer | LinkBrokerError> {
		const { method = 'GET', path, query = {}, accept = 'application/json', body, signal } = request;
		const { token, requestTimeoutSeconds = 60, fetch = globalThis.fetch } = this.#options;
		const timeout = AbortSignal.timeout(requestTimeoutSeconds * 1_000);
		const address = `${this.#root}${path}${queryText(query)}`;
		try {
			const response = await fetch(address, {
				method,
				headers: {
					Accept: accept,
					...(body !== undefined && { 'Content-Type': 'application/json' }),
					...(token !== undefined && { Authorization: `Bearer ${token}` }),
				},
				...(body !== undefined && { body }),
				signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
			});
			return { status: response.status, headers: response.headers, text: await response.text(), address };
		} catch (cause) {
			signal?.throwIfAborted();
			const why = timeout.aborted ? `no answer within ${requestTimeoutSeconds} seconds` : wordsOf(cause);
			return new LinkBrokerError('network', `${method} ${address}: ${why}`, { cause });
		}
	}
}

// What is refused so was not done; a proxy that answers with one of the others cannot tell.
const refusedForNow = new Set([429, 503]);
const failedOnTheWay = new Set([502, 504]);

function mayRepeat(outcome: Answer | LinkBrokerError, { repeatable }: Request): boolean {
	if (outcome instanceof LinkBrokerError) return repeatable;
	return refusedForNow.has(outcome.status) || (repeatable && failedOnTheWay.has(outcome.status));
}

function problemOf(answer: Answer): LinkBrokerError {
	const requestId = answer.headers.get('X-Request-Id') ?? undefined;
	const { status } = answer;
	if (!answer.headers.get('Content-Type')?.startsWith('application/problem+json')) {
		const message = `${answer.address} answered with the status ${status}, and not as a Link Broker does.`;
		return new LinkBrokerError('network', message, { status, requestId });
	}
	const problem = readJson(answer) as Problem;
	const code = /[^/]*$/.exec(problem.type)?.[0] ?? '';
	return new LinkBrokerError(code, problem.detail, { problem, requestId });
}

/** Reads an answer in JSON. */
export function readJson({ text, address, status }: Answer): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new LinkBrokerError('network', `${address} did not answer in JSON.`, { status, cause });
	}
}

function queryText(query: Readonly<Record<string, Parameter>> | URLSearchParams): string {
	const parameters = query instanceof URLSearchParams ? query : new URLSearchParams();
	if (!(query instanceof URLSearchParams)) {
		for (const [name, value] of Object.entries(query)) {
			if (value !== undefined) parameters.set(snake(name), typeof value === 'boolean' ? String(+value) : String(value));
		}
	}
	const text = parameters.toString();
	return text && `?${text}`;
}

/** Writes the name of an option as the parameter: `groupBy` as `group_by`. */
function snake(name: string): string {
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function wordsOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
