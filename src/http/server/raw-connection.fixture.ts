// A raw connection to the server for tests that send every byte themselves.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

type RawAnswer = { status: number; headers: Headers; body: string };

/** A raw connection. */
export type Connection = {
	socket: Socket;
	send(text: string): void;
	/** Resolves with the next answer. Its body must have a length, unless `withoutBody`. */
	answer(withoutBody?: boolean): Promise<RawAnswer>;
	/** Resolves with the length of the unread answer when the server closes. */
	closed: Promise<number>;
};

/** Talks HTTP/1.1 on a socket, byte by byte. */
export function talk(socket: Socket): Connection {
	let received = '';
	let wake = () => {};
	let ended = false;
	socket.setEncoding('latin1');
	socket.on('data', (text: string) => {
		received += text;
		wake();
	});
	socket.on('error', () => {});
	const closed = new Promise<number>((resolve) =>
		socket.on('close', () => {
			ended = true;
			wake();
			resolve(received.length);
		}),
	);
	const until = async (done: () => boolean) => {
		while (!done()) {
			if (ended) throw new Error(`closed after ${JSON.stringify(received)}`);
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		}
	};
	return {
		socket,
		closed,
		send: (text) => void socket.write(text),
		async answer(withoutBody = false) {
			await until(() => received.includes('\r\n\r\n'));
			const end = received.indexOf('\r\n\r\n');
			const [first = '', ...lines] = received.slice(0, end).split('\r\n');
			const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
			received = received.slice(end + 4);
			const length = withoutBody ? 0 : Number(headers.get('Content-Length') ?? 0);
			await until(() => received.length >= length);
			const body = received.slice(0, length);
			received = received.slice(length);
			return { status: Number(first.split(' ')[1]), headers, body };
		},
	};
}

/** The connections of a test. */
export type Connections = {
	/** Opens a connection to a local port. */
	open(port: number): Promise<Connection>;
	/** Adds a socket that was opened elsewhere. */
	add(socket: Socket): void;
	/** Ends all connections immediately. */
	end(): void;
};

/** Creates a factory of connections that ends them after a test. */
export function createConnections(): Connections {
	const sockets: Socket[] = [];
	return {
		async open(port) {
			const socket = connect(port, '127.0.0.1');
			sockets.push(socket);
			await once(socket, 'connect');
			return talk(socket);
		},
		add: (socket) => sockets.push(socket),
		end() {
			for (const socket of sockets.splice(0)) socket.destroy();
		},
	};
}
