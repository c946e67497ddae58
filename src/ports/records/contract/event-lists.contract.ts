// The part of the records' suite about reading events: their payloads, lists and counts; knows no engine.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { BrokerError } from '../../../errors.ts';
import type { Id, LinkStore } from '../link-store.ts';
import {
	acceptOne,
	applyOne,
	holdOne,
	minute,
	newEvent,
	noon,
	type OpenLinkStore,
	storeForAll,
	storeForEach,
	worker,
} from './opened-store.fixture.ts';

export function eventsAreListed(open: OpenLinkStore): void {
	describe('payload', () => payloadsAreKept(open));
	describe('events', () => eventsAreFound(open));
	describe('countEvents', () => eventsAreCounted(open));
	describe('backlog', () => backlogIsTold(open));
}

function payloadsAreKept(open: OpenLinkStore): void {
	const opened = storeForAll(open);
	const payloads: Record<string, Uint8Array> = {
		'one of a few bytes': Buffer.from('[]'),
		'one of no bytes': Buffer.alloc(0),
		'text beyond ASCII': Buffer.from('[{"Title":"Éloïse 😀 \\u00e9\\ud83d 東京"}]'),
		'long text beyond ASCII': Buffer.from('[{"Title":"Éloïse 😀 東京"}]'.repeat(1_000)),
		'white space and line ends as they came': Buffer.from('\ufeff[\r\n\t{ "a" : 1.0 }\n]\n'),
		'bytes that are no text': Buffer.from([0, 255, 254, 192, 128, 0, 237, 160, 128]),
		'a large one that does not compress': randomBytes(3_000_000),
		'a large one that compresses': Buffer.alloc(20_000_000, '{"Source":{"Identifier":'),
		'a part of a larger buffer': Buffer.from('before[1,2]after').subarray(6, 11),
	};
	for (const [what, payload] of Object.entries(payloads)) {
		it(`keeps ${what}, byte for byte`, async () => {
			const sequence = await acceptOne(opened().store, { payload });
			assert.ok(Buffer.from(payload).equals(await opened().store.payload(sequence)));
		});
	}

	it('keeps that of an event accepted and claimed in one', async () => {
		const payload = Buffer.from('[{"Title":"é"}]'.repeat(100));
		const { sequence } = await holdOne(opened().store, { payload });
		assert.ok(payload.equals(await opened().store.payload(sequence)));
	});

	it('of an unknown event is an error', async () => {
		await assert.rejects(opened().store.payload(987_654_321), BrokerError);
	});
}

