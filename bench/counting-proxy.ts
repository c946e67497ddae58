// A proxy in front of a server that counts the requests it forwards; knows nothing of what they
// are.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CountingProxy = { origin: string; count(): number; close(): void };

/** Starts a proxy on a free port in front of a server, given by its origin. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
	const { hostname, port } = new URL(target);
	let count = 0;
	const server = createServer((incoming, outgoing) => {
		count++;
		const { method, url, headers } = incoming;
		const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		count: () => count,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
