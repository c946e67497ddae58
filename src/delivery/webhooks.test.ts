// Tests what webhooks get, and which of their answers accept a message.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Message } from '../broker/following/deliver.ts';
import { systemClock } from '../clock.ts';
import type { ChangeView } from '../formats/changes/write-changes.ts';
import { createGuardedPost } from '../network/guarded-connections.ts';
import { noProgress, type Subscription } from '../store/subscriptions.ts';
import { createPoster } from './post-message.ts';
import { makeWebhookSecret } from './sign-message.ts';
import { createWebhookSender } from './webhooks.ts';

type Received = { headers: IncomingMessage['headers']; method: string | undefined; body: string };

let server: Server;
let address: string;
let received: Received[];
let answer: (response: ServerResponse) => void;
before(async () => {
	server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		received.push({ headers: request.headers, method: request.method, body });
		answer(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
after(() => server.close().closeAllConnections());
beforeEach(() => {
	received = [];
	answer = (response) => response.writeHead(204).end();
});

const secrets = [makeWebhookSecret(), makeWebhookSecret()];
const senderTo = (...privateHosts: string[]) =>
	createWebhookSender({
		poster: createPoster({
			...{ post: createGuardedPost(privateHosts, 'PRIVATE_HOSTS'), clock: systemClock },
			agent: 'link-broker/1.0 (+https://broker.example)',
		}),
		clock: systemClock,
		base: 'https://broker.example/api',
		secretsOf: async () => secrets,
	});

const subscription = (): Subscription => ({
	...{ number: 7, userId: 1, state: 'active', log: 'aaaaaaaaaa', lastRead: 0, firstMatch: 1, dueAt: 0 },
	lag: { entries: 1, since: 0 },
	task: { kind: 'webhook', address, filter: {}, pace: 'each', name: null },
	...{ everyMilliseconds: 0, progress: noProgress, secrets: null, createdAt: 0 },
});

function entry(number: number, title: string): ChangeView {
	const end = (value: string) => ({ identifier: { scheme: 'doi', value }, description: { Title: title }, known: {} });
	return {
		...{ number, at: Date.UTC(2026, 0, 15), kind: 'asserted', isEdge: true, relation: 'Cites' },
		...{ source: end('10.5555/a'), target: end('10.5555/b') },
		provenance: { provider: 'Zenodo', date: '2020-01-01' },
	};
}

const messageOf = (...entries: ChangeView[]): Message => ({
	...{ id: 'msg_7_1', subscription: subscription(), entries, next: 'aaaaaaaaaa-1' },
});

const send = (message: Message, signal = new AbortController().signal) => senderTo('127.0.0.1').send(message, signal);

describe('a webhook', () => {
	it('is sent the entries as GET /changes has them, with the cursor behind them', async () => {
		assert.deepEqual(await send(messageOf(entry(1, 'One'), entry(2, 'Two'))), { isAccepted: true, status: 204 });
		const [{ method, headers, body }] = received as [Received];
		assert.equal(method, 'POST');
		assert.equal(headers['content-type'], 'application/json');
		assert.equal(headers['user-agent'], 'link-broker/1.0 (+https://broker.example)');
		const { type, timestamp, subscription, data } = JSON.parse(body);
		assert.deepEqual([type, timestamp, subscription], ['links.changed', '2026-01-15T00:00:00.000Z', 7]);
		assert.equal(data.next, 'aaaaaaaaaa-1');
		assert.deepEqual(
			data.changes.map((one: { number: number; kind: string; link: { Source: { Title: string } } }) => [
				...[one.number, one.kind, one.link.Source.Title],
			]),
			[
				[1, 'asserted', 'One'],
				[2, 'asserted', 'Two'],
			],
		);
	});

	it('can check that the message is ours, by either secret while one is being replaced', async () => {
		await send(messageOf(entry(1, 'One')));
		const [{ headers, body }] = received as [Received];
		const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers;
		assert.equal(id, 'msg_7_1');
		assert.ok(Math.abs(Number(seconds) - Date.now() / 1_000) < 10);
		const expected = secrets.map((secret) => {
			const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
			assert.equal(key.length, 32);
			return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
		});
		assert.deepEqual(String(signatures).split(' '), expected);
	});

	it('is sent as many entries as 20 kB hold, and instead of a longer link the address of its entry', async () => {
		const sender = senderTo();
		const entries = [1, 2, 3].map((number) => entry(number, 'x'.repeat(3_500)));
		assert.equal(sender.fit(subscription(), entries), 2);
		const long = entry(1, 'x'.repeat(30_000));
		assert.equal(sender.fit(subscription(), [long, ...entries]), 3);
		await send(messageOf(long));
		const { changes } = JSON.parse(received[0]?.body ?? '').data;
		assert.deepEqual(changes, [
			{
				...{ number: 1, time: '2026-01-15T00:00:00.000Z', kind: 'asserted', first: true },
				...{ self: 'https://broker.example/api/changes?after=aaaaaaaaaa-0&limit=1', truncated: true },
			},
		]);
	});

	it('is sent which of the works that it follows each entry has, by the name that was given', async () => {
		const matched = (work: number, as: string) => ({ work, as });
		await send(
			messageOf(
				{ ...entry(4, 'One'), matched: [matched(17, '10.5555/A'), matched(18, 'arXiv:1234.5678')] },
				{ ...entry(5, 'Two'), matched: [matched(18, 'arXiv:1234.5678')] },
				entry(6, 'Three'),
			),
		);
		const work = (number: number) => `https://broker.example/api/objects/${number}`;
		assert.deepEqual(JSON.parse(received[0]?.body ?? '').data.matched, [
			{ change: 4, work: work(17), as: '10.5555/A' },
			{ change: 4, work: work(18), as: 'arXiv:1234.5678' },
			{ change: 5, work: work(18), as: 'arXiv:1234.5678' },
		]);
	});

	it('is sent messages of 20 kB at most, whatever its entries matched', async () => {
		const sender = senderTo('127.0.0.1');
		const as = 'y'.repeat(1_000);
		const entries = Array.from({ length: 30 }, (_, at) => ({
			...entry(at + 1, 'x'.repeat(200)),
			matched: [{ work: at, as }],
		}));
		await send(messageOf(...entries.slice(0, sender.fit(subscription(), entries))));
		const bytes = Buffer.byteLength(received[0]?.body ?? '');
		assert.ok(bytes > 17_000 && bytes <= 20_000, String(bytes));
	});

	it('is sent that there is a gap', async () => {
		await send(messageOf());
		assert.equal(JSON.parse(received[0]?.body ?? '').type, 'links.gap');
	});

	it('is not reached in a private network', async () => {
		const answered = await senderTo().send(messageOf(entry(1, 'One')), new AbortController().signal);
		assert.deepEqual(answered, {
			...{ isAccepted: false, status: null },
			message: '127.0.0.1 is not a public address. To allow it, add the host to PRIVATE_HOSTS.',
		});
		assert.deepEqual(received, []);
	});
});
