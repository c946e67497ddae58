// Manages the connections of a server: drains and stops without truncating answers, and handles
// clients that do not read their answer or still send a body that was already answered.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Attaches a listener to a server; returns the unfinished answers, and how to stop. */
export function serveRequests(
	server: Server,
	encrypted: boolean,
	listener: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): { answers: ReadonlySet<ServerResponse>; drain(): void; stop(withinSeconds: number): Promise<void> } {
	const connections = trackSockets(server, 'connection');
	// Requests over TLS have the socket inside the connection, which exists after the handshake.
	const sockets = encrypted ? trackSockets(server, 'secureConnection') : connections;
	outlastBodies(server, encrypted ? 'secureConnection' : 'connection');
	const answers = new Set<ServerResponse>();
	const takeTurn = createTurns(answers, (outgoing) => void listener(outgoing.req, outgoing));
	let draining = false;
	let stopping = false;
	let held: ServerResponse[] | undefined;
	server.on('request', (incoming, outgoing) => {
		answers.add(outgoing);
		outgoing.once('close', () => {
			answers.delete(outgoing);
			if (stopping) server.closeIdleConnections();
			else if (!incoming.complete) discardRest(incoming);
		});
		if (draining) outgoing.setHeader('Connection', 'close');
		if (held) held.push(outgoing);
		else takeTurn(outgoing);
	});
	// Whether a body is wanted is decided when it is read; Node would request it now.
	for (const event of ['checkContinue', 'checkExpectation']) {
		server.on(event, (incoming, outgoing) => server.emit('request', incoming, outgoing));
	}
	// Node's own method would truncate an answer that is written but not yet sent.
	server.closeIdleConnections = () => {
		if (!stopping) return;
		const busy = new Set(answers.values().map(({ req }) => req.socket));
		for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
	};
	const drain = () => {
		draining = true;
		for (const outgoing of answers) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
	};
	const stop = async (withinSeconds: number) => {
		drain();
		held = [];
		await acceptWaiting(server);
		const closed = new Promise<void>((resolve) => server.close(() => resolve()));
		for (const outgoing of held ?? []) takeTurn(outgoing);
		held = undefined;
		const grace = setTimeout(() => {
			stopping = true;
			server.closeIdleConnections();
		}, graceMilliseconds);
		const deadline = setTimeout(() => {
			for (const socket of connections) socket.destroy();
		}, withinSeconds * 1000);
		await closed;
		clearTimeout(grace);
		clearTimeout(deadline);
	};
	return { answers, drain, stop };
}

/** How long after the port is closed a request may still arrive on an idle connection. */
const graceMilliseconds = 250;
/** Turns of the event loop without a new connection, after which none waits. */
const quietTurns = 4;
const acceptMilliseconds = 100;

/**
 * Accepts the connections that the system has established. Closing the port would reset them, and a
 * proxy does not repeat a submission that it has sent. Meanwhile no request is begun, because new
 * connections would arrive during it.
 */
async function acceptWaiting(server: Server): Promise<void> {
	let accepted = 0;
	const count = () => void accepted++;
	server.on('connection', count);
	const deadline = performance.now() + acceptMilliseconds;
	for (let quiet = 0; quiet < quietTurns && performance.now() < deadline; ) {
		const before = accepted;
		await new Promise(setImmediate);
		quiet = accepted === before ? quiet + 1 : 0;
	}
	server.off('connection', count);
}

