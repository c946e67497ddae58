// Sends HTTP requests, as fast as they are answered or at a fixed rate, and times the answers.
import { connect } from 'node:net';

const connections = 32;
const headEnd = Buffer.from('\r\n\r\n');
// The head of an answer must fit into what is read at once.
const readBytes = 64 * 1_024;

/** A GET request: a path with its query and the headers beside Host. */
export type Get = { path: string; headers: Readonly<Record<string, string>> };

/**
 * Sends each request once over 32 connections, each with its next request when the one before is
 * answered. Resolves to the answers per second. Fails if an answer is not a 200.
 */
export async function askAll(origin: string, requests: readonly Get[]): Promise<number> {
	const host = new URL(origin).host;
	const written = requests.map(({ path, headers }) => {
		const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`);
		return Buffer.from(`${[`GET ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
	});
	const remaining = written.values();
	const startedAt = performance.now();
	const askRemaining = async () => {
		const connection = openConnection(origin);
		try {
			for (const request of remaining) {
				const status = await connection.ask(request);
				if (status !== 200) throw new Error(`${request} was answered with ${status}`);
			}
		} finally {
			connection.close();
		}
	};
	await Promise.all(Array.from({ length: connections }, askRemaining));
	return (requests.length * 1_000) / (performance.now() - startedAt);
}

/**
 * Opens a connection that reads only the status of an answer. A client of the standard library
 * would be slower than the bare server, and would be what is measured.
 */
function openConnection(origin: string): { ask(request: Buffer): Promise<number>; close(): void } {
	const { hostname, port } = new URL(origin);
	const buffer = Buffer.alloc(readBytes);
	let waiting: PromiseWithResolvers<number> | undefined;
	let status = 0;
	// The bytes of the body that have not arrived; undefined before the head.
	let missingBytes: number | undefined;

	const take = (count: number): boolean => {
		if (missingBytes === undefined) {
			const bodyAt = buffer.subarray(0, count).indexOf(headEnd) + headEnd.length;
			const head = buffer.toString('latin1', 0, bodyAt);
			status = Number(head.slice(9, 12));
			missingBytes = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]) + bodyAt;
			if (Number.isNaN(missingBytes)) socket.destroy(new Error(`an answer of no known length: ${head}`));
		}
		missingBytes -= count;
		if (missingBytes < 0) socket.destroy(new Error('an answer is longer than its Content-Length'));
		if (missingBytes !== 0) return true;
		missingBytes = undefined;
		waiting?.resolve(status);
		return true;
	};
	const socket = connect({
		port: Number(port),
		host: hostname,
		noDelay: true,
		onread: { buffer, callback: take },
	});
	socket.on('error', (error) => waiting?.reject(error));
	socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
	// Without this, the end of the connection is never reported.
	socket.resume();
	return {
		ask(request) {
			waiting = Promise.withResolvers();
			socket.write(request);
			return waiting.promise;
		},
		close: () => socket.destroy(),
	};
}

/** Requests that are sent at a rate until they are stopped. */
export type Load = {
	/** Stops, and resolves to the milliseconds of each request. Fails if one failed. */
	stop(): Promise<number[]>;
};

/**
 * Calls `send` at a fixed rate, whether earlier calls have ended or not. The time of a call counts
 * from the moment when it was due, so a stall counts for every call that was due in it.
 */
export function startLoad(perSecond: number, send: () => Promise<void>): Load {
	const took: number[] = [];
	const underWay = new Set<Promise<void>>();
	let failure: unknown;
	const sendAt = async (due: number) => {
		try {
			await send();
			took.push(performance.now() - due);
		} catch (error) {
			failure ??= error;
		}
	};
	let due = performance.now();
	const sendDue = () => {
		// Read once: on a busy machine, sending may take longer than the time to the next call.
		const now = performance.now();
		for (; due <= now; due += 1_000 / perSecond) {
			const sent = sendAt(due).finally(() => underWay.delete(sent));
			underWay.add(sent);
		}
	};
	sendDue();
	const timer = setInterval(sendDue, 1);
	return {
		async stop() {
			clearInterval(timer);
			await Promise.all(underWay);
			if (failure !== undefined) throw failure;
			return took;
		},
	};
}

/** Where to submit links, and a token with the scope to do so. */
export type Endpoint = { origin: string; token: string };

/** Submits a body of links. Resolves to the id of the event. */
export async function submit({ origin, token }: Endpoint, body: Buffer<ArrayBuffer>, query = ''): Promise<string> {
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-scholix-v3+json' };
	const answer = await request(`${origin}/api/events${query}`, { method: 'POST', headers, body }, 202);
	return (JSON.parse(answer) as { event_id: string }).event_id;
}

/** Waits until the links of an event can be found; fails if the event fails. */
export async function untilIndexed(
	{ origin, token }: Endpoint,
	event: string,
	pollMilliseconds: number,
): Promise<void> {
	const headers = { Authorization: `Bearer ${token}` };
	for (;;) {
		const answer = await request(`${origin}/api/events/${event}`, { headers }, 200);
		const { indexed, error } = JSON.parse(answer) as { indexed: boolean; error: string | null };
		if (error !== null) throw new Error(`event ${event} failed: ${error}`);
		if (indexed) return;
		await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
	}
}

/** Sends a request and reads its answer; fails if the status is another one. */
export async function request(url: string, options: RequestInit, status: number): Promise<string> {
	const response = await fetch(url, options);
	const body = await response.text();
	if (response.status !== status) throw new Error(`${url} was answered with ${response.status}: ${body}`);
	return body;
}
