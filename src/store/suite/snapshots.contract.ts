// Suite of the records: streams of whole tables: in order and in steps.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relationCode } from '../../links/relation.ts';
import type { Id, RelationshipKey } from '../graph.ts';
import type { Records } from '../records.ts';
import type { Snapshot } from '../snapshots.ts';
import { act } from './audit.fixture.ts';
import {
	acceptOne,
	applyOne,
	assertAll,
	assertedBy,
	byNumbers,
	createIds,
	entryOf,
	gather,
	identifier,
	ignoreChanges,
	internDescriptions,
	minute,
	noon,
	type OpenRecords,
	recordsForEach,
	waitingEntries,
} from './records.fixture.ts';

const { Cites, IsRelatedTo, HasVersion, IsIdenticalTo } = relationCode;
const largestStep = 10_000;

export function describeSnapshots(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	describe('identifiers and members', () => describeIdentifiers(records));
	describe('assertions and descriptions', () => describeAsserted(records));
	describe('coverage', () => describeCoverage(records));
	describe('steps', () => describeSteps(records));
}

const streamed = <T>(records: Records, of: (snapshot: Snapshot) => AsyncIterable<readonly T[]>) =>
	records.snapshot((_, snapshot) => gather(of(snapshot)));

function describeIdentifiers(records: () => Records): void {
	it('lists all identifiers by id, with their groups and descriptions', async () => {
		const names = [identifier('A'), identifier('b'), identifier('É')];
		const identified = await records().change((transaction) => transaction.identify(names));
		const [a, b, c] = identified.map(({ id }) => id) as [Id, Id, Id];
		const [description] = (await internDescriptions(records(), b, ['{}'])) as [Id];
		await records().change(async (transaction) => {
			await transaction.move(
				[[a, b]],
				[
					[a, b],
					[c, b],
				],
			);
			await transaction.describe([[b, description]]);
		});
		const expected = [
			{ id: a, ...names[0], identity: b, version: b, alone: false, description: null },
			{ id: b, ...names[1], identity: b, version: b, alone: false, description },
			{ id: c, ...names[2], identity: c, version: b, alone: false, description: null },
		];
		assert.deepEqual(
			await streamed(records(), (snapshot) => snapshot.identifiers()),
			expected.sort((one, other) => one.id - other.id),
		);
	});

	it('lists the placements of identifiers that share a group, by Version group', async () => {
		const [a, b, c, d] = (await createIds(records(), 5)).sort((one, other) => one - other) as [Id, Id, Id, Id, Id];
		const placed = [
			{ id: a, identity: c, version: c, alone: false },
			{ id: b, identity: b, version: b, alone: false },
			{ id: c, identity: c, version: c, alone: false },
			{ id: d, identity: d, version: b, alone: false },
		];
		await records().change((transaction) => transaction.place(placed));
		const members = await streamed(records(), (snapshot) => snapshot.members());
		assert.deepEqual(
			members.map(({ version }) => version),
			[b, b, c, c],
		);
		assert.deepEqual(
			members.sort((one, other) => one.id - other.id),
			placed,
		);
	});
}

function describeAsserted(records: () => Records): void {
	it('lists distinct assertions of all events, by source, relation, target, provenance', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		const relationships: RelationshipKey[] = [
			[b, Cites, a],
			[a, HasVersion, c],
			[a, Cites, c],
			[a, Cites, b],
			[b, IsRelatedTo, a],
			[c, IsIdenticalTo, b],
		];
		await assertAll(records(), relationships, { by: 'one' });
		await assertAll(records(), relationships, { by: 'one' });
		await assertAll(records(), [[a, Cites, c]], { by: 'quietly', noindex: true });
		const [one, quietly] = (await records().change((transaction) =>
			transaction.internProvenances(assertedBy('one', 'quietly')),
		)) as [Id, Id];
		const expected = [...relationships.map((key) => [...key, one]), [a, Cites, c, quietly]].sort(byNumbers);
		assert.deepEqual(await streamed(records(), (snapshot) => snapshot.assertions()), expected);
		for (const [first, last] of [
			[Cites, IsRelatedTo],
			[HasVersion, HasVersion],
		] as const) {
			assert.deepEqual(
				await streamed(records(), (snapshot) => snapshot.assertions({ first, last })),
				expected.filter(([, relation]) => Number(relation) >= first && Number(relation) <= last),
			);
		}
	});

	it('lists known identifiers by their Version groups, of groups named after ids of a range', async () => {
		const [a, b, c, d, e] = (await createIds(records(), 5)) as [Id, Id, Id, Id, Id];
		await records().change(async (transaction) => {
			await transaction.place([
				{ id: a, identity: a, version: d, alone: false },
				{ id: c, identity: c, version: d, alone: false },
				{ id: b, identity: b, version: e + 100, alone: false },
			]);
			await transaction.setKnown([c], false);
		});
		const listed = (first: Id, last: Id) =>
			streamed(records(), (snapshot) => snapshot.placements({ first, last })).then((rows) =>
				rows.map(({ id, version, alone }) => [id, version, alone]),
			);
		assert.deepEqual((await listed(0, d)).sort(), [
			[a, d, false],
			[d, d, true],
		]);
		assert.deepEqual(await listed(d + 1, Number.MAX_SAFE_INTEGER), [
			[e, e, true],
			[b, e + 100, false],
		]);
	});
}

