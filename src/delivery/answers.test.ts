// Tests the answers to offers, from the records to a real inbox: each is repeated, with the same id,
// until it is accepted or given up.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { answerDue } from '../broker/notify/answer-offers.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { createGuardedPost } from '../network/guarded-connections.ts';
import type { Notification } from '../store/inbox.ts';
import { act } from '../store/suite/audit.fixture.ts';
import { createAnswerSender } from './notifications.ts';
import { createPoster } from './post-message.ts';

const from = { id: 'https://links.example', inbox: 'https://links.example/inbox', name: 'Links' };
const [second, hour] = [1_000, 3_600_000];
const never = new AbortController().signal;

type Answer = { id: string; type: string[]; inReplyTo: string; object: object; target: object };
let server: Server;
let inbox: string;
let received: Answer[];
let status: number;
let headers: Record<string, string>;
before(async () => {
	server = createServer(async (request, response) => {
		received.push((await json(request)) as Answer);
		response.writeHead(status, headers).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	inbox = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox`;
});
after(() => server.close().closeAllConnections());

let opened: TestRecords;
let now: number;
beforeEach(async () => {
	[received, status, headers, now] = [[], 201, {}, act.now];
	opened = await openTestRecords();
});
afterEach(() => opened.close());

const clock = {
	...{ now: () => now, elapsed: () => now },
	...{ sleep: () => new Promise<void>(() => undefined), turn: async () => undefined },
};

/** Keeps an offer that is to be answered; returns its uuid. */
async function offer(to = { id: 'https://repository.example', inbox }): Promise<string> {
	const uuid = randomUUID();
	const body = JSON.stringify({ type: ['Offer', 'coar-notify:ReviewAction'], object: 'urn:x' });
	const answer = { to, tries: 0, acceptedAt: null, failure: null };
	await opened.records.keepNotification(
		act,
		{
			...{
				uuid,
				sender: 'account 1',
				userId: 1,
				sentId: `urn:uuid:${uuid}`,
				digest: '',
				types: ['Offer'],
				body,
				answer,
			},
			...{ outcome: 'nothing', note: 'Nothing to do.', eventId: null },
		},
		null,
	);
	return uuid;
}

/** Answers what is due, as a process that has just started. */
async function answer({ privateHosts = ['127.0.0.1'], isNamed = true } = {}) {
	const poster = createPoster({ post: createGuardedPost(privateHosts, 'HOSTS'), clock, agent: 'link-broker/test' });
	const send = createAnswerSender({ from: isNamed ? from : undefined, poster, problemOf: () => undefined });
	while (await answerDue(opened.records, { clock, random: () => 0.5, send }, never));
	return received.splice(0);
}

const answerOf = async (uuid: string) => ((await opened.records.notification(uuid)) as Notification).answer;

describe('the answer to an offer', () => {
	it('says that nothing is done about it, to the inbox of its origin, once', async () => {
		const uuid = await offer();
		const [sent, ...others] = await answer();
		assert.deepEqual(others, []);
		const { type, inReplyTo, object, target } = sent as Answer;
		const offered = { id: `urn:uuid:${uuid}`, type: ['Offer', 'coar-notify:ReviewAction'] };
		assert.deepEqual(type, ['Flag', 'coar-notify:UnprocessableNotification']);
		assert.deepEqual([inReplyTo, object], [offered.id, offered]);
		assert.deepEqual(target, { id: 'https://repository.example', inbox, type: 'Service' });
		const { tries, acceptedAt } = (await answerOf(uuid)) ?? {};
		assert.deepEqual([tries, acceptedAt], [1, now]);
		now += 100 * hour;
		assert.deepEqual(await answer(), []);
	});

	it('has the same id at each try, until it is accepted, and another one for another offer', async () => {
		const uuid = await offer();
		status = 500;
		const [first] = await answer();
		assert.deepEqual(await answer(), []);
		[status, now] = [202, now + 5 * second];
		const [again] = await answer();
		assert.match(first?.id ?? '', /^urn:uuid:/);
		assert.deepEqual(again, first);
		assert.equal((await answerOf(uuid))?.failure, null);
		await offer();
		assert.notEqual((await answer())[0]?.id, first?.id);
	});

	it('is tried for three days, as other messages are', async () => {
		const uuid = await offer();
		status = 404;
		const [begun, tried] = [now, [] as number[]];
		for (; now < begun + 200 * hour; now += hour) if ((await answer()).length > 0) tried.push((now - begun) / hour);
		assert.equal(tried.length, 10);
		assert.ok((tried.at(-1) ?? 0) >= 72 && (tried.at(-1) ?? 0) < 90, String(tried));
		assert.deepEqual(await answerOf(uuid), {
			...{ to: { id: 'https://repository.example', inbox }, tries: 10, acceptedAt: null },
			failure: 'It answered 404.',
		});
	});

	it('waits as long as the inbox asks for, and is not sent again to one that wants none', async () => {
		await offer();
		[status, headers] = [429, { 'Retry-After': '1800' }];
		assert.equal((await answer()).length, 1);
		now += 1_799 * second;
		assert.deepEqual(await answer(), []);
		[status, now] = [410, now + second];
		assert.equal((await answer()).length, 1);
		now += 100 * hour;
		assert.deepEqual(await answer(), []);
	});

	it('comes again, as it was, from another process where the first one ended in the midst of it', async () => {
		const uuid = await offer();
		assert.equal((await opened.records.claimAnswer(now, now + 120 * second))?.uuid, uuid);
		assert.deepEqual(await answer(), []);
		now += 120 * second;
		assert.equal((await answer()).length, 1);
	});

	it('is left to another process at a stop, and is no failure then', async () => {
		const uuid = await offer();
		const stopping = new AbortController();
		const send = async () => {
			stopping.abort();
			return { isAccepted: false as const, status: null, message: 'It was stopped.' };
		};
		assert.ok(await answerDue(opened.records, { clock, random: () => 0.5, send }, stopping.signal));
		assert.deepEqual([(await answerOf(uuid))?.tries, (await answerOf(uuid))?.failure], [0, null]);
		now += second;
		assert.equal((await answer()).length, 1);
	});

	it('reaches no private address, is not sent to the broker itself, and needs the address of the broker', async () => {
		const [guarded, own, nameless] = [await offer(), await offer(from), await offer()];
		assert.deepEqual(await answer({ privateHosts: [] }), []);
		assert.match((await answerOf(guarded))?.failure ?? '', /not a public address/);
		assert.match((await answerOf(own))?.failure ?? '', /of the broker itself/);
		now += hour;
		assert.deepEqual(await answer({ isNamed: false }), []);
		assert.match((await answerOf(nameless))?.failure ?? '', /PUBLIC_URL/);
	});
});
