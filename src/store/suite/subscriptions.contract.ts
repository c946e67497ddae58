// Suite of the records: subscriptions: they are stored with what they name, entries of the log match
// them, and one worker delivers each.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Id } from '../graph.ts';
import type { Records } from '../records.ts';
import { type Delivery, mostDeliveries } from '../subscription-delivery.ts';
import type { EntryEnds } from '../subscription-matching.ts';
import type { NewSubscription, Subscription } from '../subscriptions.ts';
import {
	acceptOne,
	changeOf,
	identifier,
	minute,
	newSubscription,
	noon,
	type OpenRecords,
	recordsForEach,
	worker,
} from './records.fixture.ts';

const claim = { worker, now: noon, until: noon + minute };
const other = { ...claim, worker: 'other' };
const { log } = newSubscription();
const day = 24 * 60 * minute;

export function describeSubscriptions(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	describe('keeping', () => describeKeeping(records));
	describe('matching', () => describeMatching(records));
	describe('delivering', () => describeDelivering(records));
	describe('what waits', () => describeWaiting(records));
	describe('confirming', () => describeConfirming(records));
}

function describeKeeping(records: () => Records): void {
	it('lists those of a user or of all by number, a page at a time, and counts them', async () => {
		const added: Subscription[] = [];
		for (const userId of [1, 2, 1]) added.push(await records().addSubscription(newSubscription({ userId }), []));
		assert.deepEqual(await records().subscriptions({ size: 9 }), added);
		assert.deepEqual(await records().subscriptions({ userId: 1, size: 9 }), [added[0], added[2]]);
		assert.deepEqual(await records().subscriptions({ after: added[0]?.number, size: 1 }), [added[1]]);
		assert.equal(await records().countSubscriptions(1), 2);
		assert.equal(await records().countSubscriptions(3), 0);
	});

	it('changes one, which then looks for itself from its place on', async () => {
		const { number } = await addOne(records());
		await deliverAll(records());
		const task = { ...newSubscription().task, name: 'Mine' };
		const changed = await records().changeSubscription(number, { task, state: 'paused', lastRead: 4 });
		assert.deepEqual([changed?.task.name, changed?.state, changed?.firstMatch], ['Mine', 'paused', 5]);
		assert.deepEqual(await records().subscription(number), changed);
		assert.equal(await records().changeSubscription(number + 1, { state: 'paused' }), undefined);
	});

	it('removes one with its messages, and its number is not used again', async () => {
		const { number } = await addOne(records());
		await records().claimSubscription(claim);
		await records().noteDelivery(number, worker, { delivery: deliveryAt(11), isOver: true });
		assert.equal(await records().removeSubscription(number), true);
		assert.equal(await records().removeSubscription(number), false);
		assert.equal(await records().subscription(number), undefined);
		assert.deepEqual(await records().deliveries(number), []);
		assert.notEqual((await addOne(records())).number, number);
	});
}

const addOne = (records: Records, names: readonly string[] = [], more: Partial<NewSubscription> = {}) =>
	records.addSubscription(newSubscription(more), names);

/** Reads everything that waits, without finding anything. */
async function deliverAll(records: Records): Promise<void> {
	for (let due = await records.claimSubscription(claim); due; due = await records.claimSubscription(claim)) {
		await records.noteDelivery(due.number, worker, { lastRead: due.firstMatch ?? due.lastRead, isOver: true });
	}
}

/** Notes that the log is matched up to the last of these entries. */
async function match(records: Records, entries: readonly EntryEnds[], now = noon): Promise<void> {
	assert.ok(await records.claimMatching({ ...claim, now, until: now + minute }));
	assert.ok(await records.noteMatches(worker, { log, last: entries.at(-1)?.number ?? 0, entries, now }));
}

/** Stores identifiers, and answers their ids. */
async function store(records: Records, names: readonly ReturnType<typeof identifier>[]): Promise<Id[]> {
	return (await records.change((transaction) => transaction.identify(names))).map(({ id }) => id);
}

const firstMatchOf = async (records: Records, { number }: Subscription) =>
	(await records.subscription(number))?.firstMatch;

