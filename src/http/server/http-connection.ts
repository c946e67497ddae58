// One connection of HTTP/1.1 that is kept: sends requests that are bytes already, one at a time, and reads whole answers; knows no address beyond its own.
import { connect, type Socket } from 'node:net';

/** An answer as it came. `head`: status line and headers. */
export type RawAnswer = { status: number; head: string; body: Buffer };

export type HttpConnection = {
	/** Sends a request and hands over its answer; the one before must have been answered. Opens the connection (again) where there is none. */
	send(request: Uint8Array, answered: (answer: RawAnswer) => void, failed: (error: Error) => void): void;
	close(): void;
};

const headEnd = Buffer.from('\r\n\r\n');

/** Writes a request as bytes. */
export function encodeRequest(
	origin: string,
	{ method = 'GET', target, headers = {}, body }: RequestParts,
): Uint8Array<ArrayBuffer> {
	const lines = [`${method} ${target} HTTP/1.1`, `Host: ${new URL(origin).host}`];
	for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
	if (body) lines.push(`Content-Length: ${body.byteLength}`);
	const head = new TextEncoder().encode(`${lines.join('\r\n')}\r\n\r\n`);
	if (!body) return head;
	const request = new Uint8Array(head.length + body.length);
	request.set(head);
	request.set(body, head.length);
	return request;
}

export type RequestParts = {
	method?: 'GET' | 'POST';
	target: string;
	headers?: Readonly<Record<string, string>>;
	body?: Uint8Array;
};

/** Prepares a connection to an origin: `http://127.0.0.1:5000`. */
export function openConnection(origin: string): HttpConnection {
	const { hostname, port } = new URL(origin);
	let socket: Socket | undefined;
	let received: Buffer = Buffer.alloc(0);
	let waiting: { answered(answer: RawAnswer): void; failed(error: Error): void } | undefined;

	const take = (data: Buffer) => {
		received = received.length === 0 ? data : Buffer.concat([received, data]);
		const answer = readAnswer(received);
		if (!answer) return;
		received = received.subarray(answer.bytes);
		const { answered } = waiting as NonNullable<typeof waiting>;
		waiting = undefined;
		answered(answer);
	};
	const open = (): Socket => {
		const opened = connect(Number(port), hostname);
		opened.on('data', take);
		whenClosed(opened, () => {
			if (socket === opened) socket = undefined;
			received = Buffer.alloc(0);
			const lost = waiting;
			waiting = undefined;
			return lost;
		});
		return opened;
	};
	return {
		send(request, answered, failed) {
			waiting = { answered, failed };
			socket ??= open();
			socket.write(request);
		},
		close: () => socket?.destroy(),
	};
}

/** Has whoever still waits, as `forget` tells, hear that a connection is closed: servers close those that have been quiet for long, and the next request opens another. */
export function whenClosed(opened: Socket, forget: () => { failed(error: Error): void } | undefined): void {
	opened.setNoDelay(true);
	opened.on('error', () => undefined);
	opened.on('close', () => forget()?.failed(new Error('the server closed the connection before it answered')));
}

/** Reads an answer; undefined where it has not come whole. */
function readAnswer(received: Buffer): (RawAnswer & { bytes: number }) | undefined {
	const end = received.indexOf(headEnd);
	if (end === -1) return undefined;
	const head = received.toString('latin1', 0, end);
	const bodyAt = end + headEnd.length;
	const read = readBody(received, bodyAt, head);
	return read && { status: Number(head.slice(9, 12)), head, ...read };
}

/** Reads a body whose length is told before it, or piece by piece (RFC 9112, section 6). */
function readBody(received: Buffer, bodyAt: number, head: string): { body: Buffer; bytes: number } | undefined {
	const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
	if (length !== undefined) {
		const bytes = bodyAt + Number(length);
		return received.length < bytes ? undefined : { body: received.subarray(bodyAt, bytes), bytes };
	}
	if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`an answer of no known length: ${head}`);
	const pieces: Buffer[] = [];
	for (let at = bodyAt; ; ) {
		const lineEnd = received.indexOf('\r\n', at);
		if (lineEnd === -1) return undefined;
		const size = Number.parseInt(received.toString('latin1', at, lineEnd), 16);
		const next = lineEnd + 2 + size + 2;
		if (received.length < next) return undefined;
		if (size === 0) return { body: Buffer.concat(pieces), bytes: next };
		pieces.push(received.subarray(lineEnd + 2, next - 2));
		at = next;
	}
}

/** Sends one request on a connection of its own. */
export async function ask(origin: string, request: RequestParts): Promise<RawAnswer> {
	const connection = openConnection(origin);
	try {
		return await askOn(connection, encodeRequest(origin, request));
	} finally {
		connection.close();
	}
}

/** Sends a request and resolves to its answer. */
export function askOn(connection: HttpConnection, request: Uint8Array): Promise<RawAnswer> {
	return new Promise((resolve, reject) => connection.send(request, resolve, reject));
}
