// Speaks HTTP with an OpenSearch cluster: one request, its failures as the broker's own, patience with a cluster that is busy; knows no index.
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '../../errors.ts';

/** Bounds how long a cluster is waited for. */
export type ClusterTiming = {
	/** One request, to the last byte of its answer. */
	requestMilliseconds: number;
	/** A request that must get through, from one success to the next. */
	patienceMilliseconds: number;
	/** The pause after a first failure; it doubles up to `longestPauseMilliseconds`. */
	firstPauseMilliseconds: number;
};

export type ClusterRequest = {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** With its query, escaped: `/name/_search?size=1`. */
	path: string;
	/** An object is sent as JSON, text as lines of JSON. */
	body?: object | string;
	/** Statuses from 400 on that are an answer like any other. */
	accept?: readonly number[];
	/** Where another than the cluster's `requestMilliseconds`. */
	milliseconds?: number;
};

/** Holds a status and the JSON that came with it. */
export type ClusterAnswer<Body> = { status: number; body: Body };

export type Cluster = {
	readonly timing: ClusterTiming;
	/** Sends a request once. Fails with `unavailable` where the cluster is away, slow, overloaded or refuses the user. */
	ask<Body>(request: ClusterRequest): Promise<ClusterAnswer<Body>>;
	/** Sends a request, which may arrive twice, until it gets through or the cluster's patience ends. */
	insist<Body>(request: ClusterRequest, patienceMilliseconds?: number): Promise<ClusterAnswer<Body>>;
};

/** Readies a cluster's address (`https://user:password@host:9200`) for requests; sends none. */
export function createCluster(url: string, timing: ClusterTiming): Cluster {
	const send = createSender(url, timing);
	return {
		timing,
		async ask<Body>(request: ClusterRequest) {
			const outcome = await send(request);
			if ('failure' in outcome) throw outcome.failure;
			return outcome as ClusterAnswer<Body>;
		},
		async insist<Body>(request: ClusterRequest, patienceMilliseconds = timing.patienceMilliseconds) {
			const pauses = createPauses(timing.firstPauseMilliseconds, patienceMilliseconds);
			for (;;) {
				const outcome = await send(request);
				if (!('failure' in outcome)) return outcome as ClusterAnswer<Body>;
				if (!outcome.passing || !(await pauses.wait(outcome.retryAfterMilliseconds))) throw outcome.failure;
			}
		},
	};
}

const longestPauseMilliseconds = 5_000;
const longestRetryAfterMilliseconds = 30_000;

export type Pauses = {
	/** Waits longer each time, at least as long as the cluster asked for; answers false, at once, where patience has ended. */
	wait(leastMilliseconds?: number): Promise<boolean>;
	/** Forgets the failures so far. */
	reset(): void;
};

/** Makes the pauses between attempts: doubling, and of random length so that many writers do not come back together. */
export function createPauses(firstMilliseconds: number, patienceMilliseconds: number): Pauses {
	let pause = firstMilliseconds;
	let deadline = performance.now() + patienceMilliseconds;
	return {
		async wait(leastMilliseconds = 0) {
			if (performance.now() >= deadline) return false;
			const least = Math.min(leastMilliseconds, longestRetryAfterMilliseconds);
			await delay(Math.max(least, pause * (0.5 + Math.random() / 2)));
			pause = Math.min(pause * 2, longestPauseMilliseconds);
			return true;
		},
		reset() {
			pause = firstMilliseconds;
			deadline = performance.now() + patienceMilliseconds;
		},
	};
}

/**
 * Fails with `bad-setting` where what answers at an address is no OpenSearch, or refuses the user. One that does not answer may be away for the moment:
 * that is no failure.
 */
