// Passes connections on to a server, until the line is cut or held; then nothing gets through before
// it is mended or let go.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Line = {
	port: number;
	/** Ends all connections, and takes none before it is mended. */
	cut(): Promise<void>;
	mend(): Promise<void>;
	/** Keeps back what comes, also of new connections, until it is let go. */
	hold(): void;
	letGo(): void;
	close(): Promise<void>;
};

/** Opens a line to the host and port of an address, on a free port of 127.0.0.1. */
export async function openLine(to: URL): Promise<Line> {
	const sockets = new Set<Socket>();
	let isHeld = false;
	const server = createServer((near) => {
		const far = connect(Number(to.port), to.hostname);
		for (const [one, other] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(one);
			one.on('error', () => undefined);
			one.on('close', () => {
				sockets.delete(one);
				other.destroy();
			});
			one.on('data', (bytes) => other.write(bytes));
			if (isHeld) one.pause();
		}
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as { port: number };
	const cut = async () => {
		if (!server.listening) return;
		const closed = once(server, 'close');
		server.close();
		for (const socket of sockets) socket.destroy();
		await closed;
	};
	return {
		port,
		cut,
		async mend() {
			server.listen(port, '127.0.0.1');
			await once(server, 'listening');
		},
		hold() {
			isHeld = true;
			for (const socket of sockets) socket.pause();
		},
		letGo() {
			isHeld = false;
			for (const socket of sockets) socket.resume();
		},
		close: cut,
	};
}
