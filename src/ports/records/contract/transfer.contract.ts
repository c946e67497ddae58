// The part of the records' suite about handing events over to another broker: as received, in order, none twice; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExportedEvent, LinkStore } from '../link-store.ts';
import {
	acceptOne,
	applyOne,
	holdOne,
	minute,
	newEvent,
	noon,
	type OpenedLinkStore,
	type OpenLinkStore,
	storeForEach,
	worker,
} from './opened-store.fixture.ts';

export function eventsAreHandedOver(open: OpenLinkStore): void {
	const opened = storeForEach(open);
	const store = () => opened().store;
	describe('the stream of events', () => eventsAreStreamed(store));
	describe('importEvents', () => eventsAreImported(opened));
}

const exported = (store: LinkStore): Promise<ExportedEvent[]> =>
	store.snapshot((_, stream) => Array.fromAsync(stream.events()));

/** An event of another broker that was applied there. */
function foreign(more: Partial<ExportedEvent> = {}): ExportedEvent {
	const { now, ...event } = newEvent();
	const payload = new TextEncoder().encode('[]');
	return { ...event, payload, searchable: true, state: 'Done', createdAt: now, failure: null, ...more };
}

/** Events compare by the bytes of their payloads, whatever holds these. */
const comparable = (events: readonly ExportedEvent[]) =>
	events.map((event) => ({ ...event, payload: Buffer.from(event.payload).toString('hex') }));

function eventsAreStreamed(store: () => LinkStore): void {
	it('holds all of them in the order of acceptance, byte for byte, with state and submitter', async () => {
		const payloads = ['[ {"Title":"é"} ]\n', '[]'.repeat(500), ''].map((text) => Buffer.from(text));
		const [first, second, third] = payloads as [Buffer, Buffer, Buffer];
		await store().fail(await holdOne(store(), { eventId: 'wrong', payload: first }), worker, 'é', null, noon + 1);
		await applyOne(store(), { eventId: 'done', payload: second, userId: 7, links: 500, now: noon - 1 });
		await acceptOne(store(), { eventId: 'waits', payload: third, noindex: true });
		const failure = { reason: 'é', attempts: 1, startedAt: noon, finishedAt: noon + 1 };
		const common = { links: 1, noindex: false, searchable: true, userId: null, createdAt: noon, failure: null };
		assert.deepEqual(
			comparable(await exported(store())),
			comparable([
				{ ...common, eventId: 'wrong', payload: first, state: 'Error', failure },
				{ ...common, eventId: 'done', payload: second, state: 'Done', userId: 7, links: 500, createdAt: noon - 1 },
				{ ...common, eventId: 'waits', payload: third, state: 'New', noindex: true, searchable: false },
			]),
		);
	});

	it('tells of a noindex event when a rebuild of the index has made it searchable', async () => {
		const sequence = await applyOne(store(), { noindex: true });
		const generation = await store().startRebuild(noon, noon + minute, 1);
		await store().finishRebuild(generation, { unsearchable: [sequence], marks: [] });
		const [event] = await exported(store());
		assert.deepEqual([event?.noindex, event?.searchable], [true, true]);
	});

	it('goes on through any number of them', async () => {
		const eventIds = Array.from({ length: 1_203 }, (_, number) => `many-${number}`);
		await store().accept(eventIds.map((eventId) => newEvent({ eventId })));
		assert.deepEqual(
			(await exported(store())).map(({ eventId }) => eventId),
			eventIds,
		);
	});
}

function eventsAreImported(opened: () => OpenedLinkStore): void {
	const store = () => opened().store;
	const listed = async () =>
		(await store().events({ limit: 100 })).map(({ eventId, state }) => [eventId, state]).reverse();

	it('stores events in the order given, after those that are there', async () => {
		await acceptOne(store(), { eventId: 'own' });
		const stored = await store().importEvents([foreign({ eventId: 'b' }), foreign({ eventId: 'a' })]);
		assert.deepEqual(stored, [true, true]);
		assert.deepEqual(await listed(), [
			['own', 'New'],
			['b', 'New'],
			['a', 'New'],
		]);
	});

	it('keeps what was received as it was, byte for byte', async () => {
		const events = [
			foreign({ payload: Buffer.from([255, 0, 254]), userId: 7, links: 3, createdAt: noon - 99 * minute }),
			foreign({ payload: Buffer.from('[{"Title":"é"}]'.repeat(100)), noindex: true, searchable: false, state: 'New' }),
			foreign({ noindex: true }),
		];
		await store().importEvents(events);
		assert.deepEqual(
			comparable(await exported(store())),
			comparable(events.map((event) => ({ ...event, state: 'New' }))),
		);
	});

	it('has all that did not fail worked off again, and leaves those in Error as they are', async () => {
		const failure = { reason: 'é', attempts: 5, startedAt: noon - 2, finishedAt: noon - 1 };
		await store().importEvents([
			foreign({ eventId: 'done' }),
			foreign({ eventId: 'wrong', state: 'Error', failure }),
			foreign({ eventId: 'under way', state: 'Processing' }),
		]);
		const claimed = await store().claim(worker, noon, noon + minute, 10);
		assert.deepEqual(
			claimed.map(({ eventId, attempts }) => [eventId, attempts]),
			[
				['done', 1],
				['under way', 1],
			],
		);
		const [wrong] = await store().events({ eventId: 'wrong', limit: 1 });
		const { state, error, attempts, startedAt, finishedAt } = wrong as NonNullable<typeof wrong>;
		assert.deepEqual(
			{ state, error, attempts, startedAt, finishedAt },
			{
				state: 'Error',
				error: 'é',
				attempts: 5,
				startedAt: noon - 2,
				finishedAt: noon - 1,
			},
		);
	});

	it('passes over events that are known, whatever became of them, and says so', async () => {
		await applyOne(store(), { eventId: 'known', links: 3 });
		const before = await store().events({ limit: 10 });
		const again = foreign({ eventId: 'known', links: 99 });
		assert.deepEqual(await store().importEvents([again, again]), [false, false]);
		assert.deepEqual(await store().events({ limit: 10 }), before);
		const fresh = foreign();
		assert.deepEqual(await store().importEvents([again, fresh, fresh]), [false, true, false]);
	});

	it('hands a noindex event that has become searchable to its worker as one that is to be indexed', async () => {
		await store().importEvents([foreign({ noindex: true }), foreign({ noindex: true, searchable: false })]);
		const claimed = await store().claim(worker, noon, noon + minute, 10);
		assert.deepEqual(
			claimed.map(({ noindex }) => noindex),
			[false, true],
		);
	});

	it('of nothing stores nothing', async () => {
		assert.deepEqual(await store().importEvents([]), []);
	});

	it('shows its events to others when it returns', async () => {
		const another = await opened().openAnother();
		await store().importEvents([foreign({ eventId: 'seen' })]);
		const [claimed] = await another.claim(worker, noon, noon + minute, 1);
		assert.equal(claimed?.eventId, 'seen');
	});
}
