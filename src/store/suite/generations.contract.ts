// Suite of the records: generations of the index: rebuilds one at a time, what they make
// searchable, and what the index lacks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { relationCode } from '../../links/relation.ts';
import type { Coverage } from '../generations.ts';
import type { Id } from '../graph.ts';
import type { Records } from '../records.ts';
import {
	acceptOne,
	applyOne,
	assertAll,
	createIds,
	entryOf,
	ignoreChanges,
	minute,
	noon,
	type OpenedRecords,
	type OpenRecords,
	recordsForEach,
	relationshipsOf,
	waitingEntries,
} from './records.fixture.ts';

export function describeGenerations(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	describe('beginRebuild', () => describeBegin(opened));
	describe('renewRebuild', () => describeRenew(records));
	describe('finishRebuild', () => describeFinish(records));
	describe('abandonRebuild', () => describeAbandon(records));
	describe('acknowledge', () => describeAcknowledge(records));
	describe('the sync tokens of an index', () => describeSyncTokens(opened));
	describe('expectsIndex', () => describeExpectation(records));
	describe('indexLag', () => describeLag(records));
}

const covered: Coverage = { unindexed: [], entries: [] };

/** Applies an event with an entry for each identifier. */
function applyEnqueueing(records: Records, ...changed: Id[]): Promise<Id> {
	return applyOne(records, {}, async (transaction, event) => {
		for (const id of changed) await transaction.enqueue(event, entryOf({ changed: [id] }));
	});
}

const idsOf = async (records: Records) => (await waitingEntries(records)).map(({ id }) => id);
const changedIn = async (records: Records) => (await waitingEntries(records)).flatMap(({ entry }) => entry.changed);

const isConflict = (error: unknown) => error instanceof BrokerError && error.code === 'conflict';

function describeBegin(opened: () => OpenedRecords): void {
	it('returns a number higher than that of the active index and the one given', async () => {
		const { records } = opened();
		assert.equal(await records.currentGeneration(), 1);
		assert.ok((await records.beginRebuild(noon, noon + minute, 1)) > 1);
		assert.equal(await records.currentGeneration(), 1);
		assert.ok((await records.beginRebuild(noon + 2 * minute, noon + 3 * minute, 40)) > 40);
	});

	it('returns a number higher than all before, whatever their end', async () => {
		const { records } = opened();
		const abandoned = await records.beginRebuild(noon, noon + minute, 1);
		await records.abandonRebuild(abandoned);
		const lost = await records.beginRebuild(noon, noon + minute, 1);
		const takenOver = await records.beginRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		await records.abandonRebuild(takenOver);
		const built = await records.beginRebuild(noon, noon + minute, 1);
		await records.finishRebuild(built, 'built', covered, ignoreChanges);
		const last = await records.beginRebuild(noon, noon + minute, 1);
		const numbers = [1, abandoned, lost, takenOver, built, last];
		assert.deepEqual(
			numbers,
			[...new Set(numbers)].sort((one, other) => one - other),
		);
	});

	it('fails with conflict while another is under way, also on another handle', async () => {
		const another = await opened().openAnother();
		await opened().records.beginRebuild(noon, noon + minute, 1);
		await assert.rejects(another.beginRebuild(noon + minute - 1, noon + 9 * minute, 1), isConflict);
	});

	it('takes over where the lease of the other has run out', async () => {
		const { records } = opened();
		await records.beginRebuild(noon, noon + minute, 1);
		const taken = await records.beginRebuild(noon + minute + 1, noon + 2 * minute, 1);
		await records.finishRebuild(taken, 'built', covered, ignoreChanges);
		assert.equal(await records.currentGeneration(), taken);
	});

	it('takes over where the clock of the other was ahead', async () => {
		const { records } = opened();
		const ahead = noon + 30 * 24 * 60 * minute;
		const lost = await records.beginRebuild(ahead, ahead + minute, 1);
		assert.ok((await records.beginRebuild(noon, noon + minute, 1)) > lost);
	});

	it('lets one of several succeed that come at once', async () => {
		const handles = [opened().records, await opened().openAnother()];
		const tries = Array.from({ length: 6 }, (_, number) =>
			(handles[number % 2] as Records).beginRebuild(noon, noon + minute, 1),
		);
		const outcomes = await Promise.allSettled(tries);
		assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
	});
}

