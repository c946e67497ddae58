// The part of the records' suite about events as jobs: accepted, claimed, renewed, handed back, failed, finished, run again; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LinkEvent } from '../../../links/link-event.ts';
import type { ClaimedEvent, Id, LinkStore } from '../link-store.ts';
import { packPayload } from '../packed-payload.ts';
import {
	acceptOne,
	applyOne,
	holdOne,
	minute,
	newEvent,
	noCounts,
	noon,
	type OpenedLinkStore,
	type OpenLinkStore,
	storeForEach,
	worker,
} from './opened-store.fixture.ts';

export function eventsAreWorkedOff(open: OpenLinkStore): void {
	const opened = storeForEach(open);
	const store = () => opened().store;
	describe('accept', () => eventsAreAccepted(opened));
	describe('acceptClaimed', () => eventsAreAcceptedClaimed(store));
	describe('load', () => eventsAreLoaded(store));
	describe('claim', () => eventsAreClaimed(opened));
	describe('renew', () => claimsAreRenewed(store));
	describe('handBack', () => claimsAreHandedBack(store));
	describe('fail', () => failuresAreNoted(store));
	describe('finish', () => eventsAreFinished(store));
	describe('rerun', () => eventsAreRunAgain(store));
	describe('nextDue', () => theNextDueIsKnown(store));
}

async function eventOf(store: LinkStore, { sequence }: { sequence: Id }): Promise<LinkEvent> {
	const events = await store.events({ limit: 1_000 });
	return events.find((event) => event.sequence === sequence) as LinkEvent;
}

const sequencesOf = (events: readonly ClaimedEvent[]): Id[] => events.map(({ sequence }) => sequence);

/** Claims the oldest event that is due. */
async function claimOne(store: LinkStore, by = worker, now = noon): Promise<ClaimedEvent> {
	const [event] = await store.claim(by, now, now + minute, 1);
	return event as ClaimedEvent;
}

function finish(store: LinkStore, event: ClaimedEvent, by = worker): Promise<boolean> {
	return store.change((records) => records.finish(event, by, noCounts, noon + 5));
}

function eventsAreAccepted(opened: () => OpenedLinkStore): void {
	it('stores events as New and answers their numbers, which grow in the order of acceptance', async () => {
		const { store } = opened();
		const sequences = await store.accept([newEvent({ eventId: 'a', links: 3, userId: 7 }), newEvent({ eventId: 'b' })]);
		const later = await acceptOne(store, { eventId: 'c', noindex: true });
		assert.deepEqual(
			[...sequences, later],
			[...sequences, later].sort((one, other) => one - other),
		);
		assert.ok(sequences.every((sequence) => Number.isSafeInteger(sequence) && sequence > 0));
		const [c, b, a] = await store.events({ limit: 10 });
		assert.deepEqual(a, {
			sequence: sequences[0] as Id,
			eventId: 'a',
			state: 'New',
			noindex: false,
			indexed: false,
			userId: 7,
			links: 3,
			createdAt: noon,
			startedAt: null,
			finishedAt: null,
			dueAt: null,
			attempts: 0,
			counts: null,
			error: null,
		} satisfies LinkEvent);
		assert.equal(b?.userId, null);
		assert.equal(c?.noindex, true);
	});

	it('stores all or none', async () => {
		const { store } = opened();
		await acceptOne(store, { eventId: 'taken' });
		await assert.rejects(store.accept([newEvent({ eventId: 'fresh' }), newEvent({ eventId: 'taken' })]));
		assert.deepEqual(
			(await store.events({ limit: 10 })).map(({ eventId }) => eventId),
			['taken'],
		);
	});

	it('asks for what to store when its turn to write has come', async () => {
		const { store } = opened();
		const events = [newEvent({ eventId: 'a' })];
		const accepting = store.accept(() => events);
		events.push(newEvent({ eventId: 'b' }));
		assert.equal((await accepting).length, 2);
		assert.deepEqual(
			(await store.events({ limit: 10 })).map(({ eventId }) => eventId),
			['b', 'a'],
		);
	});

	it('of nothing stores nothing', async () => {
		assert.deepEqual(await opened().store.accept([]), []);
	});

	it('shows its events to others when it returns', async () => {
		const another = await opened().openAnother();
		const sequence = await acceptOne(opened().store);
		assert.deepEqual(sequencesOf(await another.claim(worker, noon, noon + minute, 1)), [sequence]);
	});
}

