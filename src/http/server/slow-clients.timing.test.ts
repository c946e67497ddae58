// Tests what becomes of clients that send or take too little, and of bodies that take too much;
// each of them decides the bytes of its request.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { knownId, oneLink, openTestApp, type TestApp } from './app.fixture.ts';
import { createConnections } from './raw-connection.fixture.ts';
import { type RunningServer, startServer } from './server.ts';

const mebibyte = 1024 * 1024;

let opened: TestApp;
let server: RunningServer;
const connections = createConnections();
afterEach(async () => {
	connections.end();
	await server.close();
	await opened.close();
});

async function start(
	environment: Record<string, string>,
	fetch?: Parameters<typeof startServer>[0]['fetch'],
): Promise<void> {
	opened = await openTestApp(environment);
	server = await startServer({ fetch: fetch ?? opened.app.fetch }, opened);
}

const open = () => connections.open(server.port);

const post = (token: string, headers: string) =>
	'POST /events HTTP/1.1\r\nHost: localhost\r\n' +
	`Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n${headers}\r\n`;

describe('bodies that are under way', () => {
	const bounds = { MAX_BODY_BYTES: `${mebibyte}`, MAX_BODIES_BYTES: `${4 * mebibyte}` };
	const small = { ...bounds, MAX_SENDER_BODIES_BYTES: `${2 * mebibyte}` };
	/** Announces so many bodies, each of which stops before its end. */
	const stopBefore = async (token: string, bodies: number, bytes = mebibyte): Promise<void> => {
		for (let body = 0; body < bodies; body++) {
			const { socket, send } = await open();
			send(post(token, `Content-Length: ${bytes}\r\n`));
			await new Promise<void>((resolve) => socket.write('x'.repeat(bytes - 1), () => resolve()));
		}
		await sleep(50);
	};

	it('of one account hold so many bytes together; a further one is 429 unread, and others are taken', async () => {
		await start(small);
		const [noisy, other] = [await opened.token('noisy@example.org'), await opened.token('other@example.org')];
		const tokenOfSame = await opened.token('noisy@example.org');
		await stopBefore(noisy, 2);
		const refused = await open();
		refused.send(post(tokenOfSame, `Content-Length: ${oneLink.length}\r\n`));
		const { status, headers, body } = await refused.answer();
		assert.equal(status, 429);
		assert.ok(Number(headers.get('Retry-After')) > 0);
		assert.match(JSON.parse(body).detail, /MAX_SENDER_BODIES_BYTES/);
		const taken = await open();
		taken.send(post(other, `Content-Length: ${oneLink.length}\r\n`) + oneLink);
		assert.equal((await taken.answer()).status, 202);
	});

	it('of all hold so many bytes together; a further one is 503 with Retry-After', async () => {
		await start(small);
		for (const name of ['a', 'b']) await stopBefore(await opened.token(`${name}@example.org`), 2);
		const { send, answer } = await open();
		send(post(await opened.token('c@example.org'), `Content-Length: ${oneLink.length}\r\n`));
		const { status, headers, body } = await answer();
		assert.equal(status, 503);
		assert.ok(Number(headers.get('Retry-After')) > 0);
		assert.match(JSON.parse(body).detail, /MAX_BODIES_BYTES/);
	});

	it('count as they grow where they come in chunks, and no longer than their requests take', async () => {
		await start(small);
		const token = await opened.token('noisy@example.org');
		for (let request = 0; request < 5; request++) {
			const { send, answer } = await open();
			send(`${post(token, 'Transfer-Encoding: chunked\r\n')}${(mebibyte - 8).toString(16)}\r\n`);
			send(`${' '.repeat(mebibyte - 8)}\r\n0\r\n\r\n`);
			assert.equal((await answer()).status, 400);
		}
		const chunked = await open();
		chunked.send(`${post(token, 'Transfer-Encoding: chunked\r\n')}${mebibyte.toString(16)}\r\n${' '.repeat(9_000)}`);
		await stopBefore(token, 1);
		await stopBefore(token, 1, 900 * 1024);
		chunked.send(' '.repeat(mebibyte / 2));
		assert.equal((await chunked.answer()).status, 429);
	});

	it('that hardly come are given up with 408', async () => {
		await start({ STALLED_BODY_SECONDS: '0.2' });
		const token = await opened.token('slow@example.org');
		const { send, answer } = await open();
		send(post(token, 'Content-Length: 100000\r\n') + oneLink);
		const { status, headers, body } = await answer();
		assert.equal(status, 408);
		assert.equal(headers.get('Content-Type'), 'application/problem+json');
		assert.equal(headers.get('Connection'), 'close');
		assert.match(JSON.parse(body).detail, /arrived in 0\.2 seconds.*Send the request again/);
		assert.equal(opened.submissions.length, 0);
	});

	it('that come slowly, but move, are taken', async () => {
		await start({ STALLED_BODY_SECONDS: '0.2' });
		const { send, answer } = await open();
		const padding = 600;
		send(post(await opened.token('slow@example.org'), `Content-Length: ${oneLink.length + 10 * padding}\r\n`));
		for (let piece = 0; piece < 10; piece++) {
			send(' '.repeat(padding));
			await sleep(50);
		}
		send(oneLink);
		assert.equal((await answer()).status, 202);
	});
});

