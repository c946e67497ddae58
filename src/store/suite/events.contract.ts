// Suite of the records: events as jobs: accepted, claimed, renewed, released, failed, finished, run
// again.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LinkEvent, noCounts } from '../../links/link-event.ts';
import type { ClaimedEvent } from '../claims.ts';
import type { Id } from '../graph.ts';
import type { Records } from '../records.ts';
import { act } from './audit.fixture.ts';
import {
	acceptOne,
	applyOne,
	claimOne,
	minute,
	newEvent,
	noon,
	type OpenedRecords,
	type OpenRecords,
	recordsForEach,
	worker,
} from './records.fixture.ts';

export function describeEvents(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	describe('accept', () => describeAccept(opened));
	describe('acceptClaimed', () => describeAcceptClaimed(records));
	describe('claim', () => describeClaim(opened));
	describe('renew', () => describeRenew(records));
	describe('release', () => describeRelease(records));
	describe('fail', () => describeFail(records));
	describe('finish', () => describeFinish(records));
	describe('rerun', () => describeRerun(records));
	describe('waiting', () => describeWaiting(records));
}

const day = 24 * 60 * minute;

async function eventOf(records: Records, { sequence }: { sequence: Id }): Promise<LinkEvent> {
	const events = await records.events({ limit: 1_000 });
	return events.find((event) => event.sequence === sequence) as LinkEvent;
}

const sequencesOf = (events: readonly ClaimedEvent[]): Id[] => events.map(({ sequence }) => sequence);

/** Claims the oldest event that is due. */
async function claimNext(records: Records, by = worker, now = noon): Promise<ClaimedEvent> {
	const [event] = await records.claim({ worker: by, until: now + minute }, now, 1);
	return event as ClaimedEvent;
}

function finish(records: Records, event: ClaimedEvent, by = worker): Promise<boolean> {
	return records.change((transaction) => transaction.finish([[event, noCounts]], by, noon + 5));
}

function describeAccept(opened: () => OpenedRecords): void {
	it('stores events as New and returns their numbers, which grow in the order of acceptance', async () => {
		const { records } = opened();
		const sequences = await records.accept([
			newEvent({ eventId: 'a', links: 3, refused: 2, userId: 7 }),
			newEvent({ eventId: 'b' }),
		]);
		const later = await acceptOne(records, { eventId: 'c', noindex: true });
		assert.deepEqual(
			[...sequences, later],
			[...sequences, later].sort((one, other) => one - other),
		);
		assert.ok(sequences.every((sequence) => Number.isSafeInteger(sequence) && sequence > 0));
		const [c, b, a] = await records.events({ limit: 10 });
		assert.deepEqual(a, {
			sequence: sequences[0] as Id,
			eventId: 'a',
			loadId: 'a',
			state: 'New',
			noindex: false,
			indexed: false,
			userId: 7,
			links: 3,
			refused: 2,
			createdAt: noon,
			startedAt: null,
			finishedAt: null,
			dueAt: null,
			attempts: 0,
			counts: null,
			error: null,
			...{ action: 'assert', fileName: null, sourceAddress: null, withdrawn: null },
		} satisfies LinkEvent);
		assert.equal(b?.userId, null);
		assert.equal(c?.noindex, true);
	});

	it('stores all or none', async () => {
		const { records } = opened();
		await acceptOne(records, { eventId: 'taken' });
		await assert.rejects(records.accept([newEvent({ eventId: 'fresh' }), newEvent({ eventId: 'taken' })]));
		assert.deepEqual(
			(await records.events({ limit: 10 })).map(({ eventId }) => eventId),
			['taken'],
		);
	});

	it('of nothing stores nothing', async () => {
		assert.deepEqual(await opened().records.accept([]), []);
	});

	it('shows its events to others when it returns', async () => {
		const another = await opened().openAnother();
		const sequence = await acceptOne(opened().records);
		assert.deepEqual(sequencesOf(await another.claim({ worker, until: noon + minute }, noon, 1)), [sequence]);
	});
}

