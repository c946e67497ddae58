// Suite of the records: groups: their members, weights, moves and locks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIdentifier } from '../../identifiers/index.ts';
import { relationCode } from '../../links/relation.ts';
import type { GroupLevel, Id, Placement, RelationshipKey } from '../graph.ts';
import type { Move } from '../groups.ts';
import type { Records } from '../records.ts';
import { assertAll, createIds, type OpenRecords, recordsForAll } from './records.fixture.ts';

export function describeGroups(open: OpenRecords): void {
	const opened = recordsForAll(open);
	const records = () => opened().records;
	describe('move', () => describeMove(records));
	describe('place', () => describePlace(records));
	describe('members', () => describeMembers(records));
	describe('weigh', () => describeWeigh(records));
	describe('lock', () => describeLock(records));
}

const move = (records: Records, identityMoves: readonly Move[], versionMoves: readonly Move[]) =>
	records.change((transaction) => transaction.move(identityMoves, versionMoves));

/** Reads the placements of identifiers, in the order given. */
async function placementsOf(records: Records, ids: readonly Id[]): Promise<Placement[]> {
	const found = await records.read((transaction) => transaction.identifiers(ids));
	return ids.map((wanted) => {
		const { id, identity, version, alone } = found.find(({ id }) => id === wanted) as Placement;
		return { id, identity, version, alone };
	});
}

/** Reads the places of identifiers, as [identity, version] in the order given. */
async function placesOf(records: Records, ids: readonly Id[]): Promise<[Id, Id][]> {
	return (await placementsOf(records, ids)).map(({ identity, version }) => [identity, version]);
}

function describeMove(records: () => Records): void {
	it('joins Version groups and leaves their Identity groups apart', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await move(records(), [], [[b, a]]);
		assert.deepEqual(await placesOf(records(), [a, b]), [
			[a, a],
			[b, a],
		]);
	});

	it('joins Identity groups with their Version groups', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await move(records(), [[b, a]], [[b, a]]);
		assert.deepEqual(await placesOf(records(), [a, b]), [
			[a, a],
			[a, a],
		]);
	});

	it('joins Identity groups inside one Version group', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		await move(
			records(),
			[],
			[
				[b, a],
				[c, a],
			],
		);
		await move(records(), [[c, b]], []);
		assert.deepEqual(await placesOf(records(), [a, b, c]), [
			[a, a],
			[b, a],
			[b, a],
		]);
	});

	it('takes every member along, at both levels', async () => {
		const [a, b, c, d, e] = (await createIds(records(), 5)) as [Id, Id, Id, Id, Id];
		await move(
			records(),
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
			records(),
			[],
			[
				[c, a],
				[e, a],
			],
		);
		assert.deepEqual(await placesOf(records(), [a, b, c, d, e]), [
			[a, a],
			[a, a],
			[c, a],
			[c, a],
			[e, a],
		]);
		const [x, y] = (await createIds(records(), 2)) as [Id, Id];
		await move(
			records(),
			[[a, x]],
			[
				[a, x],
				[y, x],
			],
		);
		assert.deepEqual(await placesOf(records(), [a, b, c, d, e, x, y]), [
			[x, x],
			[x, x],
			[c, x],
			[c, x],
			[e, x],
			[x, x],
			[y, x],
		]);
	});

	it('lets another group stay at each level: a Version group keeps its name if its namesake is absorbed', async () => {
		const [a, b, c, d] = (await createIds(records(), 4)) as [Id, Id, Id, Id];
		await move(records(), [], [[b, a]]);
		await move(records(), [[a, c]], [[c, a]]);
		assert.deepEqual(await placesOf(records(), [a, b, c]), [
			[c, a],
			[b, a],
			[c, a],
		]);
		await move(records(), [], [[d, a]]);
		await move(records(), [[c, d]], []);
		assert.deepEqual(await placesOf(records(), [a, b, c, d]), [
			[d, a],
			[b, a],
			[d, a],
			[d, a],
		]);
		const [x] = (await createIds(records(), 1)) as [Id];
		await move(records(), [], [[a, x]]);
		assert.deepEqual(await placesOf(records(), [a, b, c, d, x]), [
			[d, x],
			[b, x],
			[d, x],
			[d, x],
			[x, x],
		]);
	});

	it('moves many groups at once', async () => {
		const ids = await createIds(records(), 2_000);
		const pairs = ids.slice(1_000).map((id, at): Move => [id, ids[at] as Id]);
		await move(records(), pairs, pairs);
		const places = await placesOf(records(), ids);
		assert.deepEqual(places.slice(1_000), places.slice(0, 1_000));
		await move(records(), [], []);
		assert.deepEqual(await placesOf(records(), ids), places);
	});
}

