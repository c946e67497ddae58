// The HTTP or HTTPS server. It answers requests that never reach the app.
import { readFile } from 'node:fs/promises';
import { createServer, maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, toResponse } from '../answers/answer.ts';
import type { RequestLog } from '../operations/observer.ts';
import { cutStalledReaders, serveRequests } from './connections.ts';
import { type App, refuse } from './steps.ts';

/** A listening server. */
export type RunningServer = {
	/** Its address: `http://127.0.0.1:5000`. */
	url: string;
	/** Its port, which the system may have chosen. */
	port: number;
	/**
	 * Keeps serving, but makes each client reconnect after its answer, ideally to another server.
	 */
	drain(): void;
	/**
	 * Stops: accepts no new connections, closes idle ones, and the others when their answer is sent
	 * or SHUTDOWN_SECONDS have passed.
	 */
	close(): Promise<void>;
};

type ServerNeeds = {
	settings: Pick<Settings, 'host' | 'port' | 'publicUrl' | 'shutdownSeconds' | 'stalledAnswerSeconds' | 'tls'>;
	log: RequestLog;
	/** The settings of `host` and `port`, if not HOST and PORT. */
	variables?: Variables;
};

type Variables = { host: string; port: string };

/** Serves an app. Fails with `bad-setting` if HOST, PORT or the TLS files cannot be used. */
export async function startServer(
	app: Pick<App, 'fetch'>,
	{ settings, log, variables = { host: 'HOST', port: 'PORT' } }: ServerNeeds,
): Promise<RunningServer> {
	const server = await createServerFor(settings.tls);
	const answerRefused = (error: unknown) => toResponse(refuse(readFailureOf(error), { settings, log }), {}, 'GET');
	const answer: App['fetch'] = (request, env) => {
		const broken = brokenRule(env);
		return broken ? answerRefused(broken) : app.fetch(request, env);
	};
	const listener = getRequestListener(answer, {
		// An HTTP/1.0 client need not send a Host header.
		hostname: 'localhost',
		autoCleanupIncoming: false,
		errorHandler: answerRefused,
	});
	const { answers, drain, stop } = serveRequests(server, settings.tls !== null, listener);
	answerUnreadableRequests(server, { settings, log, answers });
	cutStalledReaders(server, answers, settings.stalledAnswerSeconds);
	await listen(server, settings, variables);
	const { port, address, family } = server.address() as AddressInfo;
	const host = family === 'IPv6' ? `[${address}]` : address;
	return {
		url: `${settings.tls ? 'https' : 'http'}://${host}:${port}`,
		port,
		drain,
		close: () => stop(settings.shutdownSeconds),
	};
}

const serverOptions = {
	// Node's own answer to a request without a Host header would not be a problem document.
	requireHostHeader: false,
	// Slow headers occupy a connection; slow requests, a body.
	headersTimeout: 20_000,
	requestTimeout: 300_000,
	connectionsCheckingInterval: 5_000,
} as const;

// A key that is stolen later must not open what was recorded earlier: with TLS 1.2, only a fresh
// key for each connection. TLS 1.3 has nothing else, but its ciphers must be named, too.
const forwardSecret = [
	...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
	...['ECDHE+AESGCM', 'ECDHE+CHACHA20', 'DHE+AESGCM', 'DHE+CHACHA20'],
].join(':');

async function createServerFor(tls: Settings['tls']): Promise<Server> {
	if (tls === null) return withAllHeaders(createServer(serverOptions));
	const [cert, key] = await Promise.all([
		readTlsFile('TLS_CERTIFICATE', tls.certificate),
		readTlsFile('TLS_KEY', tls.key),
	]);
	const https = await import('node:https');
	try {
		return withAllHeaders(https.createServer({ ...serverOptions, cert, key, ciphers: forwardSecret }));
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new BrokerError('bad-setting', `TLS_CERTIFICATE and TLS_KEY cannot be used together: ${reason}.`, { cause });
	}
}

/** Node would ignore headers after the 2,000th; their bytes are bounded anyway. */
function withAllHeaders(server: Server): Server {
	server.maxHeadersCount = 0;
	return server;
}

async function readTlsFile(variable: string, path: string): Promise<Buffer> {
	try {
		return await readFile(path);
	} catch (cause) {
		throw new BrokerError('bad-setting', `${variable} is ${path}, which cannot be read.`, { cause });
	}
}

async function listen(
	server: Server,
	{ host, port }: Pick<Settings, 'host' | 'port'>,
	variables: Variables,
): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	server.once('error', reject);
	server.listen({ port, host }, resolve);
	try {
		await promise;
	} catch (cause) {
		throw listenFailure(cause as NodeJS.ErrnoException, { host, port }, variables);
	} finally {
		server.off('error', reject);
	}
}

