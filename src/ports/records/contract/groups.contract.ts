// The part of the records' suite about groups: who is in them, what they weigh, how they move; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relationCode } from '../../../links/relation.ts';
import type { Id, LinkStore, Move, Placement, RelationshipKey } from '../link-store.ts';
import { assertAll, byNumbers, createIds, digested, type OpenLinkStore, storeForAll } from './opened-store.fixture.ts';

export function groupsAreKept(open: OpenLinkStore): void {
	const opened = storeForAll(open);
	const store = () => opened().store;
	describe('move', () => wholeGroupsMove(store));
	describe('place', () => identifiersArePlaced(store));
	describe('members', () => membersAreListed(store));
	describe('weigh', () => groupsAreWeighed(store));
	describe('hold', () => groupsAreHeld(store));
}

const move = (store: LinkStore, identityMoves: readonly Move[], versionMoves: readonly Move[]) =>
	store.change((records) => records.move(identityMoves, versionMoves));

/** Reads where identifiers lie, as [identity, version] in the order given. */
async function placesOf(store: LinkStore, ids: readonly Id[]): Promise<[Id, Id][]> {
	const placed = new Map((await store.read((records) => records.placements(ids))).map((place) => [place.id, place]));
	return ids.map((id) => {
		const { identity, version } = placed.get(id) as Placement;
		return [identity, version];
	});
}

function wholeGroupsMove(store: () => LinkStore): void {
	it('joins Version groups and leaves their Identity groups apart', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		await move(store(), [], [[b, a]]);
		assert.deepEqual(await placesOf(store(), [a, b]), [
			[a, a],
			[b, a],
		]);
	});

	it('joins Identity groups with their Version groups', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		await move(store(), [[b, a]], [[b, a]]);
		assert.deepEqual(await placesOf(store(), [a, b]), [
			[a, a],
			[a, a],
		]);
	});

	it('joins Identity groups inside one Version group', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await move(
			store(),
			[],
			[
				[b, a],
				[c, a],
			],
		);
		await move(store(), [[c, b]], []);
		assert.deepEqual(await placesOf(store(), [a, b, c]), [
			[a, a],
			[b, a],
			[b, a],
		]);
	});

	it('takes every member along, at both levels', async () => {
		const [a, b, c, d, e] = (await createIds(store(), 5)) as [Id, Id, Id, Id, Id];
		await move(
			store(),
			[
				[b, a],
				[d, c],
			],
			[
				[b, a],
				[d, c],
			],
		);
		await move(
			store(),
			[],
			[
				[c, a],
				[e, a],
			],
		);
		assert.deepEqual(await placesOf(store(), [a, b, c, d, e]), [
			[a, a],
			[a, a],
			[c, a],
			[c, a],
			[e, a],
		]);
		const [x, y] = (await createIds(store(), 2)) as [Id, Id];
		await move(
			store(),
			[[a, x]],
			[
				[a, x],
				[y, x],
			],
		);
		assert.deepEqual(await placesOf(store(), [a, b, c, d, e, x, y]), [
			[x, x],
			[x, x],
			[c, x],
			[c, x],
			[e, x],
			[x, x],
			[y, x],
		]);
	});

	it('lets another group stay at each level: a Version group keeps its name though its namesake is absorbed', async () => {
		const [a, b, c, d] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		await move(store(), [], [[b, a]]);
		await move(store(), [[a, c]], [[c, a]]);
		assert.deepEqual(await placesOf(store(), [a, b, c]), [
			[c, a],
			[b, a],
			[c, a],
		]);
		await move(store(), [], [[d, a]]);
		await move(store(), [[c, d]], []);
		assert.deepEqual(await placesOf(store(), [a, b, c, d]), [
			[d, a],
			[b, a],
			[d, a],
			[d, a],
		]);
		const [x] = (await createIds(store(), 1)) as [Id];
		await move(store(), [], [[a, x]]);
		assert.deepEqual(await placesOf(store(), [a, b, c, d, x]), [
			[d, x],
			[b, x],
			[d, x],
			[d, x],
			[x, x],
		]);
	});

	it('moves many groups at once', async () => {
		const ids = await createIds(store(), 2_000);
		const pairs = ids.slice(1_000).map((id, at): Move => [id, ids[at] as Id]);
		await move(store(), pairs, pairs);
		const places = await placesOf(store(), ids);
		assert.deepEqual(places.slice(1_000), places.slice(0, 1_000));
		await move(store(), [], []);
		assert.deepEqual(await placesOf(store(), ids), places);
	});
}