function describePlace(records: () => Records): void {
	const place = (places: readonly Placement[]) => records().change((transaction) => transaction.place(places));
	const shared = (id: Id, identity: Id, version: Id): Placement => ({ id, identity, version, alone: false });
	const alone = (id: Id): Placement => ({ id, identity: id, version: id, alone: true });

	it('puts identifiers where they belong, one by one, and back', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		const read = () => placementsOf(records(), [a, b, c]);
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
		const [a, b, c, d] = (await createIds(records(), 4)) as [Id, Id, Id, Id];
		await place([shared(a, b, a), shared(b, b, a), shared(c, c, a)]);
		await move(records(), [[b, d]], [[d, a]]);
		assert.deepEqual(await placesOf(records(), [a, b, c, d]), [
			[d, a],
			[d, a],
			[c, a],
			[d, a],
		]);
	});
}

function describeMembers(records: () => Records): void {
	const membersOf = async (level: GroupLevel, groups: readonly Id[]) =>
		(await records().read((transaction) => transaction.members(level, groups))).sort((one, other) => one.id - other.id);

	it('lists the placements of all members of Identity groups', async () => {
		const [a, b, c, d] = (await createIds(records(), 4)).sort((one, other) => one - other) as [Id, Id, Id, Id];
		await move(
			records(),
			[[b, a]],
			[
				[b, a],
				[c, a],
			],
		);
		assert.deepEqual(await membersOf('identity', [a, c, d]), [
			{ id: a, identity: a, version: a, alone: false },
			{ id: b, identity: a, version: a, alone: false },
			{ id: c, identity: c, version: a, alone: false },
			{ id: d, identity: d, version: d, alone: true },
		]);
		assert.deepEqual(await membersOf('identity', []), []);
	});

	it('chooses the main identifier by scheme, then in the order of identifiers', async () => {
		const names = [
			readIdentifier('https://example.org/mains', 'url'),
			readIdentifier('10.5072/mains.b', 'doi'),
			readIdentifier('10.5072/mains.a', 'doi'),
		];
		const created = await records().change((transaction) => transaction.identify(names));
		const [url, b, a] = created.map(({ id }) => id) as [Id, Id, Id];
		const moves = [
			[url, a],
			[b, a],
		] as const;
		await move(records(), moves, moves);
		const mains = await records().read((transaction) => transaction.mainIdentifiers([a]));
		assert.deepEqual([...mains], [[a, { scheme: 'doi', value: '10.5072/mains.a' }]]);
	});

	it('finds the DOIs with a beginning, also retired ones', async () => {
		const names = [
			...['10.5072/begin.1', '10.50720/begin.1'].map((doi) => readIdentifier(doi, 'doi')),
			readIdentifier('10.5072/begin.2', 'own'),
		];
		const created = await records().change((transaction) => transaction.identify(names, 'reserved'));
		const ids = created.map(({ id }) => id);
		const found = await records().read((transaction) => transaction.withDoiBeginning(ids, '10.5072/'));
		assert.deepEqual(found, ids.slice(0, 1));
	});

	it('lists the placements of all members of Version groups, each once', async () => {
		const [a, b, c, d, e] = (await createIds(records(), 5)).sort((one, other) => one - other) as [Id, Id, Id, Id, Id];
		await move(records(), [[b, a]], [[b, a]]);
		await move(records(), [], [[c, a]]);
		await move(records(), [[a, d]], [[d, a]]);
		assert.deepEqual(await membersOf('version', [a, e]), [
			{ id: a, identity: d, version: a, alone: false },
			{ id: b, identity: d, version: a, alone: false },
			{ id: c, identity: c, version: a, alone: false },
			{ id: d, identity: d, version: a, alone: false },
			{ id: e, identity: e, version: e, alone: true },
		]);
		assert.deepEqual(await membersOf('version', []), []);
	});

	it('lists none of a group that was moved into another', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await move(records(), [[b, a]], [[b, a]]);
		for (const level of ['identity', 'version'] as const) assert.deepEqual(await membersOf(level, [b]), []);
	});

	it('returns which identifier is alone: both its groups have no other', async () => {
		const [a, b, c, d] = (await createIds(records(), 4)) as [Id, Id, Id, Id];
		await move(records(), [], [[b, a]]);
		await move(records(), [[c, b]], [[c, a]]);
		const placed = await placementsOf(records(), [a, b, c, d]);
		assert.deepEqual(
			placed.filter(({ alone }) => alone).map(({ id }) => id),
			[d],
		);
	});
}

