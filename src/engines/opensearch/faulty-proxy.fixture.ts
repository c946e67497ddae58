// A proxy in front of a cluster that fails on demand, for tests of failures.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';

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
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(body);
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
