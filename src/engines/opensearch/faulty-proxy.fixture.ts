// A proxy in front of a cluster that fails on demand, for tests of failures.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { Worker } from 'node:worker_threads';

/** A request on its way to the cluster. */
export type ProxiedRequest = { method: string; path: string; body: string; headers: Readonly<Record<string, unknown>> };

/** What the proxy does with a request. */
export type Handling =
	/** It is forwarded. */
	| 'pass'
	/** The connection is cut, and the request is not forwarded. */
	| 'cut'
	/** It is forwarded, and the connection is cut before the answer arrives. */
	| 'lose'
	/** It is neither forwarded nor answered. */
	| 'stall'
	/** It is forwarded; of the answer arrives the head alone, or a byte of its body each second. */
	| 'head'
	| 'drip'
	/** The proxy answers in place of the cluster. */
	| { status: number; headers?: Record<string, string>; body?: string }
	/** Some writes of a bulk are forwarded; the others get a status of their own. */
	| { takes(place: number): boolean; others: number }
	/** It is forwarded after something else has happened. */
	| { after: Promise<unknown> };

export type FaultyProxy = {
	/** Without a path. */
	url: string;
	/** Decides on each request; tests replace it. */
	handle(request: ProxiedRequest): Handling;
	close(): Promise<void>;
};

/**
 * Starts a proxy on a free port, which at first forwards everything; it is encrypted with `tls`.
 */
export async function openFaultyProxy(target: string, tls?: TlsOptions): Promise<FaultyProxy> {
	const listener = (incoming: IncomingMessage, response: ServerResponse) => {
		void receive(incoming, response).catch(() => response.destroy());
	};
	const server = tls ? createTlsServer(tls, listener) : createServer(listener);
	const receive = async (incoming: IncomingMessage, response: ServerResponse) => {
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		const { method = '', url: path = '', headers } = incoming;
		const request = { method, path, body: Buffer.concat(chunks).toString(), headers };
		await answer(proxy.handle(request), target, request, response);
	};
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const proxy: FaultyProxy = {
		url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
		handle: () => 'pass',
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return proxy;
}

async function answer(
	handling: Handling,
	target: string,
	request: ProxiedRequest,
	response: ServerResponse,
): Promise<void> {
	if (handling === 'stall') return;
	if (handling === 'cut') {
		response.destroy();
		return;
	}
	if (typeof handling === 'object' && 'status' in handling) {
		response.writeHead(handling.status, { 'Content-Type': 'application/json', ...handling.headers });
		response.end(handling.body ?? '{"error":{"reason":"on purpose"}}');
		return;
	}
	if (typeof handling === 'object' && 'after' in handling) await handling.after;
	const partly = typeof handling === 'object' && 'takes' in handling ? handling : undefined;
	const { status, body } = await (partly ? forwardPart(target, request, partly) : forward(target, request));
	if (handling === 'lose') {
		response.destroy();
		return;
	}
	response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
	if (handling === 'head') return response.flushHeaders();
	if (handling === 'drip') await drip(Buffer.from(body), response);
	response.end(body);
}

async function drip(body: Buffer, response: ServerResponse): Promise<void> {
	for (const byte of body) {
		if (response.destroyed) return;
		response.write(Buffer.of(byte));
		await delay(1_000, undefined, { ref: false });
	}
}

/** Starts what looks like a node to which no connection can be made: it does not even refuse one. */
export async function openBlackHole(): Promise<{ url: string; close(): Promise<void> }> {
	// It never accepts a connection, and has no place for one that waits.
	const listening = `
		const { parentPort } = require('node:worker_threads');
		const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
			parentPort.postMessage(server.address().port);
			setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 10);
		});`;
	const worker = new Worker(listening, { eval: true });
	const [port] = (await once(worker, 'message')) as [number];
	const waiting: Socket[] = [];
	for (;;) {
		const socket = connect(port, '127.0.0.1').on('error', () => undefined);
		waiting.push(socket);
		const isConnected = await Promise.race([once(socket, 'connect').then(() => true), delay(200, false)]);
		if (!isConnected) break;
	}
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			for (const socket of waiting) socket.destroy();
			await worker.terminate();
		},
	};
}

async function forward(target: string, { method, path, body, headers }: ProxiedRequest) {
	const type = headers['content-type'];
	const response = await fetch(`${target}${path}`, {
		method,
		headers: typeof type === 'string' ? { 'Content-Type': type } : {},
		body: body === '' ? null : body,
	});
	return { status: response.status, body: await response.text() };
}

type Part = Extract<Handling, { others: number }>;

async function forwardPart(target: string, request: ProxiedRequest, { takes, others }: Part) {
	const writes = request.body.match(/\{"index":.*\n.*\n|\{"delete":.*\n/g) ?? [];
	const taken = writes.filter((_, place) => takes(place)).join('');
	const none = { items: [] as unknown[] };
	const arrived = taken === '' ? none : JSON.parse((await forward(target, { ...request, body: taken })).body);
	const refused = { index: { status: others, error: { type: 'on_purpose', reason: 'on purpose' } } };
	const items = writes.map((_, place) => (takes(place) ? (arrived as typeof none).items.shift() : refused));
	return { status: 200, body: JSON.stringify({ errors: true, items }) };
}
