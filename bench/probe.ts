// One connection of HTTP/1.1 that is kept and tells nothing of answers but their status; knows no address beyond its own.
import { connect, type Socket } from 'node:net';
import { whenClosed } from '../src/http/server/http-connection.ts';

const headEnd = Buffer.from('\r\n\r\n');

/** A connection that only tells the status of answers. */
export type Probe = {
	/** Sends a request; the one before must have been answered. Opens the connection (again) where there is none. */
	send(request: Uint8Array, answered: (status: number) => void, failed: (error: Error) => void): void;
	close(): void;
};

/** Says how much of a probe's answers is read at once: more than the head of any. */
export const probeBytes = 64 * 1_024;

/**
 * Prepares a connection that reads every answer into the same bytes, which several may share, and keeps nothing of it: so that what is measured
 * is the server's time and not the garbage of whoever measures. Answers must tell their length.
 */
export function openProbe(origin: string, bytes: Buffer<ArrayBuffer>): Probe {
	const { hostname, port } = new URL(origin);
	let socket: Socket | undefined;
	let waiting: { request: Uint8Array; answered(status: number): void; failed(error: Error): void } | undefined;
	// Whether this connection has answered before.
	let used = false;
	let status = 0;
	// Of the body; null where the head has not come.
	let left: number | null = null;

	const take = (count: number): boolean => {
		let bodyAt = 0;
		if (left === null) {
			const head = readHead(bytes, count);
			({ status, bodyAt, length: left } = head);
		}
		left -= count - bodyAt;
		if (left > 0) return true;
		if (left < 0) throw new Error('an answer is longer than it says');
		left = null;
		used = true;
		const { answered } = waiting as NonNullable<typeof waiting>;
		waiting = undefined;
		answered(status);
		return true;
	};
	const open = (): Socket => {
		const opened = connect({ port: Number(port), host: hostname, onread: { buffer: bytes, callback: take } });
		used = false;
		// Else the end of a connection would not be heard of.
		opened.resume();
		whenClosed(opened, () => {
			if (socket === opened) socket = undefined;
			const lost = waiting;
			// The server ended a quiet connection while the request was on its way (RFC 9112, 9.3.1).
			const crossed = lost !== undefined && used && left === null;
			left = null;
			if (crossed) {
				socket = open();
				socket.write(lost.request);
				return undefined;
			}
			waiting = undefined;
			return lost;
		});
		return opened;
	};
	return {
		send(request, answered, failed) {
			waiting = { request, answered, failed };
			socket ??= open();
			socket.write(request);
		},
		close: () => socket?.destroy(),
	};
}

function readHead(bytes: Buffer, count: number): { status: number; bodyAt: number; length: number } {
	const end = bytes.subarray(0, count).indexOf(headEnd);
	if (end === -1) throw new Error('the head of an answer did not come at once');
	const head = bytes.toString('latin1', 0, end);
	const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
	if (length === undefined) throw new Error(`an answer of no known length: ${head}`);
	return { status: Number(head.slice(9, 12)), bodyAt: end + headEnd.length, length: Number(length) };
}