function identifiersArePlaced(store: () => LinkStore): void {
	const place = (places: readonly Placement[]) => store().change((records) => records.place(places));
	const shared = (id: Id, identity: Id, version: Id): Placement => ({ id, identity, version, alone: false });
	const alone = (id: Id): Placement => ({ id, identity: id, version: id, alone: true });

	it('puts identifiers where they belong, one by one, and back', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		const read = async () =>
			(await store().read((records) => records.placements([a, b, c]))).sort((one, other) => one.id - other.id);
		const wrong = [shared(a, b, c), shared(b, b, c), shared(c, c, c)];
		await place(wrong);
		assert.deepEqual(await read(), wrong);
		await place([shared(b, b, b)]);
		assert.deepEqual(await read(), [shared(a, b, c), shared(b, b, b), shared(c, c, c)]);
		await place([a, b, c].map(alone));
		assert.deepEqual(await read(), [a, b, c].map(alone));
		await place([]);
		assert.deepEqual(await read(), [a, b, c].map(alone));
	});

	it('leaves groups that move as if they had moved there', async () => {
		const [a, b, c, d] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		await place([shared(a, b, a), shared(b, b, a), shared(c, c, a)]);
		await move(store(), [[b, d]], [[d, a]]);
		assert.deepEqual(await placesOf(store(), [a, b, c, d]), [
			[d, a],
			[d, a],
			[c, a],
			[d, a],
		]);
	});
}

function membersAreListed(store: () => LinkStore): void {
	it('lists all members of Identity groups, the one it is named after too', async () => {
		const [a, b, c, d] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		await move(
			store(),
			[[b, a]],
			[
				[b, a],
				[c, a],
			],
		);
		const members = await store().read((records) => records.identityMembers([a, c, d]));
		assert.deepEqual(members.sort(byNumbers), [
			[a, a],
			[a, b],
			[c, c],
			[d, d],
		]);
		assert.deepEqual(await store().read((records) => records.identityMembers([])), []);
	});

	it('lists the placements of all identifiers in Version groups, each once', async () => {
		const [a, b, c, d, e] = (await createIds(store(), 5)) as [Id, Id, Id, Id, Id];
		await move(store(), [[b, a]], [[b, a]]);
		await move(store(), [], [[c, a]]);
		await move(store(), [[a, d]], [[d, a]]);
		const members = await store().read((records) => records.versionMembers([a, e]));
		assert.deepEqual(
			members.sort((one, other) => one.id - other.id),
			[
				{ id: a, identity: d, version: a, alone: false },
				{ id: b, identity: d, version: a, alone: false },
				{ id: c, identity: c, version: a, alone: false },
				{ id: d, identity: d, version: a, alone: false },
				{ id: e, identity: e, version: e, alone: true },
			],
		);
		assert.deepEqual(await store().read((records) => records.versionMembers([])), []);
	});

	it('tells who is alone: no other identifier is in either of its groups', async () => {
		const [a, b, c, d] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		await move(store(), [], [[b, a]]);
		await move(store(), [[c, b]], [[c, a]]);
		const placed = await store().read((records) => records.placements([a, b, c, d]));
		assert.deepEqual(
			placed.filter(({ alone }) => alone).map(({ id }) => id),
			[d],
		);
	});
}

