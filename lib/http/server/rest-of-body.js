// Reads what a client still sends of a body that was answered before its end, and throws it away:
// closing at once would take the answer from a client that reads only when it has sent everything.
// It knows no route and no content.
                                                         
                                       

const discardedBytes = 64 * 1024 * 1024;
const discardedMilliseconds = 30_000;
/** Sockets that the parser of HTTP reads tell of no piece that comes, so they are looked at. */
const lookEveryMilliseconds = 20;

/**
 * Has connections outlast the bodies of their requests: one that is to be closed sends its answer,
 * and is closed when the body has come or the limits are reached. `event` is the one with which the
 * server tells of the sockets that requests know.
 */
export function outlastBodies(server        , event                                   )       {
	const latest = new WeakMap                         ();
	server.on('request', (incoming) => latest.set(incoming.socket, incoming));
	server.on(event, (socket        ) => {
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
 * Reads the rest of a body and calls `done` when all of it has come. Beyond the limits the
 * connection is closed.
 */
export function discardRest(incoming                 , done             = () => undefined)       {
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