function describeMatching(records: () => Records): void {
	it('notes the first entry with a work that a subscription names, at either end', async () => {
		const names = [identifier('A'), identifier('B'), identifier('C')];
		const [a, b, c] = (await store(records(), names)) as [Id, Id, Id];
		const added = await Promise.all(names.map((name) => addOne(records(), [name.key])));
		await deliverAll(records());
		const entries = [
			{ number: 12, source: a, target: b },
			{ number: 13, source: b, target: a },
		];
		await match(records(), entries);
		assert.deepEqual(await Promise.all(added.map((one) => firstMatchOf(records(), one))), [12, 12, null]);
		await match(records(), [{ number: 14, source: c, target: a }]);
		assert.deepEqual(await Promise.all(added.map((one) => firstMatchOf(records(), one))), [12, 12, 14]);
	});

	it('finds a work under its other identifiers, and all its versions', async () => {
		const names = [identifier('A'), identifier('same'), identifier('version'), identifier('else')];
		const [a, same, version, other] = (await store(records(), names)) as [Id, Id, Id, Id];
		await records().change((transaction) =>
			transaction.move(
				[[same, a]],
				[
					[same, a],
					[version, a],
				],
			),
		);
		const added = await addOne(records(), ['same']);
		await deliverAll(records());
		await match(records(), [{ number: 12, source: other, target: other }]);
		assert.equal(await firstMatchOf(records(), added), null);
		await match(records(), [{ number: 13, source: other, target: version }]);
		assert.equal(await firstMatchOf(records(), added), 13);
	});

	it('finds a work that became known after the subscription', async () => {
		const name = identifier('new');
		const added = await addOne(records(), ['unknown', name.key]);
		await deliverAll(records());
		const [id] = (await store(records(), [name])) as [Id];
		await match(records(), [{ number: 12, source: id, target: id }]);
		assert.equal(await firstMatchOf(records(), added), 12);
	});

	it('notes every entry for those that name nothing, and none for those that are not active', async () => {
		const [id] = (await store(records(), [identifier('A')])) as [Id];
		const [active, paused] = [await addOne(records()), await addOne(records())];
		await deliverAll(records());
		await records().changeSubscription(paused.number, { state: 'paused', lastRead: 11 });
		await match(records(), [{ number: 20, source: id, target: id }]);
		assert.equal(await firstMatchOf(records(), active), 20);
		assert.equal(await firstMatchOf(records(), paused), 12, 'it looks for itself when it is active again');
	});

	it('is left to do while the log has entries that were not matched', async () => {
		const workAt = (now: number) => records().subscriptionWork(now);
		const event = await acceptOne(records());
		await records().change((transaction) => transaction.logChanges(event, [changeOf({ event }), changeOf({ event })]));
		assert.deepEqual(await workAt(noon), { isUnmatched: true, isDue: false });
		const { id, newest } = await records().read((transaction) => transaction.changeLog());
		await records().claimMatching(claim);
		await records().noteMatches(worker, { log: id, last: newest, entries: [], now: noon });
		await addOne(records());
		assert.deepEqual(await workAt(noon - 1), { isUnmatched: false, isDue: false });
		assert.deepEqual(await workAt(noon), { isUnmatched: false, isDue: true });
	});

	it('makes a subscription due from now on', async () => {
		const [id] = (await store(records(), [identifier('A')])) as [Id];
		const { number } = await addOne(records(), [], { dueAt: noon - day });
		await deliverAll(records());
		await match(records(), [{ number: 20, source: id, target: id }], noon + minute);
		await match(records(), [{ number: 21, source: id, target: id }], noon + 2 * minute);
		assert.equal((await records().subscription(number))?.dueAt, noon + minute);
	});

	it('is done by one worker at a time, from where the last one stopped', async () => {
		assert.deepEqual(await records().claimMatching(claim), { log: null, last: 0, isFollowed: false });
		assert.equal(await records().claimMatching(other), undefined);
		assert.equal(await records().noteMatches('other', { log, last: 5, entries: [], now: noon }), false);
		assert.equal(await records().noteMatches(worker, { log, last: 7, entries: [], now: noon }), true);
		await records().releaseMatching('other');
		assert.equal(await records().claimMatching(other), undefined);
		await records().releaseMatching(worker);
		assert.deepEqual(await records().claimMatching(other), { log, last: 7, isFollowed: false });
		const after = { ...claim, now: noon + 2 * minute, until: noon + 3 * minute };
		await addOne(records(), [], { state: 'paused' });
		assert.deepEqual(await records().claimMatching(after), { log, last: 7, isFollowed: false });
		await addOne(records());
		assert.deepEqual(await records().claimMatching(after), { log, last: 7, isFollowed: true });
	});
}

const deliveryAt = (firstEntry: number): Delivery => ({
	...{ firstEntry, lastEntry: firstEntry + 1, entries: 2, tries: 1, triedAt: noon },
	...{ status: 204, failure: null },
});

