// Suite of the records: reading events: their payloads and lists.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import type { EventQuery } from '../event-list.ts';
import type { Id } from '../graph.ts';
import {
	acceptOne,
	applyOne,
	claimOne,
	entryOf,
	failOne,
	newEvent,
	type OpenRecords,
	recordsForAll,
	recordsForEach,
	waitingEntries,
} from './records.fixture.ts';

export function describeEventLists(open: OpenRecords): void {
	describe('payload', () => describePayload(open));
	describe('events', () => describeList(open));
}

function describePayload(open: OpenRecords): void {
	const opened = recordsForAll(open);
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
			const sequence = await acceptOne(opened().records, { payload });
			assert.ok(Buffer.from(payload).equals(await opened().records.payload(sequence)));
		});
	}

	it('keeps that of an event accepted and claimed in one', async () => {
		const payload = Buffer.from('[{"Title":"é"}]'.repeat(100));
		const { sequence } = await claimOne(opened().records, { payload });
		assert.ok(payload.equals(await opened().records.payload(sequence)));
	});

	it('of an unknown event is an error', async () => {
		await assert.rejects(opened().records.payload(987_654_321), BrokerError);
	});
}

function describeList(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const found = async (query: EventQuery) => (await records().events(query)).map(({ eventId }) => eventId);

	it('are listed newest first, no more than asked for, before a given one', async () => {
		const sequences = await records().accept(['a', 'b', 'c', 'd'].map((eventId) => newEvent({ eventId })));
		assert.deepEqual(await found({ limit: 10 }), ['d', 'c', 'b', 'a']);
		assert.deepEqual(await found({ limit: 2 }), ['d', 'c']);
		assert.deepEqual(await found({ limit: 2, before: sequences[2] as Id }), ['b', 'a']);
	});

	it('are found by id, state and user, and by all of them together', async () => {
		await acceptOne(records(), { eventId: 'new', userId: 1 });
		await claimOne(records(), { eventId: 'processing', userId: 2 });
		await applyOne(records(), { eventId: 'done', userId: 1 });
		await failOne(records(), { eventId: 'error' });
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

	it('have the file or the address that each came from', async () => {
		await acceptOne(records(), { fileName: 'links é.json' });
		await acceptOne(records(), { sourceAddress: '2001:db8::1' });
		const found = (await records().events({ limit: 2 })).map(({ fileName, sourceAddress }) => [
			fileName,
			sourceAddress,
		]);
		assert.deepEqual(found, [
			[null, '2001:db8::1'],
			['links é.json', null],
		]);
	});

	it('are indexed once they are Done and no entry of theirs waits; null where indexing was switched off', async () => {
		const indexed = async (eventId: string) => (await records().events({ eventId, limit: 1 }))[0]?.indexed;
		await acceptOne(records(), { eventId: 'new' });
		await applyOne(records(), { eventId: 'waits' }, (transaction, event) =>
			transaction.enqueue(event, entryOf({ changed: [1] })),
		);
		await applyOne(records(), { eventId: 'nothing to index' });
		await applyOne(records(), { eventId: 'noindex', noindex: true });
		assert.equal(await indexed('new'), false);
		assert.equal(await indexed('waits'), false);
		assert.equal(await indexed('nothing to index'), true);
		assert.equal(await indexed('noindex'), null);
		const entries = await waitingEntries(records());
		await records().acknowledge(
			entries.map(({ id }) => id),
			await records().currentGeneration(),
			'',
		);
		assert.equal(await indexed('waits'), true);
	});
}