export async function greetCluster(address: string, milliseconds: number): Promise<void> {
	const { origin, headers } = readAddress(address);
	const greeting = await fetch(origin, { headers, redirect: 'manual', signal: AbortSignal.timeout(milliseconds) })
		.then(async (response) => ({ status: response.status, text: await response.text() }))
		.catch(() => undefined);
	// A user that may not ask who answers may still be allowed all that the broker needs.
	if (!greeting || greeting.status >= 500 || [403, 408, 429].includes(greeting.status)) return;
	if (greeting.status === 401) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: OpenSearch refuses the user or the password in it.');
	}
	const { version } = (parse(greeting.text) ?? {}) as { version?: { distribution?: string; number?: string } };
	const [major = 0, minor = 0] = (version?.number ?? '').split('.').map(Number);
	if (version?.distribution !== 'opensearch' || major < 2 || (major === 2 && minor < 4)) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: what answers there is no OpenSearch of version 2.4 or later.');
	}
}

function readAddress(address: string): { origin: string; headers: Readonly<Record<string, string>> } {
	const { origin, username, password } = new URL(address);
	if (username === '' && password === '') return { origin, headers: { Accept: 'application/json' } };
	const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
	return { origin, headers: { Accept: 'application/json', Authorization: `Basic ${credentials.toString('base64')}` } };
}

/** A failure and whether the same request may succeed later by itself. */
type Failed = { failure: Error; passing: boolean; retryAfterMilliseconds?: number };
type Sender = (request: ClusterRequest) => Promise<ClusterAnswer<unknown> | Failed>;

function createSender(address: string, timing: ClusterTiming): Sender {
	const { origin, headers } = readAddress(address);
	return async ({ method, path, body, accept = [], milliseconds = timing.requestMilliseconds }) => {
		let response: Response;
		let text: string;
		try {
			const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
			response = await fetch(`${origin}${path}`, {
				method,
				headers: body === undefined ? headers : { ...headers, 'Content-Type': type },
				body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
				redirect: 'manual',
				signal: AbortSignal.timeout(milliseconds),
			});
			text = await response.text();
		} catch (error) {
			return { failure: away(reasonOf(error, milliseconds)), passing: true };
		}
		const json = parse(text);
		if (json !== undefined && (response.ok || accept.includes(response.status))) {
			return { status: response.status, body: json };
		}
		return refusal(`${method} ${path.split('?')[0]}`, response, json);
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

// Neither message nor cause of what is thrown ever holds the address, which may hold a password.
function reasonOf(error: unknown, milliseconds: number): string {
	const { name, message, cause } = error as Error;
	if (name === 'TimeoutError') return `it does not answer within ${milliseconds / 1000} seconds`;
	return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
}

function refusal(what: string, response: Response, json: unknown): Failed {
	const { status } = response;
	const reason = `it answers ${what} with ${status}${explain(json)}`;
	if (status === 401 || status === 403) {
		const message = `The search index refuses what the user of SEARCH_URL asks for: ${reason}`;
		return { failure: new BrokerError('unavailable', message, { retryAfterSeconds: 60 }), passing: false };
	}
	const passing = status === 429 || status === 408 || status >= 500;
	if (!passing && json !== undefined) return { failure: new Error(`OpenSearch: ${reason}`), passing };
	const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
	return {
		failure: away(reason, seconds > 0 ? seconds : undefined),
		passing,
		...(seconds > 0 && { retryAfterMilliseconds: seconds * 1000 }),
	};
}

function explain(json: unknown): string {
	const { error } = (json ?? {}) as { error?: { reason?: string; root_cause?: { reason?: string }[] } };
	const reason = error?.root_cause?.[0]?.reason ?? error?.reason;
	return reason === undefined ? '' : `: ${reason.slice(0, 300)}`;
}

/** Makes the failure that says that the cluster does not answer as it should. */
export function away(reason: string, retryAfterSeconds = 5): BrokerError {
	return new BrokerError('unavailable', `The search index cannot be reached (SEARCH_URL): ${reason}`, {
		retryAfterSeconds,
	});
}