function describeAcceptClaimed(records: () => Records): void {
	it('stores an event as Processing, with an attempt that is counted when it ends', async () => {
		const claimed = await claimOne(records(), { eventId: 'held', noindex: true });
		assert.deepEqual(
			{ ...claimed, sequence: 0 },
			{
				...{ sequence: 0, eventId: 'held', action: 'assert', replaces: null, noindex: true },
				...{ attempts: 1, hasLapsed: false, isCounted: false },
			},
		);
		const event = await eventOf(records(), claimed);
		assert.equal(event.state, 'Processing');
		assert.equal(event.startedAt, noon);
		assert.equal(event.attempts, 0);
		assert.equal(await finish(records(), claimed), true);
		assert.equal((await eventOf(records(), claimed)).attempts, 1);
	});

	it('lets no other worker claim it until its lease has run out', async () => {
		const claimed = await claimOne(records());
		assert.deepEqual(await records().claim({ worker: 'other', until: noon + 2 * minute }, noon + minute - 1, 10), []);
		const [taken] = await records().claim({ worker: 'other', until: noon + 2 * minute }, noon + minute + 1, 10);
		assert.deepEqual(taken, { ...claimed, hasLapsed: true });
	});
}

function describeClaim(opened: () => OpenedRecords): void {
	const records = () => opened().records;

	it('claims the oldest first, no more than asked for, and does not count the attempt', async () => {
		const sequences = await records().accept([newEvent({ eventId: 'a' }), newEvent({ noindex: true }), newEvent()]);
		const claimed = await records().claim({ worker, until: noon + minute }, noon + 1, 2);
		assert.deepEqual(claimed[0], {
			...{ sequence: sequences[0], eventId: 'a', action: 'assert', replaces: null, noindex: false },
			...{ attempts: 1, hasLapsed: false, isCounted: false },
		});
		assert.equal(claimed[1]?.noindex, true);
		assert.deepEqual(sequencesOf(claimed), sequences.slice(0, 2));
		const event = await eventOf(records(), claimed[0] as ClaimedEvent);
		assert.equal(event.state, 'Processing');
		assert.equal(event.startedAt, noon + 1);
		assert.equal(event.attempts, 0);
	});

	it('gives each event to one worker, also with two handles', async () => {
		const sequences = await records().accept(Array.from({ length: 40 }, () => newEvent()));
		const handles = [records(), await opened().openAnother()];
		const claims = Array.from({ length: 16 }, (_, number) =>
			(handles[number % 2] as Records).claim({ worker: `worker-${number}`, until: noon + minute }, noon, 3),
		);
		const handed = (await Promise.all(claims)).flatMap(sequencesOf).sort((one, other) => one - other);
		assert.deepEqual(handed, sequences);
	});

	it('skips events that wait for their next try, until it is due', async () => {
		const [waiting, fresh] = await records().accept([newEvent(), newEvent()]);
		await records().fail(await claimNext(records()), worker, { reason: 'for now', retryAt: noon + minute, now: noon });
		assert.deepEqual(sequencesOf(await records().claim({ worker, until: noon + 9 * minute }, noon + minute - 1, 10)), [
			fresh,
		]);
		assert.deepEqual(sequencesOf(await records().claim({ worker, until: noon + 9 * minute }, noon + minute, 10)), [
			waiting,
		]);
	});

	it('claims events whose lease ran out, for any worker', async () => {
		const sequence = await acceptOne(records());
		await claimNext(records(), 'died');
		assert.deepEqual(await records().claim({ worker, until: noon + 9 * minute }, noon + minute - 1, 10), []);
		const [taken] = await records().claim({ worker, until: noon + 9 * minute }, noon + minute + 1, 10);
		assert.equal(taken?.sequence, sequence);
		assert.deepEqual([taken?.attempts, taken?.hasLapsed], [1, true]);
	});

	it('claims an event whose lease ran out alone, and counts its attempt when it is begun', async () => {
		const sequences = await records().accept([newEvent(), newEvent(), newEvent()]);
		await records().claim({ worker: 'died', until: noon + minute }, noon, 2);
		const [first, ...others] = await records().claim({ worker, until: noon + 9 * minute }, noon + 2 * minute, 10);
		assert.deepEqual([first?.sequence, others], [sequences[0], []]);
		const begun = await records().begin(first as ClaimedEvent, worker);
		assert.deepEqual(begun, { ...first, isCounted: true });
		assert.equal((await eventOf(records(), begun as ClaimedEvent)).attempts, 1);
		assert.equal(await records().begin(first as ClaimedEvent, 'other'), undefined);
		const [second] = await records().claim({ worker, until: noon + 9 * minute }, noon + 2 * minute, 10);
		assert.deepEqual([second?.sequence, second?.attempts, second?.hasLapsed], [sequences[1], 1, true]);
		assert.equal(await finish(records(), begun as ClaimedEvent), true);
		assert.equal((await eventOf(records(), begun as ClaimedEvent)).attempts, 1);
	});

	it('claims what a process had whose clock was ahead, once the clock is right', async () => {
		const sequence = await acceptOne(records());
		await claimNext(records(), 'died', noon + 30 * day);
		assert.equal((await claimNext(records())).sequence, sequence);
	});

	it('claims what failed while the clock was ahead, once the clock is right', async () => {
		const sequence = await acceptOne(records());
		const failedAt = noon + 30 * day;
		const event = await claimNext(records(), worker, failedAt);
		await records().fail(event, worker, { reason: 'for now', retryAt: failedAt + minute, now: failedAt });
		assert.equal((await claimNext(records())).sequence, sequence);
	});

	it('claims what was claimed or failed while the clock was behind', async () => {
		const sequences = await records().accept([newEvent(), newEvent()]);
		const before = noon - 30 * day;
		const event = await claimNext(records(), worker, before);
		await records().fail(event, worker, { reason: 'for now', retryAt: before + minute, now: before });
		await records().claim({ worker: 'died', until: before + minute }, before, 1);
		const claim = () => records().claim({ worker, until: noon + minute }, noon, 10);
		const claimed = [...(await claim()), ...(await claim())];
		assert.deepEqual(sequencesOf(claimed).sort(), sequences);
	});

	it('claims neither Done nor Error', async () => {
		await applyOne(records());
		await acceptOne(records());
		await records().fail(await claimNext(records()), worker, { reason: 'for good', retryAt: null, now: noon });
		assert.deepEqual(await records().claim({ worker, until: noon + 100 * minute }, noon + 99 * minute, 10), []);
	});
}