function describeRenew(records: () => Records): void {
	it('prolongs the lease', async () => {
		const generation = await records().beginRebuild(noon, noon + minute, 1);
		assert.equal(await records().renewRebuild(generation, noon + 5 * minute), true);
		await assert.rejects(records().beginRebuild(noon + 4 * minute, noon + 9 * minute, 1), isConflict);
	});

	it('returns false where another has taken over, or none is under way', async () => {
		const lost = await records().beginRebuild(noon, noon + minute, 1);
		const taken = await records().beginRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		assert.equal(await records().renewRebuild(lost, noon + 9 * minute), false);
		await records().finishRebuild(taken, 'built', covered, ignoreChanges);
		assert.equal(await records().renewRebuild(taken, noon + 9 * minute), false);
	});
}

function describeFinish(records: () => Records): void {
	it('makes the built generation current and lets another begin', async () => {
		const built = await records().beginRebuild(noon, noon + minute, 1);
		await records().finishRebuild(built, 'built', covered, ignoreChanges);
		assert.equal(await records().currentGeneration(), built);
		assert.ok((await records().beginRebuild(noon, noon + minute, built)) > built);
	});

	it('makes searchable what it covers, and nothing later', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		const ofA = () => records().read((transaction) => relationshipsOf(transaction, a));
		await assertAll(records(), [[a, relationCode.Cites, b]], { noindex: true });
		const built = await records().beginRebuild(noon, noon + minute, 1);
		const coverage = await records().snapshot((_, snapshot) => snapshot.coverage());
		await assertAll(records(), [[a, relationCode.Cites, c]], { noindex: true });
		assert.deepEqual(await ofA(), []);
		await records().finishRebuild(built, 'built', coverage, ignoreChanges);
		assert.deepEqual(await ofA(), [[a, relationCode.Cites, b]]);
	});

	it('removes unindexed changes of events that it covers, and no others', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const deferOne = (id: Id) =>
			applyOne(records(), { noindex: true }, (transaction, event) =>
				transaction.recordUnindexed(event, entryOf({ changed: [id] })),
			);
		await deferOne(a);
		const built = await records().beginRebuild(noon, noon + minute, 1);
		const coverage = await records().snapshot((_, snapshot) => snapshot.coverage());
		await deferOne(b);
		await records().finishRebuild(built, 'built', coverage, ignoreChanges);
		const unindexed = await records().read(async (transaction) =>
			transaction.unindexedChangesOf(await transaction.identifiers([a, b])),
		);
		assert.deepEqual(unindexed.changed, [b]);
	});

	it('removes entries that it covers, also kept ones; all others wait', async () => {
		await applyEnqueueing(records(), 1);
		const built = await records().beginRebuild(noon, noon + minute, 1);
		await records().acknowledge(await idsOf(records()), 1, '');
		await applyEnqueueing(records(), 2);
		const coverage = await records().snapshot((_, snapshot) => snapshot.coverage());
		assert.equal(coverage.entries.length, 2);
		await applyEnqueueing(records(), 3);
		await records().finishRebuild(built, 'built', coverage, ignoreChanges);
		assert.deepEqual(await changedIn(records()), [3]);
	});

	it('fails with conflict where another has taken over, and changes nothing', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const event = await assertAll(records(), [[a, relationCode.Cites, b]], { noindex: true });
		const lost = await records().beginRebuild(noon, noon + minute, 1);
		const taken = await records().beginRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		await assert.rejects(
			records().finishRebuild(lost, 'built', { unindexed: [event], entries: [] }, ignoreChanges),
			isConflict,
		);
		assert.equal(await records().currentGeneration(), 1);
		assert.deepEqual(await records().read((transaction) => relationshipsOf(transaction, a)), []);
		await records().finishRebuild(taken, 'built', covered, ignoreChanges);
	});
}

