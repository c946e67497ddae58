// Tests that a subscription that is changed, fails or reads a long log meanwhile harms no message and
// no other subscriber.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { noProgress, type Subscription } from '../../store/subscriptions.ts';
import { readChangesQuery } from '../changes/change-query.ts';
import { builtInDefinitions } from '../counting/definitions.ts';
import { given, send } from '../graph.fixture.ts';
import { type Answered, type Delivering, deliverDue, type Message, type Sender } from './deliver.ts';
import { followedKeys } from './followed-keys.ts';
import { matchChanges } from './match-changes.ts';
import { createReceiver, type Sent } from './receiver.fixture.ts';

const minute = 60_000;
const accepted: Answered = { isAccepted: true, status: 204 };

let opened: TestRecords;
let now: number;
let sent: Sent[];
let answers: (message: Message) => Answered | Promise<Answered>;
beforeEach(async () => {
	opened = await openTestRecords();
	now = Date.UTC(2026, 0, 15, 12);
	sent = [];
	answers = () => accepted;
});
afterEach(() => opened.close());

const clock = { ...systemClock, now: () => now };

function delivering(worker = 'worker-1', fit = 3): Delivering {
	const { sender } = createReceiver((message) => answers(message), fit, sent);
	return {
		clock,
		worker,
		leaseMilliseconds: minute,
		senders: { webhook: sender },
		random: () => 0.5,
		definitions: builtInDefinitions,
	};
}

const never = new AbortController().signal;

async function subscribe(filter: Readonly<Record<string, string>>): Promise<Subscription> {
	const log = await opened.records.read((transaction) => transaction.changeLog());
	const task = { kind: 'webhook', address: 'https://a.example/hook', filter, pace: 'each', name: null } as const;
	return opened.records.addSubscription(
		{
			...{ userId: 1, state: 'active', log: log.id, lastRead: log.newest, dueAt: now, everyMilliseconds: 0 },
			...{ task, progress: noProgress, secrets: null, createdAt: now },
		},
		followedKeys(readChangesQuery(filter)),
	);
}

/** Matches and delivers until nothing is due. */
async function deliver(process = delivering()): Promise<void> {
	await matchChanges(opened.records, process, never);
	while (await deliverDue(opened.records, process, never));
}

describe('a subscriber', () => {
	it('is sent what was matched while its subscription was changed under a message', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		answers = async () => {
			answers = () => accepted;
			await send(opened.records, given('C cites A'));
			await matchChanges(opened.records, delivering('worker-2'), never);
			const task = { ...subscription.task, name: 'another name' };
			await opened.records.changeSubscription(subscription.number, { task });
			return accepted;
		};
		await deliver();
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[[1], [2]],
		);
		assert.equal((await opened.records.subscription(subscription.number))?.firstMatch, null);
	});

	it('continues where it was placed under a message', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A', 'C cites A'));
		answers = async () => {
			answers = () => accepted;
			const progress = { ...subscription.progress, sending: undefined };
			await opened.records.changeSubscription(subscription.number, { lastRead: 1, progress });
			return accepted;
		};
		await deliver();
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[[1, 2], [2]],
		);
	});

	it('does not wait for another whose message fails within the broker', async () => {
		const broken = await subscribe({ ids: 'A' });
		now += 1;
		await subscribe({ ids: 'B' });
		await send(opened.records, given('B cites A'));
		answers = (message) => {
			if (message.subscription.number === broken.number) throw new Error('a fault of the program');
			return accepted;
		};
		await matchChanges(opened.records, delivering(), never);
		await assert.rejects(deliverDue(opened.records, delivering(), never), /a fault/);
		await deliver();
		assert.equal(sent.at(-1)?.id, `msg_${broken.number + 1}_1`);
		answers = () => accepted;
		now += minute;
		await deliver();
		assert.equal(sent.at(-1)?.id, `msg_${broken.number}_1`);
	});

	it('does not wait until another has read a long log', async () => {
		const slow = await subscribe({ relation: 'isCitedBy' });
		const links = Array.from({ length: 150 }, (_, at) => `X${at} cites A`);
		await send(opened.records, given(...links));
		await subscribe({ ids: 'B' });
		await send(opened.records, given('C cites B'));
		const process = delivering('worker-1', 1);
		const chosen: Sender = {
			...(process.senders.webhook as Sender),
			async select(_, entries) {
				now += 1;
				return entries.filter(({ number }) => number > 150);
			},
		};
		await deliver({ ...process, senders: { webhook: chosen } });
		assert.deepEqual(
			sent.map(({ id }) => id),
			[`msg_${slow.number + 1}_151`, `msg_${slow.number}_151`],
		);
	});
});
