// Tests what HTTP demands of a server beside its routes: Expect, Host, CONNECT, and HTTPS alone.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { knownId, oneLink, openTestApp, type TestApp } from './app.fixture.ts';
import { createConnections } from './raw-connection.fixture.ts';
import { type RunningServer, startServer } from './server.ts';

let opened: TestApp;
let server: RunningServer;
let token: string;
const connections = createConnections();

async function start(environment: Record<string, string> = {}): Promise<void> {
	opened = await openTestApp({ MAX_BODY_BYTES: '2048', ...environment });
	token = await opened.token('curator@example.org');
	server = await startServer({ fetch: opened.app.fetch }, opened);
}

afterEach(async () => {
	connections.end();
	await server.close();
	await opened.close();
});

const open = () => connections.open(server.port);

const get = `GET /api/relationships?id=${knownId}&size=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (headers: string) =>
	'POST /events HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n' +
	`Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n${headers}\r\n`;

describe('Expect: 100-continue', () => {
	it('is answered with 100 where the body will be read, and then as ever', async () => {
		await start();
		const { send, answer } = await open();
		send(post(`Content-Length: ${oneLink.length}\r\n`));
		assert.equal((await answer(true)).status, 100);
		send(oneLink);
		assert.equal((await answer()).status, 202);
	});

	const refusals: readonly [status: number, why: string, request: () => string][] = [
		[413, 'a body that is too large', () => post('Content-Length: 5000000\r\n')],
		[401, 'a token that is none', () => post('Content-Length: 500\r\n').replace(token, 'nobody')],
		[415, 'another media type', () => post('Content-Length: 500\r\n').replace('application/json', 'text/html')],
		[404, 'an address where there is nothing', () => post('Content-Length: 500\r\n').replace('/events', '/nothing')],
	];
	for (const [status, why, request] of refusals) {
		it(`is answered with ${status} and no 100 for ${why}`, async () => {
			await start();
			const { send, answer } = await open();
			send(request());
			const refused = await answer();
			assert.equal(refused.status, status);
			assert.equal(refused.headers.get('Content-Type'), 'application/problem+json');
			// What comes next could be the body or another request.
			assert.equal(refused.headers.get('Connection'), 'close');
		});
	}

	it('is answered with 429 and no 100 beyond a limit', async () => {
		await start({ RATE_LIMIT: '1' });
		const first = await open();
		first.send(get.replace('Host', `Authorization: Bearer ${token}\r\nHost`));
		assert.equal((await first.answer()).status, 200);
		const { send, answer } = await open();
		send(post('Content-Length: 500\r\n'));
		assert.equal((await answer()).status, 429);
	});

	it('is the only expectation: another one is a problem with 417', async () => {
		await start();
		const { send, answer } = await open();
		send(get.replace('Host', 'Expect: a-miracle\r\nHost'));
		const { status, headers, body } = await answer();
		assert.equal(status, 417);
		assert.equal(headers.get('Content-Type'), 'application/problem+json');
		assert.match(JSON.parse(body).detail, /100-continue/);
	});
});

describe('a request', () => {
	it('with several Host headers is refused with 400', async () => {
		await start();
		const many = Array.from({ length: 2_500 }, () => 'a:\r\n').join('');
		for (const second of ['Host: localhost\r\n', 'host: other.example.org\r\n', `${many}Host: hidden\r\n`]) {
			const { send, answer } = await open();
			send(get.replace('\r\n\r\n', `\r\n${second}\r\n`));
			const { status, body } = await answer();
			assert.equal(status, 400);
			assert.match(JSON.parse(body).detail, /several Host headers/);
		}
	});

	it('with CONNECT is refused with a problem', async () => {
		await start();
		const { send, answer, closed } = await open();
		send('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
		const { status, headers } = await answer();
		assert.equal(status, 400);
		assert.equal(headers.get('Content-Type'), 'application/problem+json');
		await closed;
	});

	it('whose client resets its connection ends nothing else', async () => {
		await start();
		for (const sent of [
			'what?\r\n\r\n',
			'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
			get,
			post('Content-Length: 9\r\n'),
		]) {
			const { socket, send } = await open();
			send(sent);
			socket.resetAndDestroy();
		}
		await sleep(100);
		assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
	});
});

describe('Strict-Transport-Security', () => {
	it('is required if the public address uses https, in every answer, and nowhere else', async () => {
		for (const [address, wanted] of [
			['https://links.example.org', 'max-age=31536000'],
			['http://links.example.org', null],
		] as const) {
			await start({ PUBLIC_URL: address });
			for (const request of [
				get,
				get.replace('/api', '/nothing'),
				get.replace('Host: localhost\r\n', ''),
				'what?\r\n\r\n',
			]) {
				const { send, answer } = await open();
				send(request);
				assert.equal((await answer()).headers.get('Strict-Transport-Security'), wanted, request);
			}
			if (wanted) await server.close();
			if (wanted) await opened.close();
		}
	});
});

describe('answers that are no pages', () => {
	it('load nothing and are framed by nothing', async () => {
		await start();
		for (const path of ['/openapi.json', '/nothing', '/health/live']) {
			const { headers } = await fetch(server.url + path);
			assert.equal(headers.get('Content-Security-Policy'), "default-src 'none'; frame-ancestors 'none'", path);
			assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
		}
	});
});
