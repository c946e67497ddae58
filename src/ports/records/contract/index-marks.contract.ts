// The part of the records' suite about word for the index: marks left and acknowledged, changes put off by noindex events; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relationCode } from '../../../links/relation.ts';
import { type Id, type IndexMark, type LinkStore, lookUp, type MarkedRelationship } from '../link-store.ts';
import { acceptOne, createIds, type OpenLinkStore, storeForAll, storeForEach } from './opened-store.fixture.ts';

export function wordIsLeftForTheIndex(open: OpenLinkStore): void {
	describe('marks', () => marksAreLeft(open));
	describe('acknowledge', () => marksAreAcknowledged(open));
	describe('deferred changes', () => changesAreDeferred(open));
}

const nothing: IndexMark = { relationships: [], changed: [], regrouped: [] };

async function leave(store: LinkStore, event: Id, ...changed: Id[]): Promise<void> {
	await store.change(async (records) => {
		for (const id of changed) await records.mark(event, { ...nothing, changed: [id] });
	});
}

const waiting = (store: LinkStore, limit = 1_000) => store.read((records) => records.marks(limit));
const changedIn = async (store: LinkStore) => (await waiting(store)).flatMap(({ mark }) => mark.changed);
const idsOf = (marks: readonly { id: Id }[]): Id[] => marks.map(({ id }) => id);

function marksAreLeft(open: OpenLinkStore): void {
	const opened = storeForEach(open);

	it('are listed oldest first, no more than asked for, and counted', async () => {
		const { store } = opened();
		const event = await acceptOne(store);
		assert.equal(await store.read((records) => records.waitingMarks()), 0);
		await leave(store, event, 1, 2, 3);
		assert.deepEqual(await changedIn(store), [1, 2, 3]);
		assert.equal((await waiting(store, 2)).length, 2);
		assert.equal(await store.read((records) => records.waitingMarks()), 3);
	});

	it('are listed as long as those before name fewer than so many relationships and identifiers', async () => {
		const { store } = opened();
		await leave(store, await acceptOne(store), 1, 2, 3);
		const listed = async (parts: number) => (await store.read((records) => records.marks(1_000, { parts }))).length;
		// Each names one identifier.
		assert.deepEqual(await Promise.all([0, 1, 2, 3, 4].map(listed)), [1, 1, 2, 3, 3]);
	});

	it('are listed from the one after a given one on, too', async () => {
		const { store } = opened();
		await leave(store, await acceptOne(store), 1, 2, 3);
		const [first] = idsOf(await waiting(store));
		const listed = await store.read((records) => records.marks(1, { after: first as Id, parts: 1 }));
		assert.deepEqual(
			listed.flatMap(({ mark }) => mark.changed),
			[2],
		);
	});

	it('are kept with all that they say, whatever its size', async () => {
		const { store } = opened();
		const event = await acceptOne(store);
		const relationships = Array.from(
			{ length: 20_000 },
			(_, number): MarkedRelationship => [
				number + 1,
				relationCode.Cites,
				number + 2 ** 40,
				number % 2 === 0 ? lookUp : 7,
			],
		);
		const marks: IndexMark[] = [nothing, { relationships, changed: [5, 2 ** 45], regrouped: [7] }];
		await store.change(async (records) => {
			for (const mark of marks) await records.mark(event, mark);
		});
		const listed = await waiting(store);
		assert.deepEqual(
			listed.map(({ sequence, mark }) => ({ sequence, mark })),
			marks.map((mark) => ({ sequence: event, mark })),
		);
	});

	it('are committed with everything else of their change', async () => {
		const { store } = opened();
		const event = await acceptOne(store);
		const failing = store.change(async (records) => {
			await records.mark(event, nothing);
			throw new Error('on purpose');
		});
		await assert.rejects(failing);
		assert.deepEqual(await waiting(store), []);
	});
}

