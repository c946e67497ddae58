// One batch of moments at which the worker that sends messages to subscribers is killed: while a
// receiver has a message that it has not answered, or just answered.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, openProgram } from '../end-to-end/program.ts';
import { createRandom, type Random } from '../random.ts';
import { adminToken, type BatchResult } from './batch.ts';
import { killAll, startProcess } from './processes.ts';
import { type Engine, openFreshStores } from './stores.ts';

/** What is followed, each by a subscription: two works, what they cite, what was withdrawn, a prefix. */
const filters: readonly Readonly<Record<string, string>>[] = [
	{ ids: '10.1000/a, 10.1000/b', entries: 'all' },
	{ ids: '10.1000/a, 10.1000/b', direction: 'out' },
	{ id: '10.1000/c', kind: 'withdrawn', entries: 'all' },
	{ prefix: '10.1000', kind: 'both', entries: 'all' },
];

/** A message as it came, and whether it was accepted. */
type Received = { id: string; body: string; isAccepted: boolean };

/** The worker is killed at one of the next messages, so many milliseconds after or before its answer. */
type Strike = { atMessage: number; isAnswered: boolean; afterMilliseconds: number; kill(): Promise<unknown> };

/** Receives the messages of all subscriptions, by the path of each. */
async function openReceiver() {
	const received = new Map<string, Received[]>();
	let strike: (Strike & { struck: PromiseWithResolvers<void> }) | undefined;
	const receive = async (request: IncomingMessage, response: ServerResponse) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		const message = { id: String(request.headers['webhook-id']), body, isAccepted: false };
		received.getOrInsertComputed(request.url ?? '', () => []).push(message);
		const isStruck = strike !== undefined && --strike.atMessage <= 0;
		const struck = isStruck ? strike : undefined;
		if (isStruck) strike = undefined;
		if (struck?.isAnswered !== false) {
			message.isAccepted = true;
			response.writeHead(204).end();
		}
		if (struck === undefined) return;
		await pause(struck.afterMilliseconds);
		await struck.kill();
		response.destroy();
		struck.struck.resolve();
	};
	const server = createServer((request, response) => void receive(request, response).catch(() => undefined));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		received,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** Resolves when the worker was killed at a message to come. */
		strikeNext(next: Strike): Promise<void> {
			strike = { ...next, struck: Promise.withResolvers<void>() };
			return strike.struck.promise;
		},
		close: () => server.close().closeAllConnections(),
	};
}

/** Kills the worker so often; fails where a message is missing, out of order, or not as it was. */
export async function runFollowing(
	{ engine, seed, moments }: { engine: Engine; seed: number; moments: number },
	log: (words: string) => void,
): Promise<BatchResult> {
	const stores = await openFreshStores(engine);
	const program = await openProgram({
		...stores.settings,
		...{ LEASE_SECONDS: '1', POLL_SECONDS: '0.05', BACKGROUND_WORK: 'off', RATE_LIMIT: 'off' },
		...{ SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1', SECRET_KEY: 'a secret of the test that is long enough' },
	});
	const receiver = await openReceiver();
	const random = createRandom(seed);
	try {
		const token = await adminToken(program);
		const url = (await startProcess(program.environment, 'serve').address) ?? assert.fail('it does not start');
		const ask = askAs(url, token);
		for (const [at, filter] of filters.entries())
			await ask('POST', '/subscriptions', { kind: 'webhook', address: `${receiver.url}/${at}`, filter });
		const events: string[] = [];
		for (let number = 0; number < moments; number++) {
			const worker = startProcess(program.environment, 'worker');
			const struck = receiver.strikeNext({
				...{ atMessage: random.between(1, 6), isAnswered: random.happens(0.5) },
				...{ afterMilliseconds: random.between(0, 15), kill: () => worker.end('SIGKILL') },
			});
			log(`seed ${seed}, moment ${number}`);
			let isOver = false;
			void struck.then(() => (isOver = true));
			while (!isOver) {
				events.push(await submitSome(ask, random, events));
				await Promise.race([struck, pause(200)]);
			}
		}
		const worker = startProcess(program.environment, 'worker');
		await checkReceived(ask, receiver.received);
		await worker.end('SIGTERM');
		await killAll();
		await program.remove();
		await stores.remove();
		return { moments, events: events.length };
	} catch (error) {
		await killAll();
		log(`The data of seed ${seed} are in ${program.folder}`);
		throw error;
	} finally {
		receiver.close();
	}
}

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

function askAs(url: string, token: string): Ask {
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
	return async (method, path, body) => {
		const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
		const text = await response.text();
		assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
		return text === '' ? {} : JSON.parse(text);
	};
}

/** Submits some links between few works, or withdraws an event; answers the event. */
async function submitSome(ask: Ask, random: Random, events: readonly string[]): Promise<string> {
	const end = () => ({
		Identifier: { ID: `10.1000/${random.pick(['a', 'b', 'c', 'd', `e${random.below(1_000)}`])}`, IDScheme: 'doi' },
		Type: { Name: 'literature' },
	});
	const links = Array.from({ length: random.between(1, 9) }, () => ({
		...{ Source: end(), Target: end(), RelationshipType: { Name: random.pick(['References', 'IsSupplementTo']) } },
		LinkProvider: [{ Name: random.pick(['Ada Index', 'Bel Archive']) }],
		LinkPublicationDate: '2026-01-15',
	}));
	const action = events.length > 0 && random.happens(0.2) ? 'withdraw' : 'assert';
	return String((await ask('POST', `/events?action=${action}`, links)).event_id);
}

/** Waits until everything came, and compares it with what the log answers to the same filters. */
async function checkReceived(ask: Ask, received: ReadonlyMap<string, readonly Received[]>): Promise<void> {
	for (const [at, filter] of filters.entries()) {
		const messages = () => received.get(`/${at}`) ?? [];
		const arrived = () => {
			const first = new Map(messages().map(({ id, body }) => [id, body]));
			return [...first.values()].flatMap(numbersOf);
		};
		const parameters = new URLSearchParams({ kind: 'asserted', entries: 'first', ...filter, limit: '1000' });
		const selected = async () => {
			const numbers: number[] = [];
			for (let after: string | undefined; ; ) {
				const page = await ask('GET', `/changes?${parameters}${after === undefined ? '' : `&after=${after}`}`);
				numbers.push(...(page.changes as { number: number }[]).map(({ number }) => number));
				if (page.next === after) return numbers;
				after = String(page.next);
			}
		};
		const isThere = (numbers: readonly number[]) =>
			numbers.length > 0 && arrived().length >= numbers.length && messages().at(-1)?.isAccepted === true;
		await eventually(selected, isThere, { timeoutSeconds: 60 });
		assert.deepEqual(arrived(), await selected(), `what ${JSON.stringify(filter)} selects, in order`);
		for (const [place, { id, body, isAccepted }] of messages().entries()) {
			const next = messages()[place + 1];
			if (!isAccepted) assert.equal(next?.id, id, 'a message that was not accepted is the next one, too');
			if (next?.id === id) assert.equal(next.body, body, 'a repeated message is as it was');
		}
	}
}

function numbersOf(body: string): number[] {
	return JSON.parse(body).data.changes.map(({ number }: { number: number }) => number);
}
