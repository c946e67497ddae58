// Sends polite requests to a service: they identify the broker, respect pauses and Retry-After, are
// repeated a bounded number of times after failures, and limit the size of answers.
import type { Clock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import type { XmlElement } from '../formats/dialects/dialect.ts';
import { parseJson } from '../formats/json/json-text.ts';
import { ForbiddenConnection, type GuardedFetch, readRetryAfter } from '../network/guarded-connections.ts';
import type { ServiceRequest } from './service.ts';

/** An answer that came whole: a JSON value, or the root of XML. */
export type Answer = { bytes: Uint8Array; document: unknown };

/** The service refused what was asked: another try would be refused as well. */
export class Refusal extends BrokerError {
	/** The status of HTTP; undefined where the connection was refused here. */
	readonly status: number | undefined;

	constructor(message: string, status?: number) {
		super('harvest-failed', message);
		this.status = status;
	}
}

/** The service wants to be asked again later than a run waits; milliseconds since 1970. */
export class GoOnLater extends BrokerError {
	readonly notBefore: number;

	constructor(message: string, notBefore: number) {
		super('harvest-failed', message);
		this.notBefore = notBefore;
	}
}

export type RequestOptions = {
	/** The address of the service, without a slash at the end. */
	address: string;
	/** The User-Agent. */
	agent: string;
	/** The least time between two requests. */
	pauseMilliseconds: number;
	clock: Clock;
	fetch: GuardedFetch;
	signal: AbortSignal;
	/** Called with the reason why a request is made again or waits, in a few words. */
	onWait(words: string): void;
	maxBytes?: number;
	timeoutMilliseconds?: number;
	/** How often a request is made that fails. With 1, no pause is made either. */
	tries?: number;
};

const mostTries = 6;
const firstPauseMilliseconds = 2_000;
const longestWaitMilliseconds = 5 * 60_000;
const largestAnswer = 128 * 2 ** 20;
const requestTimeout = 120_000;
const shownCharacters = 300;
const readForMessage = 65_536;
/** What a service says to wait longer than that is a slip of it, which must not end a schedule. */
const mostRestMilliseconds = 7 * 86_400_000;

/** Makes requests one after the other. Their failures are BrokerErrors with `harvest-failed`. */
export type PoliteRequests = { get(request: ServiceRequest): Promise<Answer> };

/** Creates them for a service. Once `signal` is aborted, they fail with its reason. */
export function createPoliteRequests(options: RequestOptions): PoliteRequests {
	const { clock, signal, onWait, tries: most = mostTries } = options;
	let pause = options.pauseMilliseconds;
	let notBefore = Number.NEGATIVE_INFINITY;

	const wait = async (milliseconds: number): Promise<void> => {
		if (milliseconds > 0) await clock.sleep(milliseconds, signal);
		signal.throwIfAborted();
	};
	const waitAsAsked = async (milliseconds: number, message: string): Promise<void> => {
		if (milliseconds > longestWaitMilliseconds) {
			const at = clock.now() + Math.min(milliseconds, mostRestMilliseconds);
			throw new GoOnLater(`${message}, and is to be asked again after ${new Date(at).toISOString()}.`, at);
		}
		onWait(`${message}; waiting ${Math.ceil(milliseconds / 1_000)} s`);
		await wait(milliseconds);
	};

	return {
		async get(request) {
			for (let tries = 1; ; tries++) {
				await wait(notBefore - clock.elapsed());
				const askedAt = clock.elapsed();
				const outcome = await ask(options, request);
				if (outcome.headers) pause = Math.max(options.pauseMilliseconds, pauseOf(outcome.headers));
				notBefore = askedAt + pause;
				const isLast = tries >= most;
				const growing = firstPauseMilliseconds * 2 ** (tries - 1);
				if ('answer' in outcome) {
					const exhausted = windowEnd(outcome.headers, clock.now());
					if (exhausted !== undefined) notBefore = clock.elapsed() + Math.min(exhausted, longestWaitMilliseconds);
					return outcome.answer;
				}
				if (outcome.kind === 'final') throw new Refusal(outcome.message, outcome.status);
				if (outcome.kind === 'later') {
					const asked =
						readRetryAfter(outcome.headers?.get('retry-after'), clock.now()) ?? windowEnd(outcome.headers, clock.now());
					if (most === 1) throw askedOnce(outcome.message, asked);
					if (isLast) throw new GoOnLater(`${outcome.message}, again and again`, clock.now() + longestWaitMilliseconds);
					await waitAsAsked(Math.max(asked ?? growing, 0), outcome.message);
				} else {
					if (most === 1) throw askedOnce(outcome.message);
					if (isLast) throw new BrokerError('harvest-failed', `${outcome.message}, ${most} times.`);
					onWait(`${outcome.message}; trying again in ${growing / 1_000} s`);
					await wait(growing);
				}
			}
		},
	};
}

/** The failure of a request that is made once; `asked`: how long the service wants to be left alone. */
function askedOnce(message: string, asked?: number): BrokerError {
	const when = asked === undefined ? '' : `, and is to be asked again in ${Math.ceil(asked / 1_000)} s`;
	return new BrokerError('harvest-failed', `${message}${when}.`);
}

type Outcome =
	| { answer: Answer; headers: AnswerHeaders }
	| { kind: 'final' | 'again' | 'later'; message: string; headers?: AnswerHeaders; status?: number };

type AnswerHeaders = Awaited<ReturnType<GuardedFetch>>['headers'];

/** Makes one request, and returns its outcome. */
async function ask(options: RequestOptions, request: ServiceRequest): Promise<Outcome> {
	const { address, agent, signal, timeoutMilliseconds = requestTimeout, maxBytes = largestAnswer } = options;
	const host = new URL(address).host;
	const query = new URLSearchParams({ ...request.query, ...request.secretQuery });
	const url = `${address}${request.path}${query.size > 0 ? `?${query}` : ''}`;
	const timeout = AbortSignal.timeout(timeoutMilliseconds);
	try {
		const response = await options.fetch(url, {
			headers: {
				accept: request.isXml ? 'application/xml' : 'application/json',
				'user-agent': agent,
				...request.headers,
			},
			signal: AbortSignal.any([signal, timeout]),
		});
		const { status, headers } = response;
		const bytes = await readBody(response, maxBytes);
		if (status === 429 || status === 503) return { kind: 'later', message: `${host} is busy (${status})`, headers };
		if (status >= 500) return { kind: 'again', message: `${host} fails (${status})`, headers };
		if (status < 200 || status > 299) {
			const message = shownText(bytes, request);
			return {
				kind: 'final',
				message: `${host} refuses ${request.path} (${status})${message && `: ${message}`}`,
				...{ headers, status },
			};
		}
		return { headers, ...(await readAnswer(bytes, request, host)) };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof ForbiddenConnection) return { kind: 'final', message: error.message };
		if (error instanceof TooLarge) {
			const message = `An answer of ${host} is larger than ${maxBytes} bytes; none of it is taken.`;
			return { kind: 'final', message, status: tooLarge };
		}
		const seconds = timeoutMilliseconds / 1_000;
		if (timeout.aborted) return { kind: 'again', message: `${host} did not answer within ${seconds} s` };
		return { kind: 'again', message: `${host} cannot be reached, or its answer was cut off (${reasonOf(error)})` };
	}
}

