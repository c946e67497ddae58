// Listens for HTTP or HTTPS, and answers what never reaches the app.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { toResponse } from '../answers/answer.ts';
import { problemAnswer } from '../answers/problem.ts';
import { safetyHeaders, withContentPolicy } from '../answers/safety-headers.ts';
import { logRequest, type RequestLog } from '../operations/observer.ts';
import type { App } from './app.ts';
import { cutStalledReaders, serveRequests } from './connections.ts';
import { answerUnreadableRequests } from './unreadable-requests.ts';

/** A server that listens. */
export type RunningServer = {
	/** Where it listens: `http://127.0.0.1:5000`. */
	url: string;
	/** The port it got, where any would do. */
	port: number;
	/** Goes on, but has each client that is answered connect anew: elsewhere, if all goes well. */
	drain(): void;
	/**
	 * Stops: takes no more connections, closes quiet ones, and others when their answer is out or
	 * SHUTDOWN_SECONDS are over.
	 */
	close(): Promise<void>;
};

type ServerNeeds = {
	settings: Pick<Settings, 'host' | 'port' | 'publicUrl' | 'shutdownSeconds' | 'stalledAnswerSeconds' | 'tls'>;
	log: RequestLog;
	/** The settings that `host` and `port` come from, where not HOST and PORT. */
	variables?: Variables;
};

type Variables = { host: string; port: string };

/** Serves an app. Fails with `bad-setting` where HOST, PORT or the TLS files cannot be used. */
export async function startServer(
	app: Pick<App, 'fetch'>,
	{ settings, log, variables = { host: 'HOST', port: 'PORT' } }: ServerNeeds,
): Promise<RunningServer> {
	const server = await createServerFor(settings.tls);
	const refuse = (error: unknown) => refuseRequest(error, settings, log);
	const answer: App['fetch'] = (request, env) => {
		const broken = brokenRule(env);
		return broken ? refuse(broken) : app.fetch(request, env);
	};
	const listener = getRequestListener(answer, {
		// A client of HTTP/1.0 need not name a host.
		hostname: 'localhost',
		autoCleanupIncoming: false,
		errorHandler: refuse,
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
	// Node's own answer to a request without a Host would not be a problem.
	requireHostHeader: false,
	// Headers that come by the byte hold a connection, whole requests that come slowly a body.
	headersTimeout: 20_000,
	requestTimeout: 300_000,
	connectionsCheckingInterval: 5_000,
} as const;

async function createServerFor(tls: Settings['tls']): Promise<Server> {
	if (tls === null) return withAllHeaders(createServer(serverOptions));
	const [cert, key] = await Promise.all([
		readTlsFile('TLS_CERTIFICATE', tls.certificate),
		readTlsFile('TLS_KEY', tls.key),
	]);
	const https = await import('node:https');
	try {
		return withAllHeaders(https.createServer({ ...serverOptions, cert, key }));
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new BrokerError('bad-setting', `TLS_CERTIFICATE and TLS_KEY cannot be used together: ${reason}.`, { cause });
	}
}

/** Node would pass over headers beyond the 2,000th; their bytes are bounded. */
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
		EADDRINUSE: `${atPort}, but another program listens there already. Stop it, or choose another port.`,
		EACCES: `${atPort}, which this user may not listen on. Choose one from 1024.`,
		EADDRNOTAVAIL: `${atHost}, which is no address of this machine.`,
		ENOTFOUND: `${atHost}, which is not known.`,
	};
	const reason = reasons[cause.code ?? ''] ?? `${atHost} and ${atPort}: it cannot listen there: ${cause.message}.`;
	return new BrokerError('bad-setting', reason, { cause });
}

/** Tells which rule of HTTP/1.1 a request breaks that node does not hold it to. */
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
	return new BrokerError('expectation-failed', 'The header Expect must be 100-continue, or be left out.');
}

/** Answers a request that never reaches the app: its address or its Host header cannot be read. */
function refuseRequest(error: unknown, settings: Pick<Settings, 'publicUrl' | 'tls'>, log: RequestLog): Response {
	const requestId = randomUUID();
	const failure =
		error instanceof RequestError
			? new BrokerError('bad-request', 'The address of the request or its Host header cannot be read.', {
					cause: error,
				})
			: error;
	const answer = withContentPolicy(problemAnswer(failure, settings.publicUrl ?? '', requestId));
	logRequest(log, { requestId, method: '', target: '', status: answer.status, milliseconds: 0 }, failure);
	return toResponse(answer, { 'X-Request-Id': requestId, ...safetyHeaders(settings) }, 'GET');
}
