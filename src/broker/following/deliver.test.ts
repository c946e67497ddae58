// Tests what subscribers are sent: what GET /changes selects, in order, and the same message again
// until it is accepted.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { noProgress, type Subscription } from '../../store/subscriptions.ts';
import { readChangesQuery } from '../changes/change-query.ts';
import { readChanges } from '../changes/read-changes.ts';
import { builtInDefinitions, type Definition } from '../counting/definitions.ts';
import { about, given, receive, send } from '../graph.fixture.ts';
import { type Answered, type Delivering, deliverDue, type Message, nextDue, type Sender } from './deliver.ts';
import { followedKeys } from './followed-keys.ts';
import { matchChanges } from './match-changes.ts';
import { createReceiver, type Sent } from './receiver.fixture.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const accepted: Answered = { isAccepted: true, status: 204 };
const refused: Answered = { isAccepted: false, status: 500, message: 'It answered 500.' };

let opened: TestRecords;
let now: number;
let sent: Sent[];
let wait: number;
let answers: (message: Message) => Answered | Promise<Answered>;
beforeEach(async () => {
	opened = await openTestRecords();
	now = noon;
	sent = [];
	wait = 0;
	answers = () => accepted;
});
afterEach(() => opened.close());

const clock = {
	now: () => now,
	elapsed: () => now,
	sleep: (_: number, signal?: AbortSignal) =>
		new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
	turn: async () => undefined,
};

/** What delivers in one process; `fit` entries are a message. */
function delivering(worker = 'worker-1', fit = 3): Delivering {
	const { sender } = createReceiver((message) => answers(message), fit, sent);
	const webhook = { ...sender, waitFor: () => wait };
	return {
		clock,
		worker,
		leaseMilliseconds: minute,
		senders: { webhook },
		random: () => 0.5,
		definitions: builtInDefinitions,
	};
}

const never = new AbortController().signal;

async function subscribe(filter: Readonly<Record<string, string>>, everyMilliseconds = 0): Promise<Subscription> {
	const log = await opened.records.read((transaction) => transaction.changeLog());
	const address = 'https://receiver.example/hook';
	return opened.records.addSubscription(
		{
			...{ userId: 1, state: 'active', log: log.id, lastRead: log.newest, dueAt: now, everyMilliseconds },
			task: { kind: 'webhook', address, filter, pace: 'each', name: null },
			...{ progress: noProgress, secrets: null, createdAt: now },
		},
		followedKeys(readChangesQuery(filter)),
	);
}

/** Matches and delivers until nothing is due. */
async function deliver(process = delivering()): Promise<void> {
	await matchChanges(opened.records, process, never);
	while (await deliverDue(opened.records, process, never));
}

const stateOf = async ({ number }: Subscription) => (await opened.records.subscription(number)) as Subscription;

/** The numbers of the entries that a reader of the log finds with the same filter. */
async function selected(filter: Readonly<Record<string, string>>): Promise<number[]> {
	const page = await readChanges(opened.records, readChangesQuery({ ...filter, limit: '1000' }));
	return page.changes.map(({ number }) => number);
}