describe('a client that takes nothing of its answer', () => {
	const get = 'GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n';
	/** Answers with an endless file; reports when its source was ended. */
	const endless = () => {
		const ended = Promise.withResolvers<void>();
		const piece = new Uint8Array(64 * 1024);
		const fetch = () =>
			new Response(
				new ReadableStream(
					{ pull: (controller) => controller.enqueue(piece), cancel: () => ended.resolve() },
					{ highWaterMark: 0 },
				),
			);
		return { fetch, ended: ended.promise };
	};

	it('is cut off, and what its answer holds is free', { timeout: 20_000 }, async () => {
		const { fetch, ended } = endless();
		await start({ STALLED_ANSWER_SECONDS: '0.5' }, fetch);
		const { socket, send, closed } = await open();
		socket.pause();
		send(get);
		await ended;
		socket.resume();
		await closed;
	});

	it('is cut off also where it goes on sending', { timeout: 20_000 }, async () => {
		const { fetch, ended } = endless();
		await start({ STALLED_ANSWER_SECONDS: '0.5' }, fetch);
		const { socket, send } = await open();
		socket.pause();
		send(get);
		const sending = setInterval(() => send('G'), 100);
		await ended;
		clearInterval(sending);
	});

	it('is left alone where it takes little at a time', { timeout: 20_000 }, async () => {
		await start({ STALLED_ANSWER_SECONDS: '0.5' }, () => new Response(new Uint8Array(24 * mebibyte)));
		const { socket, send } = await open();
		let taken = 0;
		socket.on('data', (text) => {
			taken += text.length;
			socket.pause();
			setTimeout(() => socket.resume(), 2);
		});
		send(get);
		while (taken < 24 * mebibyte && !socket.closed) await sleep(50);
		assert.ok(taken >= 24 * mebibyte, `cut off after ${taken} bytes`);
	});

	it('is left alone while its answer is not there yet', async () => {
		await start({ STALLED_ANSWER_SECONDS: '0.1' }, async () => {
			await sleep(500);
			return new Response('late');
		});
		const { send, answer } = await open();
		send(get);
		assert.equal((await answer()).status, 200);
	});
});

describe('requests under way', () => {
	it('are bounded, one sender to half of them; more are 503 with Retry-After, health never', async () => {
		const begun = Promise.withResolvers<void>();
		const over = Promise.withResolvers<void>();
		opened = await openTestApp(
			{ MAX_CONCURRENT_REQUESTS: '4', TRUSTED_PROXIES: '1' },
			{
				async searchRelationships(query, options) {
					begun.resolve();
					await over.promise;
					return opened.memory.searchRelationships(query, options);
				},
			},
		);
		server = await startServer({ fetch: opened.app.fetch }, opened);
		const ask = (address: string, path = `/relationships?id=${knownId}&size=1`) =>
			fetch(server.url + path, { headers: { 'X-Forwarded-For': address } });
		const waiting = [ask('192.0.2.1'), ask('192.0.2.1')];
		await begun.promise;
		await sleep(100);
		const refused = await ask('192.0.2.1');
		assert.equal(refused.status, 503);
		assert.ok(Number(refused.headers.get('Retry-After')) > 0);
		waiting.push(ask('192.0.2.2'), ask('192.0.2.2'));
		await sleep(100);
		assert.equal((await ask('192.0.2.3')).status, 503);
		assert.equal((await ask('192.0.2.1', '/health/live')).status, 200);
		over.resolve();
		assert.deepEqual(
			(await Promise.all(waiting)).map(({ status }) => status),
			[200, 200, 200, 200],
		);
		assert.equal((await ask('192.0.2.1')).status, 200);
	});
});
