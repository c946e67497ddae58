// Listens for HTTP or HTTPS and stops without cutting an answer short; knows no route.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer,                                                        } from 'node:http';
                                                    
import { getRequestListener,                    RequestError } from '@hono/node-server';
import { BrokerError } from '../../errors.js';
                                                  
import { toResponse } from '../answers/answer.js';
import { problemAnswer } from '../answers/problem.js';
import { safetyHeaders, withContentPolicy } from '../answers/safety-headers.js';
import { logRequest,                 } from '../operations/request-log.js';
                                    
import { discardRest, outlastBodies } from './rest-of-body.js';
import { cutStalledReaders } from './stalled-readers.js';
import { answerUnreadableRequests } from './unreadable-requests.js';

/** A server that listens. */
                             
	                                                 
	            
	                                           
	             
	                                                                                               
	              
	   
	                                                                                              
	                             
	   
	                       
  

                    
	                                                                                                             
	                
	                                                                              
	                      
  

                                                

/** Serves an app. Fails with `bad-setting` where HOST, PORT or the TLS files cannot be used. */
export async function startServer(
	app                    ,
	{ settings, log, variables = { host: 'HOST', port: 'PORT' } }             ,
)                         {
	const server = await createServerFor(settings.tls);
	const refuse = (error         ) => refuseRequest(error, settings, log);
	const answer               = (request, env) => {
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
	const { port, address, family } = server.address()               ;
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
}         ;

async function createServerFor(tls                 )                  {
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
function withAllHeaders(server        )         {
	server.maxHeadersCount = 0;
	return server;
}

async function readTlsFile(variable        , path        )                  {
	try {
		return await readFile(path);
	} catch (cause) {
		throw new BrokerError('bad-setting', `${variable} is ${path}, which cannot be read.`, { cause });
	}
}

async function listen(
	server        ,
	{ host, port }                                 ,
	variables           ,
)                {
	const { promise, resolve, reject } = Promise.withResolvers      ();
	server.once('error', reject);
	server.listen({ port, host }, resolve);
	try {
		await promise;
	} catch (cause) {
		throw listenFailure(cause                         , { host, port }, variables);
	} finally {
		server.off('error', reject);
	}
}

function listenFailure(
	cause                       ,
	{ host, port }                                 ,
	variables           ,
)              {
	const atPort = `${variables.port} is ${port}`;
	const atHost = `${variables.host} is ${host}`;
	const reasons                                   = {
		EADDRINUSE: `${atPort}, but another program listens there already. Stop it, or choose another port.`,
		EACCES: `${atPort}, which this user may not listen on. Choose one from 1024.`,
		EADDRNOTAVAIL: `${atHost}, which is no address of this machine.`,
		ENOTFOUND: `${atHost}, which is not known.`,
	};
	const reason = reasons[cause.code ?? ''] ?? `${atHost} and ${atPort}: it cannot listen there: ${cause.message}.`;
	return new BrokerError('bad-setting', reason, { cause });
}

/** Has a listener answer the requests of a server; tells the answers under way, and how to stop. */
function serveRequests(
	server        ,
	encrypted         ,
	listener                                                                        ,
)                                                                                                      {
	const connections = trackSockets(server, 'connection');
	// Requests over TLS know the socket inside the connection, which exists once keys are exchanged.
	const sockets = encrypted ? trackSockets(server, 'secureConnection') : connections;
	outlastBodies(server, encrypted ? 'secureConnection' : 'connection');
	const answers = new Set                ();
	let draining = false;
	let stopping = false;
	server.on('request', (incoming, outgoing) => {
		answers.add(outgoing);
		outgoing.once('close', () => {
			answers.delete(outgoing);
			if (stopping) server.closeIdleConnections();
			else if (!incoming.complete) discardRest(incoming);
		});
		if (draining) outgoing.setHeader('Connection', 'close');
		void listener(incoming, outgoing);
	});
	// Whether a body is wanted is known when it is about to be read; node would ask for it now.
	for (const event of ['checkContinue', 'checkExpectation']) {
		server.on(event, (incoming, outgoing) => server.emit('request', incoming, outgoing));
	}
	// Node's own would cut an answer short that is written but not sent yet.
	server.closeIdleConnections = () => {
		const busy = new Set(answers.values().map(({ req }) => req.socket));
		for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
	};
	const drain = () => {
		draining = true;
		for (const outgoing of answers) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
	};
	const stop = async (withinSeconds        ) => {
		drain();
		stopping = true;
		const closed = new Promise      ((resolve) => server.close(() => resolve()));
		const deadline = setTimeout(() => {
			for (const socket of connections) socket.destroy();
		}, withinSeconds * 1000);
		await closed;
		clearTimeout(deadline);
	};
	return { answers, drain, stop };
}

function trackSockets(server        , event                                   )                      {
	const sockets = new Set        ();
	server.on(event, (socket        ) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	return sockets;
}

/** Tells which rule of HTTP/1.1 a request breaks that node does not hold it to. */
function brokenRule(env                                   )                          {
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
function refuseRequest(error         , settings                                     , log            )           {
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
