import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { BrokerError } from '../../errors.ts';
import { readSettings } from '../../settings.ts';
import { allWell, knownId, oneLink, openTestApp, type TestApp } from './app.fixture.ts';
import { createConnections, talk } from './raw-connection.fixture.ts';
import { type RunningServer, startServer } from './server.ts';

let opened: TestApp;
let server: RunningServer;
let token: string;
const connections = createConnections();

async function start(
	environment: Record<string, string> = {},
	broker: Parameters<typeof openTestApp>[1] = {},
	fetch?: Parameters<typeof startServer>[0]['fetch'],
): Promise<void> {
	opened = await openTestApp({ MAX_BODY_BYTES: '2048', ...environment }, broker);
	token = await opened.token('curator@example.org');
	server = await startServer({ fetch: fetch ?? opened.app.fetch }, opened);
}

const open = () => connections.open(server.port);

afterEach(async () => {
	connections.end();
	await server.close();
	await opened.close();
});

const get = `GET /api/relationships?id=${knownId}&size=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (headers: string) =>
	`POST /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${headers}\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const lastChunk = '0\r\n\r\n';

describe('the server', () => {
	it('listens on any free port for PORT=0, and says where', async () => {
		await start();
		assert.equal(server.url, `http://127.0.0.1:${server.port}`);
		assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
	});

	it('answers several requests on one connection, also those sent ahead', async () => {
		await start();
		const { send, answer } = await open();
		send(get);
		assert.equal((await answer()).status, 200);
		send(get + get.replace('relationships', 'nothing'));
		assert.equal((await answer()).status, 200);
		assert.equal((await answer()).status, 404);
	});

	it('begins a request sent ahead once the earlier one of its connection is answered', async () => {
		const begun: (() => void)[] = [];
		await start({}, {}, () => new Promise((resolve) => begun.push(() => resolve(new Response('answered')))));
		const { send, answer } = await open();
		send(get.repeat(3));
		for (let number = 1; number <= 3; number++) {
			while (begun.length < number) await setImmediate();
			await setImmediate();
			assert.equal(begun.length, number);
			begun.at(-1)?.();
			assert.equal((await answer()).body, 'answered');
		}
	});

	it('ends a connection with hundreds of requests sent ahead', async () => {
		let begun = 0;
		await start({}, {}, () => {
			begun++;
			return new Promise<Response>(() => {});
		});
		const { send, closed } = await open();
		send(get.repeat(300));
		await closed;
		assert.equal(begun, 1);
	});

	it('begins links with the address that was asked for', async () => {
		await start();
		const { send, answer } = await open();
		send(get.replace('Host: localhost', 'Host: links.example.org:8080'));
		assert.match(
			(await answer()).headers.get('Link') ?? '',
			/^<http:\/\/links\.example\.org:8080\/api\/relationships\?/,
		);
	});

	it('answers HEAD with the length and without the body', async () => {
		await start();
		const { send, answer } = await open();
		send(get);
		const { headers } = await answer();
		send(get.replace('GET', 'HEAD') + get);
		const head = await answer(true);
		assert.equal(head.headers.get('Content-Length'), headers.get('Content-Length'));
		assert.equal((await answer()).status, 200);
	});

	it('answers a problem where address or Host make no sense', async () => {
		await start();
		for (const wrong of [
			get.replace('localhost', 'a b'),
			get.replace('/api', '/a\\b'),
			get.replace('/api', 'x:/'),
			get.replace('GET', 'OPTIONS').replace(/\/api\S+/, '*'),
		]) {
			const { send, answer } = await open();
			send(wrong);
			const { status, headers, body } = await answer();
			assert.equal(status, 400, wrong);
			assert.equal(headers.get('Content-Type'), 'application/problem+json');
			assert.match(JSON.parse(body).type, /\/problems\/bad-request$/);
		}
	});

	it('answers 400 to wrong percent-encoding', async () => {
		await start();
		const { send, answer } = await open();
		send(get.replace(knownId, '%E0%A4%A'));
		assert.equal((await answer()).status, 400);
	});

	it('answers HTTP/1.0 without a Host', async () => {
		await start();
		const { send, answer } = await open();
		send('GET /health/live HTTP/1.0\r\n\r\n');
		assert.equal((await answer()).status, 200);
	});
});

