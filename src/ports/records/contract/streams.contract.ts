// The part of the records' suite about reading everything: streams in order and in steps, and counts; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relationCode } from '../../../links/relation.ts';
import type { Id, LinkStore, RecordStream, RelationshipKey } from '../link-store.ts';
import {
	acceptOne,
	applyOne,
	assertAll,
	byNumbers,
	createIds,
	digested,
	gather,
	identifier,
	minute,
	noon,
	type OpenLinkStore,
	storeForEach,
} from './opened-store.fixture.ts';

const { Cites, IsRelatedTo, HasVersion, IsIdenticalTo } = relationCode;
const largestStep = 10_000;

export function everythingIsStreamed(open: OpenLinkStore): void {
	const opened = storeForEach(open);
	const store = () => opened().store;
	describe('streams', () => tablesAreStreamed(store));
	describe('steps', () => stepsAreBounded(store));
	describe('size', () => everythingIsCounted(store));
	describe('bytes', () => {
		it('tells how many bytes the database takes', async () => {
			const bytes = await store().bytes();
			assert.ok(Number.isSafeInteger(bytes) && bytes > 10_000, String(bytes));
		});
	});
}

const streamed = <T>(store: LinkStore, of: (stream: RecordStream) => AsyncIterable<readonly T[]>) =>
	store.snapshot((_, stream) => gather(of(stream)));

function tablesAreStreamed(store: () => LinkStore): void {
	it('lists all identifiers by id, with their groups and descriptions', async () => {
		const names = [identifier('A'), identifier('b'), identifier('É')];
		const [a, b, c] = (await store().change((records) => records.identify(names))).map(({ id }) => id) as [Id, Id, Id];
		const described = await store().change(async (records) => {
			await records.move(
				[[a, b]],
				[
					[a, b],
					[c, b],
				],
			);
			const [description] = (await records.internDescriptions(digested('{}'))) as [Id];
			await records.describe([[b, description]]);
			return description;
		});
		const rows = await streamed(store(), (stream) => stream.identifiers());
		assert.deepEqual(
			rows,
			[
				{ id: a, ...names[0], identity: b, version: b, alone: false, description: null },
				{ id: b, ...names[1], identity: b, version: b, alone: false, description: described },
				{ id: c, ...names[2], identity: c, version: b, alone: false, description: null },
			].sort((one, other) => one.id - other.id),
		);
	});

	it('lists identifiers that share a group with others, by Version group', async () => {
		const [a, b, c, d] = (await createIds(store(), 5)).sort((one, other) => one - other) as [Id, Id, Id, Id, Id];
		const placed = [
			{ id: a, identity: c, version: c },
			{ id: b, identity: b, version: b },
			{ id: c, identity: c, version: c },
			{ id: d, identity: d, version: b },
		];
		await store().change((records) => records.place(placed.map((place) => ({ ...place, alone: false }))));
		const members = (await streamed(store(), (stream) => stream.members())).filter(([, version]) => version >= b);
		assert.deepEqual(
			members.map(([, version]) => version),
			[b, b, c, c],
		);
		assert.deepEqual(new Set(members.map(([id]) => id)), new Set([a, b, c, d]));
	});

	it('lists Version groups that are more, or named otherwise, than one Identity group, highest first', async () => {
		const [a, b, c, d, e, f] = (await createIds(store(), 7)) as [Id, Id, Id, Id, Id, Id, Id];
		const placed = [
			{ id: a, identity: a, version: a },
			{ id: b, identity: b, version: a },
			{ id: c, identity: d, version: c },
			{ id: d, identity: d, version: c },
			{ id: e, identity: e, version: e },
			{ id: f, identity: e, version: e },
		];
		await store().change((records) => records.place(placed.map((place) => ({ ...place, alone: false }))));
		assert.deepEqual(
			await streamed(store(), (stream) => stream.families()),
			[a, c].sort((one, other) => other - one),
		);
	});

	it('lists distinct assertions by source, relation, target, up to a relation', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		const relationships: RelationshipKey[] = [
			[b, Cites, a],
			[a, HasVersion, c],
			[a, Cites, c],
			[a, Cites, b],
			[b, IsRelatedTo, a],
			[c, IsIdenticalTo, b],
		];
		await assertAll(store(), relationships, { by: 'one' });
		await assertAll(store(), relationships, { by: 'one' });
		await assertAll(store(), [[a, Cites, c]], { by: 'quietly', noindex: true });
		const [one, quietly] = await store().change((records) => records.internProvenances(digested('one', 'quietly')));
		const expected = relationships.map((key) => [...key, one as Id]);
		expected.push([a, Cites, c, quietly as Id]);
		const all = await streamed(store(), (stream) => stream.assertions());
		assert.deepEqual(all, expected.toSorted(byNumbers));
		const some = await streamed(store(), (stream) => stream.assertions(IsRelatedTo));
		assert.deepEqual(some, expected.filter(([, relation]) => Number(relation) <= IsRelatedTo).toSorted(byNumbers));
	});

	it('lists distinct relationships of one relation', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await assertAll(
			store(),
			[
				[a, HasVersion, b],
				[b, HasVersion, c],
				[a, Cites, b],
			],
			{ by: 'one' },
		);
		await assertAll(store(), [[a, HasVersion, b]], { by: 'another' });
		const rows = await streamed(store(), (stream) => stream.relationships(HasVersion));
		assert.deepEqual(rows.toSorted(byNumbers), [
			[a, b],
			[b, c],
		]);
		assert.deepEqual(await streamed(store(), (stream) => stream.relationships(IsIdenticalTo)), []);
	});

	it('lists what events said of identifiers, by identifier and event', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		const [one, other] = (await store().change((records) =>
			records.internDescriptions(digested('{}', '{"Title":"T"}')),
		)) as [Id, Id];
		const say = (...said: [Id, Id][]) =>
			applyOne(store(), {}, (records, event) =>
				records.recordDescriptions(said.map(([identifier, description]) => [identifier, event, description])),
			);
		const first = await say([b, one], [a, one]);
		const second = await say([a, other]);
		const rows = await streamed(store(), (stream) => stream.described());
		assert.deepEqual(rows, [
			[a, first, one],
			[a, second, other],
			[b, first, one],
		]);
	});

	it('lists applied events whose assertions cannot be searched yet', async () => {
		const applied = await applyOne(store(), { noindex: true });
		await applyOne(store());
		await acceptOne(store(), { noindex: true });
		const unsearchable = () => store().snapshot((_, stream) => stream.unsearchable());
		assert.deepEqual(await unsearchable(), [applied]);
		await store().finishRebuild(await store().startRebuild(noon, noon + minute, 1), {
			unsearchable: [applied],
			marks: [],
		});
		assert.deepEqual(await unsearchable(), []);
	});

	it('still lists one that is being run again: what it asserted is there', async () => {
		const applied = await applyOne(store(), { noindex: true, eventId: 'again' });
		await store().rerun(['again']);
		assert.deepEqual(await store().snapshot((_, stream) => stream.unsearchable()), [applied]);
	});
}

