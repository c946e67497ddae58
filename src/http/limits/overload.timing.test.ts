// Tests what the broker does with more than it can do, on a server whose searches keep its thread
// busy for a while, as large ones do.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { knownId, openTestApp, type TestApp } from '../server/app.fixture.ts';
import { type RunningServer, startServer } from '../server/server.ts';
import type { Answered, ClientCalls } from './load.fixture.ts';

/** What one search costs. */
const costMilliseconds = 20;
/** Three times as many requests a second as can be answered. */
const tooMany = (3 * 1_000) / costMilliseconds;

let opened: TestApp;
let server: RunningServer;
let thread: Worker;
let clients: ClientCalls;

const search = `/relationships?id=${knownId}&size=1`;
beforeEach(async () => {
	opened = await openTestApp(
		{ TRUSTED_PROXIES: '1' },
		{
			searchRelationships(query, options) {
				const end = performance.now() + costMilliseconds;
				while (performance.now() < end);
				return opened.memory.searchRelationships(query, options);
			},
		},
	);
	server = await startServer({ fetch: opened.app.fetch }, opened);
	thread = new Worker(new URL('./load.fixture.ts', import.meta.url));
	clients = callClients(thread);
	thread.setMaxListeners(0);
});
afterEach(async () => {
	await thread.terminate();
	await server.close();
	await opened.close();
});

/** Calls the clients in their thread. */
function callClients(thread: Worker): ClientCalls {
	let calls = 0;
	const call = (name: string, argument: unknown): Promise<never> => {
		const number = calls++;
		thread.postMessage({ call: number, name, argument });
		return new Promise((resolve, reject) => {
			thread.on('message', ({ answer, result, error }) => {
				if (answer === number) error ? reject(new Error(error.message)) : resolve(result as never);
			});
		});
	};
	return { ask: (argument) => call('ask', argument), send: (argument) => call('send', argument) };
}

/** Asks from an address, and resolves with what was answered. */
const ask = (address: string, path = search): Promise<Answered> => clients.ask({ url: server.url + path, address });

/**
 * Sends so many requests a second for so many seconds, whatever becomes of them, each from the next
 * of so many addresses.
 */
const send = (perSecond: number, seconds: number, addresses: number): Promise<Answered[]> =>
	clients.send({ url: server.url + search, perSecond, seconds, addresses });

/** Returns the time within which this share of requests was answered. */
function within(share: number, answered: readonly Answered[]): number {
	const times = answered.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
	return times[Math.floor(times.length * share)] ?? 0;
}

const ofStatus = (answered: readonly Answered[], status: number) => answered.filter((one) => one.status === status);

describe('three times the highest rate', () => {
	it('leaves what is accepted its latency, and refuses the rest with 503 and Retry-After', {
		timeout: 60_000,
	}, async () => {
		const answered = await send(tooMany, 4, 200);
		const accepted = ofStatus(answered, 200);
		const refused = ofStatus(answered, 503);
		assert.equal(accepted.length + refused.length, answered.length);
		assert.ok(refused.length > 0);
		assert.ok(refused.every(({ retryAfter }) => Number(retryAfter) > 0));
		assert.ok(accepted.length > 20, `${accepted.length} accepted`);
		// Without a bound, the last ones would wait for all others: eight seconds.
		assert.ok(within(0.9, accepted) < 2_500, `${within(0.9, accepted)} ms`);
	});

	it('refuses health never', { timeout: 60_000 }, async () => {
		const load = send(tooMany, 3, 200);
		const health: Answered[] = [];
		for (let at = 0; at < 10; at++) {
			await sleep(250);
			health.push(await ask('192.0.2.250', '/health/live'));
		}
		await load;
		assert.ok(health.every(({ status }) => status === 200));
	});
});

describe('one sender who asks for all that can be done', () => {
	it('takes nothing from another one who asks little', { timeout: 60_000 }, async () => {
		const noisy = send(tooMany, 4, 1);
		await sleep(1_500);
		const quiet: Answered[] = [];
		for (let at = 0; at < 20; at++) {
			await sleep(100);
			quiet.push(await ask('198.51.100.1'));
		}
		assert.deepEqual(ofStatus(quiet, 200).length, 20);
		assert.ok(within(0.9, quiet) < 1_000, `${within(0.9, quiet)} ms`);
		assert.ok(ofStatus(await noisy, 503).length > 0);
	});
});

describe('a burst', () => {
	it('is answered whole', { timeout: 60_000 }, async () => {
		const answered = await Promise.all(Array.from({ length: 20 }, () => ask('192.0.2.1')));
		assert.equal(ofStatus(answered, 200).length, 20);
	});
});
