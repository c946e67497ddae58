// Passes a request of HTTP on to another server, and its answer back; knows nothing of what they are.
import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Creates what passes requests on to a server, given by its origin. */
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
