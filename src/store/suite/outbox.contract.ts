// Suite of the records: the outbox: entries enqueued, and changes of noindex events.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relationCode } from '../../links/relation.ts';
import type { Id, RelationshipKey } from '../graph.ts';
import type { OutboxEntry, StoredEntry } from '../outbox.ts';
import {
	acceptOne,
	createIds,
	entryOf,
	type OpenRecords,
	recordsForAll,
	recordsForEach,
	waitingEntries,
} from './records.fixture.ts';

export function describeOutbox(open: OpenRecords): void {
	describe('entries', () => describeEntries(open));
	describe('claims of entries', () => describeClaims(open));
	describe('unindexed changes', () => describeUnindexed(open));
}

function describeEntries(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;

	const enqueue = async (...changed: Id[]) => {
		const event = await acceptOne(records());
		await records().change(async (transaction) => {
			for (const id of changed) await transaction.enqueue(event, entryOf({ changed: [id] }));
		});
	};
	const listed = async (limit: number, size: number) =>
		(await records().read((transaction) => transaction.entries(limit, size))).flatMap(({ entry }) => entry.changed);

	it('are listed oldest first, no more than asked for', async () => {
		assert.deepEqual(await listed(10, 100), []);
		await enqueue(3, 1, 2);
		assert.deepEqual(await listed(10, 100), [3, 1, 2]);
		assert.deepEqual(await listed(2, 100), [3, 1]);
	});

	it('are listed as long as those before name fewer relationships and identifiers than the size', async () => {
		// Each names one identifier.
		await enqueue(1, 2, 3);
		const counts = await Promise.all([0, 1, 2, 3, 4].map(async (size) => (await listed(1_000, size)).length));
		assert.deepEqual(counts, [1, 1, 2, 3, 3]);
	});

	it('count relationships and both kinds of identifiers in their size', async () => {
		const event = await acceptOne(records());
		const first = entryOf({ relationships: [[1, relationCode.Cites, 2]], changed: [1], regrouped: [2] });
		await records().change(async (transaction) => {
			await transaction.enqueue(event, first);
			await transaction.enqueue(event, entryOf({ changed: [9] }));
		});
		assert.deepEqual(await listed(10, 3), [1]);
		assert.deepEqual(await listed(10, 4), [1, 9]);
	});

	it('are stored with all that they name, however much', async () => {
		const event = await acceptOne(records());
		const relationships = Array.from(
			{ length: 20_000 },
			(_, number): RelationshipKey => [number + 1, relationCode.Cites, number + 2 ** 40],
		);
		const entries: OutboxEntry[] = [
			entryOf(),
			{ relationships, changed: [5, 2 ** 45], regrouped: [7], separated: [3, 9] },
		];
		await records().change(async (transaction) => {
			for (const entry of entries) await transaction.enqueue(event, entry);
		});
		const waiting = await waitingEntries(records());
		assert.deepEqual(
			waiting.map(({ event, entry }) => ({ event, entry })),
			entries.map((entry) => ({ event, entry })),
		);
	});

	it('are committed with everything else of their transaction', async () => {
		const event = await acceptOne(records());
		const failing = records().change(async (transaction) => {
			await transaction.enqueue(event, entryOf());
			throw new Error('on purpose');
		});
		await assert.rejects(failing);
		assert.deepEqual(await waitingEntries(records()), []);
	});

	it('have ids that grow and are never used twice', async () => {
		const ids: Id[] = [];
		for (const changed of [1, 2, 3]) {
			await enqueue(changed);
			const [id] = (await waitingEntries(records())).map(({ id }) => id) as [Id];
			ids.push(id);
			await records().acknowledge([id], await records().currentGeneration(), '');
		}
		assert.deepEqual(
			ids,
			[...new Set(ids)].sort((one, other) => one - other),
		);
	});
}