function marksAreAcknowledged(open: OpenLinkStore): void {
	const opened = storeForEach(open);

	it('forgets marks that the index has applied, and no others', async () => {
		const { store } = opened();
		await leave(store, await acceptOne(store), 1, 2, 3);
		const marks = await waiting(store);
		await store.acknowledge([marks[0]?.id as Id, marks[2]?.id as Id], await store.currentGeneration());
		assert.deepEqual(await changedIn(store), [2]);
		await store.acknowledge([], await store.currentGeneration());
		assert.deepEqual(await changedIn(store), [2]);
	});

	it('does nothing where the generation is not current any more', async () => {
		const { store } = opened();
		await leave(store, await acceptOne(store), 1);
		const marks = await waiting(store);
		const former = await store.currentGeneration();
		const built = await store.startRebuild(0, 1, former);
		await store.acknowledge(idsOf(marks), built);
		assert.deepEqual(await changedIn(store), [1]);
		await store.finishRebuild(built, { unsearchable: [], marks: [] });
		await store.acknowledge(idsOf(marks), former);
		assert.deepEqual(await changedIn(store), [1]);
		await store.acknowledge(idsOf(marks), built);
		assert.deepEqual(await changedIn(store), []);
	});

	it('does no harm when it comes again after newer marks: an id is never used twice', async () => {
		const { store } = opened();
		const event = await acceptOne(store);
		await leave(store, event, 1);
		const old = await waiting(store);
		await store.acknowledge(idsOf(old), await store.currentGeneration());
		await leave(store, event, 2);
		await store.acknowledge(idsOf(old), await store.currentGeneration());
		assert.deepEqual(await changedIn(store), [2]);
	});

	it('keeps marks for the new index while a rebuild runs', async () => {
		const { store } = opened();
		const event = await acceptOne(store);
		const current = await store.currentGeneration();
		const built = await store.startRebuild(0, 1, current);
		await leave(store, event, 1, 2);
		await store.acknowledge(idsOf(await waiting(store)), current);
		assert.deepEqual(await changedIn(store), []);
		assert.equal(await store.read((records) => records.waitingMarks()), 0);
		await leave(store, event, 3);
		await store.finishRebuild(built, { unsearchable: [], marks: [] });
		assert.deepEqual(await changedIn(store), [1, 2, 3]);
		assert.equal(await store.read((records) => records.waitingMarks()), 3);
	});

	it('has provenances looked up after a rebuild, of marks kept and of marks that waited', async () => {
		const { store } = opened();
		const event = await acceptOne(store);
		const current = await store.currentGeneration();
		const built = await store.startRebuild(0, 1, current);
		const leaveOne = (provenance: Id) =>
			store.change((records) => records.mark(event, { ...nothing, relationships: [[1, 1, 2, provenance]] }));
		await leaveOne(5);
		await store.acknowledge(idsOf(await waiting(store)), current);
		await leaveOne(6);
		await store.finishRebuild(built, { unsearchable: [], marks: [] });
		await leaveOne(7);
		const told = (await waiting(store)).flatMap(({ mark }) =>
			mark.relationships.map(([, , , provenance]) => provenance),
		);
		assert.deepEqual(told, [lookUp, lookUp, 7]);
	});

	it('keeps none for a rebuild that was abandoned', async () => {
		const { store } = opened();
		const event = await acceptOne(store);
		const current = await store.currentGeneration();
		const abandoned = await store.startRebuild(0, 1, current);
		await leave(store, event, 1);
		await store.acknowledge(idsOf(await waiting(store)), current);
		await leave(store, event, 2);
		await store.abandonRebuild(abandoned);
		assert.deepEqual(await changedIn(store), [2]);
		const built = await store.startRebuild(0, 1, current);
		await store.finishRebuild(built, { unsearchable: [], marks: [] });
		assert.deepEqual(await changedIn(store), [2]);
	});
}

function changesAreDeferred(open: OpenLinkStore): void {
	const opened = storeForAll(open);
	const store = () => opened().store;

	const defer = async (changed: readonly Id[], regrouped: readonly Id[]) => {
		const event = await acceptOne(store(), { noindex: true });
		await store().change((records) => records.defer(event, changed, regrouped));
	};
	const deferredFor = (...ids: Id[]) =>
		store().read(async (records) => {
			const { changed, regrouped } = await records.deferredFor(await records.placements(ids));
			return { changed: changed.toSorted((a, b) => a - b), regrouped: regrouped.toSorted((a, b) => a - b) };
		});

	it('are told for the identifiers that they are of; what was regrouped has changed, too', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await defer([a], [b]);
		assert.deepEqual(await deferredFor(a), { changed: [a], regrouped: [] });
		assert.deepEqual(await deferredFor(a, b, c), { changed: [a, b], regrouped: [b] });
		assert.deepEqual(await deferredFor(c), { changed: [], regrouped: [] });
		assert.deepEqual(await deferredFor(), { changed: [], regrouped: [] });
	});

	it('are told for any identifier of the same Version group, as it is by now', async () => {
		const [a, b, c, d] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		await defer([b], [c]);
		await store().change((records) =>
			records.move(
				[[b, a]],
				[
					[b, a],
					[c, a],
				],
			),
		);
		assert.deepEqual(await deferredFor(a), { changed: [b, c], regrouped: [c] });
		await store().change((records) => records.move([[a, d]], [[d, a]]));
		assert.deepEqual(await deferredFor(d), { changed: [b, c], regrouped: [c] });
	});

	it('of several events are told as one', async () => {
		const [a] = (await createIds(store(), 1)) as [Id];
		await defer([a], []);
		await defer([], [a]);
		await defer([a], []);
		assert.deepEqual(await deferredFor(a), { changed: [a], regrouped: [a] });
	});

	it('may be deferred again by the same event', async () => {
		const [a] = (await createIds(store(), 1)) as [Id];
		const event = await acceptOne(store(), { noindex: true });
		for (let time = 0; time < 2; time++) await store().change((records) => records.defer(event, [a], []));
		assert.deepEqual(await deferredFor(a), { changed: [a], regrouped: [] });
	});

	it('are forgotten for the identifiers named, and no others', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		await defer([a, b], []);
		await defer([], [a]);
		await store().change((records) => records.forgetDeferred([a]));
		assert.deepEqual(await deferredFor(a, b), { changed: [b], regrouped: [] });
		await store().change((records) => records.forgetDeferred([]));
		assert.deepEqual(await deferredFor(b), { changed: [b], regrouped: [] });
	});
}