describe('the body of a request', () => {
	it('may come in pieces, with a length or in chunks', async () => {
		await start();
		const { socket, send, answer } = await open();
		send(post(`Content-Length: ${oneLink.length}\r\n`));
		for (const text of oneLink.match(/.{1,100}/gs) ?? []) {
			await new Promise((resolve) => socket.write(text, resolve));
		}
		assert.equal((await answer()).status, 202);
		send(
			`${post('Transfer-Encoding: chunked\r\n')}${chunk(oneLink.slice(0, 10))}${chunk(oneLink.slice(10))}${lastChunk}`,
		);
		assert.equal((await answer()).status, 202);
		assert.deepEqual(
			opened.submissions.map(({ body }) => Buffer.from(body).toString()),
			[oneLink, oneLink],
		);
	});

	it('that is declared too large is refused at once, and the connection goes on behind it', async () => {
		await start();
		const { send, answer } = await open();
		send(post('Content-Length: 5000000\r\n'));
		assert.equal((await answer()).status, 413);
		send('x'.repeat(5_000_000) + get);
		assert.equal((await answer()).status, 200);
	});

	it('that grows too large in chunks is refused then, and the connection goes on behind it', async () => {
		await start();
		const { send, answer } = await open();
		send(post('Transfer-Encoding: chunked\r\n') + chunk('x'.repeat(2_049)));
		assert.equal((await answer()).status, 413);
		send(chunk('x'.repeat(5_000_000)) + lastChunk + get);
		assert.equal((await answer()).status, 200);
	});

	it('that is refused is not read on for ever', async () => {
		await start();
		const { socket, send, answer } = await open();
		send(post('Transfer-Encoding: chunked\r\n') + chunk('x'.repeat(2_049)));
		assert.equal((await answer()).status, 413);
		const mebibyte = chunk('x'.repeat(1024 * 1024));
		let sent = 0;
		while (!socket.closed && sent < 200) {
			await new Promise<void>((resolve) => socket.write(mebibyte, () => resolve()));
			sent++;
		}
		assert.ok(sent >= 64 && sent < 200, String(sent));
	});

	it('that nobody reads, because the request is refused before, does not disturb what follows', async () => {
		await start();
		const { send, answer } = await open();
		send(post('Content-Length: 300000\r\n').replace(token, 'nobody'));
		assert.equal((await answer()).status, 401);
		send('x'.repeat(300_000) + get);
		assert.equal((await answer()).status, 200);
	});

	it('that breaks off stores nothing and is no failure of the broker', async () => {
		const answered = Promise.withResolvers<void>();
		await start({}, {}, async (asked, env) => {
			const response = await opened.app.fetch(asked, env);
			answered.resolve();
			return response;
		});
		const { socket, send } = await open();
		send(post('Content-Length: 500\r\n') + oneLink.slice(0, 100));
		await new Promise<void>((resolve) => socket.end(resolve));
		await answered.promise;
		assert.equal(opened.submissions.length, 0);
		assert.ok(opened.logged.every(({ level }) => level !== 'error'));
		assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
	});
});

describe('a client that goes away', () => {
	it('gets no answer written', async () => {
		const asked = Promise.withResolvers<void>();
		const found = Promise.withResolvers<void>();
		const left = Promise.withResolvers<void>();
		await start(
			{},
			{
				async searchRelationships(query, options) {
					asked.resolve();
					await found.promise;
					return opened.memory.searchRelationships(query, options);
				},
			},
			async (wanted, env) => {
				const { incoming } = env as { incoming: { socket: Socket } };
				incoming.socket.once('close', left.resolve);
				return opened.app.fetch(wanted, env);
			},
		);
		const { socket, send } = await open();
		send(get);
		await asked.promise;
		socket.destroy();
		await left.promise;
		found.resolve();
		await setImmediate();
		assert.equal(opened.logged.at(-1)?.status, 499);
		assert.ok(opened.logged.every(({ level }) => level !== 'error'));
	});
});

describe('a stop', () => {
	it('closes quiet connections and takes no new ones', async () => {
		await start();
		const quiet = await open();
		quiet.send(get);
		await quiet.answer();
		await server.close();
		await quiet.closed;
		await assert.rejects(fetch(`${server.url}/health/live`));
	});

	it('answers a request on each connection that was made before the port closed, also a late request', async () => {
		await start();
		const made = Array.from({ length: 20 }, () => talk(connect(server.port, '127.0.0.1')));
		// The system establishes them now; the server has not seen them.
		await new Promise(process.nextTick);
		const stopped = server.close();
		for (const [at, { send }] of made.entries()) setTimeout(send, at < 10 ? 0 : 50, get);
		for (const { answer, closed } of made) {
			const { status, headers } = await answer();
			assert.deepEqual([status, headers.get('Connection')], [200, 'close']);
			await closed;
		}
		await stopped;
	});

	it('lets requests under way be answered, and then closes their connections', async () => {
		const asked = Promise.withResolvers<void>();
		const ready = Promise.withResolvers<void>();
		await start(
			{},
			{
				async health() {
					asked.resolve();
					await ready.promise;
					return allWell;
				},
			},
		);
		const { send, answer, closed } = await open();
		send(get.replace(/\/api\S+/, '/health/ready'));
		await asked.promise;
		const stopped = server.close();
		ready.resolve();
		const { status, headers } = await answer();
		assert.equal(status, 200);
		assert.equal(headers.get('Connection'), 'close');
		await closed;
		await stopped;
	});

	// Left alone, node would close the connection after some seconds of quiet.
	it('does not cut an answer short that is being sent, and then closes its connection', {
		timeout: 4_000,
	}, async () => {
		const length = 30_000_000;
		const answered = Promise.withResolvers<void>();
		await start({}, {}, () => {
			answered.resolve();
			return new Response('x'.repeat(length));
		});
		const { socket, send, closed } = await open();
		socket.pause();
		send(get);
		await answered.promise;
		await setImmediate();
		const stopped = server.close();
		socket.resume();
		assert.ok((await closed) > length);
		await stopped;
	});

	it('waits for nobody longer than SHUTDOWN_SECONDS', async () => {
		const asked = Promise.withResolvers<void>();
		await start(
			{ SHUTDOWN_SECONDS: '0.05' },
			{
				health() {
					asked.resolve();
					return new Promise(() => {});
				},
			},
		);
		const { send, closed } = await open();
		send(get.replace(/\/api\S+/, '/health/ready'));
		await asked.promise;
		await server.close();
		assert.equal(await closed, 0);
	});

	it('may be asked for twice', async () => {
		await start();
		await Promise.all([server.close(), server.close()]);
	});
});

