// Connects to the nodes of a cluster: the files for their certificates, connections that stay open,
// and the choice of the next node.
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { Pool } from 'undici';
import { BrokerError } from '../../../errors.ts';

/** A request of OpenSearch's own interface. */
export type ClusterRequest = {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Begins with a slash; special characters in it are escaped. */
	path: string;
	query?: Readonly<Record<string, string | number | boolean>>;
	/** An object is sent as JSON, a text as lines of JSON. */
	body?: object | string;
	/** Statuses that are treated like success. */
	ignore?: readonly number[];
};

/** `body` is a text where it is not JSON. */
export type NodeAnswer = { statusCode: number; body: unknown; retryAfter: string | undefined };

/** No complete response arrived. */
export class NoAnswer extends Error {
	/**
	 * `unsent`: the request cannot have arrived; `untrusted`: nor has it, since the certificates do
	 * not match. `late`: its time is over.
	 */
	readonly how: 'unsent' | 'untrusted' | 'cut' | 'late';

	constructor(reason: string, how: NoAnswer['how']) {
		super(reason);
		this.name = 'NoAnswer';
		this.how = how;
	}
}

/** A node over connections that stay open. */
export type NodeConnection = ReturnType<typeof openNode>;

const connections = 64;
const connectMilliseconds = 5_000;
// Shorter than the time that balancers commonly allow an idle connection.
const keptMilliseconds = 30_000;

// Failures before a connection was open.
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
// How Node.js and OpenSSL name problems with certificates.
const untrusted = /^ERR_(SSL|TLS)_|CERT|SELF_SIGNED|UNABLE_TO_/;

/** Prepares the use of the node at an address (`https://user:password@host:9200`). */
export function openNode(address: string, certificates: Certificates) {
	const { origin, username, password } = new URL(address);
	const pool = new Pool(origin, {
		connections,
		connect: { timeout: connectMilliseconds, ...certificates },
		keepAliveTimeout: keptMilliseconds,
		// The time of a whole response is limited below.
		headersTimeout: 0,
		bodyTimeout: 0,
	});
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	const authorization = username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {};
	return {
		/**
		 * Sends a request; fails with NoAnswer where the last byte of the response is not received in
		 * time.
		 */
		async send({ method, path, query, body }: ClusterRequest, milliseconds: number): Promise<NodeAnswer> {
			const tooLate = new AbortController();
			const timer = setTimeout(() => tooLate.abort(), milliseconds);
			try {
				const answer = await pool.request({
					method,
					path: query ? `${path}?${queryText(query)}` : path,
					headers: { ...authorization, ...(body !== undefined && { 'content-type': typeOf(body) }) },
					body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
					signal: tooLate.signal,
				});
				const text = await answer.body.text();
				const isJson = String(answer.headers['content-type']).startsWith('application/json');
				return {
					statusCode: answer.statusCode,
					body: isJson ? JSON.parse(text) : text,
					retryAfter: answer.headers['retry-after'] as string | undefined,
				};
			} catch (error) {
				if (tooLate.signal.aborted) {
					throw new NoAnswer(`it does not answer within ${milliseconds / 1000} seconds`, 'late');
				}
				const { message, code = '' } = error as { message: string; code?: string };
				throw new NoAnswer(message, unsent.has(code) ? 'unsent' : untrusted.test(code) ? 'untrusted' : 'cut');
			} finally {
				clearTimeout(timer);
			}
		},
		// Requests under way are dropped: nobody waits for them.
		close: () => pool.destroy(),
	};
}

function typeOf(body: object | string): string {
	return typeof body === 'object' ? 'application/json' : 'application/x-ndjson';
}

function queryText(query: Readonly<Record<string, string | number | boolean>>): string {
	return Object.entries(query)
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('&');
}

const shortestAwayMilliseconds = 1_000;
const longestAwayMilliseconds = 30_000;

/** Begins with all nodes available. `now` returns the time in milliseconds. */
export function createNodeChoice<Node>(nodes: readonly Node[], now = () => performance.now()) {
	const away = new Map<Node, { until: number; pause: number }>();
	let turn = 0;
	return {
		/** Lists all nodes, the one to ask first at the beginning; requests take turns. */
		order(): Node[] {
			const first = turn++ % nodes.length;
			const inTurn = [...nodes.slice(first), ...nodes.slice(0, first)];
			if (away.size === 0) return inTurn;
			const time = now();
			const waits = (node: Node) => Math.max(0, (away.get(node)?.until ?? 0) - time);
			// The sort is stable: available nodes keep their turns.
			return inTurn.sort((one, other) => waits(one) - waits(other));
		},
		/** Notes that a node does not answer, or answers that it cannot serve. */
		noteFailure(node: Node): void {
			const before = away.get(node);
			// Of many requests that fail at once, only one lengthens the pause.
			if (before && before.until > now()) return;
			const pause = Math.min(before ? before.pause * 2 : shortestAwayMilliseconds, longestAwayMilliseconds);
			away.set(node, { until: now() + pause, pause });
		},
		/** Notes that a node has answered. */
		noteResponse(node: Node): void {
			away.delete(node);
		},
	};
}

/** Names files in PEM; null: the system's authorities, or no client certificate. */
export type TlsFiles = { ca: string | null; certificate: string | null; key: string | null };

/** The content of the files. */
type Certificates = { ca?: Buffer; cert?: Buffer; key?: Buffer };

/**
 * Reads the files; fails with `bad-setting` where one cannot be read, or its content is invalid.
 */
export async function readCertificates({ ca, certificate, key }: TlsFiles): Promise<Certificates> {
	const read: Certificates = {
		...(ca !== null && { ca: await readPem('SEARCH_TLS_CA', ca) }),
		...(certificate !== null && { cert: await readPem('SEARCH_TLS_CERTIFICATE', certificate) }),
		...(key !== null && { key: await readPem('SEARCH_TLS_KEY', key) }),
	};
	try {
		createSecureContext(read);
	} catch (cause) {
		const names = ['SEARCH_TLS_CA', 'SEARCH_TLS_CERTIFICATE', 'SEARCH_TLS_KEY'].filter(
			(_, at) => [ca, certificate, key][at],
		);
		throw new BrokerError('bad-setting', `${names.join(', ')} cannot be used: ${(cause as Error).message}.`, { cause });
	}
	return read;
}

async function readPem(variable: string, path: string): Promise<Buffer> {
	const text = await readFile(path).catch((cause: unknown) => {
		throw new BrokerError('bad-setting', `${variable} is ${path}, which cannot be read.`, { cause });
	});
	if (text.includes('-----BEGIN ')) return text;
	throw new BrokerError('bad-setting', `${variable} is ${path}, which is not a PEM file (-----BEGIN …).`);
}
