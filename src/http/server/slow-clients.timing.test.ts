// Tests what becomes of clients that send or take too little, and of bodies that take too much;
// each of them decides the bytes of its request.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChangeWatch, readOrAwait } from '../../broker/changes/await-changes.ts';
import type { ChangesPage } from '../../broker/changes/read-changes.ts';
import { knownId, oneLink, openTestApp, problemOf, type TestApp } from './app.fixture.ts';
import type { AppNeeds } from './app.ts';
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
	broker: Parameters<typeof openTestApp>[1] = {},
): Promise<void> {
	opened = await openTestApp(environment, broker);
	server = await startServer({ fetch: fetch ?? opened.app.fetch }, opened);
}

const open = () => connections.open(server.port);

const search = `/relationships?id=${knownId}&size=1`;

const askFrom = (address: string, path: string, { headers, ...init }: RequestInit = {}) =>
	fetch(server.url + path, { ...init, headers: { 'X-Forwarded-For': address, ...headers } });

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

	it('of all hold so many bytes together; the largest of the sender with the most makes way for another', async () => {
		await start(small);
		const largest = await open();
		const noisy = await opened.token('a@example.org');
		largest.send(post(noisy, `Content-Length: ${mebibyte}\r\n`));
		await sleep(50);
		await stopBefore(noisy, 1);
		await stopBefore(await opened.token('b@example.org'), 2);
		const other = await open();
		other.send(post(await opened.token('c@example.org'), `Content-Length: ${oneLink.length}\r\n`) + oneLink);
		assert.equal((await other.answer()).status, 202);
		const { status, headers, body } = await largest.answer();
		assert.equal(status, 429);
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
	it('are bounded; one more waits for its turn, and is 503 with Retry-After if it takes too long', {
		timeout: 20_000,
	}, async () => {
		const over = Promise.withResolvers<void>();
		await start({ MAX_CONCURRENT_REQUESTS: '4', TRUSTED_PROXIES: '1' }, undefined, {
			async searchRelationships(query, options) {
				await over.promise;
				return opened.memory.searchRelationships(query, options);
			},
		});
		const first = [askFrom('192.0.2.1', search), askFrom('192.0.2.2', search), askFrom('192.0.2.3', search)];
		await sleep(100);
		// A quarter of the places is for accounts.
		const late = await askFrom('192.0.2.4', search);
		assert.equal(late.status, 503);
		assert.ok(Number(late.headers.get('Retry-After')) > 0);
		assert.equal((await askFrom('192.0.2.4', '/health/live')).status, 200);
		const next = askFrom('192.0.2.4', search);
		over.resolve();
		for (const asked of [...first, next]) assert.equal((await asked).status, 200);
	});
});

describe('requests that wait for their clients or for news', () => {
	// Who waits for a place is answered with 503 after seconds.
	const quickMilliseconds = 1_000;
	const get = (address: string, path: string) =>
		`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`;
	const slowBody = (address: string) =>
		'POST /objects/lookup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
		`X-Forwarded-For: ${address}\r\nContent-Length: 9000\r\n\r\n{`;
	const longPoll = (address: string) => get(address, '/changes?after=now&wait=30');
	const longFile = (address: string) => get(address, `/relationships?id=${knownId}&format=csv`);

	const watch = createChangeWatch(async () => 0, { pollMilliseconds: 1_000 });
	const noEntries = { changes: [], next: 'log-0', isEnd: true, newest: 0, readUpTo: 0 };
	const empty: ChangesPage = { ...noEntries, cursorBefore: () => 'log-0' };
	const withoutNews: AppNeeds['broker']['readChanges'] = (query, waitForNews) =>
		readOrAwait(async () => empty, watch, query, waitForNews);
	/** A search of one link ends; a file has one page after another. */
	const endlessFile: AppNeeds['broker']['searchRelationships'] = async (query, options) => {
		const page = await opened.memory.searchRelationships({ ...query, cursor: undefined }, options);
		return query.size === 1 ? page : { ...page, cursor: 'more' };
	};

	/**
	 * Opens as many connections from each address, and sends a request on each that is not answered.
	 */
	const hold = async (addresses: readonly string[], each: number, request: (address: string) => string) => {
		for (const address of addresses) {
			const held = await Promise.all(Array.from({ length: each }, open));
			for (const { socket, send } of held) {
				socket.pause();
				send(request(address));
			}
		}
		await sleep(200);
	};
	/** Another address, a page and an account are answered as if nobody waited. */
	const othersAreAnswered = async (): Promise<void> => {
		const token = await opened.token('curator@example.org');
		const submission = { method: 'POST', body: oneLink, headers: { 'Content-Type': 'application/json' } };
		const times: number[] = [];
		for (let round = 0; round < 5; round++) {
			const startedAt = performance.now();
			const [found, page, stored] = await Promise.all([
				askFrom('198.51.100.1', search),
				askFrom('198.51.100.1', '/'),
				askFrom('198.51.100.2', '/events', {
					...submission,
					headers: { ...submission.headers, Authorization: `Bearer ${token}` },
				}),
			]);
			assert.deepEqual([found.status, page.status, stored.status], [200, 200, 202]);
			times.push(performance.now() - startedAt);
		}
		const middle = times.sort((one, other) => one - other)[2] as number;
		assert.ok(middle < quickMilliseconds, `${middle} ms`);
	};
	const twoAddresses = ['192.0.2.1', '192.0.2.2'];
	const manyAddresses = Array.from({ length: 300 }, (_, at) => `192.0.${at >> 8}.${at & 255}`);
	const kinds: [what: string, addresses: readonly string[], each: number, request: (address: string) => string][] = [
		['long polls of two addresses', twoAddresses, 128, longPoll],
		['bodies of two addresses that hardly arrive', twoAddresses, 128, slowBody],
		['files that two addresses do not read', twoAddresses, 10, longFile],
		['one long poll of each of 300 addresses', manyAddresses, 1, longPoll],
	];
	for (const [what, addresses, each, request] of kinds) {
		it(`hold no place, and others are answered at once beside ${what}`, { timeout: 60_000 }, async () => {
			const settings = { TRUSTED_PROXIES: '1', MAX_CONCURRENT_REQUESTS: '16' };
			await start(settings, undefined, { readChanges: withoutNews, searchRelationships: endlessFile });
			await hold(addresses, each, request);
			await othersAreAnswered();
		});
	}

	it('are bounded for one sender: a further one is 429 with Retry-After', async () => {
		await start({ MAX_WAITING_REQUESTS: '16', TRUSTED_PROXIES: '1' }, undefined, { readChanges: withoutNews });
		await hold(['192.0.2.1'], 2, longPoll);
		const refused = await askFrom('192.0.2.1', '/changes?after=now&wait=30');
		assert.equal(refused.status, 429);
		assert.ok(Number(refused.headers.get('Retry-After')) > 0);
		assert.match((await problemOf(refused)).detail, /MAX_WAITING_REQUESTS/);
		assert.equal((await askFrom('192.0.2.1', search)).status, 200);
	});

	it('are bounded in total: the oldest poll of the sender with the most ends for one of another', async () => {
		await start({ MAX_WAITING_REQUESTS: '16', TRUSTED_PROXIES: '1' }, undefined, { readChanges: withoutNews });
		const oldest = await open();
		oldest.send(longPoll('192.0.2.1'));
		await sleep(50);
		await hold(['192.0.2.1'], 1, longPoll);
		await hold(['192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5', '192.0.2.6'], 2, longPoll);
		await hold(['192.0.2.7'], 1, longPoll);
		assert.equal((await oldest.answer()).status, 200);
	});
});
