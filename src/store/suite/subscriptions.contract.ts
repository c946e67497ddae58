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
	describe('lag', () => describeLag(records));
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

	it('lets those that continue another log look for themselves', async () => {
		const { number } = await addOne(records(), ['unknown']);
		await deliverAll(records());
		const lookAt = async (log: string) => {
			await records().claimMatching(claim);
			await records().noteMatches(worker, { log, last: 7, entries: [], now: noon });
			return records().subscription(number);
		};
		assert.equal((await lookAt(log))?.firstMatch, null);
		const looking = await lookAt('bbbbbbbbbb');
		assert.equal(looking?.firstMatch, (looking?.lastRead ?? 0) + 1);
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
		await logOne(records());
		const { newest } = await matchLog(records());
		await logOne(records());
		await logOne(records());
		assert.equal(await oldest(), await loggedAt(records(), newest + 1));
		await addOne(records(), [], { dueAt: 1 });
		assert.equal(await oldest(), 1);
	});

	it('is counted in entries of the log, beside the subscriptions in each state', async () => {
		for (let entries = 0; entries < 2; entries++) await logOne(records());
		const { id } = await matchLog(records());
		for (const lastRead of [0, 1]) await addOne(records(), [], { log: id, lastRead });
		await addOne(records(), [], { state: 'disabled', log: id, lastRead: 0 });
		const subscriptions = { unconfirmed: 0, active: 2, paused: 0, disabled: 1 };
		assert.deepEqual(await records().followingState(), { subscriptions, mostEntries: 2 });
	});
}

/** Logs an entry of a separate event. */
async function logOne(records: Records): Promise<void> {
	const event = await acceptOne(records);
	await records.change((transaction) => transaction.logChanges(event, [changeOf({ event })]));
}

/** Notes that the log is matched up to its newest entry, where nothing was found. */
async function matchLog(records: Records): Promise<{ id: string; newest: number }> {
	const { id, newest } = await records.read((transaction) => transaction.changeLog());
	await records.claimMatching(claim);
	await records.noteMatches(worker, { log: id, last: newest, entries: [], now: noon });
	return { id, newest };
}

const loggedAt = async (records: Records, number: number) =>
	(await records.read((transaction) => transaction.changes({ after: number - 1, entries: 1 }))).changes[0]?.at;

function describeLag(records: () => Records): void {
	const lagOf = async ({ number }: Subscription) => (await records().subscription(number))?.lag;
	const upToDate = { entries: 0, since: null };

	it('counts from the first entry that may fit, and from when it was logged', async () => {
		for (let entries = 0; entries < 3; entries++) await logOne(records());
		const { id } = await matchLog(records());
		const waiting = await addOne(records(), [], { log: id, lastRead: 1, state: 'paused' });
		assert.deepEqual(waiting.lag, { entries: 2, since: await loggedAt(records(), 2) });
		assert.deepEqual(await records().subscriptions({ size: 9 }), [waiting]);
		assert.deepEqual(await lagOf(waiting), waiting.lag);
		assert.deepEqual((await addOne(records(), [], { log: id, lastRead: 3 })).lag, upToDate);
	});

	it('counts what was not matched yet of one that has looked at everything before', async () => {
		await logOne(records());
		const { id } = await matchLog(records());
		const added = await addOne(records(), ['unknown'], { log: id, lastRead: 1 });
		await records().claimSubscription(claim);
		await records().noteDelivery(added.number, worker, { lastRead: 1, isOver: true });
		await logOne(records());
		await logOne(records());
		assert.deepEqual(await lagOf(added), { entries: 2, since: await loggedAt(records(), 2) });
		await matchLog(records());
		assert.deepEqual(await lagOf(added), upToDate);
	});

	it('begins with the oldest entry that is left, and counts none of another log', async () => {
		for (let entries = 0; entries < 2; entries++) await logOne(records());
		const { id } = await matchLog(records());
		await records().trimChanges((await loggedAt(records(), 2)) ?? 0);
		const oldest = (await records().read((transaction) => transaction.changeLog())).oldest;
		const { lag } = await addOne(records(), [], { log: id, lastRead: 0 });
		assert.deepEqual(lag, { entries: 2, since: await loggedAt(records(), oldest) });
		assert.deepEqual((await addOne(records(), [], { lastRead: 0 })).lag, upToDate);
	});
}