function describeWeigh(records: () => Records): void {
	const weigh = (level: GroupLevel, groups: readonly Id[], cap = 1_000) =>
		records().read((transaction) => transaction.weigh(level, groups, cap));

	/** Gives each identifier this many citations, half of them its own. */
	async function cite(cited: ReadonlyMap<Id, number>): Promise<void> {
		const others = await createIds(records(), Math.max(...cited.values()));
		const relationships = [...cited].flatMap(([id, count]) =>
			others
				.slice(0, count)
				.map(
					(other, at): RelationshipKey =>
						at % 2 === 0 ? [other, relationCode.Cites, id] : [id, relationCode.Cites, other],
				),
		);
		await assertAll(records(), relationships);
	}

	it('weighs by assertions at either end, in the order given', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		await cite(
			new Map([
				[a, 2],
				[b, 5],
			]),
		);
		for (const level of ['identity', 'version'] as const) {
			const [heaviest, lightest, middle] = (await weigh(level, [b, c, a])) as [number, number, number];
			assert.ok(heaviest > middle && middle > lightest, `${heaviest} ${middle} ${lightest}`);
		}
		assert.deepEqual(await weigh('identity', []), []);
	});

	it('weighs the members with all their assertions', async () => {
		const [a, b, c, d, e] = (await createIds(records(), 5)) as [Id, Id, Id, Id, Id];
		await cite(
			new Map([
				[b, 6],
				[d, 9],
				[e, 4],
			]),
		);
		await move(records(), [[b, a]], [[b, a]]);
		await move(records(), [], [[d, a]]);
		const [joined, alone, nothing] = (await weigh('identity', [a, e, c])) as [number, number, number];
		assert.ok(joined > 6 && joined > alone && alone > nothing);
		const [family] = (await weigh('version', [a])) as [number];
		assert.ok(family > joined + 9);
	});

	it('weighs a Version group that has lost its namesake to another Identity group whole', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		await cite(
			new Map([
				[a, 3],
				[b, 4],
				[c, 5],
			]),
		);
		await move(records(), [], [[b, a]]);
		await move(records(), [[a, c]], [[c, a]]);
		const [whole] = (await weigh('version', [a])) as [number];
		assert.ok(whole >= 12);
	});

	it('weighs a Version group that is one Identity group like that', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		await cite(
			new Map([
				[a, 3],
				[b, 4],
			]),
		);
		await move(records(), [[b, a]], [[b, a]]);
		assert.deepEqual(await weigh('version', [a, c]), await weigh('identity', [a, c]));
	});

	it('counts no further than the cap', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		await cite(
			new Map([
				[a, 30],
				[b, 9],
			]),
		);
		for (const level of ['identity', 'version'] as const) {
			const [capped, exact, nothing] = (await weigh(level, [a, b, c], 10)) as [number, number, number];
			assert.equal(capped, 10);
			assert.ok(exact < 10 && exact > nothing);
		}
	});
}

function describeLock(records: () => Records): void {
	it('locks any groups, also none, and leaves them to be written by its own transaction', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await records().change(async (transaction) => {
			await transaction.lock({ update: [a], share: [b] });
			await transaction.lock({ update: [], share: [] });
			await transaction.move([[b, a]], [[b, a]]);
		});
		assert.deepEqual(await placesOf(records(), [a, b]), [
			[a, a],
			[a, a],
		]);
	});
}
