/** Finds ports that nobody listens on; it does not know what they are for. */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Finds a free port of 127.0.0.1. */
export async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}
