// Sends requests to an OpenSearch cluster, once or with retries, through any of its nodes.

import { BrokerError } from '../../../errors.ts';
import type { IndexCondition } from '../../../ports/search/search-index.ts';
import { callService } from '../../../service-calls.ts';
import { createAsking, probeMillisecondsOf } from './asking.ts';
import { ClusterUnavailable, createBackoff, translateRefusal } from './failures.ts';
import {
	type ClusterRequest,
	NoAnswer,
	type NodeAnswer,
	type NodeConnection,
	openNode,
	readCertificates,
	type TlsFiles,
} from './nodes.ts';

/** Bounds how long to wait for the cluster. */
export type ClusterTiming = {
	/** One request, to the last byte of its response, with all nodes that are asked. */
	requestMilliseconds: number;
	/** One that only reads and is not retried: a search waits for it. */
	readMilliseconds: number;
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
	 * Sends a request once; one that only reads, or that did not arrive, goes to the next node where
	 * a node fails or is silent.
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
	const asking = createAsking(nodes, probeMillisecondsOf(timing.requestMilliseconds));
	const close = async () => {
		await Promise.all(nodes.map((node) => node.close()));
	};

	const sendOnce = async <Body>(request: ClusterRequest, isRepeated: boolean): Promise<ClusterAnswer<Body>> => {
		const isReading = isRead(request);
		const isRepeatable = isReading || isRepeated;
		const whenSilent = request.whenSilent ?? (isRepeatable ? 'next' : 'fail');
		const usual = isReading && !isRepeated ? timing.readMilliseconds : timing.requestMilliseconds;
		const repeating = { isRead: isReading, isRepeatable, whenSilent } as const;
		try {
			const send = () => asking.ask(request, repeating, request.milliseconds ?? usual);
			return accept<Body>(request, await callService({ service: 'opensearch', operation: operationOf(request) }, send));
		} catch (error) {
			if (!(error instanceof NoAnswer)) throw error;
			throw new ClusterUnavailable(error.message, { isSilent: error.how === 'silent' });
		}
	};

	const patience = nodes.length > 1 ? greetingMilliseconds.ofSeveral : greetingMilliseconds.ofOne;
	const greet = async (node: NodeConnection) => {
		const hasAnswered = await requireOpenSearch(node, Math.min(timing.requestMilliseconds, patience));
		if (!hasAnswered) asking.suspect(node);
	};
	await Promise.all(nodes.map(greet)).catch(async (error) => {
		await close();
		throw error;
	});
	return {
		timing,
		send: (request) => sendOnce(request, false),
		async sendWithRetry(request, retryMilliseconds = timing.retryMilliseconds) {
			const backoff = createBackoff(timing.firstPauseMilliseconds, retryMilliseconds);
			for (;;) {
				try {
					return await sendOnce(request, true);
				} catch (error) {
					if (!(error instanceof ClusterUnavailable)) throw error;
					if (error.isSilent && request.whenSilent === 'fail') throw error;
					if (!(await backoff.pause(error.pauseSeconds))) throw error;
				}
			}
		},
		close,
	};
}

/** Names the kind of a request, without the names in its path: `search`, `bulk`, `put`. */
function operationOf({ method, path }: ClusterRequest): string {
	return [...path.matchAll(/\/_([a-z_]+)/g)].at(-1)?.[1] ?? method.toLowerCase();
}

/** Whether a request changes nothing. */
function isRead({ method, path }: ClusterRequest): boolean {
	return method === 'GET' || /\/_(search|msearch|mget|count|search\/point_in_time)$/.test(path);
}

function accept<Body>(request: ClusterRequest, answer: NodeAnswer): ClusterAnswer<Body> {
	const { statusCode, body } = answer;
	const isIgnored = typeof body !== 'string' && request.ignore?.includes(statusCode);
	if (statusCode >= 300 && !isIgnored) throw translateRefusal(request, answer);
	if (typeof body === 'string') throw new ClusterUnavailable('what answers is not OpenSearch');
	return { statusCode, body: body as Body };
}

// The longest time that a starting process waits for nodes that may be unavailable.
const greetingMilliseconds = { ofOne: 5_000, ofSeveral: 1_000 };

/** Fails where something else answers; resolves to false where nothing does. */
async function requireOpenSearch(node: NodeConnection, milliseconds: number): Promise<boolean> {
	const { answer } = node.send({ method: 'GET', path: '/' }, milliseconds);
	const greeting = await answer.catch((error: unknown) => {
		if (!(error instanceof NoAnswer)) throw error;
		if (error.how !== 'untrusted') return;
		const message =
			`SEARCH_URL: no encrypted connection to the server there: ${error.message}. ` +
			'Certificates are checked with SEARCH_TLS_CA, if it is set.';
		throw new BrokerError('bad-setting', message);
	});
	if (!greeting) return false;
	const { statusCode: status, body } = greeting;
	// 403: a user who may not ask for the version may still be allowed everything that the broker
	// needs.
	if (status >= 500 || [403, 408, 429].includes(status)) return true;
	if (status === 401) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: OpenSearch refuses the user or the password in it.');
	}
	const { version } = (body ?? {}) as { version?: { distribution?: string; number?: string } };
	const [major = 0, minor = 0] = (version?.number ?? '').split('.').map(Number);
	if (version?.distribution !== 'opensearch' || major < 2 || (major === 2 && minor < 4)) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: the server there is not OpenSearch 2.4 or later.');
	}
	return true;
}

type ClusterHealth = { status: IndexCondition['copies']; unassigned_shards: number };
type Stores = { _all: { total: { store?: { size_in_bytes: number } } } };
type Allocation = { node: string; 'disk.percent': string | null };

/** Reads the condition of the cluster, as far as it concerns the indexes with this prefix. */
export async function readCondition(cluster: Cluster, prefix: string): Promise<IndexCondition> {
	const indexes = encodeURIComponent(`${prefix}-*`);
	const [health, stores, allocation] = await Promise.all([
		cluster.send<ClusterHealth>({ method: 'GET', path: `/_cluster/health/${indexes}` }),
		cluster.send<Stores>({ method: 'GET', path: `/${indexes}/_stats/store` }),
		cluster.send<Allocation[]>({ method: 'GET', path: '/_cat/allocation?format=json&h=node,disk.percent' }),
	]);
	return {
		copies: health.body.status,
		missingShards: health.body.unassigned_shards,
		bytes: stores.body._all.total.store?.size_in_bytes ?? 0,
		// Shards without a node are not listed under any disk.
		disks: allocation.body.flatMap(({ node, 'disk.percent': percent }) =>
			percent === null ? [] : [{ node, used: Number(percent) / 100 }],
		),
	};
}
