// A proxy in front of a server that counts the requests it forwards.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createForwarding } from './forward.ts';

type CountingProxy = { origin: string; count(): number; close(): void };

/** Starts a proxy on a free port in front of a server, given by its origin. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
	const forward = createForwarding(target);
	let count = 0;
	const server = createServer((incoming, outgoing) => {
		count++;
		forward(incoming, outgoing);
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
