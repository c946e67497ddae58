// Suite of the records: transferring events to another broker: as received, in order, none twice.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExportedEvent } from '../event-transfer.ts';
import type { Records } from '../records.ts';
import {
	acceptOne,
	applyOne,
	claimOne,
	ignoreChanges,
	minute,
	newEvent,
	noon,
	type OpenedRecords,
	type OpenRecords,
	recordsForEach,
	worker,
} from './records.fixture.ts';

export function describeEventTransfer(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	describe('events of a snapshot', () => describeStream(records));
	describe('importEvents', () => describeImport(opened));
}

const exported = (records: Records): Promise<ExportedEvent[]> =>
	records.snapshot((_, snapshot) => Array.fromAsync(snapshot.events(), ({ sequence: _sequence, ...event }) => event));

/** An event of another broker that was applied there. */
function foreign(more: Partial<ExportedEvent> = {}): ExportedEvent {
	const { now, providers, sourceAddress, submittedBy, ...event } = newEvent();
	const payload = new TextEncoder().encode('[]');
	return {
		...event,
		payload,
		searchable: true,
		state: 'Done',
		createdAt: now,
		failure: null,
		withdrawn: null,
		...more,
	};
}

/** Events compare by the bytes of their payloads, whatever their type. */
const comparable = (events: readonly ExportedEvent[]) =>
	events.map((event) => ({ ...event, payload: Buffer.from(event.payload).toString('hex') }));

function describeStream(records: () => Records): void {
	it('contains all of them in the order of acceptance, byte for byte, with state and submitter', async () => {
		const payloads = ['[ {"Title":"é"} ]\n', '[]'.repeat(500), ''].map((text) => Buffer.from(text));
		const [first, second, third] = payloads as [Buffer, Buffer, Buffer];
		await records().fail(await claimOne(records(), { eventId: 'wrong', payload: first }), worker, {
			reason: 'é',
			retryAt: null,
			now: noon + 1,
		});
		await applyOne(records(), { eventId: 'done', payload: second, userId: 7, links: 500, refused: 4, now: noon - 1 });
		await acceptOne(records(), { eventId: 'waits', payload: third, noindex: true });
		const failure = { reason: 'é', attempts: 1, startedAt: noon, finishedAt: noon + 1 };
		const common = {
			links: 1,
			refused: 0,
			noindex: false,
			searchable: true,
			userId: null,
			createdAt: noon,
			failure: null,
			...{ action: 'assert' as const, takesAll: false, replaces: null, fileName: null, set: null, withdrawn: null },
		};
		assert.deepEqual(
			comparable(await exported(records())),
			comparable([
				{ ...common, eventId: 'wrong', payload: first, state: 'Error', failure },
				{
					...common,
					eventId: 'done',
					payload: second,
					state: 'Done',
					userId: 7,
					links: 500,
					refused: 4,
					createdAt: noon - 1,
				},
				{ ...common, eventId: 'waits', payload: third, state: 'New', noindex: true, searchable: false },
			]),
		);
	});

	it('name the load that they belong to by its first event, which says what it is', async () => {
		const files = { kind: 'files', name: 'a.jsonl b.csv', first: null } as const;
		const first = await applyOne(records(), { eventId: 'first', load: files });
		await acceptOne(records(), { eventId: 'alone' });
		await applyOne(records(), { eventId: 'second', load: { ...files, first } });
		assert.deepEqual(
			(await exported(records())).map(({ ofLoad }) => ofLoad),
			[{ id: 'first', kind: 'files', name: 'a.jsonl b.csv' }, undefined, { id: 'first', kind: null, name: null }],
		);
	});

	it('include a noindex event when a rebuild of the index has made it searchable', async () => {
		const sequence = await applyOne(records(), { noindex: true });
		const generation = await records().beginRebuild(noon, noon + minute, 1);
		await records().finishRebuild(generation, 'built', { unindexed: [sequence], entries: [] }, ignoreChanges);
		const [event] = await exported(records());
		assert.deepEqual([event?.noindex, event?.searchable], [true, true]);
	});

	it('continues through any number of them', async () => {
		const eventIds = Array.from({ length: 1_203 }, (_, number) => `many-${number}`);
		await records().accept(eventIds.map((eventId) => newEvent({ eventId })));
		assert.deepEqual(
			(await exported(records())).map(({ eventId }) => eventId),
			eventIds,
		);
	});
}