function eventsAreFound(open: OpenLinkStore): void {
	const opened = storeForEach(open);
	const store = () => opened().store;
	const found = async (query: Parameters<LinkStore['events']>[0]) =>
		(await store().events(query)).map(({ eventId }) => eventId);

	it('are listed newest first, no more than asked for, before a given one', async () => {
		const sequences = await store().accept(['a', 'b', 'c', 'd'].map((eventId) => newEvent({ eventId })));
		assert.deepEqual(await found({ limit: 10 }), ['d', 'c', 'b', 'a']);
		assert.deepEqual(await found({ limit: 2 }), ['d', 'c']);
		assert.deepEqual(await found({ limit: 2, before: sequences[2] as Id }), ['b', 'a']);
	});

	it('are found by id, state and user, and by all of them together', async () => {
		await acceptOne(store(), { eventId: 'new', userId: 1 });
		await holdOne(store(), { eventId: 'processing', userId: 2 });
		await applyOne(store(), { eventId: 'done', userId: 1 });
		await store().fail(await holdOne(store(), { eventId: 'error' }), worker, 'reason', null, noon);
		assert.deepEqual(await found({ eventId: 'processing', limit: 10 }), ['processing']);
		assert.deepEqual(await found({ eventId: 'unknown', limit: 10 }), []);
		assert.deepEqual(await found({ userId: 1, limit: 10 }), ['done', 'new']);
		assert.deepEqual(await found({ state: 'New', limit: 10 }), ['new']);
		assert.deepEqual(await found({ state: 'Processing', limit: 10 }), ['processing']);
		assert.deepEqual(await found({ state: 'Done', limit: 10 }), ['done']);
		assert.deepEqual(await found({ state: 'Error', limit: 10 }), ['error']);
		assert.deepEqual(await found({ state: 'Done', userId: 1, eventId: 'done', limit: 10 }), ['done']);
		assert.deepEqual(await found({ state: 'New', userId: 2, limit: 10 }), []);
	});

	it('are indexed once they are Done and no mark of theirs waits, and neither nor where that was switched off', async () => {
		const indexed = async (eventId: string) => (await store().events({ eventId, limit: 1 }))[0]?.indexed;
		await acceptOne(store(), { eventId: 'new' });
		await applyOne(store(), { eventId: 'marked' }, (records, event) =>
			records.mark(event, { relationships: [], changed: [1], regrouped: [] }),
		);
		await applyOne(store(), { eventId: 'nothing to tell' });
		await applyOne(store(), { eventId: 'noindex', noindex: true });
		assert.equal(await indexed('new'), false);
		assert.equal(await indexed('marked'), false);
		assert.equal(await indexed('nothing to tell'), true);
		assert.equal(await indexed('noindex'), null);
		const marks = await store().read((records) => records.marks(10));
		await store().acknowledge(
			marks.map(({ id }) => id),
			await store().currentGeneration(),
		);
		assert.equal(await indexed('marked'), true);
	});
}

function eventsAreCounted(open: OpenLinkStore): void {
	const opened = storeForEach(open);

	it('tells how many are in each state, none included', async () => {
		const { store } = opened();
		assert.deepEqual(await store.countEvents(), { New: 0, Processing: 0, Done: 0, Error: 0 });
		await store.accept([newEvent(), newEvent(), newEvent()]);
		await holdOne(store);
		await applyOne(store);
		await store.fail(await holdOne(store), worker, 'reason', null, noon);
		assert.deepEqual(await store.countEvents(), { New: 3, Processing: 1, Done: 1, Error: 1 });
	});
}

function backlogIsTold(open: OpenLinkStore): void {
	const opened = storeForEach(open);
	const mark = { relationships: [], changed: [1], regrouped: [] };

	it('is nothing where nothing came, nor where all is done and indexed', async () => {
		const { store } = opened();
		const nothing = { events: { New: 0, Processing: 0, Error: 0 }, oldestEventAt: null, marks: 0, oldestMarkAt: null };
		assert.deepEqual(await store.backlog(), nothing);
		await applyOne(store, {}, (records, event) => records.mark(event, mark));
		const [waiting] = await store.read((records) => records.marks(1));
		await store.acknowledge([waiting?.id as Id], await store.currentGeneration());
		assert.deepEqual(await store.backlog(), nothing);
	});

	it('counts events that are not Done by state, and tells when the oldest New or Processing one was accepted', async () => {
		const { store } = opened();
		await store.fail(await holdOne(store, { now: noon - 2 * minute }), worker, 'reason', null, noon);
		await applyOne(store, { now: noon - 2 * minute });
		await holdOne(store, { now: noon - minute });
		await store.accept([newEvent(), newEvent({ now: noon + minute })]);
		const { events, oldestEventAt } = await store.backlog();
		assert.deepEqual(events, { New: 2, Processing: 1, Error: 1 });
		assert.equal(oldestEventAt, noon - minute);
	});

	it('counts marks that wait, and tells when the event of the oldest was done', async () => {
		const { store } = opened();
		for (const now of [noon - 3 * minute, noon])
			await applyOne(store, { now }, (records, event) => records.mark(event, mark));
		const { marks, oldestMarkAt } = await store.backlog();
		assert.equal(marks, 2);
		assert.equal(oldestMarkAt, noon);
	});
}