function groupsAreWeighed(store: () => LinkStore): void {
	const weigh = (kind: 'identity' | 'version', groups: readonly Id[], cap = 1_000) =>
		store().read((records) => records.weigh(kind, groups, cap));

	/** Gives each identifier as many citations as told, half of them its own. */
	async function cite(cited: ReadonlyMap<Id, number>): Promise<void> {
		const others = await createIds(store(), Math.max(...cited.values()));
		const relationships = [...cited].flatMap(([id, count]) =>
			others
				.slice(0, count)
				.map(
					(other, at): RelationshipKey =>
						at % 2 === 0 ? [other, relationCode.Cites, id] : [id, relationCode.Cites, other],
				),
		);
		await assertAll(store(), relationships);
	}

	it('weighs by assertions at either end, in the order given', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await cite(
			new Map([
				[a, 2],
				[b, 5],
			]),
		);
		for (const kind of ['identity', 'version'] as const) {
			const [heaviest, lightest, middle] = (await weigh(kind, [b, c, a])) as [number, number, number];
			assert.ok(heaviest > middle && middle > lightest, `${heaviest} ${middle} ${lightest}`);
		}
		assert.deepEqual(await weigh('identity', []), []);
	});

	it('weighs the members with all that is asserted of them', async () => {
		const [a, b, c, d, e] = (await createIds(store(), 5)) as [Id, Id, Id, Id, Id];
		await cite(
			new Map([
				[b, 6],
				[d, 9],
				[e, 4],
			]),
		);
		await move(store(), [[b, a]], [[b, a]]);
		await move(store(), [], [[d, a]]);
		const [joined, alone, nothing] = (await weigh('identity', [a, e, c])) as [number, number, number];
		assert.ok(joined > 6 && joined > alone && alone > nothing);
		const [family] = (await weigh('version', [a])) as [number];
		assert.ok(family > joined + 9);
	});

	it('weighs a Version group that has lost its namesake to another Identity group whole', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await cite(
			new Map([
				[a, 3],
				[b, 4],
				[c, 5],
			]),
		);
		await move(store(), [], [[b, a]]);
		await move(store(), [[a, c]], [[c, a]]);
		const [whole] = (await weigh('version', [a])) as [number];
		assert.ok(whole >= 12);
	});

	it('weighs a Version group that is one Identity group like that', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await cite(
			new Map([
				[a, 3],
				[b, 4],
			]),
		);
		await move(store(), [[b, a]], [[b, a]]);
		assert.deepEqual(await weigh('version', [a, c]), await weigh('identity', [a, c]));
	});

	it('counts no further than the cap', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await cite(
			new Map([
				[a, 30],
				[b, 9],
			]),
		);
		for (const kind of ['identity', 'version'] as const) {
			const [capped, exact, nothing] = (await weigh(kind, [a, b, c], 10)) as [number, number, number];
			assert.equal(capped, 10);
			assert.ok(exact < 10 && exact > nothing);
		}
	});
}

function groupsAreHeld(store: () => LinkStore): void {
	it('keeps groups as they are until the transaction ends; where nobody else writes, nothing needs to be held', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		await store().change(async (records) => {
			assert.equal(typeof records.exclusive, 'boolean');
			await records.hold([a], [b]);
			await records.hold([], []);
			await records.move([[b, a]], [[b, a]]);
		});
		assert.deepEqual(await placesOf(store(), [a, b]), [
			[a, a],
			[a, a],
		]);
	});

	it('answers the identifiers that the groups are named after as they are by then, with what stands for the group', async () => {
		const [a, b, c, alone] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		const description = await store().change(async (records) => {
			const [title] = (await records.internDescriptions(digested('{"Title":"Held"}'))) as [Id];
			await records.describe([[a, title]]);
			await records.move(
				[[b, a]],
				[
					[b, c],
					[a, c],
				],
			);
			return title;
		});
		const held = await store().change((records) => records.hold([a, alone], [c]));
		assert.deepEqual(
			held.toSorted((one, other) => one.id - other.id),
			[
				{ id: a, identity: a, version: c, alone: false, description },
				{ id: c, identity: c, version: c, alone: false, description: null },
				{ id: alone, identity: alone, version: alone, alone: true, description: null },
			],
		);
	});
}