function describeImport(opened: () => OpenedRecords): void {
	const records = () => opened().records;
	const listed = async () =>
		(await records().events({ limit: 100 })).map(({ eventId, state }) => [eventId, state]).reverse();

	it('keeps the events of a load together; without its first event, they are loads by themselves', async () => {
		const ofLoad = { id: 'first', kind: 'files', name: 'a.jsonl' } as const;
		const more = { ofLoad: { id: 'first', kind: null, name: null } };
		const lost = { ofLoad: { id: 'lost', kind: null, name: null } };
		await records().importEvents([foreign({ eventId: 'first', ofLoad }), foreign({ eventId: 'second', ...more })]);
		await records().importEvents([foreign({ eventId: 'alone', ...lost }), foreign({ eventId: 'third', ...more })]);
		const loads = await records().loads({ limit: 10 });
		assert.deepEqual(
			loads.map(({ loadId, kind, name, events }) => [loadId, kind, name, events.New]),
			[
				['alone', 'submission', null, 1],
				['first', 'files', 'a.jsonl', 3],
			],
		);
	});

	it('joins the events of a load to its first one where that was imported before as a load by itself', async () => {
		await records().importEvents([foreign({ eventId: 'first' })]);
		await records().importEvents([foreign({ ofLoad: { id: 'first', kind: null, name: null } })]);
		const loads = await records().loads({ limit: 10 });
		assert.deepEqual(
			loads.map(({ loadId, events }) => [loadId, events.New]),
			[['first', 2]],
		);
	});

	it('stores events in the order given, after those that are there', async () => {
		await acceptOne(records(), { eventId: 'own' });
		const stored = await records().importEvents([foreign({ eventId: 'b' }), foreign({ eventId: 'a' })]);
		assert.deepEqual(stored, [true, true]);
		assert.deepEqual(await listed(), [
			['own', 'New'],
			['b', 'New'],
			['a', 'New'],
		]);
	});

	it('keeps what was received as it was, byte for byte', async () => {
		const events = [
			foreign({ payload: Buffer.from([255, 0, 254]), userId: 7, links: 3, refused: 2, createdAt: noon - 99 * minute }),
			foreign({ payload: Buffer.from('[{"Title":"é"}]'.repeat(100)), noindex: true, searchable: false, state: 'New' }),
			foreign({ noindex: true }),
		];
		await records().importEvents(events);
		assert.deepEqual(
			comparable(await exported(records())),
			comparable(events.map((event) => ({ ...event, state: 'New' }))),
		);
	});

	it('makes all that did not fail New, and leaves those in Error unchanged', async () => {
		const failure = { reason: 'é', attempts: 5, startedAt: noon - 2, finishedAt: noon - 1 };
		await records().importEvents([
			foreign({ eventId: 'done' }),
			foreign({ eventId: 'wrong', state: 'Error', failure }),
			foreign({ eventId: 'under way', state: 'Processing' }),
		]);
		const claimed = await records().claim({ worker, until: noon + minute }, noon, 10);
		assert.deepEqual(
			claimed.map(({ eventId, attempts }) => [eventId, attempts]),
			[
				['done', 1],
				['under way', 1],
			],
		);
		const [wrong] = await records().events({ eventId: 'wrong', limit: 1 });
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

	it('skips existing events, whatever their state, and reports them', async () => {
		await applyOne(records(), { eventId: 'known', links: 3 });
		const before = await records().events({ limit: 10 });
		const again = foreign({ eventId: 'known', links: 99 });
		assert.deepEqual(await records().importEvents([again, again]), [false, false]);
		assert.deepEqual(await records().events({ limit: 10 }), before);
		const fresh = foreign();
		assert.deepEqual(await records().importEvents([again, fresh, fresh]), [false, true, false]);
	});

	it('passes a noindex event that has become searchable to its worker as one to index', async () => {
		await records().importEvents([foreign({ noindex: true }), foreign({ noindex: true, searchable: false })]);
		const claimed = await records().claim({ worker, until: noon + minute }, noon, 10);
		assert.deepEqual(
			claimed.map(({ noindex }) => noindex),
			[false, true],
		);
	});

	it('stores all or none', async () => {
		const broken = foreign({ links: null as unknown as number });
		await assert.rejects(records().importEvents([foreign(), broken]));
		assert.deepEqual(await listed(), []);
	});

	it('of nothing stores nothing', async () => {
		assert.deepEqual(await records().importEvents([]), []);
	});

	it('shows its events to others when it returns', async () => {
		const another = await opened().openAnother();
		await records().importEvents([foreign({ eventId: 'seen' })]);
		const [claimed] = await another.claim({ worker, until: noon + minute }, noon, 1);
		assert.equal(claimed?.eventId, 'seen');
	});
}