function describeDelivering(records: () => Records): void {
	it('claims those that are due and have an entry that may fit, the longest due first', async () => {
		const [first, second] = [
			await addOne(records(), [], { dueAt: noon }),
			await addOne(records(), [], { dueAt: noon - minute }),
		];
		await addOne(records(), [], { dueAt: noon + minute });
		await addOne(records(), [], { state: 'unconfirmed' });
		assert.equal((await records().claimSubscription(claim))?.number, second.number);
		assert.equal((await records().claimSubscription(other))?.number, first.number);
		assert.equal(await records().claimSubscription(claim), undefined);
	});

	it('leaves a claim to its worker until it is over', async () => {
		const { number } = await addOne(records());
		await records().claimSubscription(claim);
		assert.equal(await records().renewSubscription(number, other), false);
		assert.equal(await records().renewSubscription(number, { ...claim, until: noon + 3 * minute }), true);
		const after = { ...other, now: noon + 2 * minute, until: noon + 3 * minute };
		assert.equal(await records().claimSubscription(after), undefined);
		assert.equal(await records().noteDelivery(number, 'other', { lastRead: 11, isOver: true }), false);
		const late = { ...other, now: noon + 4 * minute, until: noon + 5 * minute };
		assert.equal((await records().claimSubscription(late))?.number, number);
		assert.equal(await records().noteDelivery(number, worker, { lastRead: 11, isOver: true }), false);
	});

	it('continues behind what was read, as long as later entries may fit', async () => {
		const [id] = (await store(records(), [identifier('A')])) as [Id];
		const { number } = await addOne(records());
		await match(
			records(),
			[20, 30].map((number) => ({ number, source: id, target: id })),
		);
		await records().claimSubscription(claim);
		await records().noteDelivery(number, worker, { lastRead: 25, isOver: false });
		assert.equal(await records().claimSubscription(other), undefined, 'the claim goes on');
		await records().noteDelivery(number, worker, { isOver: true });
		assert.equal((await records().claimSubscription(other))?.firstMatch, 26);
		await records().noteDelivery(number, 'other', { lastRead: 30, isOver: true });
		assert.equal(await records().claimSubscription(claim), undefined);
	});

	it('lets a digest wait for its next time where nothing fitted when it was due', async () => {
		const [id] = (await store(records(), [identifier('A')])) as [Id];
		const { number } = await addOne(records(), [], { everyMilliseconds: day });
		await deliverAll(records());
		const now = noon + 2.5 * day;
		await match(records(), [{ number: 20, source: id, target: id }], now);
		await match(records(), [{ number: 21, source: id, target: id }], now + minute);
		assert.equal((await records().subscription(number))?.dueAt, noon + 3 * day);
	});

	it('keeps the newest messages, each with its last try', async () => {
		const { number } = await addOne(records());
		await records().claimSubscription(claim);
		const note = (delivery: Delivery) => records().noteDelivery(number, worker, { delivery, isOver: false });
		for (let at = 0; at < mostDeliveries + 3; at++) await note(deliveryAt(100 + at));
		const failed = { ...deliveryAt(102 + mostDeliveries), tries: 2, status: null, failure: 'It did not answer.' };
		await note(failed);
		const kept = await records().deliveries(number);
		assert.deepEqual([kept.length, kept[0], kept.at(-1)], [mostDeliveries, failed, deliveryAt(103)]);
	});

	it('notes the state, the progress and the next time of a subscription', async () => {
		const { number } = await addOne(records());
		await records().claimSubscription(claim);
		const progress = {
			...{ succeededAt: noon, failures: 3 },
			lastFailure: { at: noon, status: 500, message: 'It answered 500.' },
		};
		await records().noteDelivery(number, worker, { progress, dueAt: noon + minute, state: 'disabled', isOver: true });
		const noted = await records().subscription(number);
		assert.deepEqual([noted?.progress, noted?.dueAt, noted?.state], [progress, noon + minute, 'disabled']);
	});
}

function describeWaiting(records: () => Records): void {
	const oldest = async () => (await records().backlog()).oldestMessageAt;
	const tomorrow = noon + day;

	it('is the subscription that has been due for longest', async () => {
		assert.equal(await oldest(), null);
		await addOne(records(), [], { state: 'paused', dueAt: noon - day });
		for (const dueAt of [tomorrow, noon]) await addOne(records(), [], { dueAt });
		assert.equal(await oldest(), noon);
	});

	it('is the oldest entry of the log that was not matched', async () => {
		const logOne = async () => {
			const event = await acceptOne(records());
			await records().change((transaction) => transaction.logChanges(event, [changeOf({ event })]));
		};
		await logOne();
		const { id, newest } = await records().read((transaction) => transaction.changeLog());
		await records().claimMatching(claim);
		await records().noteMatches(worker, { log: id, last: newest, entries: [], now: noon });
		await logOne();
		await logOne();
		const { changes } = await records().read((transaction) => transaction.changes({ after: newest, entries: 9 }));
		assert.equal(await oldest(), changes[0]?.at);
		await addOne(records(), [], { dueAt: 1 });
		assert.equal(await oldest(), 1);
	});

	it('is counted in entries of the log, beside the subscriptions in each state', async () => {
		const event = await acceptOne(records());
		await records().change((transaction) => transaction.logChanges(event, [changeOf({ event }), changeOf({ event })]));
		for (const lastRead of [0, 1]) await addOne(records(), [], { lastRead });
		await addOne(records(), [], { state: 'disabled', lastRead: 0 });
		const subscriptions = { unconfirmed: 0, active: 2, paused: 0, disabled: 1 };
		assert.deepEqual(await records().followingState(), { subscriptions, mostEntries: 2 });
	});
}