function trackSockets(server: Server, event: 'connection' | 'secureConnection'): ReadonlySet<Socket> {
	const sockets = new Set<Socket>();
	server.on(event, (socket: Socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	return sockets;
}

/** Requests of one connection that wait for the answer to an earlier one. */
const mostPipelined = 100;

/**
 * Begins the requests of a connection one after the other, each in a turn of the event loop of its
 * own: a client may send thousands without waiting for an answer (pipelining). A connection with too
 * many of them is cut off. Those of a closed connection are dropped.
 */
function createTurns(
	answers: Set<ServerResponse>,
	begin: (outgoing: ServerResponse) => void,
): (outgoing: ServerResponse) => void {
	const lines = new WeakMap<Socket, ServerResponse[]>();
	const start = (outgoing: ServerResponse, line: ServerResponse[]) => {
		const { socket } = outgoing.req;
		outgoing.once('close', () => setImmediate(next));
		const next = () => {
			if (socket.destroyed) for (const dropped of line.splice(0)) answers.delete(dropped);
			const following = line.shift();
			if (following === undefined) lines.delete(socket);
			else start(following, line);
		};
		begin(outgoing);
	};
	return (outgoing) => {
		const { socket } = outgoing.req;
		const line = lines.get(socket);
		if (line === undefined) {
			const empty: ServerResponse[] = [];
			lines.set(socket, empty);
			start(outgoing, empty);
			return;
		}
		if (line.push(outgoing) > mostPipelined) socket.destroy();
	};
}

const discardedBytes = 64 * 1024 * 1024;
const discardedMilliseconds = 30_000;
/** Sockets that the HTTP parser reads emit no event for received data, so they are polled. */
const lookEveryMilliseconds = 20;

/**
 * Keeps connections open until request bodies have arrived: a connection to be closed sends its
 * answer, and is closed when the body has arrived or the limits are reached. `event` is the server
 * event with the sockets of requests.
 */
function outlastBodies(server: Server, event: 'connection' | 'secureConnection'): void {
	const latest = new WeakMap<Socket, IncomingMessage>();
	server.on('request', (incoming) => latest.set(incoming.socket, incoming));
	server.on(event, (socket: Socket) => {
		const destroySoon = socket.destroySoon.bind(socket);
		// Node calls this when the last answer of a connection is written.
		socket.destroySoon = () => {
			const incoming = latest.get(socket);
			if (incoming === undefined || incoming.complete || !socket.writable) return destroySoon();
			socket.end();
			discardRest(incoming, () => socket.destroy());
		};
	});
}

/**
 * Reads the rest of a body and calls `done` when all of it has arrived. Closes the connection
 * beyond the limits.
 */
function discardRest(incoming: IncomingMessage, done: () => void = () => undefined): void {
	const { socket } = incoming;
	if (socket.destroyed) return;
	const lastByte = socket.bytesRead + discardedBytes;
	const deadline = performance.now() + discardedMilliseconds;
	const look = () => {
		if (socket.bytesRead > lastByte || performance.now() > deadline) socket.destroy();
		if (incoming.complete) done();
		if (incoming.complete || socket.destroyed) clearInterval(timer);
	};
	const timer = setInterval(look, lookEveryMilliseconds).unref();
	incoming.resume();
}

/** A transfer below this rate during the whole allowed time is stalled. */
export const leastBytesPerSecond = 1_024;

/** Watches the unsent answers of a server until it is closed. Cuts off readers that are stalled. */
export function cutStalledReaders(
	server: Pick<Server, 'once'>,
	answers: ReadonlySet<Pick<ServerResponse, 'socket'>>,
	seconds: number,
): void {
	const seen = new WeakMap<Socket, { sent: number; at: number }>();
	const look = (): void => {
		const now = performance.now();
		for (const { socket } of answers) {
			// Answers to later requests of a connection have no socket until the earlier ones are
			// sent.
			if (socket === null) continue;
			const { sent, queued } = progressOf(socket);
			const last = seen.get(socket);
			if (queued === 0 || last === undefined || sent - last.sent >= leastBytesPerSecond * seconds) {
				seen.set(socket, { sent, at: now });
			} else if (now - last.at >= seconds * 1000) {
				socket.destroy();
			}
		}
	};
	const timer = setInterval(look, (seconds * 1000) / 4).unref();
	server.once('close', () => clearInterval(timer));
}

/**
 * Returns the bytes that the system has accepted from a socket, and those that it has not. Only the
 * handle counts down while one large piece is sent. Node's own timeout uses it too, but is reset by
 * anything that the client sends.
 */
function progressOf(socket: Socket): { sent: number; queued: number } {
	const { _handle: handle } = socket as Socket & {
		_handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
	};
	const rest = handle?.writeQueueSize ?? 0;
	return { sent: (handle?.bytesWritten ?? socket.bytesWritten) - rest, queued: socket.writableLength + rest };
}
