// Suite of the records: rebuilds that processes share: parts, claims and leases, and what a part
// shows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { relationCode, relationsOfGroups } from '../../links/relation.ts';
import type { Assertion, Id } from '../graph.ts';
import type { RebuildPart, RebuildPlan } from '../rebuild-parts.ts';
import type { Records } from '../records.ts';
import {
	applyOne,
	assertAll,
	createIds,
	entryOf,
	ignoreChanges,
	minute,
	noon,
	type OpenRecords,
	recordsForEach,
} from './records.fixture.ts';

const plan: RebuildPlan = { idsPerPart: () => 2, format: 8, over: 'before' };

/** Begins a rebuild of the existing identifiers. */
async function planned(records: Records, more: Partial<RebuildPlan> = {}): Promise<Id> {
	const generation = await records.beginRebuild(noon, noon + minute, 1);
	await records.planRebuild(generation, { ...plan, ...more });
	return generation;
}

const isPart = (claimed: RebuildPart | 'wait' | 'over'): claimed is RebuildPart => typeof claimed === 'object';

export function describeRebuildParts(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const claim = async (generation: Id, now = noon, from = records()): Promise<RebuildPart> => {
		const claimed = await from.claimPart(generation, now, now + minute);
		assert.ok(isPart(claimed), `${claimed}`);
		return claimed;
	};

	it('cover all ids, phase by phase, and each phase waits for the one before', async () => {
		await createIds(records(), 3);
		const generation = await planned(records());
		const seen: string[] = [];
		for (let part = 0; part < 7; part++) {
			const { phase, first, last, ...rest } = await claim(generation);
			seen.push(`${phase} ${first}-${last}`);
			if (first > 1) await records().finishPart({ phase, first, last, ...rest }, 5);
			else assert.equal(await records().finishPart({ phase, first, last, ...rest }, 5), true);
		}
		const ranges = ['1-2', '3-3'];
		assert.deepEqual(seen, [
			...['objects', 'links', 'ranks'].flatMap((phase) => ranges.map((range) => `${phase} ${range}`)),
			'changes 1-3',
		]);
		assert.equal(await records().builtDocuments(generation), 35);
		await records().resetDocuments(generation);
		assert.equal(await records().builtDocuments(generation), 0);
	});

	it('are reported by their states, with the plan of the rebuild', async () => {
		await createIds(records(), 3);
		assert.equal(await records().rebuildProgress(), null);
		const generation = await planned(records());
		await records().finishPart(await claim(generation), 1);
		await claim(generation);
		assert.deepEqual(await records().rebuildProgress(), {
			...{ generation, format: 8, over: 'before' },
			parts: {
				objects: { waiting: 0, building: 1, done: 1 },
				links: { waiting: 2, building: 0, done: 0 },
				ranks: { waiting: 2, building: 0, done: 0 },
				changes: { waiting: 1, building: 0, done: 0 },
			},
		});
	});

	it('are each claimed by one process, on every handle, and waited for by others', async () => {
		await createIds(records(), 3);
		const generation = await planned(records());
		const another = await opened().openAnother();
		const firsts = [await claim(generation), await claim(generation, noon, another)].map(({ first }) => first);
		assert.deepEqual(firsts, [1, 3]);
		assert.equal(await another.claimPart(generation, noon, noon + minute), 'wait');
	});

	it('whose lease has run out are claimed by another; the former one no longer changes them', async () => {
		const generation = await planned(records());
		const lost = await claim(generation);
		const taken = await claim(generation, noon + minute + 1);
		assert.deepEqual([taken.first, lost.attempt, taken.attempt], [lost.first, 1, 2]);
		assert.equal(await records().renewPart(lost, noon + 9 * minute), false);
		assert.equal(await records().finishPart(lost, 1), false);
		await records().renewPart(lost, null);
		assert.equal(await records().claimPart(generation, noon + minute + 2, noon + 3 * minute), 'wait');
		assert.equal(await records().finishPart(taken, 1), true);
	});

	it('are claimed longer where the lease is renewed, and so is the rebuild', async () => {
		const generation = await planned(records());
		assert.equal(await records().renewPart(await claim(generation), noon + 5 * minute), true);
		assert.equal(await records().claimPart(generation, noon + 4 * minute, noon + 9 * minute), 'wait');
		await assert.rejects(records().beginRebuild(noon + 4 * minute, noon + 9 * minute, 1), { code: 'conflict' });
	});

	it('may be renewed while their rebuild is finished, however long that takes, and finish it once', async () => {
		const event = await applyOne(records(), { noindex: true });
		const gained: Assertion[] = [[1, relationCode.Cites, 2, 3, event]];
		await records().change((transaction) => transaction.storeUnindexedDelta({ event, gained, lost: [] }));
		const generation = await planned(records());
		const part = await claim(generation);
		const renewals: Promise<boolean>[] = [];
		await records().finishRebuild(generation, 'built', { unindexed: [event], entries: [] }, async () => {
			renewals.push(records().renewPart(part, noon + 5 * minute));
			// PostgreSQL looks for transactions that wait for each other after a second.
			await pause(1_500);
		});
		assert.deepEqual(await Promise.all(renewals), [false]);
	});

	it('that are released can be claimed at once, and another rebuild can begin', async () => {
		const generation = await planned(records());
		const part = await claim(generation);
		await records().renewPart(part, null);
		assert.equal((await claim(generation)).first, part.first);
		await records().renewPart({ ...part, attempt: 2 }, null);
		assert.ok((await records().beginRebuild(noon, noon + minute, 1)) > generation);
	});

	it('are over once the generation is current, abandoned, or another has taken over', async () => {
		const isOver = async (generation: Id) => (await records().claimPart(generation, noon, noon + minute)) === 'over';
		const finished = await planned(records());
		await records().finishRebuild(finished, 'built', { unindexed: [], entries: [] }, ignoreChanges);
		const abandoned = await planned(records());
		await records().abandonRebuild(abandoned);
		assert.equal(await records().rebuildProgress(), null);
		const lost = await planned(records());
		await records().beginRebuild(noon + 2 * minute, noon + 3 * minute, 1);
		for (const generation of [finished, abandoned, lost]) assert.equal(await isOver(generation), true);
		await assert.rejects(records().planRebuild(lost, plan), { code: 'conflict' });
	});

	it('have entries of what comes after the plan, noindex or not, and of nothing before', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const enqueue = (id: Id) =>
			applyOne(records(), {}, (transaction, event) => transaction.enqueue(event, entryOf({ changed: [id] })));
		await enqueue(a);
		const generation = await planned(records());
		await enqueue(b);
		const relationships = [[a, relationCode.Cites, b]] as const;
		await applyOne(records(), { noindex: true }, (transaction, event) =>
			transaction.recordUnindexed(event, entryOf({ relationships, regrouped: [a] })),
		);
		const entries = await records().snapshot(async (_, snapshot) => {
			const steps = await Array.fromAsync(snapshot.entriesOfRebuild());
			return steps.flat();
		}, 'covered');
		assert.deepEqual(
			entries.map(({ entry }) => entry),
			[entryOf({ changed: [b] }), entryOf({ relationships, regrouped: [a] })],
		);
		const [first, last] = entries.map(({ id }) => id) as [Id, Id];
		assert.equal(await records().lastEntry(), last);
		const rest = await records().snapshot((_, snapshot) => Array.fromAsync(snapshot.entriesOfRebuild(first)));
		assert.deepEqual(
			rest.flat().map(({ id }) => id),
			[last],
		);
		await records().abandonRebuild(generation);
	});

	it('show unindexed events that were applied before the plan, and none that came later', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		const before = await assertAll(records(), [[a, relationCode.Cites, b]], { noindex: true });
		await planned(records());
		await assertAll(records(), [[a, relationCode.Cites, c]], { noindex: true });
		const shown = await records().snapshot(
			async (transaction, snapshot) => ({
				coverage: (await snapshot.coverage()).unindexed,
				streamed: (await Array.fromAsync(snapshot.assertions(relationsOfGroups))).flat().map(([, , target]) => target),
				read: (await transaction.assertionsOf([a], relationsOfGroups)).map(([, , target]) => target),
			}),
			'covered',
		);
		assert.deepEqual(shown, { coverage: [before], streamed: [b], read: [b] });
	});

	it('are read by ranges of ids: identifiers, members of Version groups, sources of assertions', async () => {
		const [a, b, c, d] = (await createIds(records(), 4)) as [Id, Id, Id, Id];
		await records().change((transaction) => transaction.move([[d, c]], [[d, c]]));
		await assertAll(records(), [
			[a, relationCode.Cites, b],
			[b, relationCode.Cites, c],
		]);
		const range = { first: b, last: c };
		const read = await records().snapshot(async (_, snapshot) => ({
			identifiers: (await Array.fromAsync(snapshot.identifiers(range))).flat().map(({ id }) => id),
			members: (await Array.fromAsync(snapshot.members(range))).flat().map(({ id }) => id),
			none: (await Array.fromAsync(snapshot.members({ first: a, last: b }))).flat(),
			sources: (await Array.fromAsync(snapshot.assertions(relationsOfGroups, range))).flat().map(([source]) => source),
		}));
		const members = read.members.toSorted((one, other) => one - other);
		assert.deepEqual({ ...read, members }, { identifiers: [b, c], members: [c, d], none: [], sources: [b] });
	});
}
