// Tests what is answered to a request that node's HTTP parser refuses; each test decides its bytes.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { knownId, openTestApp, type TestApp } from './app.fixture.ts';
import { createConnections } from './raw-connection.fixture.ts';
import { type RunningServer, startServer } from './server.ts';

let opened: TestApp;
let server: RunningServer;
let token: string;
const connections = createConnections();
beforeEach(async () => {
	opened = await openTestApp();
	token = await opened.token('curator@example.org');
	server = await startServer({ fetch: opened.app.fetch }, opened);
});
afterEach(async () => {
	connections.end();
	await server.close();
	await opened.close();
});

const open = () => connections.open(server.port);

const get = `GET /api/relationships?id=${knownId}&size=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (headers: string) =>
	'POST /events HTTP/1.1\r\nHost: localhost\r\n' +
	`Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n${headers}\r\n`;

describe('a request that HTTP cannot read', () => {
	const chunked = 'Transfer-Encoding: chunked\r\n';
	const refusals: readonly (readonly [what: string, request: () => string, status: number, words: RegExp])[] = [
		['an address beyond ASCII', () => get.replace(knownId, 'Müller'), 400, /percent-encoded/],
		['an address with a blank', () => get.replace(knownId, 'a b'), 400, /first line/],
		['a first line that is none', () => 'hello\r\n\r\n', 400, /first line/],
		['a version that is none', () => get.replace('HTTP/1.1', 'HTTP/7.3'), 400, /first line/],
		['a header that is none', () => get.replace('Host:', 'A b: c\r\nHost:'), 400, /header/],
		['no Host', () => get.replace('Host: localhost\r\n', ''), 400, /Host header/],
		['a header that is too long', () => get.replace('Host:', `A: ${'x'.repeat(20_000)}\r\nHost:`), 431, /16 KiB/],
		['an address that is too long', () => get.replace(knownId, 'x'.repeat(20_000)), 431, /16 KiB/],
		['a length that is none', () => post('Content-Length: many\r\n'), 400, /Content-Length/],
		['a broken chunk', () => `${post(chunked)}1\r\n[\r\nzz\r\n`, 400, /chunk/],
	];
	for (const [what, request, wanted, words] of refusals) {
		it(`is answered with a problem: ${what}`, async () => {
			const { send, answer, closed } = await open();
			send(request());
			const { status, headers, body } = await answer();
			assert.equal(status, wanted);
			assert.equal(headers.get('Content-Type'), 'application/problem+json');
			const problem = JSON.parse(body);
			assert.match(problem.detail, words);
			assert.doesNotMatch(body, /HPE_|Parse Error|node/i);
			assert.ok(headers.get('X-Request-Id'));
			assert.equal(opened.logged.at(-1)?.status, wanted);
			if (what === 'no Host') return;
			assert.equal(headers.get('Connection'), 'close');
			assert.equal(await closed, 0);
		});
	}

	it('does not disturb the answer to what was asked for before', async () => {
		const { send, answer, closed } = await open();
		send(`${get}what?\r\n\r\n`);
		assert.equal((await answer()).status, 200);
		assert.equal(await closed, 0);
	});

	it('ends while the server stops, whatever the client goes on to send', async () => {
		const { send, answer, closed } = await open();
		send(get.replace(knownId, 'Müller'));
		assert.equal((await answer()).status, 400);
		send(get);
		await server.close();
		await closed;
	});
});