/** The status of what is too large (RFC 9110, 15.5.14), which an answer may be as well. */
const tooLarge = 413;

type ReadAnswer = { answer: Answer } | { kind: 'final' | 'again'; message: string; status?: number };

async function readAnswer(bytes: Uint8Array, { isXml }: ServiceRequest, host: string): Promise<ReadAnswer> {
	if (isXml) {
		const document = await readRoot(bytes, host);
		if (document !== undefined) return { answer: { bytes, document } };
		return { kind: 'again', message: `The answer of ${host} is not complete XML` };
	}
	const read = parseJson(bytes);
	if ('value' in read) return { answer: { bytes, document: read.value } };
	if (!read.error.isExcess) return { kind: 'again', message: `The answer of ${host} is not complete JSON` };
	return { kind: 'final', message: `An answer of ${host} exceeds a limit: ${read.error.message}.`, status: tooLarge };
}

async function readRoot(bytes: Uint8Array, host: string): Promise<XmlElement | undefined> {
	const { readXml } = await import('../formats/dialects/syntaxes/read-xml.ts');
	try {
		const [root] = readXml(Buffer.from(bytes).toString(), host);
		return root;
	} catch (error) {
		if (error instanceof BrokerError) return undefined;
		throw error;
	}
}

class TooLarge extends Error {}

async function readBody({ body }: Awaited<ReturnType<GuardedFetch>>, maxBytes: number): Promise<Uint8Array> {
	const blocks: Uint8Array[] = [];
	let length = 0;
	for await (const block of body ?? []) {
		length += block.byteLength;
		if (length > maxBytes) throw new TooLarge();
		blocks.push(block);
	}
	return Buffer.concat(blocks);
}

/** The beginning of what a service says, on one line, without secrets (and without half of one). */
function shownText(bytes: Uint8Array, request: ServiceRequest): string {
	const text = Buffer.from(bytes.subarray(0, readForMessage)).toString();
	return withoutSecrets(text, request)
		.replaceAll(/<[^<>]*>/g, ' ')
		.replaceAll(/[\s\p{Cc}]+/gu, ' ')
		.trim()
		.slice(0, shownCharacters);
}

/** A service may show the address that it was asked for, in which a secret is encoded. */
function withoutSecrets(text: string, { secretQuery, headers }: ServiceRequest): string {
	const secrets = [...Object.values(secretQuery ?? {}), (headers?.authorization ?? '').replace(/^Bearer /, '')];
	return secrets
		.flatMap((secret) => [secret, encodeURIComponent(secret)])
		.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '***')), text);
}

function reasonOf(error: unknown): string {
	const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
	return cause?.code ?? cause?.message ?? message ?? String(error);
}

/** Reads X-Rate-Limit-Limit and -Interval (`50`, `1s`), as Crossref has them: the least pause. */
function pauseOf(headers: AnswerHeaders): number {
	const limit = Number(headers.get('x-rate-limit-limit'));
	const [, seconds] = /^(\d{1,6})s?$/.exec(headers.get('x-rate-limit-interval') ?? '') ?? [];
	return limit > 0 && seconds !== undefined ? Math.min((Number(seconds) * 1_000) / limit, 60_000) : 0;
}

/**
 * Reads X-RateLimit-Remaining and -Reset: after how many milliseconds requests are to be had again;
 * undefined where there are some left. The reset is a moment, or a number of seconds.
 */
function windowEnd(headers: AnswerHeaders | undefined, now: number): number | undefined {
	const [remaining, reset] = [headers?.get('x-ratelimit-remaining'), headers?.get('x-ratelimit-reset')];
	if (!remaining || !reset || Number(remaining) > 0 || !/^\d{1,10}$/.test(reset)) return undefined;
	const seconds = Number(reset);
	return Math.max(0, seconds > 1_000_000_000 ? seconds * 1_000 - now : seconds * 1_000);
}
