// Connects to the nodes of a cluster: the files for their certificates, and connections that stay
// open.
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type Dispatcher, Pool } from 'undici';
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
	/** How long it may take, to the last byte of its response, where not the usual time. */
	milliseconds?: number;
	/**
	 * For a write that would undo later ones if it arrived late: what happens where its node is
	 * silent and another node remains. `fail`: it is not sent again.
	 */
	whenSilent?: 'fail' | 'wait';
};

/** `body` is a text where it is not JSON. */
export type NodeAnswer = { statusCode: number; body: unknown; retryAfter: string | undefined };

/**
 * Whether another node may give a better response: this one is starting, or has lost the others.
 */
export function cannotServe({ statusCode }: NodeAnswer): boolean {
	return statusCode >= 502 && statusCode <= 504;
}

/** No complete response arrived. */
export class NoAnswer extends Error {
	/**
	 * `unsent`: the request cannot have arrived; `untrusted`: nor has it, since the certificates do
	 * not match. `late`: its time is over; `silent`: nor does its node answer anything else.
	 */
	readonly how: 'unsent' | 'untrusted' | 'cut' | 'late' | 'silent';

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

/** A request under way; `answer` fails with NoAnswer. */
type Sent = { answer: Promise<NodeAnswer>; drop(reason: NoAnswer): void };

/** Prepares the use of the node at an address (`https://user:password@host:9200`). */
export function openNode(address: string, certificates: Certificates) {
	const { origin, username, password } = new URL(address);
	const openPool = (connections: number) =>
		new Pool(origin, {
			connections,
			connect: { timeout: connectMilliseconds, ...certificates },
			keepAliveTimeout: keptMilliseconds,
			// The time of a whole response is limited below.
			headersTimeout: 0,
			bodyTimeout: 0,
		});
	const pools = { requests: openPool(connections), probes: openPool(1) };
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	const authorization = username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {};
	const optionsOf = ({ method, path, query, body }: ClusterRequest): Dispatcher.DispatchOptions => ({
		method,
		path: query ? `${path}?${queryText(query)}` : path,
		headers: { ...authorization, ...(body !== undefined && { 'content-type': typeOf(body) }) },
		body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
	});
	return {
		/** Sends a request; the last byte of its response must arrive in time. */
		send: (request: ClusterRequest, milliseconds: number): Sent =>
			dispatch(pools.requests, optionsOf(request), milliseconds),
		/**
		 * Whether the node answers a small request in time, over a connection that no other request
		 * holds.
		 */
		probe(milliseconds: number): Promise<boolean> {
			const { answer } = dispatch(pools.probes, optionsOf({ method: 'GET', path: '/' }), milliseconds);
			return answer.then(
				(answered) => !cannotServe(answered),
				() => false,
			);
		},
		/** Drops the requests under way: nobody waits for them. */
		async close(): Promise<void> {
			await Promise.all([pools.requests.destroy(), pools.probes.destroy()]);
		},
	};
}

/** Sends a request without the streams of undici's other methods, which take most of its time. */
function dispatch(pool: Pool, options: Dispatcher.DispatchOptions, milliseconds: number): Sent {
	const { promise, resolve, reject } = Promise.withResolvers<NodeAnswer>();
	let controller: Dispatcher.DispatchController | undefined;
	let dropped: NoAnswer | undefined;
	const head = { statusCode: 0, isJson: false, retryAfter: undefined as string | undefined };
	const chunks: Buffer[] = [];
	const end = () => {
		clearTimeout(timer);
		hasEnded = true;
	};
	const drop = (reason: NoAnswer) => {
		if (hasEnded) return;
		dropped = reason;
		end();
		// First, because undici reports the abort as an error of the connection at once.
		reject(reason);
		controller?.abort(reason);
	};
	let hasEnded = false;
	const endLate = () => drop(new NoAnswer(`it does not answer within ${milliseconds / 1000} seconds`, 'late'));
	// An answer that arrived while this thread was busy is read first.
	const timer = setTimeout(setImmediate, milliseconds, endLate);
	pool.dispatch(options, {
		onRequestStart(started) {
			controller = started;
			if (dropped) started.abort(dropped);
		},
		onResponseStart(_, statusCode, headers) {
			head.statusCode = statusCode;
			head.isJson = String(headers['content-type']).startsWith('application/json');
			head.retryAfter = headers['retry-after'] as string | undefined;
		},
		onResponseData: (_, chunk) => void chunks.push(chunk),
		onResponseEnd() {
			end();
			const { statusCode, isJson, retryAfter } = head;
			const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString();
			try {
				resolve({ statusCode, body: isJson ? JSON.parse(text) : text, retryAfter });
			} catch (error) {
				reject(new NoAnswer((error as Error).message, 'cut'));
			}
		},
		onResponseError(_, error) {
			end();
			const { message, code = '' } = error as { message: string; code?: string };
			reject(new NoAnswer(message, unsent.has(code) ? 'unsent' : untrusted.test(code) ? 'untrusted' : 'cut'));
		},
	});
	return { answer: promise, drop };
}

function typeOf(body: object | string): string {
	return typeof body === 'object' ? 'application/json' : 'application/x-ndjson';
}

function queryText(query: Readonly<Record<string, string | number | boolean>>): string {
	return Object.entries(query)
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('&');
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