function describeRenew(records: () => Records): void {
	it('prolongs a claim', async () => {
		const event = await claimOne(records());
		assert.equal(await records().renew(event, { worker, until: noon + 3 * minute }), true);
		assert.deepEqual(await records().claim({ worker: 'other', until: noon + 9 * minute }, noon + 2 * minute, 10), []);
	});

	it('returns false where the claim was lost, and changes nothing', async () => {
		const event = await claimOne(records());
		const taken = await claimNext(records(), 'other', noon + 2 * minute);
		assert.equal(await records().renew(event, { worker, until: noon + 99 * minute }), false);
		const [again] = await records().claim({ worker, until: noon + 9 * minute }, noon + 3 * minute + 1, 10);
		assert.equal(again?.sequence, taken.sequence);
	});

	it('returns false for a former claim of the same worker that has begun the event again', async () => {
		const event = await claimOne(records());
		const claimed = await claimNext(records(), worker, noon + 2 * minute);
		const again = (await records().begin(claimed, worker)) as ClaimedEvent;
		assert.equal(await records().renew(event, { worker, until: noon + 99 * minute }), false);
		assert.equal(await records().renew(again, { worker, until: noon + 99 * minute }), true);
	});

	it('returns false once the event is Done', async () => {
		const event = await claimOne(records());
		await finish(records(), event);
		assert.equal(await records().renew(event, { worker, until: noon + minute }), false);
	});
}

