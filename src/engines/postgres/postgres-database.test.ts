import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { openPostgresDatabase } from './postgres-database.ts';

/** Writes a message of PostgreSQL's protocol: its kind, its length, its content. */
function message(kind: string, content: string): Buffer {
	const length = Buffer.alloc(4);
	length.writeInt32BE(4 + Buffer.byteLength(content));
	return Buffer.concat([Buffer.from(kind), length, Buffer.from(content)]);
}

const authenticationOk = message('R', '\0\0\0\0');
const readyForQuery = message('Z', 'I');
const shuttingDown = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

it('a connection that is ended as soon as it is made fails its transaction, and ends no process', async () => {
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.once('data', () => socket.end(Buffer.concat([authenticationOk, readyForQuery, shuttingDown])));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const database = openPostgresDatabase(`postgres://broker@127.0.0.1:${(server.address() as AddressInfo).port}/links`);
	await assert.rejects(
		database.read(async () => undefined),
		{ code: 'unavailable', retryAfterSeconds: 5 },
	);
	await database.close();
	server.close();
});