describe('a subscriber', () => {
	it('is sent the entries of the works that it follows, and of no other', async () => {
		await subscribe({ ids: 'A' });
		await send(opened.records, given('A cites B', 'C cites D', 'E cites A'));
		await deliver();
		assert.deepEqual(sent, [{ id: 'msg_1_1', numbers: [1, 3], next: sent[0]?.next }]);
		await deliver();
		assert.equal(sent.length, 1);
	});

	it('is sent what comes after it subscribed, message by message, and nothing twice', async () => {
		await send(opened.records, given('B cites A'));
		const filter = { relation: 'isCitedBy' };
		await subscribe(filter);
		for (const name of ['C', 'D', 'E', 'F', 'G']) await send(opened.records, given(`${name} cites A`));
		await deliver();
		const all = await selected(filter);
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[all.slice(1, 4), all.slice(4)],
		);
		const { changes } = await readChanges(opened.records, readChangesQuery({ after: sent[0]?.next as string }));
		assert.deepEqual(
			changes.map(({ number }) => number),
			sent[1]?.numbers,
		);
	});

	it('follows a work under the identifiers that it gets', async () => {
		await subscribe({ ids: 'A, B' });
		await send(opened.records, given('B = B2'));
		await deliver();
		await send(opened.records, given('C cites B2'));
		await deliver();
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[[1], [2]],
		);
	});

	it('learns which of its works each entry has, by the name that it gave', async () => {
		await subscribe({ ids: 'A\nB@x', direction: 'in' });
		await send(opened.records, given('A cites D', 'D cites A', 'A2 = A', 'C cites A2', 'D cites C'));
		const named: unknown[] = [];
		answers = ({ entries }) => {
			for (const { number, matched } of entries) named.push([number, ...(matched ?? []).map(({ as }) => as)]);
			return accepted;
		};
		await deliver();
		assert.deepEqual(named, [
			[2, 'A'],
			[3, 'A'],
			[4, 'A'],
		]);
	});

	it('is sent the same message again, however much came meanwhile, until it accepts it', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		answers = () => refused;
		await deliver();
		await send(opened.records, given('C cites A'));
		await deliver();
		assert.equal(sent.length, 1, 'it rests after a failure');
		now += 5 * second;
		await deliver();
		now += 4 * minute;
		await deliver();
		assert.equal(sent.length, 2, 'and longer after the next');
		const failed = await stateOf(subscription);
		assert.deepEqual([failed.progress.failures, failed.progress.lastFailure?.status, failed.lastRead], [2, 500, 0]);
		answers = () => accepted;
		now += minute;
		await deliver();
		assert.deepEqual(
			sent.map(({ id, numbers }) => [id, numbers]),
			[
				['msg_1_1', [1]],
				['msg_1_1', [1]],
				['msg_1_1', [1]],
				['msg_1_2', [2]],
			],
		);
		assert.equal((await stateOf(subscription)).progress.failures, 0);
		const deliveries = await opened.records.deliveries(subscription.number);
		assert.deepEqual(
			deliveries.map(({ firstEntry, tries, status, failure }) => [firstEntry, tries, status, failure]),
			[
				[2, 1, 204, null],
				[1, 3, 204, null],
			],
		);
	});

	it('is sent a refused message again as it was, though the works that it has are others by now', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('A = B', 'C cites B', 'D cites A'));
		answers = () => refused;
		await deliver();
		const withdrawing = { action: 'withdraw' as const, userId: null, takesAll: true, noindex: false };
		await receive(opened.records, [{ ...withdrawing, links: given('A = B') }]);
		await send(opened.records, given('E cites A'));
		answers = () => ({ ...refused, isFinal: true }) as Answered;
		now += hour;
		await deliver();
		answers = () => accepted;
		const { progress } = await stateOf(subscription);
		await opened.records.changeSubscription(subscription.number, { state: 'active', dueAt: now, progress });
		await deliver();
		assert.deepEqual(
			sent.map(({ id, numbers }) => [id, numbers]),
			[...Array.from({ length: 3 }, () => ['msg_1_1', [1, 2, 3]]), ['msg_1_4', [4, 5]]],
		);
	});

	it('is disabled after three days of failures, and continues where it was once it is active again', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		answers = () => refused;
		const begun = now;
		while ((await stateOf(subscription)).state === 'active') {
			await deliver();
			now = Math.max(now, (await stateOf(subscription)).dueAt);
		}
		assert.equal(sent.length, 10);
		assert.ok(now - begun > 70 * hour && now - begun < 80 * hour, `${(now - begun) / hour} h`);
		answers = () => accepted;
		await opened.records.changeSubscription(subscription.number, { state: 'active', dueAt: now });
		await deliver();
		assert.deepEqual([sent.length, new Set(sent.map(({ id }) => id)).size], [11, 1]);
	});

	it('is disabled at once where it wants no more, and waits as long as it asks for, up to an hour', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		answers = () => ({ ...refused, status: 503, retryAfterMilliseconds: 9 * hour }) as Answered;
		await deliver();
		assert.equal((await stateOf(subscription)).dueAt, now + hour);
		now += hour;
		answers = () => ({ ...refused, status: 410, isFinal: true }) as Answered;
		await deliver();
		assert.equal((await stateOf(subscription)).state, 'disabled');
	});

	it('waits while its host may not be sent anything, and that is no failure', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		wait = minute;
		await deliver();
		assert.deepEqual([sent.length, (await stateOf(subscription)).dueAt], [0, now + minute]);
		wait = 0;
		now += minute;
		await deliver();
		assert.deepEqual([sent.length, (await stateOf(subscription)).progress.failures], [1, 0]);
	});

	it('is not disabled while a server of the broker fails, and comes with the same message then', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		answers = () => ({ ...refused, isOurs: true }) as Answered;
		for (let time = 0; time < 200; time++, now += 30 * minute) await deliver();
		assert.deepEqual([sent.length, (await stateOf(subscription)).state], [200, 'active']);
		answers = () => accepted;
		await deliver();
		assert.equal(new Set(sent.map(({ id }) => id)).size, 1);
		assert.equal((await stateOf(subscription)).progress.failures, 0);
	});

	it('waits half an hour at a time while messages of its kind are off, and is not disabled', async () => {
		const subscription = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		for (let time = 0; time < 12; time++) {
			await deliver({ ...delivering(), senders: {} });
			const { state, dueAt } = await stateOf(subscription);
			assert.deepEqual([state, dueAt], ['active', now + 30 * minute]);
			now = dueAt;
		}
		await deliver();
		assert.equal(sent.length, 1);
	});

	it('is disabled once, for its owner and in the audit', async () => {
		const { number } = await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		answers = () => ({ ...refused, isFinal: true }) as Answered;
		const disabled: unknown[] = [];
		const process = {
			...delivering(),
			onDisabled: async (one: Subscription) => void disabled.push([one.number, one.progress.lastFailure?.message]),
		};
		await deliver(process);
		await deliver(process);
		assert.deepEqual(disabled, [[number, 'It answered 500.']]);
		const entries = await opened.records.auditEntries({ limit: 9 });
		const ours = entries.filter(({ action }) => action === 'subscription.disabled');
		assert.deepEqual(
			ours.map(({ action, subject, detail }) => [action, subject, detail.reason]),
			[['subscription.disabled', String(number), 'It answered 500.']],
		);
	});

	it('is sent one digest for each period, and none where nothing came', async () => {
		const subscription = await subscribe({ ids: 'A' }, 24 * hour);
		await deliver();
		now += hour;
		await send(opened.records, given('B cites A', 'C cites A'));
		await deliver();
		assert.deepEqual(sent, []);
		now = noon + 24 * hour;
		await deliver(delivering('worker-1', 10));
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[[1, 2]],
		);
		assert.equal((await stateOf(subscription)).dueAt, noon + 48 * hour);
	});

	it('is sent digests at the same time of the day, also after one that came again', async () => {
		const subscription = await subscribe({ ids: 'A' }, 24 * hour);
		await send(opened.records, given('B cites A'));
		now = noon + 24 * hour;
		answers = () => refused;
		await deliver();
		answers = () => accepted;
		now += minute;
		await deliver();
		assert.deepEqual([sent.length, (await stateOf(subscription)).dueAt], [2, noon + 48 * hour]);
	});

	it('is sent digests at the time that it wants, of the day or of the week', () => {
		const due = (at: string | undefined, days: number, from: string) => {
			const task = { kind: 'email', address: 'a@example.org', filter: {}, pace: 'weekly', name: null } as const;
			const given = { createdAt: Date.UTC(2026, 0, 15, 12, 34), everyMilliseconds: days * 24 * hour };
			const next = nextDue({ ...given, task: { ...task, ...(at && { at }) } }, Date.parse(from));
			return new Date(next).toISOString().slice(0, 16);
		};
		assert.equal(due('06:00', 1, '2026-01-15T12:34Z'), '2026-01-16T06:00');
		assert.equal(due('23:00', 1, '2026-01-15T12:34Z'), '2026-01-15T23:00');
		// The 15th was a Thursday.
		assert.equal(due('thursday 06:00', 7, '2026-01-15T12:34Z'), '2026-01-22T06:00');
		assert.equal(due('thursday 13:00', 7, '2026-01-15T12:34Z'), '2026-01-15T13:00');
		assert.equal(due('sunday 00:00', 7, '2026-01-15T12:34Z'), '2026-01-18T00:00');
		assert.equal(due('06:00', 7, '2026-01-15T12:34Z'), '2026-01-19T06:00', 'a Monday');
		assert.equal(due('06:00', 1, '2026-01-16T06:00Z'), '2026-01-17T06:00');
		assert.equal(due(undefined, 7, '2026-01-29T12:34Z'), '2026-02-05T12:34');
		assert.equal(due('06:00', 0, '2026-01-15T12:34Z'), '2026-01-15T12:34');
	});

	it('is sent one digest for all that came, also where it has only the first of it, and the same again', async () => {
		const digest = delivering();
		const { webhook } = digest.senders;
		const process = { ...digest, senders: { webhook: { ...webhook, mostEntries: 3, isDigest: true } as Sender } };
		await subscribe({ ids: 'A' }, 24 * hour);
		for (const name of ['B', 'C', 'D', 'E', 'F']) await send(opened.records, given(`${name} cites A`));
		now = noon + 24 * hour;
		answers = () => refused;
		await deliver(process);
		await send(opened.records, given('G cites A'));
		now += minute;
		answers = () => accepted;
		await deliver(process);
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[
				[1, 2, 3],
				[1, 2, 3],
			],
		);
		now = noon + 48 * hour;
		await deliver(process);
		assert.deepEqual(sent[2]?.numbers, [6]);
	});

	it('is sent no digest of what was withdrawn before it, unless it was asserted again or by others', async () => {
		const digest = delivering();
		const { webhook } = digest.senders;
		const process = { ...digest, senders: { webhook: { ...webhook, mostEntries: 9, isDigest: true } as Sender } };
		await subscribe({ ids: 'A', kind: 'asserted' }, 24 * hour);
		const related = ['A relatesTo E on 2018', 'E relatesTo A by Two on 2018'];
		const withdrawing = { action: 'withdraw' as const, userId: null, takesAll: true, noindex: false };
		const [own, other] = ['B cites A by One on 2018', 'B cites A by Two on 2018'];
		await send(opened.records, given(own, other, 'C cites A on 2018', 'D cites A on 2018', 'A cites D on 2018'));
		await receive(opened.records, [{ ...withdrawing, links: given(own, 'C cites A on 2018', 'D cites A on 2018') }]);
		await send(opened.records, given('D cites A on 2018', ...related));
		for (const one of related) await receive(opened.records, [{ ...withdrawing, links: given(one) }]);
		now = noon + 24 * hour;
		await deliver(process);
		const { changes } = await readChanges(opened.records, readChangesQuery({ ids: 'A', kind: 'asserted', limit: '9' }));
		const words = new Map(
			changes.map(({ number, source, target }) => [number, source.identifier.value + target.identifier.value]),
		);
		assert.deepEqual(
			sent.map(({ numbers }) => numbers.map((number) => words.get(number))),
			[['BA', 'BA', 'AD', 'DA']],
		);
	});

	it('is sent that there is a gap where the log no longer has what follows, and continues with what is new', async () => {
		await subscribe({ ids: 'A' });
		await send(opened.records, given('B cites A'));
		await matchChanges(opened.records, delivering(), never);
		await opened.records.trimChanges(Date.now() + hour);
		await deliver();
		await send(opened.records, given('C cites A'));
		await deliver();
		assert.deepEqual(
			sent.map(({ id, numbers }) => [id, numbers]),
			[
				['msg_1_1_gap', []],
				['msg_1_2', [2]],
			],
		);
	});

	it('misses nothing while the text that it follows names several works, and its owner learns why it waits', async () => {
		await send(opened.records, given('A cites entry-7@one'));
		const subscription = await subscribe({ id: 'entry-7' });
		await send(opened.records, given('B cites entry-7@one', 'C cites entry-7@two'));
		await deliver();
		assert.equal(sent.length, 0);
		const { task, progress, state } = await stateOf(subscription);
		assert.match(progress.lastFailure?.message ?? '', /no longer names one work/);
		assert.equal(state, 'active');
		const filter = { ...task.filter, scheme: 'one' };
		await opened.records.changeSubscription(subscription.number, { task: { ...task, filter }, dueAt: now });
		await deliver();
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[[2]],
		);
	});

	it('is sent what counts when it is sent, and the same message again whatever becomes known', async () => {
		const written = (name: string) => about(name, { Creator: [{ Name: 'Ada Lovelace' }] });
		await subscribe({ ids: 'A', relation: 'isCitedBy', exclude: 'author-self' });
		await send(opened.records, given('B cites A', 'C cites A'));
		await send(opened.records, [written('A'), written('B')]);
		answers = () => refused;
		await deliver();
		await send(opened.records, [written('C')]);
		answers = () => accepted;
		now += hour;
		await deliver();
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[[2], [2]],
		);
	});

	it('misses nothing while the definition that it counts by does not exist, and its owner learns why', async () => {
		const own: Definition = { ...(builtInDefinitions[1] as Definition), name: 'own' };
		const having = (...more: Definition[]) => ({ ...delivering(), definitions: [...builtInDefinitions, ...more] });
		const subscription = await subscribe({ ids: 'A', definition: 'own' });
		await send(opened.records, given('B cites A', 'A relatesTo C'));
		await deliver(having());
		assert.equal(sent.length, 0);
		const { progress, state } = await stateOf(subscription);
		assert.match(progress.lastFailure?.message ?? '', /no longer .* There is no definition "own"/);
		assert.equal(state, 'active');
		answers = () => refused;
		now += hour;
		await deliver(having(own));
		answers = () => accepted;
		now += hour;
		await deliver(having());
		assert.deepEqual(
			sent.map(({ numbers }) => numbers),
			[[1], [1]],
			'a message that failed comes again as it was',
		);
	});

	it('has no gap where the entries that were removed were of other works', async () => {
		await subscribe({ ids: 'A' });
		await deliver();
		await send(opened.records, given('B cites C'));
		await matchChanges(opened.records, delivering(), never);
		await opened.records.trimChanges(Date.now() + hour);
		await send(opened.records, given('C cites A'));
		await deliver();
		assert.deepEqual(
			sent.map(({ id, numbers }) => [id, numbers]),
			[['msg_1_2', [2]]],
		);
	});
});
