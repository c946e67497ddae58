// Tests transactions where the server is silent, full, still starting, or not PostgreSQL: they fail
// with `unavailable` in time, and no error ends the process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { message, refusal } from './messages.fixture.ts';
import { openPostgresDatabase } from './postgres-database.ts';

const greeting = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]);
const page = Buffer.from('HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<html>');

/** How a fake server greets a connection, and then answers its requests. */
type Manner = { greets(socket: Socket): void; answers?(socket: Socket): void };

const greets = (socket: Socket) => socket.write(greeting);
const manners: Readonly<Record<string, Manner>> = {
	'hangs up as soon as it has greeted': {
		greets: (socket) =>
			socket.end(Buffer.concat([greeting, refusal('57P01', 'terminating connection due to administrator command')])),
	},
	'has no connection left': { greets: (socket) => socket.end(refusal('53300', 'sorry, too many clients already')) },
	'is still starting': { greets: (socket) => socket.end(refusal('57P03', 'the database system is starting up')) },
	'takes connections and says nothing': { greets: () => undefined },
	'answers like a web server': { greets: (socket) => socket.end(page) },
	'answers like a web server, and does not hang up': { greets: (socket) => socket.write(page) },
	'falls silent once it is asked something': { greets, answers: () => undefined },
	'answers nonsense once it is asked something': {
		greets,
		answers: (socket) => socket.write(Buffer.from([1, 0, 0, 0, 8, 2, 3, 4, 5, ...page])),
	},
	'answers half of a message and hangs up': {
		greets,
		answers: (socket) => socket.end(message('D', 'xyz').subarray(0, 6)),
	},
};

describe('a transaction at a server', { concurrency: true }, () => {
	for (const [what, { greets, answers }] of Object.entries(manners)) {
		it(`that ${what} fails with unavailable, and ends no process`, { timeout: 60_000 }, async (test) => {
			const sockets = new Set<Socket>();
			const server = createServer((socket) => {
				sockets.add(socket);
				socket.on('error', () => undefined);
				socket.once('data', () => {
					greets(socket);
					socket.on('data', () => answers?.(socket));
				});
			}).listen(0, '127.0.0.1');
			test.after(() => {
				for (const socket of sockets) socket.destroy();
				server.close();
			});
			await once(server, 'listening');
			const { port } = server.address() as AddressInfo;
			const database = openPostgresDatabase({ url: `postgres://broker@127.0.0.1:${port}/links` });
			const begunAt = performance.now();
			const unavailable = { code: 'unavailable', retryAfterSeconds: 5, message: /DATABASE_URL/ };
			await assert.rejects(
				database.read(async () => undefined),
				unavailable,
			);
			await assert.rejects(
				database.write(async () => undefined),
				unavailable,
			);
			assert.ok(performance.now() - begunAt < 25_000);
			await database.close();
		});
	}
});