function describeRelease(records: () => Records): void {
	it('makes events New again, as if never claimed', async () => {
		const sequences = await records().accept([newEvent(), newEvent()]);
		const before = await records().events({ limit: 10 });
		await records().release(await records().claim({ worker, until: noon + minute }, noon, 10), worker);
		assert.deepEqual(await records().events({ limit: 10 }), before);
		const again = await records().claim({ worker: 'other', until: noon + minute }, noon, 10);
		assert.deepEqual(sequencesOf(again), sequences);
		assert.deepEqual(
			again.map(({ attempts }) => attempts),
			[1, 1],
		);
	});

	it('skips what the worker has lost', async () => {
		const event = await claimOne(records());
		const taken = await claimNext(records(), 'other', noon + 2 * minute);
		await records().release([event], worker);
		assert.equal((await eventOf(records(), event)).state, 'Processing');
		assert.equal(await finish(records(), taken, 'other'), true);
	});
}

function describeFail(records: () => Records): void {
	it('makes the event New again, due when the next try is, with the reason', async () => {
		const event = await claimOne(records());
		await records().fail(event, worker, { reason: 'the reason', retryAt: noon + minute, now: noon });
		const { state, dueAt, error, finishedAt, attempts } = await eventOf(records(), event);
		const noted = { state, dueAt, error, finishedAt, attempts };
		assert.deepEqual(noted, { state: 'New', dueAt: noon + minute, error: 'the reason', finishedAt: null, attempts: 1 });
	});

	it('makes it Error where there is no next try', async () => {
		const event = await claimOne(records());
		await records().fail(event, worker, { reason: 'the reason: é😀', retryAt: null, now: noon + 3 });
		const { state, dueAt, error, finishedAt } = await eventOf(records(), event);
		const noted = { state, dueAt, error, finishedAt };
		assert.deepEqual(noted, { state: 'Error', dueAt: null, error: 'the reason: é😀', finishedAt: noon + 3 });
	});

	it('changes nothing where the claim was lost', async () => {
		const event = await claimOne(records());
		await claimNext(records(), 'other', noon + 2 * minute);
		const before = await eventOf(records(), event);
		await records().fail(event, worker, { reason: 'too late', retryAt: null, now: noon + 2 * minute });
		assert.deepEqual(await eventOf(records(), event), before);
	});
}

function describeFinish(records: () => Records): void {
	it('sets the event to Done with its counts', async () => {
		const event = await claimOne(records());
		const unknownRelations = [{ name: 'Inspires', count: 2 }];
		const counts = { ...noCounts, links: 5, ignored: 1, containers: 6, unknownRelations, newRelationships: 4 };
		assert.equal(
			await records().change((transaction) => transaction.finish([[event, counts]], worker, noon + 5)),
			true,
		);
		const done = await eventOf(records(), event);
		assert.equal(done.state, 'Done');
		assert.deepEqual(done.counts, counts);
		assert.equal(done.finishedAt, noon + 5);
		assert.equal(done.error, null);
	});

	it('removes the reason of an earlier failure', async () => {
		await records().fail(await claimOne(records()), worker, { reason: 'for now', retryAt: noon, now: noon });
		const event = await claimNext(records());
		await finish(records(), event);
		const { state, error, dueAt } = await eventOf(records(), event);
		assert.deepEqual({ state, error, dueAt }, { state: 'Done', error: null, dueAt: null });
	});

	it('returns false where the claim was lost, and leaves the event to the worker that has it', async () => {
		const event = await claimOne(records());
		const taken = await claimNext(records(), 'other', noon + 2 * minute);
		assert.equal(await finish(records(), event), false);
		assert.equal((await eventOf(records(), event)).state, 'Processing');
		assert.equal(await finish(records(), taken, 'other'), true);
		assert.equal(await finish(records(), taken, 'other'), false);
	});

	it('is undone with the rest of a change that fails', async () => {
		const event = await claimOne(records());
		const failing = records().change(async (transaction) => {
			await transaction.finish([[event, noCounts]], worker, noon);
			throw new Error('on purpose');
		});
		await assert.rejects(failing);
		assert.equal((await eventOf(records(), event)).state, 'Processing');
	});
}