function describeConfirming(records: () => Records): void {
	const address = 'Reader@example.org';
	const task = { ...newSubscription().task, kind: 'email' as const, address };
	const unconfirmed = () => records().addSubscription(newSubscription({ task, state: 'unconfirmed' }), []);
	const limits = { since: noon - day, ofAddress: 2, ofUser: 3, keptSince: noon - 7 * day };
	const times = { since: noon - 7 * day, dueAt: noon + day };
	const ask = (subscription: number, codeHash: string, more = {}) =>
		records().addConfirmation({ subscription, userId: 1, address, codeHash, askedAt: noon, ...more }, limits);

	it('makes a subscription active by the code that went to its present address', async () => {
		const { number } = await unconfirmed();
		const { number: another } = await unconfirmed();
		await ask(number, 'hash');
		assert.equal(await records().isConfirming(number, 'hash', times.since), true);
		assert.equal(await records().confirmSubscription(number, 'wrong', times), undefined);
		assert.equal(await records().confirmSubscription(another, 'hash', times), undefined);
		assert.equal(await records().confirmSubscription(number, 'hash', { ...times, since: noon }), undefined);
		const confirmed = await records().confirmSubscription(number, 'hash', times);
		assert.deepEqual([confirmed?.state, confirmed?.dueAt], ['active', noon + day]);
		assert.equal((await records().confirmSubscription(number, 'hash', times))?.state, 'active');
	});

	it('leaves a subscription as it is by a code of another address, or one that is void', async () => {
		const { number } = await unconfirmed();
		await ask(number, 'hash');
		await records().changeSubscription(number, { task: { ...task, address: 'other@example.org' } });
		assert.equal(await records().confirmSubscription(number, 'hash', times), undefined);
		await records().changeSubscription(number, { task });
		await records().voidConfirmations(number);
		assert.equal(await records().confirmSubscription(number, 'hash', times), undefined);
		assert.equal(await records().isConfirming(number, 'hash', times.since), false);
	});

	it('does not make a paused or disabled one active', async () => {
		const { number } = await unconfirmed();
		await ask(number, 'hash');
		await records().changeSubscription(number, { state: 'disabled' });
		assert.equal((await records().confirmSubscription(number, 'hash', times))?.state, 'disabled');
	});

	it('finds that a user has a confirmed subscription at an address, in any letter case', async () => {
		const [userId, has] = [71, (address: string, user = 71) => records().hasConfirmed(user, address)];
		const { number } = await records().addSubscription(newSubscription({ userId, task, state: 'unconfirmed' }), []);
		await records().addSubscription(newSubscription({ userId }), []);
		assert.equal(await has(address), false);
		for (const state of ['active', 'paused', 'disabled'] as const) {
			await records().changeSubscription(number, { state });
			assert.equal(await has('reader@Example.org'), state !== 'disabled');
		}
		await records().changeSubscription(number, { state: 'active' });
		assert.deepEqual([await has('other@example.org'), await has(address, 72)], [false, false]);
		assert.equal(await has(newSubscription().task.address), false, 'a webhook confirms nothing');
	});

	it('bounds the questions to an address in any letter case, and of an account', async () => {
		const { number } = await unconfirmed();
		await ask(number, 'one', { askedAt: noon - 2 * day });
		assert.equal(await ask(number, 'two'), 'added');
		assert.equal(await ask(number, 'three', { address: 'READER@example.org' }), 'added');
		assert.equal(await ask(number, 'four', { userId: 2 }), 'too many to the address');
		await records().removeConfirmation('three');
		assert.equal(await ask(number, 'five', { address: 'other@example.org' }), 'added');
		await records().removeSubscription(number);
		assert.equal(await ask(number, 'six', { address: 'third@example.org' }), 'added');
		assert.equal(await ask(number, 'seven', { address: 'fourth@example.org' }), 'too many of the user');
	});
}