function eventsAreAcceptedClaimed(store: () => LinkStore): void {
	it('stores an event as Processing, begun and tried once', async () => {
		const claimed = await holdOne(store(), { eventId: 'held', noindex: true });
		assert.deepEqual({ ...claimed, sequence: 0 }, { sequence: 0, eventId: 'held', noindex: true, attempts: 1 });
		const event = await eventOf(store(), claimed);
		assert.equal(event.state, 'Processing');
		assert.equal(event.startedAt, noon);
		assert.equal(event.attempts, 1);
		assert.equal(await finish(store(), claimed), true);
	});

	it('lets nobody else have it until its lease has run out', async () => {
		const claimed = await holdOne(store());
		assert.deepEqual(await store().claim('other', noon + minute - 1, noon + 2 * minute, 10), []);
		const [taken] = await store().claim('other', noon + minute + 1, noon + 2 * minute, 10);
		assert.deepEqual(taken, { ...claimed, attempts: 2 });
	});
}

function eventsAreLoaded(store: () => LinkStore): void {
	it('accepts events and sees them through in one transaction', async () => {
		const sequences = await store().load(async (records, { accept }) => {
			const events = [
				await accept(newEvent({ eventId: 'a' }), worker, noon + minute),
				await accept(newEvent({ eventId: 'b', noindex: true }), worker, noon + minute),
			];
			for (const event of events) assert.equal(await records.finish(event, worker, noCounts, noon + 5), true);
			return sequencesOf(events);
		});
		const [b, a] = await store().events({ limit: 10 });
		assert.deepEqual([a?.sequence, b?.sequence], sequences);
		assert.deepEqual([a?.state, b?.state], ['Done', 'Done']);
		assert.deepEqual([a?.noindex, b?.noindex], [false, true]);
	});

	it('keeps a payload that is packed already byte for byte', async () => {
		const payload = Buffer.from('[{"Title":"é"}]'.repeat(100));
		const { sequence } = await store().load((_, { accept }) =>
			accept(newEvent({ payload: packPayload(payload) }), worker, noon + minute),
		);
		assert.deepEqual(Buffer.from(await store().payload(sequence)), payload);
	});

	it('leaves nothing of what it accepted where the work fails', async () => {
		await assert.rejects(
			store().load(async (_, { accept }) => {
				await accept(newEvent(), worker, noon + minute);
				throw new Error('no luck');
			}),
			/no luck/,
		);
		assert.deepEqual(await store().events({ limit: 10 }), []);
	});
}

function eventsAreClaimed(opened: () => OpenedLinkStore): void {
	const store = () => opened().store;

	it('hands out the oldest first, no more than asked for, and counts the attempt', async () => {
		const sequences = await store().accept([newEvent({ eventId: 'a' }), newEvent({ noindex: true }), newEvent()]);
		const claimed = await store().claim(worker, noon + 1, noon + minute, 2);
		assert.deepEqual(claimed[0], { sequence: sequences[0], eventId: 'a', noindex: false, attempts: 1 });
		assert.equal(claimed[1]?.noindex, true);
		assert.deepEqual(sequencesOf(claimed), sequences.slice(0, 2));
		const event = await eventOf(store(), claimed[0] as ClaimedEvent);
		assert.equal(event.state, 'Processing');
		assert.equal(event.startedAt, noon + 1);
		assert.equal(event.attempts, 1);
	});

	it('hands each event to one worker, also with two handles', async () => {
		const sequences = await store().accept(Array.from({ length: 40 }, () => newEvent()));
		const handles = [store(), await opened().openAnother()];
		const claims = Array.from({ length: 16 }, (_, number) =>
			(handles[number % 2] as LinkStore).claim(`worker-${number}`, noon, noon + minute, 3),
		);
		const handed = (await Promise.all(claims)).flatMap(sequencesOf).sort((one, other) => one - other);
		assert.deepEqual(handed, sequences);
	});

	it('passes over events that wait for their next try, until it is due', async () => {
		const [waiting, fresh] = await store().accept([newEvent(), newEvent()]);
		await store().fail(await claimOne(store()), worker, 'for now', noon + minute, noon);
		assert.deepEqual(sequencesOf(await store().claim(worker, noon + minute - 1, noon + 9 * minute, 10)), [fresh]);
		assert.deepEqual(sequencesOf(await store().claim(worker, noon + minute, noon + 9 * minute, 10)), [waiting]);
	});

	it('hands out events whose lease ran out, to whoever asks', async () => {
		const sequence = await acceptOne(store());
		await claimOne(store(), 'died');
		assert.deepEqual(await store().claim(worker, noon + minute - 1, noon + 9 * minute, 10), []);
		const [taken] = await store().claim(worker, noon + minute + 1, noon + 9 * minute, 10);
		assert.equal(taken?.sequence, sequence);
		assert.equal(taken?.attempts, 2);
	});

	it('hands out neither Done nor Error', async () => {
		await applyOne(store());
		await acceptOne(store());
		await store().fail(await claimOne(store()), worker, 'for good', null, noon);
		assert.deepEqual(await store().claim(worker, noon + 99 * minute, noon + 100 * minute, 10), []);
	});
}