function describeAbandon(records: () => Records): void {
	it('leaves the current generation and lets another begin at once', async () => {
		const abandoned = await records().beginRebuild(noon, noon + minute, 1);
		await records().abandonRebuild(abandoned);
		assert.equal(await records().currentGeneration(), 1);
		await records().beginRebuild(noon, noon + minute, 1);
	});

	it('does nothing to one that has taken over', async () => {
		const lost = await records().beginRebuild(noon, noon + minute, 1);
		const taken = await records().beginRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		await records().abandonRebuild(lost);
		await records().finishRebuild(taken, 'built', covered, ignoreChanges);
		assert.equal(await records().currentGeneration(), taken);
	});
}

function describeLag(records: () => Records): void {
	it('counts entries that wait, and the links of their events, each once', async () => {
		assert.deepEqual(await records().indexLag(), { entries: 0, links: 0, unindexed: false });
		for (const links of [5, 70]) {
			await applyOne(records(), { links }, async (transaction, event) => {
				for (const id of [1, 2]) await transaction.enqueue(event, entryOf({ changed: [id] }));
			});
		}
		assert.deepEqual(await records().indexLag(), { entries: 4, links: 75, unindexed: false });
		await records().beginRebuild(noon, noon + minute, 1);
		await records().acknowledge(await idsOf(records()), 1, '');
		assert.deepEqual(await records().indexLag(), { entries: 0, links: 0, unindexed: false });
	});

	it('includes applied unindexed events', async () => {
		await acceptOne(records(), { noindex: true });
		assert.equal((await records().indexLag()).unindexed, false);
		const event = await applyOne(records(), { noindex: true });
		assert.equal((await records().indexLag()).unindexed, true);
		const built = await records().beginRebuild(noon, noon + minute, 1);
		await records().finishRebuild(built, 'built', { unindexed: [event], entries: [] }, ignoreChanges);
		assert.equal((await records().indexLag()).unindexed, false);
	});
}

function describeExpectation(records: () => Records): void {
	const acknowledgeAll = async () =>
		records().acknowledge(await idsOf(records()), await records().currentGeneration(), '');

	it('is false where nothing was applied, or nothing has reached an index yet', async () => {
		assert.equal(await records().expectsIndex(), false);
		await applyEnqueueing(records(), 1);
		assert.equal(await records().expectsIndex(), false);
	});

	it('is true once an index has applied something, whatever waits beside it', async () => {
		await applyEnqueueing(records(), 1);
		await acknowledgeAll();
		assert.equal(await records().expectsIndex(), true);
		await applyEnqueueing(records(), 1);
		assert.equal(await records().expectsIndex(), true);
	});

	it('is false where all that was applied is unindexed, until a rebuild has made it searchable', async () => {
		const event = await applyOne(records(), { noindex: true });
		assert.equal(await records().expectsIndex(), false);
		const built = await records().beginRebuild(noon, noon + minute, 1);
		await records().finishRebuild(built, 'built', { unindexed: [event], entries: [] }, ignoreChanges);
		assert.equal(await records().expectsIndex(), true);
	});
}

