// Tests which answers of receivers accept a message, however they answer, and how others are reported.
import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createGzip } from 'node:zlib';
import { createAuthority } from '../../test/certificates.ts';
import { systemClock } from '../clock.ts';
import { createGuardedPost } from '../network/guarded-connections.ts';
import { createPoster } from './post-message.ts';

const host = '127.0.0.1';
const now = Date.UTC(2026, 0, 15, 12);
const soon = 300;
const clock = { ...systemClock, now: () => now };
const post = createGuardedPost([host, 'localhost'], 'PRIVATE_HOSTS');

let requests: string[];
let answer: (response: ServerResponse) => void;
let server: Server;
before(async () => {
	server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}`);
		answer(response);
	});
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
});
after(() => server.close().closeAllConnections());
beforeEach(() => {
	requests = [];
	answer = (response) => response.writeHead(204).end();
});

const addressOf = (one: { address(): unknown }) => `http://${host}:${(one.address() as AddressInfo).port}/hook`;
const never = new AbortController().signal;

/** Posts to the receiver, or to another address, of a host that was not sent anything before. */
const send = ({ address = addressOf(server), signal = never, within = 20_000 } = {}) =>
	createPoster({ post, clock, agent: 'link-broker', answerMilliseconds: within }).post(
		{ address, headers: {}, body: '{}' },
		signal,
	);
const answered = async (status: number, headers: Record<string, string> = {}) => {
	answer = (response) => response.writeHead(status, headers).end();
	return (await send()).answered;
};

/** Writes until the receiver may not write any more. */
function writeWithoutEnd(response: ServerResponse): void {
	const more = () => !response.destroyed && response.write('x'.repeat(10_000), () => setImmediate(more));
	more();
}

/** Runs a server that is no web server, and returns the message about it. */
async function failureAt(connected: (socket: Socket) => void, within = 20_000): Promise<string> {
	const sockets = new Set<Socket>();
	const receiver = createSocketServer((socket) => {
		sockets.add(socket.on('error', () => undefined));
		connected(socket);
	});
	await new Promise<void>((resolve) => receiver.listen(0, host, resolve));
	const { answered } = await send({ address: addressOf(receiver), within });
	for (const socket of sockets) socket.destroy();
	receiver.close();
	assert.ok(!answered.isAccepted && answered.status === null);
	return answered.message;
}

describe('a receiver', () => {
	for (const status of [200, 201, 202, 204, 299])
		it(`accepts a message by ${status}`, async () => {
			assert.deepEqual(await answered(status), { isAccepted: true, status });
		});

	for (const status of [400, 401, 404, 413, 422, 500])
		it(`refuses a message by ${status}`, async () => {
			const message = `It answered ${status}.`;
			assert.deepEqual(await answered(status), { isAccepted: false, status, message, isFinal: false });
		});

	for (const status of [301, 302, 303, 307, 308])
		it(`is not followed elsewhere by ${status}`, async () => {
			for (const Location of ['/other', addressOf(server), 'http://169.254.169.254/latest', 'https://example.org/']) {
				const { isAccepted, ...rest } = await answered(status, { Location });
				assert.equal(isAccepted, false);
				assert.match(JSON.stringify(rest), /a redirect; redirects are not followed/);
			}
			assert.deepEqual(requests, Array(4).fill('POST /hook'));
		});

	it('wants no more messages by 410', async () => {
		assert.partialDeepStrictEqual(await answered(410), { isAccepted: false, isFinal: true });
	});

	for (const [header, milliseconds] of [
		['17', 17_000],
		['Thu, 15 Jan 2026 12:05:00 GMT', 300_000],
		['Thu, 15 Jan 2026 11:00:00 GMT', 0],
		['soon', undefined],
		['-5', undefined],
		['', undefined],
	] as const)
		it(`asks for a pause by 429, and Retry-After ${JSON.stringify(header)}`, async () => {
			const refusal = await answered(429, { 'Retry-After': header });
			assert.ok(!refusal.isAccepted);
			assert.equal(refusal.retryAfterMilliseconds, milliseconds);
		});

	it('is not waited for longer than for a time', async () => {
		answer = () => undefined;
		const { answered } = await send({ within: soon });
		assert.deepEqual(answered, { isAccepted: false, status: null, message: 'It did not answer within 0.3 s.' });
	});

	it('is not waited for longer than for a stop', async () => {
		const stopping = new AbortController();
		answer = () => stopping.abort();
		assert.equal((await send({ signal: stopping.signal })).answered.isAccepted, false);
	});

	it('is not waited for where its headers come slowly', async () => {
		const message = await failureAt((socket) => {
			socket.write('HTTP/1.1 200 OK\r\n');
			const writing = setInterval(() => socket.write('X-More: x\r\n'), 20);
			socket.on('close', () => clearInterval(writing));
		}, soon);
		assert.equal(message, 'It did not answer within 0.3 s.');
	});

	it('refuses a message by closing the connection, before an answer or within its head', async () => {
		assert.match(await failureAt((socket) => socket.destroy()), /^It closed the connection/);
		assert.match(await failureAt((socket) => socket.end('HTTP/1.1 200 OK\r\nX-')), /^It closed the connection/);
	});

	it('refuses a message by what is no HTTP', async () => {
		assert.equal(await failureAt((socket) => socket.end('220 mail.example ESMTP\r\n')), 'Its answer is not HTTP.');
	});

	it('accepts a message by its status, where the answer has no end, unpacks to one without, or breaks off', async () => {
		let written = 0;
		for (const body of [
			(response: ServerResponse) => {
				const { socket } = response;
				response.on('close', () => (written = socket?.bytesWritten ?? 0));
				writeWithoutEnd(response.writeHead(200));
			},
			(response: ServerResponse) => {
				const packing = createGzip();
				packing.pipe(response.writeHead(200, { 'Content-Encoding': 'gzip' }));
				const more = () => !response.destroyed && packing.write('x'.repeat(100_000), () => setImmediate(more));
				more();
			},
			(response: ServerResponse) =>
				response.writeHead(200, { 'Content-Length': 9 }).write('x', () => response.destroy()),
		]) {
			answer = body;
			assert.deepEqual((await send()).answered, { isAccepted: true, status: 200 });
		}
		assert.ok(written > 60_000 && written < 20_000_000, `${written} bytes`);
	});

	it('accepts a message by its status, where the rest of the answer does not come', async () => {
		answer = (response) => response.writeHead(200).write('x');
		assert.deepEqual((await send({ within: 1_000 })).answered, { isAccepted: true, status: 200 });
	});

	it('has the beginning of its answer shown, as plain text', async () => {
		answer = (response) => response.end(`Thank\u0000\u001b[31m you\u202e${'!'.repeat(2_000)}`);
		const { excerpt } = await send();
		assert.match(excerpt, /^Thank {2}\[31m you !+$/);
		assert.ok(excerpt.length < 1_024);
	});

	it('is not sent anything where its certificate is of no known authority, or of another name', async () => {
		const authority = createAuthority();
		const { certificate, key } = authority.issue('receiver', ['DNS:other.example']);
		const secure = createTlsServer({ cert: certificate, key }, (_, response) => {
			requests.push('reached');
			response.end();
		});
		await new Promise<void>((resolve) => secure.listen(0, host, resolve));
		const { answered } = await send({
			address: addressOf(secure).replace('http:', 'https:').replace(host, 'localhost'),
		});
		secure.close().closeAllConnections();
		authority.remove();
		assert.ok(!answered.isAccepted);
		assert.match(answered.message, /^It could not be reached \((UNABLE_TO_VERIFY|SELF_SIGNED|ERR_TLS|DEPTH)\w*\)/);
		assert.deepEqual(requests, []);
	});
});