function describeRerun(records: () => Records): void {
	const failOne = async (eventId: string, retryAt: number | null) => {
		await records().fail(await claimOne(records(), { eventId }), worker, { reason: 'reason', retryAt, now: noon });
	};

	it('makes all in Error New again and returns how many', async () => {
		await failOne('broken', null);
		await failOne('broken too', null);
		await applyOne(records(), { eventId: 'done' });
		assert.equal(await records().rerun(act, 'errors'), 2);
		const states = (await records().events({ limit: 10 })).map(({ eventId, state }) => [eventId, state]);
		assert.deepEqual(states, [
			['done', 'Done'],
			['broken too', 'New'],
			['broken', 'New'],
		]);
	});

	it('makes those named New again, Done ones too, due at once and with all their tries', async () => {
		await failOne('waits', noon + 99 * minute);
		await failOne('broken', null);
		await applyOne(records(), { eventId: 'done' });
		await acceptOne(records(), { eventId: 'not named' });
		assert.equal(await records().rerun(act, ['done', 'waits', 'broken', 'unknown', 'done']), 3);
		const { startedAt, finishedAt, error, dueAt } = (
			await records().events({ eventId: 'broken', limit: 1 })
		)[0] as LinkEvent;
		assert.deepEqual(
			{ startedAt, finishedAt, error, dueAt },
			{ startedAt: null, finishedAt: null, error: null, dueAt: null },
		);
		const claimed = await records().claim({ worker, until: noon + minute }, noon, 10);
		assert.deepEqual(
			claimed.map(({ eventId, attempts }) => [eventId, attempts]),
			[
				['waits', 1],
				['broken', 1],
				['done', 1],
				['not named', 1],
			],
		);
	});

	it('skips Processing ones', async () => {
		const event = await claimOne(records(), { eventId: 'held' });
		assert.equal(await records().rerun(act, ['held']), 0);
		assert.equal(await finish(records(), event), true);
	});

	it('keeps applied what was applied', async () => {
		const earlier = await acceptOne(records());
		await applyOne(records(), { eventId: 'later' });
		const counts = (await records().events({ eventId: 'later', limit: 1 }))[0]?.counts;
		await records().rerun(act, ['later']);
		assert.equal(
			await records().read((transaction) => transaction.hasEvent({ after: earlier, isApplied: true })),
			true,
		);
		assert.deepEqual((await records().events({ eventId: 'later', limit: 1 }))[0]?.counts, counts);
	});

	it('of nothing changes nothing', async () => {
		assert.equal(await records().rerun(act, []), 0);
		assert.equal(await records().rerun(act, 'errors'), 0);
	});
}

function describeWaiting(records: () => Records): void {
	it('counts the events that are New or Processing, and their bytes', async () => {
		assert.deepEqual(await records().waiting(), { events: 0, bytes: 0 });
		await applyOne(records());
		await claimOne(records());
		const before = await records().waiting();
		const payload = crypto.getRandomValues(new Uint8Array(5_000));
		await records().accept([newEvent({ payload })]);
		const { events, bytes } = await records().waiting();
		assert.deepEqual([before.events, events], [1, 2]);
		// Random bytes do not shrink.
		assert.ok(bytes - before.bytes >= 5_000 && bytes - before.bytes < 6_000, `${bytes - before.bytes}`);
	});
}
