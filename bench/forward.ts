// Forwards an HTTP request to another server, and its answer back.
import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Creates a handler that forwards requests to a server, given by its origin. */
export function createForwarding(target: string): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
	const { hostname, port } = new URL(target);
	return (incoming, outgoing) => {
		const { method, url, headers } = incoming;
		const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	};
}