describe('settings of the server', () => {
	const refused = async (environment: Record<string, string>) => {
		const settings = readSettings({ PORT: '0', ...environment });
		try {
			await startServer(opened.app, { settings, log: opened.log });
		} catch (error) {
			assert.ok(error instanceof BrokerError);
			assert.equal(error.code, 'bad-setting');
			return error.message;
		}
		return assert.fail('it started');
	};

	it('are refused by name where they cannot be used', async () => {
		await start();
		assert.match(
			await refused({ PORT: String(server.port) }),
			/^PORT is \d+, but another program already listens there/,
		);
		assert.match(await refused({ HOST: '192.0.2.1' }), /^HOST is 192\.0\.2\.1/);
		assert.match(await refused({ TLS_CERTIFICATE: '/nowhere/a', TLS_KEY: '/nowhere/b' }), /^TLS_\w+ is \/nowhere/);
		const file = new URL(import.meta.url).pathname;
		assert.match(await refused({ TLS_CERTIFICATE: file, TLS_KEY: file }), /^TLS_CERTIFICATE and TLS_KEY/);
	});
});

function hasOpenssl(): boolean {
	try {
		execFileSync('openssl', ['version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

describe('HTTPS', { skip: hasOpenssl() ? false : 'there is no openssl to make a certificate with' }, () => {
	let folder: string;
	let files: { certificate: string; key: string };

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'link-broker-tls-'));
		files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
		const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes'];
		const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
		execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', files.key, '-out', files.certificate], {
			stdio: 'ignore',
		});
		await start({ TLS_CERTIFICATE: files.certificate, TLS_KEY: files.key });
	});
	afterEach(() => rm(folder, { recursive: true }));

	/** Connects with one cipher of TLS 1.2; returns the cipher in use, or the code of the failure. */
	const offer = async (ciphers: string) => {
		const own = { maxVersion: 'TLSv1.2', ciphers } as const;
		const socket = connectTls({ ...own, port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
		try {
			await once(socket, 'secureConnect');
			return socket.getCipher().name;
		} catch (error) {
			return (error as NodeJS.ErrnoException).code;
		} finally {
			socket.destroy();
		}
	};

	it('is served with the certificate, and links begin with https', async () => {
		assert.equal(server.url, `https://127.0.0.1:${server.port}`);
		const asked = request(`${server.url}/relationships?id=${knownId}`, { rejectUnauthorized: false });
		asked.end();
		const [response] = await once(asked, 'response');
		response.resume();
		assert.equal(response.statusCode, 200);
		assert.match(response.headers.link, /^<https:\/\/127\.0\.0\.1:\d+\/relationships/);
	});

	it('has forward secrecy: TLS 1.2 without a key of its own for each connection is refused', async () => {
		await server.close();
		const rsa = ['-x509', '-newkey', 'rsa:2048', '-subj', '/CN=localhost', '-days', '1', '-nodes'];
		execFileSync('openssl', ['req', ...rsa, '-keyout', files.key, '-out', files.certificate], { stdio: 'ignore' });
		await start({ TLS_CERTIFICATE: files.certificate, TLS_KEY: files.key });
		for (const cipher of ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-CHACHA20-POLY1305']) {
			assert.equal(await offer(cipher), cipher);
		}
		for (const cipher of ['AES128-SHA', 'AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'AES256-SHA256']) {
			assert.equal(await offer(cipher), 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', cipher);
		}
	});

	it('stops like HTTP', async () => {
		const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
		connections.add(socket);
		await once(socket, 'secureConnect');
		const { send, answer, closed } = talk(socket);
		send(get);
		assert.equal((await answer()).status, 200);
		await server.close();
		await closed;
	});

	it('refuses files that hold no key', async () => {
		await writeFile(files.key, 'no key');
		await assert.rejects(startServer(opened.app, opened), /TLS_CERTIFICATE and TLS_KEY cannot be used together/);
	});
});