function claimsAreRenewed(store: () => LinkStore): void {
	it('prolongs a claim', async () => {
		const event = await holdOne(store());
		assert.equal(await store().renew(event, worker, noon + 3 * minute), true);
		assert.deepEqual(await store().claim('other', noon + 2 * minute, noon + 9 * minute, 10), []);
	});

	it('answers false where the claim was lost, and changes nothing', async () => {
		const event = await holdOne(store());
		const taken = await claimOne(store(), 'other', noon + 2 * minute);
		assert.equal(await store().renew(event, worker, noon + 99 * minute), false);
		const [again] = await store().claim(worker, noon + 3 * minute + 1, noon + 9 * minute, 10);
		assert.equal(again?.sequence, taken.sequence);
	});

	it('answers false for a former claim of the same worker', async () => {
		const event = await holdOne(store());
		const again = await claimOne(store(), worker, noon + 2 * minute);
		assert.equal(await store().renew(event, worker, noon + 99 * minute), false);
		assert.equal(await store().renew(again, worker, noon + 99 * minute), true);
	});

	it('answers false once the event is Done', async () => {
		const event = await holdOne(store());
		await finish(store(), event);
		assert.equal(await store().renew(event, worker, noon + minute), false);
	});
}

function claimsAreHandedBack(store: () => LinkStore): void {
	it('makes events New again, as if never claimed', async () => {
		const sequences = await store().accept([newEvent(), newEvent()]);
		const before = await store().events({ limit: 10 });
		await store().handBack(await store().claim(worker, noon, noon + minute, 10), worker);
		assert.deepEqual(await store().events({ limit: 10 }), before);
		const again = await store().claim('other', noon, noon + minute, 10);
		assert.deepEqual(sequencesOf(again), sequences);
		assert.deepEqual(
			again.map(({ attempts }) => attempts),
			[1, 1],
		);
	});

	it('leaves alone what the worker has lost', async () => {
		const event = await holdOne(store());
		const taken = await claimOne(store(), 'other', noon + 2 * minute);
		await store().handBack([event], worker);
		assert.equal((await eventOf(store(), event)).state, 'Processing');
		assert.equal(await finish(store(), taken, 'other'), true);
	});
}

function failuresAreNoted(store: () => LinkStore): void {
	it('makes the event New again, due when the next try is, with the reason', async () => {
		const event = await holdOne(store());
		await store().fail(event, worker, 'the reason', noon + minute, noon);
		const { state, dueAt, error, finishedAt, attempts } = await eventOf(store(), event);
		const noted = { state, dueAt, error, finishedAt, attempts };
		assert.deepEqual(noted, { state: 'New', dueAt: noon + minute, error: 'the reason', finishedAt: null, attempts: 1 });
	});

	it('makes it Error where there is no next try', async () => {
		const event = await holdOne(store());
		await store().fail(event, worker, 'the reason: é😀', null, noon + 3);
		const { state, dueAt, error, finishedAt } = await eventOf(store(), event);
		const noted = { state, dueAt, error, finishedAt };
		assert.deepEqual(noted, { state: 'Error', dueAt: null, error: 'the reason: é😀', finishedAt: noon + 3 });
	});

	it('changes nothing where the claim was lost', async () => {
		const event = await holdOne(store());
		await claimOne(store(), 'other', noon + 2 * minute);
		const before = await eventOf(store(), event);
		await store().fail(event, worker, 'too late', null, noon + 2 * minute);
		assert.deepEqual(await eventOf(store(), event), before);
	});
}