function stepsAreBounded(store: () => LinkStore): void {
	it('come in order and of bounded size, however much there is', async () => {
		const ids = await createIds(store(), 2 * largestStep + 1);
		const steps = await store().snapshot((_, stream) => Array.fromAsync(stream.identifiers()));
		assert.ok(steps.length > 2);
		assert.ok(steps.every((step) => step.length > 0 && step.length <= largestStep));
		const sorted = ids.toSorted((one, other) => one - other);
		assert.deepEqual(
			steps.flat().map(({ id }) => id),
			sorted,
		);
	});

	it('leave room for other work in between, also for the same stream once more', async () => {
		const ids = await createIds(store(), largestStep + 1);
		await store().change(async (records, stream) => {
			const seen: Id[] = [];
			for await (const step of stream.identifiers()) {
				seen.push(...step.map(({ id }) => id));
				const [first] = step.map(({ id }) => id) as [Id];
				const [description] = (await records.internDescriptions(digested(`{"Title":"${first}"}`))) as [Id];
				await records.describe([[first, description]]);
				assert.equal((await gather(stream.identifiers())).length, ids.length);
			}
			assert.equal(new Set(seen).size, ids.length);
			assert.equal(seen.length, ids.length);
		});
	});

	it('may be left half read', async () => {
		const ids = await createIds(store(), largestStep + 1);
		await store().snapshot(async (records, stream) => {
			for await (const step of stream.identifiers()) {
				assert.ok(step.length < ids.length);
				break;
			}
			assert.equal((await records.placements(ids)).length, ids.length);
		});
		assert.equal((await store().size()).identifiers, ids.length);
	});
}

function everythingIsCounted(store: () => LinkStore): void {
	it('tells how much is stored', async () => {
		const nothing = { identifiers: 0, identityGroups: 0, versionGroups: 0, relationships: 0, assertions: 0 };
		assert.deepEqual(await store().size(), nothing);
		const [a, b, c, d, e] = (await createIds(store(), 5)) as [Id, Id, Id, Id, Id];
		await store().change((records) => records.move([[b, a]], [[b, a]]));
		await store().change((records) => records.move([], [[c, a]]));
		await store().change((records) => records.move([[a, d]], [[d, a]]));
		await assertAll(
			store(),
			[
				[a, Cites, e],
				[b, Cites, e],
			],
			{ by: 'one' },
		);
		await assertAll(store(), [[a, Cites, e]], { by: 'another' });
		assert.deepEqual(await store().size(), {
			identifiers: 5,
			identityGroups: 3,
			versionGroups: 2,
			relationships: 2,
			assertions: 3,
		});
	});
}
