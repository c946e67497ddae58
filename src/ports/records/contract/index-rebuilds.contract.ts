// The part of the records' suite about rebuilds of the index: one at a time, numbered, and what they make searchable; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../../../errors.ts';
import { relationCode } from '../../../links/relation.ts';
import type { Id, LinkStore } from '../link-store.ts';
import {
	acceptOne,
	applyOne,
	assertAll,
	createIds,
	holdOne,
	minute,
	noon,
	type OpenedLinkStore,
	type OpenLinkStore,
	storeForEach,
	worker,
} from './opened-store.fixture.ts';

export function rebuildsAreAccountedFor(open: OpenLinkStore): void {
	const opened = storeForEach(open);
	const store = () => opened().store;
	describe('startRebuild', () => rebuildsAreAnnounced(opened));
	describe('renewRebuild', () => rebuildsAreRenewed(store));
	describe('finishRebuild', () => rebuildsAreFinished(store));
	describe('abandonRebuild', () => rebuildsAreAbandoned(store));
	describe('expectsIndex', () => lossIsNoticed(store));
	describe('indexLag', () => lagIsTold(store));
}

const isConflict = (error: unknown) => error instanceof BrokerError && error.code === 'conflict';

function rebuildsAreAnnounced(opened: () => OpenedLinkStore): void {
	it('answers a number higher than that of the index that answers and the one given', async () => {
		const { store } = opened();
		assert.equal(await store.currentGeneration(), 1);
		assert.ok((await store.startRebuild(noon, noon + minute, 1)) > 1);
		assert.equal(await store.currentGeneration(), 1);
		assert.ok((await store.startRebuild(noon + 2 * minute, noon + 3 * minute, 40)) > 40);
	});

	it('answers a number higher than all before, whatever became of them', async () => {
		const { store } = opened();
		const abandoned = await store.startRebuild(noon, noon + minute, 1);
		await store.abandonRebuild(abandoned);
		const lost = await store.startRebuild(noon, noon + minute, 1);
		const takenOver = await store.startRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		await store.abandonRebuild(takenOver);
		const built = await store.startRebuild(noon, noon + minute, 1);
		await store.finishRebuild(built, { unsearchable: [], marks: [] });
		const last = await store.startRebuild(noon, noon + minute, 1);
		const numbers = [1, abandoned, lost, takenOver, built, last];
		assert.deepEqual(
			numbers,
			[...new Set(numbers)].sort((one, other) => one - other),
		);
	});

	it('fails with conflict while another is under way, also on another handle', async () => {
		const another = await opened().openAnother();
		await opened().store.startRebuild(noon, noon + minute, 1);
		await assert.rejects(another.startRebuild(noon + minute - 1, noon + 9 * minute, 1), isConflict);
	});

	it('takes over where the lease of the other has run out', async () => {
		const { store } = opened();
		await store.startRebuild(noon, noon + minute, 1);
		const taken = await store.startRebuild(noon + minute + 1, noon + 2 * minute, 1);
		await store.finishRebuild(taken, { unsearchable: [], marks: [] });
		assert.equal(await store.currentGeneration(), taken);
	});

	it('lets one of several win that come at once', async () => {
		const handles = [opened().store, await opened().openAnother()];
		const tries = Array.from({ length: 6 }, (_, number) =>
			(handles[number % 2] as LinkStore).startRebuild(noon, noon + minute, 1),
		);
		const outcomes = await Promise.allSettled(tries);
		assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
	});
}

function rebuildsAreRenewed(store: () => LinkStore): void {
	it('prolongs the lease', async () => {
		const generation = await store().startRebuild(noon, noon + minute, 1);
		assert.equal(await store().renewRebuild(generation, noon + 5 * minute), true);
		await assert.rejects(store().startRebuild(noon + 4 * minute, noon + 9 * minute, 1), isConflict);
	});

	it('answers false where another has taken over, or none is under way', async () => {
		const lost = await store().startRebuild(noon, noon + minute, 1);
		const taken = await store().startRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		assert.equal(await store().renewRebuild(lost, noon + 9 * minute), false);
		await store().finishRebuild(taken, { unsearchable: [], marks: [] });
		assert.equal(await store().renewRebuild(taken, noon + 9 * minute), false);
	});
}