function describeCoverage(records: () => Records): void {
	const coverage = () => records().snapshot((_, snapshot) => snapshot.coverage());

	it('lists applied events that are unindexed', async () => {
		const applied = await applyOne(records(), { noindex: true });
		await applyOne(records());
		await acceptOne(records(), { noindex: true });
		assert.deepEqual((await coverage()).unindexed, [applied]);
		await records().finishRebuild(
			await records().beginRebuild(noon, noon + minute, 1),
			'built',
			await coverage(),
			ignoreChanges,
		);
		assert.deepEqual((await coverage()).unindexed, []);
	});

	it('includes one that is being run again: what it asserted is stored', async () => {
		const applied = await applyOne(records(), { noindex: true, eventId: 'again' });
		await records().rerun(act, ['again']);
		assert.deepEqual((await coverage()).unindexed, [applied]);
	});

	it('lists entries, those that wait and those that are kept', async () => {
		const enqueue = () =>
			applyOne(records(), {}, (transaction, event) => transaction.enqueue(event, entryOf({ changed: [1] })));
		const waiting = async () => (await waitingEntries(records())).map(({ id }) => id);
		await enqueue();
		await records().beginRebuild(noon, noon + minute, 1);
		const kept = await waiting();
		await records().acknowledge(kept, 1, '');
		await enqueue();

		assert.deepEqual((await coverage()).entries, [...kept, ...(await waiting())]);
	});
}

function describeSteps(records: () => Records): void {
	it('come in order and of bounded size, however much there is', async () => {
		const ids = await createIds(records(), 2 * largestStep + 1);
		const steps = await records().snapshot((_, snapshot) => Array.fromAsync(snapshot.identifiers()));
		assert.ok(steps.length > 2);
		assert.ok(steps.every((step) => step.length > 0 && step.length <= largestStep));
		const sorted = ids.toSorted((one, other) => one - other);
		assert.deepEqual(
			steps.flat().map(({ id }) => id),
			sorted,
		);
	});

	it('leave room for other work in between, also for the same snapshot once more', async () => {
		const ids = await createIds(records(), largestStep + 1);
		await records().change(async (transaction, snapshot) => {
			const seen: Id[] = [];
			for await (const step of snapshot.identifiers()) {
				seen.push(...step.map(({ id }) => id));
				const [first] = step.map(({ id }) => id) as [Id];
				const descriptions = [{ group: first, text: `{"Title":"${first}"}` }];
				const [description] = (await transaction.internDescriptions(descriptions)) as [Id];
				await transaction.describe([[first, description]]);
				assert.equal((await gather(snapshot.identifiers())).length, ids.length);
			}
			assert.equal(new Set(seen).size, ids.length);
			assert.equal(seen.length, ids.length);
		});
	});

	it('may be left half read', async () => {
		const ids = await createIds(records(), largestStep + 1);
		await records().snapshot(async (transaction, snapshot) => {
			for await (const step of snapshot.identifiers()) {
				assert.ok(step.length < ids.length);
				break;
			}
			assert.equal((await transaction.identifiers(ids)).length, ids.length);
		});
	});
}
