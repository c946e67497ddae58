// Sends requests to an OpenSearch cluster, once or with retries, through any of its nodes.

import { BrokerError } from '../../../errors.ts';
import type { IndexCondition } from '../../../ports/search/search-index.ts';
import { ClusterUnavailable, createBackoff, translateRefusal } from './failures.ts';
import {
	type ClusterRequest,
	createNodeChoice,
	NoAnswer,
	type NodeAnswer,
	type NodeConnection,
	openNode,
	readCertificates,
	type TlsFiles,
} from './nodes.ts';

/** Bounds how long to wait for the cluster. */
export type ClusterTiming = {
	/** One request, to the last byte of its response. */
	requestMilliseconds: number;
	/** How long a failing request is retried. */
	retryMilliseconds: number;
	/** The pause before the first retry. */
	firstPauseMilliseconds: number;
};

/** A response of the cluster; the caller declares the type of its body. */
type ClusterAnswer<Body> = { statusCode: number; body: Body };

export type Cluster = {
	readonly timing: ClusterTiming;
	/**
	 * Sends a request once; one that only reads, or that did not arrive, is sent to the next node.
	 * Fails with `unavailable` where the cluster is unavailable, slow, overloaded or refuses the
	 * user.
	 */
	send<Body>(request: ClusterRequest): Promise<ClusterAnswer<Body>>;
	/** Sends a request until it succeeds or its time for retries has passed; it may arrive twice. */
	sendWithRetry<Body>(request: ClusterRequest, retryMilliseconds?: number): Promise<ClusterAnswer<Body>>;
	close(): Promise<void>;
};

/** The nodes of a cluster (`https://user:password@host:9200`), and the files for TLS. */
type ClusterAddress = { urls: readonly string[]; tls?: TlsFiles };

/**
 * Prepares the use of a cluster. Fails with `bad-setting` where something else answers there, has
 * an untrusted certificate, or refuses the user; a cluster that does not answer may be temporarily
 * unavailable and is no failure.
 */
export async function openCluster({ urls, tls }: ClusterAddress, timing: ClusterTiming): Promise<Cluster> {
	const certificates = tls ? await readCertificates(tls) : {};
	const nodes = urls.map((url) => openNode(url, certificates));
	const choice = createNodeChoice(nodes);
	const close = async () => {
		await Promise.all(nodes.map((node) => node.close()));
	};

	const sendOnce = async <Body>(request: ClusterRequest, isRepeatable: boolean): Promise<ClusterAnswer<Body>> => {
		const order = choice.order();
		for (const [at, node] of order.entries()) {
			const isLast = at === order.length - 1;
			try {
				const answer = await node.send(request, timing.requestMilliseconds);
				if (cannotServe(answer)) choice.noteFailure(node);
				else choice.noteResponse(node);
				if (!cannotServe(answer) || isLast || !isRepeatable) return accept<Body>(request, answer);
			} catch (error) {
				if (!(error instanceof NoAnswer)) throw error;
				choice.noteFailure(node);
				// A caller that has waited for the whole time does not want to wait for it again.
				const mayGoOn = error.how === 'unsent' || error.how === 'untrusted' || (error.how === 'cut' && isRepeatable);
				if (isLast || !mayGoOn) throw new ClusterUnavailable(error.message);
			}
		}
		throw new Error('a cluster has at least one node');
	};

	const patience = Math.min(timing.requestMilliseconds, greetingMilliseconds);
	await Promise.all(nodes.map((node) => requireOpenSearch(node, patience))).catch(async (error) => {
		await close();
		throw error;
	});
	return {
		timing,
		send: (request) => sendOnce(request, isRead(request)),
		async sendWithRetry(request, retryMilliseconds = timing.retryMilliseconds) {
			const backoff = createBackoff(timing.firstPauseMilliseconds, retryMilliseconds);
			for (;;) {
				try {
					return await sendOnce(request, true);
				} catch (error) {
					if (!(error instanceof ClusterUnavailable)) throw error;
					if (!(await backoff.pause(error.pauseSeconds))) throw error;
				}
			}
		},
		close,
	};
}

/** Whether a request changes nothing. */
function isRead({ method, path }: ClusterRequest): boolean {
	return method === 'GET' || /\/_(search|msearch|mget|count|search\/point_in_time)$/.test(path);
}

/**
 * Whether another node may give a better response: this one is starting, or has lost the others.
 */
function cannotServe({ statusCode }: NodeAnswer): boolean {
	return statusCode >= 502 && statusCode <= 504;
}

function accept<Body>(request: ClusterRequest, answer: NodeAnswer): ClusterAnswer<Body> {
	const { statusCode, body } = answer;
	const isIgnored = typeof body !== 'string' && request.ignore?.includes(statusCode);
	if (statusCode >= 300 && !isIgnored) throw translateRefusal(request, answer);
	if (typeof body === 'string') throw new ClusterUnavailable('what answers is not OpenSearch');
	return { statusCode, body: body as Body };
}

// The longest time that a starting process waits for a cluster that may be unavailable.
const greetingMilliseconds = 5_000;

async function requireOpenSearch(node: NodeConnection, milliseconds: number): Promise<void> {
	const greeting = await node.send({ method: 'GET', path: '/' }, milliseconds).catch((error: unknown) => {
		if (!(error instanceof NoAnswer)) throw error;
		if (error.how !== 'untrusted') return;
		const message =
			`SEARCH_URL: no encrypted connection to the server there: ${error.message}. ` +
			'Certificates are checked with SEARCH_TLS_CA, if it is set.';
		throw new BrokerError('bad-setting', message);
	});
	if (!greeting) return;
	const { statusCode: status, body } = greeting;
	// 403: a user who may not ask for the version may still be allowed everything that the broker
	// needs.
	if (status >= 500 || [403, 408, 429].includes(status)) return;
	if (status === 401) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: OpenSearch refuses the user or the password in it.');
	}
	const { version } = (body ?? {}) as { version?: { distribution?: string; number?: string } };
	const [major = 0, minor = 0] = (version?.number ?? '').split('.').map(Number);
	if (version?.distribution !== 'opensearch' || major < 2 || (major === 2 && minor < 4)) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: the server there is not OpenSearch 2.4 or later.');
	}
}

type ClusterHealth = { status: IndexCondition['copies']; unassigned_shards: number };
type Allocation = { node: string; 'disk.percent': string | null };

/** Reads the condition of the cluster, as far as it concerns the indexes with this prefix. */
export async function readCondition(cluster: Cluster, prefix: string): Promise<IndexCondition> {
	const [health, allocation] = await Promise.all([
		cluster.send<ClusterHealth>({ method: 'GET', path: `/_cluster/health/${encodeURIComponent(`${prefix}-*`)}` }),
		cluster.send<Allocation[]>({ method: 'GET', path: '/_cat/allocation?format=json&h=node,disk.percent' }),
	]);
	return {
		copies: health.body.status,
		missingShards: health.body.unassigned_shards,
		// Shards without a node are not listed under any disk.
		disks: allocation.body.flatMap(({ node, 'disk.percent': percent }) =>
			percent === null ? [] : [{ node, used: Number(percent) / 100 }],
		),
	};
}