function describeClaims(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const noon = Date.UTC(2026, 0, 15, 12);
	const minute = 60_000;

	const enqueue = async (...changed: Id[]) => {
		const event = await acceptOne(records());
		await records().change(async (transaction) => {
			for (const id of changed) await transaction.enqueue(event, entryOf({ changed: [id] }));
		});
	};
	const claim = (worker: string, { now = noon, limit = 10, size = 1_000 } = {}) =>
		records().claimEntries({ worker, until: now + minute }, now, { limit, size });
	const changedOf = (entries: readonly StoredEntry[]) => entries.flatMap(({ entry }) => entry.changed);
	const idsOf = (entries: readonly StoredEntry[]) => entries.map(({ id }) => id);

	it('give each entry to one worker, the oldest first, no more than asked for', async () => {
		await enqueue(3, 1, 2, 4);
		assert.deepEqual(changedOf(await claim('one', { limit: 2 })), [3, 1]);
		assert.deepEqual(changedOf(await claim('two', { size: 1 })), [2]);
		assert.deepEqual(changedOf(await claim('three')), [4]);
		assert.deepEqual(await claim('four'), []);
	});

	it('return whole entries, with their events', async () => {
		await enqueue(3, 1);
		assert.deepEqual(await claim('one'), await waitingEntries(records()));
	});

	it('return to a worker again what it has claimed already', async () => {
		await enqueue(3, 1);
		assert.deepEqual(changedOf(await claim('one', { limit: 1 })), [3]);
		assert.deepEqual(changedOf(await claim('one')), [3, 1]);
	});

	it('run out, unless they are renewed', async () => {
		await enqueue(3, 1);
		const held = idsOf(await claim('one'));
		assert.deepEqual(await claim('two', { now: noon + minute }), []);
		await records().renewEntries(held.slice(1), 'one', noon + 2 * minute);
		assert.deepEqual(changedOf(await claim('two', { now: noon + minute + 1 })), [3]);
		assert.deepEqual(changedOf(await claim('two', { now: noon + 2 * minute + 1 })), [3, 1]);
	});

	it('cannot be renewed or released by a worker that has lost them', async () => {
		await enqueue(3);
		const held = idsOf(await claim('one'));
		assert.deepEqual(changedOf(await claim('two', { now: noon + 2 * minute })), [3]);
		await records().renewEntries(held, 'one', noon + 9 * minute);
		await records().renewEntries(held, 'one', null);
		assert.deepEqual(await claim('three', { now: noon + 2 * minute }), []);
		assert.deepEqual(changedOf(await claim('three', { now: noon + 4 * minute })), [3]);
	});

	it('end where they are released', async () => {
		await enqueue(3, 1);
		const held = idsOf(await claim('one'));
		await records().renewEntries(held.slice(1), 'one', null);
		assert.deepEqual(changedOf(await claim('two')), [1]);
	});

	it('that were made by a clock that was ahead are void', async () => {
		await enqueue(3);
		await claim('one', { now: noon + 1_000 * minute });
		assert.deepEqual(changedOf(await claim('two')), [3]);
	});

	it('end where another generation is active when they are acknowledged', async () => {
		await enqueue(3);
		const held = idsOf(await claim('one'));
		await records().acknowledge(held, (await records().currentGeneration()) + 1, 'never');
		assert.deepEqual(changedOf(await claim('two')), [3]);
	});

	it('are never of the same entries, whoever claims at the same time', async () => {
		await enqueue(...Array.from({ length: 40 }, (_, number) => number + 1));
		const another = await opened().openAnother();
		const claims = ['a', 'b', 'c', 'd', 'e', 'f'].map((worker, at) =>
			(at % 2 ? another : records()).claimEntries({ worker, until: noon + minute }, noon, { limit: 5, size: 1_000 }),
		);
		const claimed = (await Promise.all(claims)).flatMap(idsOf);
		assert.equal(new Set(claimed).size, claimed.length);
	});
}

function describeUnindexed(open: OpenRecords): void {
	const opened = recordsForAll(open);
	const records = () => opened().records;

	const record = async (changed: readonly Id[], regrouped: readonly Id[]) => {
		const event = await acceptOne(records(), { noindex: true });
		await records().change((transaction) => transaction.recordUnindexed(event, entryOf({ changed, regrouped })));
	};
	const unindexedChangesOf = (...ids: Id[]) =>
		records().read(async (transaction) => {
			const { changed, regrouped } = await transaction.unindexedChangesOf(await transaction.identifiers(ids));
			return { changed: changed.toSorted((a, b) => a - b), regrouped: regrouped.toSorted((a, b) => a - b) };
		});

	it('are listed for their identifiers; what was regrouped has changed, too', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		await record([a], [b]);
		assert.deepEqual(await unindexedChangesOf(a), { changed: [a], regrouped: [] });
		assert.deepEqual(await unindexedChangesOf(a, b, c), { changed: [a, b], regrouped: [b] });
		assert.deepEqual(await unindexedChangesOf(c), { changed: [], regrouped: [] });
		assert.deepEqual(await unindexedChangesOf(), { changed: [], regrouped: [] });
	});

	it('are listed for any identifier of the same present Version group', async () => {
		const [a, b, c, d] = (await createIds(records(), 4)) as [Id, Id, Id, Id];
		await record([b], [c]);
		await records().change((transaction) =>
			transaction.move(
				[[b, a]],
				[
					[b, a],
					[c, a],
				],
			),
		);
		assert.deepEqual(await unindexedChangesOf(a), { changed: [b, c], regrouped: [c] });
		await records().change((transaction) => transaction.move([[a, d]], [[d, a]]));
		assert.deepEqual(await unindexedChangesOf(d), { changed: [b, c], regrouped: [c] });
	});

	it('of several events are listed as one', async () => {
		const [a] = (await createIds(records(), 1)) as [Id];
		await record([a], []);
		await record([], [a]);
		await record([a], []);
		assert.deepEqual(await unindexedChangesOf(a), { changed: [a], regrouped: [a] });
	});

	it('are listed as separated where any event did so, which makes them regrouped and changed, too', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const event = await acceptOne(records(), { noindex: true });
		await records().change((transaction) =>
			transaction.recordUnindexed(event, entryOf({ changed: [a], separated: [a, b] })),
		);
		await record([a], [b]);
		const listed = await records().read(async (transaction) =>
			transaction.unindexedChangesOf(await transaction.identifiers([a, b])),
		);
		for (const kind of ['changed', 'regrouped', 'separated'] as const)
			assert.deepEqual(
				listed[kind].toSorted((one, other) => one - other),
				[a, b],
			);
	});

	it('may be added again by the same event', async () => {
		const [a] = (await createIds(records(), 1)) as [Id];
		const event = await acceptOne(records(), { noindex: true });
		for (let time = 0; time < 2; time++) {
			await records().change((transaction) => transaction.recordUnindexed(event, entryOf({ changed: [a] })));
		}
		assert.deepEqual(await unindexedChangesOf(a), { changed: [a], regrouped: [] });
	});

	it('are removed for the identifiers named, and no others', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await record([a, b], []);
		await record([], [a]);
		await records().change((transaction) => transaction.removeUnindexed([a]));
		assert.deepEqual(await unindexedChangesOf(a, b), { changed: [b], regrouped: [] });
		await records().change((transaction) => transaction.removeUnindexed([]));
		assert.deepEqual(await unindexedChangesOf(b), { changed: [b], regrouped: [] });
	});
}
