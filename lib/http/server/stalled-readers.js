// Cuts connections whose clients take nothing of their answers, so that what such an answer holds
// is free again. A client that takes little at a time is left alone. It knows no route and no
// content.
                                                        
                                       

                                                                

/** Watches the answers of a server that are not out yet until it is closed. */
export function cutStalledReaders(server        , answers                             , seconds        )       {
	const seen = new WeakMap                  ();
	const look = ()       => {
		const now = performance.now();
		for (const { socket } of answers) {
			// Answers to later requests of a connection wait for the earlier ones without a socket.
			if (socket === null) continue;
			const { written, queued } = progressOf(socket);
			const last = seen.get(socket);
			if (queued === 0 || last?.written !== written || last.queued !== queued) {
				seen.set(socket, { written, queued, at: now });
			} else if (now - last.at >= seconds * 1000) {
				socket.destroy();
			}
		}
	};
	const timer = setInterval(look, (seconds * 1000) / 4).unref();
	server.once('close', () => clearInterval(timer));
}

/**
 * Tells how many bytes were written to a socket, and how many of them its system has not taken.
 * Only its handle counts down while one large piece goes out; node's own timeout looks there too,
 * but is put off by whatever the client sends.
 */
function progressOf(socket        )                       {
	const { _handle: handle } = socket                                                             ;
	return { written: socket.bytesWritten, queued: socket.writableLength + (handle?.writeQueueSize ?? 0) };
}