function listenFailure(
	cause: NodeJS.ErrnoException,
	{ host, port }: Pick<Settings, 'host' | 'port'>,
	variables: Variables,
): BrokerError {
	const atPort = `${variables.port} is ${port}`;
	const atHost = `${variables.host} is ${host}`;
	const reasons: Readonly<Record<string, string>> = {
		EADDRINUSE: `${atPort}, but another program already listens there. Stop it, or choose another port.`,
		EACCES: `${atPort}, on which this user may not listen. Choose a port from 1024.`,
		EADDRNOTAVAIL: `${atHost}, which is not an address of this machine.`,
		ENOTFOUND: `${atHost}, which is unknown.`,
	};
	const reason =
		reasons[cause.code ?? ''] ?? `${atHost} and ${atPort}, where the server cannot listen: ${cause.message}.`;
	return new BrokerError('bad-setting', reason, { cause });
}

/** Returns the rule of HTTP/1.1 that a request breaks and that Node does not enforce. */
function brokenRule(env: Partial<HttpBindings> | undefined): BrokerError | undefined {
	if (env?.incoming === undefined) return undefined;
	const { httpVersion, headers, headersDistinct } = env.incoming;
	if ((headersDistinct.host?.length ?? 0) > 1) {
		return new BrokerError('bad-request', 'The request has several Host headers; it must have one.');
	}
	if (httpVersion !== '1.1') return undefined;
	if (headers.host === undefined) {
		return new BrokerError('bad-request', 'The request has no Host header, which HTTP/1.1 requires.');
	}
	const { expect } = headers;
	if (expect === undefined || /^100-continue$/i.test(expect)) return undefined;
	return new BrokerError('expectation-failed', 'The header Expect must be 100-continue or omitted.');
}

/** Describes why Node cannot parse a request. */
function readFailureOf(error: unknown): unknown {
	if (!(error instanceof RequestError)) return error;
	const message = 'The address of the request or its Host header cannot be read.';
	return new BrokerError('bad-request', message, { cause: error });
}

type Needs = {
	settings: Pick<Settings, 'publicUrl' | 'tls'>;
	log: RequestLog;
	/** The unsent answers of all connections. */
	answers: ReadonlySet<ServerResponse>;
};

/** How long a client has to read the answer before its connection is closed. */
const lastMilliseconds = 2_000;

/**
 * Makes a server answer unreadable requests with a problem and close the connection, because the
 * start of the next request is unknown. Earlier requests of the connection are answered first; the
 * unreadable request after them then gets no answer.
 */
function answerUnreadableRequests(server: Server, needs: Needs): void {
	const refused = new WeakSet<Duplex>();
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		// The parser fails again on the rest of what the client sent.
		if (refused.has(socket)) return;
		refused.add(socket);
		if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
		const pending = [...needs.answers].filter(({ req }) => req.socket === socket);
		const last = pending.findLast(({ req, headersSent }) => req.complete || headersSent);
		if (last) return void last.once('close', () => socket.end());
		endWith(socket, writeAnswer(refuse(refusalOf(error), needs)));
	});
	server.on('connect', (_, socket) => endWith(socket, writeAnswer(refuse(noProxy(), needs))));
}

function endWith(socket: Duplex, text: string): void {
	// A client that resets its connection must not affect anything else.
	socket.on('error', () => socket.destroy());
	socket.end(text);
	const timer = setTimeout(() => socket.destroy(), lastMilliseconds).unref();
	socket.once('close', () => clearTimeout(timer));
}

function noProxy(): BrokerError {
	return new BrokerError('bad-request', 'CONNECT is not supported; this server is not a proxy.');
}

function refusalOf(cause: NodeJS.ErrnoException): BrokerError {
	const { code = '' } = cause;
	if (code === 'HPE_HEADER_OVERFLOW') {
		const message = `The address and headers of a request may have at most ${maxHeaderSize / 1024} KiB together.`;
		return new BrokerError('headers-too-large', message, { cause });
	}
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
		return new BrokerError('request-timeout', 'The request did not arrive in time.', { cause });
	}
	return new BrokerError('bad-request', brokenRules[code] ?? 'The request is not valid HTTP.', { cause });
}

const firstLine = 'The first line of the request must be a method, an address without spaces, and HTTP/1.1.';
const chunk = 'The body does not match its headers: the length of a chunk is wrong.';
const brokenRules: Readonly<Record<string, string>> = {
	HPE_INVALID_URL:
		'The address of the request contains a character that must be percent-encoded (RFC 3986), such as ' +
		'a character outside ASCII.',
	HPE_INVALID_METHOD: firstLine,
	HPE_INVALID_CONSTANT: firstLine,
	HPE_INVALID_VERSION: firstLine,
	HPE_INVALID_HEADER_TOKEN: 'A header of the request contains a character that is not allowed.',
	HPE_INVALID_CONTENT_LENGTH: 'The header Content-Length must be a whole number.',
	HPE_INVALID_CHUNK_SIZE: chunk,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: chunk,
};

/** Writes a whole HTTP answer, status line and all. */
function writeAnswer({ status, headers, body }: Answer): string {
	const text = String(body);
	const all = {
		...headers,
		'Content-Length': Buffer.byteLength(text),
		Date: new Date().toUTCString(),
		Connection: 'close',
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n');
}