function describeAcknowledge(records: () => Records): void {
	it('removes entries that the index has applied, and no others', async () => {
		await applyEnqueueing(records(), 1, 2, 3);
		const [first, , third] = (await idsOf(records())) as [Id, Id, Id];
		await records().acknowledge([first, third], await records().currentGeneration(), '');
		assert.deepEqual(await changedIn(records()), [2]);
		await records().acknowledge([], await records().currentGeneration(), '');
		assert.deepEqual(await changedIn(records()), [2]);
	});

	it('does nothing where the generation is not current', async () => {
		await applyEnqueueing(records(), 1);
		const entries = await idsOf(records());
		const former = await records().currentGeneration();
		const built = await records().beginRebuild(0, 1, former);
		await records().acknowledge(entries, built, '');
		assert.deepEqual(await changedIn(records()), [1]);
		await records().finishRebuild(built, 'built', covered, ignoreChanges);
		await records().acknowledge(entries, former, '');
		assert.deepEqual(await changedIn(records()), [1]);
		await records().acknowledge(entries, built, '');
		assert.deepEqual(await changedIn(records()), []);
	});

	it('is harmless when it is repeated after newer entries', async () => {
		await applyEnqueueing(records(), 1);
		const old = await idsOf(records());
		await records().acknowledge(old, await records().currentGeneration(), '');
		await applyEnqueueing(records(), 2);
		await records().acknowledge(old, await records().currentGeneration(), '');
		assert.deepEqual(await changedIn(records()), [2]);
	});

	it('keeps entries for the new generation while a rebuild runs', async () => {
		const current = await records().currentGeneration();
		const built = await records().beginRebuild(0, 1, current);
		await applyEnqueueing(records(), 1, 2);
		await records().acknowledge(await idsOf(records()), current, '');
		assert.deepEqual(await changedIn(records()), []);
		await applyEnqueueing(records(), 3);
		await records().finishRebuild(built, 'built', covered, ignoreChanges);
		assert.deepEqual(await changedIn(records()), [1, 2, 3]);
	});

	it('keeps none for a rebuild that was abandoned', async () => {
		const current = await records().currentGeneration();
		const abandoned = await records().beginRebuild(0, 1, current);
		await applyEnqueueing(records(), 1);
		await records().acknowledge(await idsOf(records()), current, '');
		await applyEnqueueing(records(), 2);
		await records().abandonRebuild(abandoned);
		assert.deepEqual(await changedIn(records()), [2]);
		const built = await records().beginRebuild(0, 1, current);
		await records().finishRebuild(built, 'built', covered, ignoreChanges);
		assert.deepEqual(await changedIn(records()), [2]);
	});
}

function describeSyncTokens(opened: () => OpenedRecords): void {
	const records = () => opened().records;
	const known = async (from = records()) => [...new Set(await from.syncTokens())].sort();
	const isForeign = (error: unknown) => error instanceof BrokerError && error.code === 'index-behind';

	it('begin with that of an index that was never written to', async () => {
		assert.deepEqual(await known(), ['']);
	});

	it('are two while an update may or may not have happened, on every handle', async () => {
		await records().announceSyncToken('', 'first');
		assert.deepEqual(await known(await opened().openAnother()), ['', 'first']);
	});

	it('are one again once that update is acknowledged, whether it named entries or none', async () => {
		await records().announceSyncToken('', 'first');
		await records().acknowledge([], 1, 'first');
		assert.deepEqual(await known(), ['first']);
		await applyEnqueueing(records(), 1);
		await records().announceSyncToken('first', 'second');
		await records().acknowledge(await idsOf(records()), 1, 'second');
		assert.deepEqual(await known(), ['second']);
	});

	it('continue from an update that happened and was never acknowledged, and from one that did not happen', async () => {
		await records().announceSyncToken('', 'first');
		await records().announceSyncToken('first', 'second');
		assert.deepEqual(await known(), ['first', 'second']);
		await records().announceSyncToken('first', 'third');
		assert.deepEqual(await known(), ['first', 'third']);
	});

	it('are not announced to an index with another sync token, which fails', async () => {
		await records().announceSyncToken('', 'first');
		await records().acknowledge([], 1, 'first');
		for (const foreign of ['', 'another'])
			await assert.rejects(records().announceSyncToken(foreign, 'next'), isForeign);
		assert.deepEqual(await known(), ['first']);
	});

	it('stay where a delayed acknowledgement is that of an earlier update', async () => {
		await records().announceSyncToken('', 'first');
		await records().announceSyncToken('first', 'second');
		await records().acknowledge([], 1, 'first');
		assert.deepEqual(await known(), ['first', 'second']);
	});

	it('are that of a rebuilt generation besides, until it is acknowledged', async () => {
		await records().announceSyncToken('', 'first');
		await records().acknowledge([], 1, 'first');
		const built = await records().beginRebuild(noon, noon + minute, 1);
		await records().finishRebuild(built, 'built', covered, ignoreChanges);
		assert.deepEqual(await known(), ['built', 'first']);
		await records().acknowledge([], 1, 'built');
		assert.deepEqual(await known(), ['built', 'first']);
		await records().acknowledge([], built, 'built');
		assert.deepEqual(await known(), ['built']);
	});
}
