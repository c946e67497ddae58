// Sends requests to an OpenSearch cluster, once or with retries; knows no index and no document.
import { Client, errors } from '@opensearch-project/opensearch';
import { BrokerError } from '../../../errors.ts';
import { createBackoff } from './backoff.ts';
import { ClusterUnavailable, translateFailure } from './failures.ts';

/** Bounds how long the cluster is waited for. */
export type ClusterTiming = {
	/** One request, to the last byte of its answer. */
	requestMilliseconds: number;
	/** How long a failing request is retried. */
	retryMilliseconds: number;
	/** The pause before the first retry. */
	firstPauseMilliseconds: number;
};

/**
 * A request by a method of the client library; statuses in its `ignore` are answers like any other.
 */
type Request<Answer> = (client: Client) => Pending<Answer>;
type Pending<Answer> = Promise<Answer> & { abort(): void };

export type Cluster = {
	readonly timing: ClusterTiming;
	/**
	 * Sends a request once. Fails with `unavailable` where the cluster is away, slow, overloaded or
	 * refuses the user.
	 */
	send<Answer extends { body: unknown }>(request: Request<Answer>): Promise<Answer>;
	/** Sends a request until it succeeds or its time for retries has passed; it may arrive twice. */
	sendWithRetry<Answer extends { body: unknown }>(
		request: Request<Answer>,
		retryMilliseconds?: number,
	): Promise<Answer>;
	close(): Promise<void>;
};

/**
 * Prepares the use of the cluster at an address (`https://user:password@host:9200`). Fails with
 * `bad-setting` where something else answers there, or refuses the user; a cluster that does not
 * answer may be away for the moment and is no failure.
 */
export async function openCluster(address: string, timing: ClusterTiming): Promise<Cluster> {
	const client = createClient(address, timing);
	await requireOpenSearch(client, Math.min(timing.requestMilliseconds, greetingMilliseconds));
	const send: Cluster['send'] = async (request) => {
		const answer = await abortAfter(timing.requestMilliseconds, request(client)).catch((error: unknown) => {
			throw translateFailure(error, timing.requestMilliseconds);
		});
		if (typeof answer.body === 'string') throw new ClusterUnavailable('what answers is not OpenSearch');
		return answer;
	};
	return {
		timing,
		send,
		async sendWithRetry(request, retryMilliseconds = timing.retryMilliseconds) {
			const backoff = createBackoff(timing.firstPauseMilliseconds, retryMilliseconds);
			for (;;) {
				try {
					return await send(request);
				} catch (error) {
					if (!(error instanceof ClusterUnavailable)) throw error;
					if (!(await backoff.pause(error.pauseSeconds))) throw error;
				}
			}
		},
		close: () => client.close(),
	};
}

function createClient(address: string, { requestMilliseconds }: ClusterTiming): Client {
	const { origin, username, password } = new URL(address);
	return new Client({
		node: origin,
		auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
		requestTimeout: requestMilliseconds,
		maxRetries: 0,
	});
}

/**
 * Aborts a request that has no whole answer in time: the client's own limit ends with the first
 * byte.
 */
function abortAfter<Answer>(milliseconds: number, pending: Pending<Answer>): Promise<Answer> {
	const timer = setTimeout(() => pending.abort(), milliseconds);
	return pending.finally(() => clearTimeout(timer));
}

// The start of a process waits no longer than this for a cluster that may be away.
const greetingMilliseconds = 5_000;

async function requireOpenSearch(client: Client, milliseconds: number): Promise<void> {
	const greeting = await abortAfter(milliseconds, client.info()).catch((error: unknown) =>
		error instanceof errors.ResponseError ? error.meta : undefined,
	);
	const status = greeting?.statusCode;
	// 403: a user who may not ask for the version may still be allowed all that the broker needs.
	if (!greeting || !status || status >= 500 || [403, 408, 429].includes(status)) return;
	if (status === 401) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: OpenSearch refuses the user or the password in it.');
	}
	const { version } = (greeting.body ?? {}) as { version?: { distribution?: string; number?: string } };
	const [major = 0, minor = 0] = (version?.number ?? '').split('.').map(Number);
	if (version?.distribution !== 'opensearch' || major < 2 || (major === 2 && minor < 4)) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: what answers there is no OpenSearch of version 2.4 or later.');
	}
}
