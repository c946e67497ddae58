// Tests that a client which sends all of its body before it reads gets the answer, whatever it was
// refused for; each of them decides the bytes of its request.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { openTestApp, type TestApp } from './app.fixture.ts';
import { talk } from './raw-connection.fixture.ts';
import { type RunningServer, startServer } from './server.ts';

const mebibyte = 1024 * 1024;

let opened: TestApp;
let server: RunningServer;
let token: string;
before(async () => {
	opened = await openTestApp({ MAX_BODY_BYTES: '2048' });
	token = await opened.token('curator@example.org');
	server = await startServer({ fetch: opened.app.fetch }, opened);
});
after(async () => {
	await server.close();
	await opened.close();
});

/** Waits until the system has taken a piece; fails where the other side has closed. */
function write(socket: Socket, piece: string | Uint8Array): Promise<void> {
	return new Promise((resolve, reject) => socket.write(piece, (error) => (error ? reject(error) : resolve())));
}

/**
 * Sends a request with a body of so many mebibytes, and reads not a byte before all of it is sent.
 */
async function sendBeforeReading(headers: string, mebibytes: number, isChunked: boolean) {
	const socket = connect(server.port, '127.0.0.1');
	await once(socket, 'connect');
	const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${mebibytes * mebibyte}`;
	await write(socket, `POST /events HTTP/1.1\r\nHost: localhost\r\n${headers}${length}\r\n\r\n`);
	const bytes = Buffer.alloc(mebibyte, 'x');
	const piece = isChunked ? Buffer.concat([Buffer.from('100000\r\n'), bytes, Buffer.from('\r\n')]) : bytes;
	for (let sent = 0; sent < mebibytes; sent++) await write(socket, piece);
	if (isChunked) await write(socket, '0\r\n\r\n');
	return talk(socket);
}

describe('a client that sends 34 MiB before it reads', () => {
	const json = 'Content-Type: application/json\r\n';
	const refusals: [status: number, why: string, headers: () => string][] = [
		[413, 'its size', () => `Authorization: Bearer ${token}\r\n${json}`],
		[401, 'its token', () => `Authorization: Bearer nobody\r\n${json}`],
		[415, 'its media type', () => `Authorization: Bearer ${token}\r\nContent-Type: text/plain\r\n`],
	];
	for (const [status, why, headers] of refusals) {
		for (const isChunked of [false, true]) {
			const how = isChunked ? 'in chunks' : 'with a length';
			it(`${how} gets its ${status} for ${why}, and the connection goes on`, async () => {
				const { socket, send, answer } = await sendBeforeReading(headers(), 34, isChunked);
				const refused = await answer();
				assert.equal(refused.status, status);
				assert.equal(refused.headers.get('Content-Type'), 'application/problem+json');
				send('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
				assert.equal((await answer()).status, 200);
				socket.destroy();
			});

			it(`${how} gets its ${status} for ${why} also where it asks to close the connection`, async () => {
				const close = `${headers()}Connection: close\r\n`;
				const { answer, closed } = await sendBeforeReading(close, 34, isChunked);
				assert.equal((await answer()).status, status);
				assert.equal(await closed, 0);
			});
		}
	}
});

describe('a client that sends what is refused without an end', () => {
	for (const connection of ['keep-alive', 'close']) {
		it(`is cut off beyond 64 MiB, with Connection: ${connection}`, async () => {
			const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
			socket.on('error', () => undefined);
			await once(socket, 'connect');
			const head = `Host: localhost\r\nConnection: ${connection}\r\nContent-Length: ${1_000 * mebibyte}\r\n\r\n`;
			await write(socket, `POST /events HTTP/1.1\r\n${head}`);
			socket.resume();
			const piece = Buffer.alloc(mebibyte, 'x');
			let sent = 0;
			try {
				for (; sent < 1_000; sent++) await write(socket, piece);
			} catch {
				// The other side has closed.
			}
			assert.ok(sent >= 60 && sent < 1_000, `${sent}`);
		});
	}
});
