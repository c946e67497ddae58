// A server that stands before a cluster and has trouble on demand, for tests of what happens then; knows neither the index nor its tests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to the cluster. */
export type Meeting = { method: string; path: string; body: string; headers: Readonly<Record<string, unknown>> };

/** What becomes of a request. */
export type Fate =
	/** Nothing happens to it. */
	| 'pass'
	/** The connection is cut before it arrives. */
	| 'cut'
	/** It arrives, and the connection is cut before the answer does. */
	| 'lose'
	/** Neither it nor an answer arrives anywhere. */
	| 'stall'
	/** It does not arrive, and the proxy answers. */
	| { status: number; headers?: Record<string, string>; body?: string }
	/** Of a bulk some writes arrive; the others are answered with a status of their own. */
	| { takes(place: number): boolean; others: number }
	/** It arrives after something else has happened. */
	| { after: Promise<unknown> };

export type FaultyProxy = {
	/** Without a path. */
	url: string;
	/** Decides on each request; changed at will. */
	fate(meeting: Meeting): Fate;
	close(): Promise<void>;
};

/** Starts a proxy on a free port, at first without any trouble. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
	const server = createServer((request, response) => {
		void meet(request, response).catch(() => response.destroy());
	});
	const meet = async (request: IncomingMessage, response: ServerResponse) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { method = '', url: path = '', headers } = request;
		const meeting = { method, path, body: Buffer.concat(chunks).toString(), headers };
		await befall(proxy.fate(meeting), target, meeting, response);
	};
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const proxy: FaultyProxy = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		fate: () => 'pass',
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return proxy;
}

async function befall(fate: Fate, target: string, meeting: Meeting, response: ServerResponse): Promise<void> {
	if (fate === 'stall') return;
	if (fate === 'cut') {
		response.destroy();
		return;
	}
	if (typeof fate === 'object' && 'status' in fate) {
		response.writeHead(fate.status, { 'Content-Type': 'application/json', ...fate.headers });
		response.end(fate.body ?? '{"error":{"reason":"on purpose"}}');
		return;
	}
	if (typeof fate === 'object' && 'after' in fate) await fate.after;
	const partly = typeof fate === 'object' && 'takes' in fate ? fate : undefined;
	const { status, body } = await (partly ? forwardPart(target, meeting, partly) : forward(target, meeting));
	if (fate === 'lose') {
		response.destroy();
		return;
	}
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(body);
}

async function forward(target: string, { method, path, body, headers }: Meeting) {
	const type = headers['content-type'];
	const answer = await fetch(`${target}${path}`, {
		method,
		headers: typeof type === 'string' ? { 'Content-Type': type } : {},
		body: body === '' ? null : body,
	});
	return { status: answer.status, body: await answer.text() };
}

type Part = Extract<Fate, { others: number }>;

async function forwardPart(target: string, meeting: Meeting, { takes, others }: Part) {
	const writes = meeting.body.match(/\{"index":.*\n.*\n|\{"delete":.*\n/g) ?? [];
	const taken = writes.filter((_, place) => takes(place)).join('');
	const none = { items: [] as unknown[] };
	const arrived = taken === '' ? none : JSON.parse((await forward(target, { ...meeting, body: taken })).body);
	const refused = { index: { status: others, error: { type: 'on_purpose', reason: 'on purpose' } } };
	const items = writes.map((_, place) => (takes(place) ? (arrived as typeof none).items.shift() : refused));
	return { status: 200, body: JSON.stringify({ errors: true, items }) };
}