function rebuildsAreFinished(store: () => LinkStore): void {
	it('makes the built generation current and lets another begin', async () => {
		const built = await store().startRebuild(noon, noon + minute, 1);
		await store().finishRebuild(built, { unsearchable: [], marks: [] });
		assert.equal(await store().currentGeneration(), built);
		assert.ok((await store().startRebuild(noon, noon + minute, built)) > built);
	});

	it('makes searchable what the snapshot held, and nothing later', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await assertAll(store(), [[a, relationCode.Cites, b]], { noindex: true });
		const built = await store().startRebuild(noon, noon + minute, 1);
		const unsearchable = await store().snapshot((_, stream) => stream.unsearchable());
		await assertAll(store(), [[a, relationCode.Cites, c]], { noindex: true });
		assert.deepEqual(await store().read((records) => records.relationshipsOf([a])), []);
		await store().finishRebuild(built, { unsearchable, marks: [] });
		assert.deepEqual(await store().read((records) => records.relationshipsOf([a])), [[a, relationCode.Cites, b]]);
	});

	it('forgets changes put off by events of the snapshot, and no others', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		const deferOne = (id: Id) =>
			applyOne(store(), { noindex: true }, (records, event) => records.defer(event, [id], []));
		await deferOne(a);
		const built = await store().startRebuild(noon, noon + minute, 1);
		const unsearchable = await store().snapshot((_, stream) => stream.unsearchable());
		await deferOne(b);
		await store().finishRebuild(built, { unsearchable, marks: [] });
		const deferred = await store().read(async (records) => records.deferredFor(await records.placements([a, b])));
		assert.deepEqual(deferred.changed, [b]);
	});

	it('forgets marks of the snapshot, also kept ones, and no others', async () => {
		const leave = () =>
			applyOne(store(), {}, (records, event) =>
				records.mark(event, { relationships: [], changed: [event], regrouped: [] }),
			);
		await leave();
		const [first] = await store().read((records) => records.marks(10));
		const built = await store().startRebuild(noon, noon + minute, 1);
		await store().acknowledge([first?.id as Id], 1);
		await leave();
		const marks = await store().snapshot((_, stream) => stream.marks());
		assert.equal(marks.length, 2);
		const later = await leave();
		await store().finishRebuild(built, { unsearchable: [], marks });
		const left = await store().read((records) => records.marks(10));
		assert.deepEqual(
			left.map(({ mark }) => mark.changed),
			[[later]],
		);
	});

	it('fails with conflict where another has taken over, and changes nothing', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		const event = await assertAll(store(), [[a, relationCode.Cites, b]], { noindex: true });
		const lost = await store().startRebuild(noon, noon + minute, 1);
		const taken = await store().startRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		await assert.rejects(store().finishRebuild(lost, { unsearchable: [event], marks: [] }), isConflict);
		assert.equal(await store().currentGeneration(), 1);
		assert.deepEqual(await store().read((records) => records.relationshipsOf([a])), []);
		await store().finishRebuild(taken, { unsearchable: [], marks: [] });
	});
}

function rebuildsAreAbandoned(store: () => LinkStore): void {
	it('leaves the current generation and lets another begin at once', async () => {
		const abandoned = await store().startRebuild(noon, noon + minute, 1);
		await store().abandonRebuild(abandoned);
		assert.equal(await store().currentGeneration(), 1);
		await store().startRebuild(noon, noon + minute, 1);
	});

	it('does nothing to one that has taken over', async () => {
		const lost = await store().startRebuild(noon, noon + minute, 1);
		const taken = await store().startRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		await store().abandonRebuild(lost);
		await store().finishRebuild(taken, { unsearchable: [], marks: [] });
		assert.equal(await store().currentGeneration(), taken);
	});
}

function lagIsTold(store: () => LinkStore): void {
	it('sums up the links of events whose marks wait, each once, however many it has left', async () => {
		const leave = () =>
			applyOne(store(), {}, async (records, event) => {
				for (const id of [1, 2]) await records.mark(event, { relationships: [], changed: [id], regrouped: [] });
			});
		assert.deepEqual(await store().indexLag(), { links: 0, unsearchable: false });
		await leave();
		await leave();
		const both = (await store().events({ limit: 10 })).reduce((sum, { links }) => sum + links, 0);
		assert.equal((await store().indexLag()).links, both);
		assert.ok(both > 0);
		const marks = await store().read((records) => records.marks(10));
		await store().startRebuild(noon, noon + minute, 1);
		await store().acknowledge(
			marks.map(({ id }) => id),
			1,
		);
		assert.equal((await store().indexLag()).links, 0);
	});

	it('sums up the links of events that are to be applied and then found', async () => {
		const toApply = (now = noon) => store().linksToApply(now);
		await acceptOne(store(), { links: 5 });
		await acceptOne(store(), { links: 70, noindex: true });
		await applyOne(store(), { links: 300 });
		assert.equal(await toApply(), 5);
		const held = await holdOne(store(), { links: 20 });
		assert.equal(await toApply(), 25);
		// Whoever held it is gone.
		assert.equal(await toApply(noon + minute + 1), 5);
		await store().fail(held, worker, 'It could not be applied.', noon + 2 * minute, noon);
		assert.equal(await toApply(), 5);
		assert.equal(await toApply(noon + 2 * minute), 25);
		const hopeless = await holdOne(store(), { links: 40 });
		await store().fail(hopeless, worker, 'It cannot be applied.', null, noon);
		assert.equal(await toApply(), 5);
	});

	it('tells of applied events that must not be found yet', async () => {
		const event = await applyOne(store(), { noindex: true }, async () => undefined);
		assert.deepEqual(await store().indexLag(), { links: 0, unsearchable: true });
		const built = await store().startRebuild(noon, noon + minute, 1);
		await store().finishRebuild(built, { unsearchable: [event], marks: [] });
		assert.equal((await store().indexLag()).unsearchable, false);
	});
}

function lossIsNoticed(store: () => LinkStore): void {
	const apply = (noindex = false) =>
		applyOne(store(), { noindex }, async (records, event) => {
			if (!noindex) await records.mark(event, { relationships: [], changed: [1], regrouped: [] });
		});
	const acknowledgeAll = async () => {
		const marks = await store().read((records) => records.marks(1_000));
		await store().acknowledge(
			marks.map(({ id }) => id),
			await store().currentGeneration(),
		);
	};

	it('is false where nothing was applied, or nothing has reached an index yet', async () => {
		assert.equal(await store().expectsIndex(), false);
		await apply();
		assert.equal(await store().expectsIndex(), false);
	});

	it('is true once an index has applied something, whatever waits beside it', async () => {
		await apply();
		await acknowledgeAll();
		assert.equal(await store().expectsIndex(), true);
		await apply();
		assert.equal(await store().expectsIndex(), true);
	});

	it('is false where all that was applied must not be searched, until a rebuild has made it searchable', async () => {
		const event = await apply(true);
		assert.equal(await store().expectsIndex(), false);
		const built = await store().startRebuild(noon, noon + minute, 1);
		await store().finishRebuild(built, { unsearchable: [event], marks: [] });
		assert.equal(await store().expectsIndex(), true);
	});
}