function eventsAreFinished(store: () => LinkStore): void {
	it('sets the event to Done with its counts', async () => {
		const event = await holdOne(store());
		const counts = { links: 5, ignored: 1, newRelationships: 4, newIdentifiers: 3, mergedGroups: 2 };
		assert.equal(await store().change((records) => records.finish(event, worker, counts, noon + 5)), true);
		const done = await eventOf(store(), event);
		assert.equal(done.state, 'Done');
		assert.deepEqual(done.counts, counts);
		assert.equal(done.finishedAt, noon + 5);
		assert.equal(done.error, null);
	});

	it('forgets the reason of an earlier failure', async () => {
		await store().fail(await holdOne(store()), worker, 'for now', noon, noon);
		const event = await claimOne(store());
		await finish(store(), event);
		const { state, error, dueAt } = await eventOf(store(), event);
		assert.deepEqual({ state, error, dueAt }, { state: 'Done', error: null, dueAt: null });
	});

	it('answers false where the claim was lost, and leaves the event to who has it', async () => {
		const event = await holdOne(store());
		const taken = await claimOne(store(), 'other', noon + 2 * minute);
		assert.equal(await finish(store(), event), false);
		assert.equal((await eventOf(store(), event)).state, 'Processing');
		assert.equal(await finish(store(), taken, 'other'), true);
		assert.equal(await finish(store(), taken, 'other'), false);
	});

	it('is undone with the rest of a change that fails', async () => {
		const event = await holdOne(store());
		const failing = store().change(async (records) => {
			await records.finish(event, worker, noCounts, noon);
			throw new Error('on purpose');
		});
		await assert.rejects(failing);
		assert.equal((await eventOf(store(), event)).state, 'Processing');
	});
}

function eventsAreRunAgain(store: () => LinkStore): void {
	const failOne = async (eventId: string, retryAt: number | null) => {
		await store().fail(await holdOne(store(), { eventId }), worker, 'reason', retryAt, noon);
	};

	it('makes all in Error New again and answers how many', async () => {
		await failOne('broken', null);
		await failOne('broken too', null);
		await applyOne(store(), { eventId: 'done' });
		assert.equal(await store().rerun('errors'), 2);
		const states = (await store().events({ limit: 10 })).map(({ eventId, state }) => [eventId, state]);
		assert.deepEqual(states, [
			['done', 'Done'],
			['broken too', 'New'],
			['broken', 'New'],
		]);
	});

	it('makes those named New again, Done ones too, due at once and with all their tries', async () => {
		await failOne('waits', noon + 99 * minute);
		await failOne('broken', null);
		await applyOne(store(), { eventId: 'done' });
		await acceptOne(store(), { eventId: 'not named' });
		assert.equal(await store().rerun(['done', 'waits', 'broken', 'unknown', 'done']), 3);
		const { startedAt, finishedAt, error, dueAt } = (
			await store().events({ eventId: 'broken', limit: 1 })
		)[0] as LinkEvent;
		assert.deepEqual(
			{ startedAt, finishedAt, error, dueAt },
			{ startedAt: null, finishedAt: null, error: null, dueAt: null },
		);
		const claimed = await store().claim(worker, noon, noon + minute, 10);
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

	it('leaves Processing ones alone', async () => {
		const event = await holdOne(store(), { eventId: 'held' });
		assert.equal(await store().rerun(['held']), 0);
		assert.equal(await finish(store(), event), true);
	});

	it('leaves applied what was applied', async () => {
		const earlier = await acceptOne(store());
		await applyOne(store(), { eventId: 'later' });
		const counts = (await store().events({ eventId: 'later', limit: 1 }))[0]?.counts;
		await store().rerun(['later']);
		assert.equal(await store().read((records) => records.laterEventApplied(earlier)), true);
		assert.deepEqual((await store().events({ eventId: 'later', limit: 1 }))[0]?.counts, counts);
	});

	it('of nothing changes nothing', async () => {
		assert.equal(await store().rerun([]), 0);
		assert.equal(await store().rerun('errors'), 0);
	});
}

function theNextDueIsKnown(store: () => LinkStore): void {
	it('is null where nothing waits', async () => {
		assert.equal(await store().nextDue(noon), null);
		await applyOne(store());
		await store().fail(await holdOne(store()), worker, 'for good', null, noon);
		assert.equal(await store().nextDue(noon), null);
	});

	it('is when a lease ends, when a try is due, or now', async () => {
		await holdOne(store());
		assert.equal(await store().nextDue(noon), noon + minute);
		await store().fail(await holdOne(store()), worker, 'for now', noon + 5, noon);
		assert.equal(await store().nextDue(noon), noon + 5);
		await acceptOne(store());
		assert.equal(await store().nextDue(noon), noon);
	});
}
