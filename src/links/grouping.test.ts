import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
	createDisjointSets,
	createMergeCount,
	createMover,
	findUnions,
	type GroupingPlan,
	type Joint,
	type Place,
	planMerges,
} from './grouping.ts';

type Level = 'identity' | 'version';
const levels: readonly Level[] = ['identity', 'version'];

/**
 * Places identifiers 1, 2 …; each text is `identity version` of one, a number alone stands for
 * both.
 */
function placed(...texts: string[]): Map<number, Place> {
	return new Map(
		texts.map((text, at) => {
			const [identity = 0, version = identity] = text.split(' ').map(Number);
			return [at + 1, { id: at + 1, identity, version }];
		}),
	);
}

/** Reads `1 = 2` (the same work) and `1 hasVersion 2`. */
function joints(...texts: string[]): Joint[] {
	return texts.map((text) => {
		const [one, word, other] = text.split(' ');
		return { kind: word === '=' ? 'identity' : 'version', one: Number(one), other: Number(other) };
	});
}

const inOrder = (sets: readonly (readonly number[])[]) =>
	sets.map((set) => set.toSorted((a, b) => a - b)).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));

function unionsOf(places: ReadonlyMap<number, Place>, ...texts: string[]) {
	const { identity, version } = findUnions(joints(...texts), places);
	return { identity: inOrder(identity), version: inOrder(version) };
}

const alone = (count: number) => placed(...Array.from({ length: count }, (_, at) => `${at + 1}`));

describe('findUnions', () => {
	it('finds nothing where nothing is joined', () => {
		assert.deepEqual(unionsOf(alone(3)), { identity: [], version: [] });
	});

	it('joins works by identity, and their Version groups with them', () => {
		assert.deepEqual(unionsOf(alone(3), '1 = 2'), { identity: [[1, 2]], version: [[1, 2]] });
	});

	it('joins Version groups alone by version', () => {
		assert.deepEqual(unionsOf(alone(3), '1 hasVersion 3'), { identity: [], version: [[1, 3]] });
	});

	it('follows chains and cycles', () => {
		assert.deepEqual(
			unionsOf(alone(6), '1 = 2', '3 = 2', '3 = 1', '4 hasVersion 3', '5 hasVersion 6', '6 hasVersion 5'),
			{
				identity: [[1, 2, 3]],
				version: [
					[1, 2, 3, 4],
					[5, 6],
				],
			},
		);
	});

	it('speaks of groups, not of identifiers', () => {
		const places = placed('1', '1', '3 1', '4', '4');
		assert.deepEqual(unionsOf(places, '2 = 5'), { identity: [[1, 4]], version: [[1, 4]] });
		assert.deepEqual(unionsOf(places, '3 hasVersion 5'), { identity: [], version: [[1, 4]] });
	});

	it('finds nothing in what is together already', () => {
		assert.deepEqual(unionsOf(placed('1', '1', '3 1'), '1 = 2', '2 hasVersion 3', '1 hasVersion 1'), {
			identity: [],
			version: [],
		});
	});

	it('joins works inside one Version group', () => {
		assert.deepEqual(unionsOf(placed('1', '2 1', '3 1'), '2 = 3'), { identity: [[2, 3]], version: [] });
	});
});

/** Plans merges with weights by group; a group that is not named weighs nothing. */
function planOf(
	places: ReadonlyMap<number, Place>,
	weights: { identity?: Record<number, number>; version?: Record<number, number> },
	...texts: string[]
): GroupingPlan {
	return planMerges(findUnions(joints(...texts), places), {
		identity: (group) => weights.identity?.[group] ?? 0,
		version: (group) => weights.version?.[group] ?? 0,
	});
}

describe('planMerges', () => {
	it('moves the lighter groups into the heaviest, at each level', () => {
		const weights = { identity: { 1: 1, 2: 9, 3: 2 }, version: { 1: 5, 2: 9, 3: 6 } };
		assert.deepEqual(planOf(alone(3), weights, '1 = 2', '2 hasVersion 3'), {
			identityMoves: [[1, 2]],
			versionMoves: [
				[1, 2],
				[3, 2],
			],
		});
	});

	it('among equals lets the smallest id stay', () => {
		const { identityMoves, versionMoves } = planOf(alone(3), {}, '3 = 2', '2 = 1');
		assert.deepEqual(identityMoves.toSorted(), [
			[2, 1],
			[3, 1],
		]);
		assert.deepEqual(versionMoves.toSorted(), identityMoves.toSorted());
	});

	it('lets a Version group and its only work keep one name', () => {
		// The Version group 3 is the work 1 alone; by its own weight the work 1 would stay, and the
		// Version group 2.
		const places = placed('1 3', '2', '1 3');
		const weights = { identity: { 1: 5, 2: 5 }, version: { 2: 5, 3: 5 } };
		const { identityMoves, versionMoves } = planOf(places, weights, '1 = 2');
		assert.deepEqual([identityMoves, versionMoves], [[[1, 2]], [[3, 2]]]);
	});

	it('lets different names stay where the heavier Version group is more than one work', () => {
		const places = placed('1', '2', '3 2');
		const weights = { identity: { 1: 7, 2: 2 }, version: { 1: 7, 2: 90 } };
		const { identityMoves, versionMoves } = planOf(places, weights, '1 = 2');
		assert.deepEqual([identityMoves, versionMoves], [[[2, 1]], [[1, 2]]]);
	});
});

describe('createMergeCount', () => {
	const counts = (places: ReadonlyMap<number, Place>, texts: string[]) => createMergeCount(places)(joints(...texts));

	it('counts works and Version groups that became fewer', () => {
		assert.deepEqual(counts(alone(4), []), 0);
		assert.deepEqual(counts(alone(4), ['1 = 2']), 1);
		assert.deepEqual(counts(alone(4), ['1 hasVersion 2']), 1);
		assert.deepEqual(counts(alone(4), ['1 = 2', '2 = 3', '4 hasVersion 3']), 3);
	});

	it('counts once what identity brings together, whatever versions the works have and however groups are named', () => {
		assert.deepEqual(counts(placed('1', '2 1', '3', '4 3'), ['2 = 4']), 1);
		assert.deepEqual(counts(placed('1 2', '2', '3', '4 3'), ['1 = 3']), 1);
		assert.deepEqual(counts(placed('1', '2 1', '3', '4 3'), ['2 = 4', '1 hasVersion 3']), 1);
		assert.deepEqual(counts(placed('1', '2 1', '3', '4 3'), ['1 hasVersion 3', '2 = 4']), 1);
	});

	it('counts nothing that is together already', () => {
		assert.deepEqual(counts(placed('1', '1', '3 1'), ['1 = 2', '2 hasVersion 3']), 0);
	});
});

describe('createMover', () => {
	const move = createMover({ identityMoves: [[1, 2]], versionMoves: [[1, 3]] });

	it('puts each member of a group where the group goes, at each level', () => {
		const place = { id: 7, identity: 1, version: 1, alone: false };
		assert.deepEqual(move(place), { id: 7, identity: 2, version: 3, alone: false });
		assert.deepEqual(move({ ...place, identity: 5 }), { id: 7, identity: 5, version: 3, alone: false });
		assert.deepEqual(move({ ...place, identity: 5, version: 4 }), { id: 7, identity: 5, version: 4, alone: false });
	});

	it('leaves alone only what neither moves nor is moved into', () => {
		const aloneAfter = (id: number) => move({ id, identity: id, version: id, alone: true }).alone;
		assert.deepEqual([1, 2, 3, 4].map(aloneAfter), [false, false, false, true]);
	});
});

describe('createDisjointSets', () => {
	it('finds an unknown item in a set of its own, which is not listed', () => {
		const sets = createDisjointSets();
		assert.equal(sets.find(7), 7);
		assert.deepEqual(sets.sets(), []);
		sets.join(7, 7);
		assert.deepEqual(sets.sets(), []);
	});

	it('holds a chain of a hundred thousand without deep calls', () => {
		const sets = createDisjointSets();
		for (let item = 1; item < 100_000; item++) sets.join(item, item + 1);
		assert.equal(sets.sets()[0]?.length, 100_000);
		assert.equal(sets.find(1), sets.find(100_000));
	});
});

type World = { places: Map<number, Place>; joints: Joint[]; weights: Record<Level, number[]> };

const count = 8;
const id = fc.integer({ min: 1, max: count });
const weightsOfAll = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: count + 1, maxLength: count + 1 });

/**
 * A few identifiers in groups, each group named after any of its members, and links that join them.
 */
const world: fc.Arbitrary<World> = fc
	.record({
		works: fc.array(id, { minLength: count, maxLength: count }),
		families: fc.array(id, { minLength: count, maxLength: count }),
		joints: fc.array(fc.record({ kind: fc.constantFrom(...levels), one: id, other: id }), { maxLength: 8 }),
		weights: fc.record({ identity: weightsOfAll, version: weightsOfAll }),
		names: fc.infiniteStream(fc.nat()),
	})
	.map(({ works, families, joints, weights, names }) => {
		const members = (label: (at: number) => unknown) => Map.groupBy(works.keys(), label);
		const named = (groups: Map<unknown, number[]>) => {
			const name = new Map<number, number>();
			for (const group of groups.values()) {
				const chosen = group[(names.next().value as number) % group.length] as number;
				for (const at of group) name.set(at, chosen + 1);
			}
			return name;
		};
		const identity = named(members((at) => works[at]));
		const version = named(members((at) => families[(works[at] as number) - 1]));
		const places = new Map(
			works.map((_, at) => [
				at + 1,
				{ id: at + 1, identity: identity.get(at) as number, version: version.get(at) as number },
			]),
		);
		return { places, joints, weights };
	});

/**
 * Says in the plainest way who is together at a level when the joints have come: again and again,
 * until nothing changes.
 */
function together({ places, joints }: World, level: Level): Set<string> {
	const ids = [...places.keys()];
	const pairs = new Set(ids.map((one) => `${one} ${one}`));
	const note = (one: number, other: number) => pairs.add(`${one} ${other}`).add(`${other} ${one}`);
	for (const one of places.values())
		for (const other of places.values()) if (one[level] === other[level]) note(one.id, other.id);
	for (const { kind, one, other } of joints) if (level === 'version' || kind === 'identity') note(one, other);
	for (let size = 0; size !== pairs.size; ) {
		size = pairs.size;
		for (const one of ids)
			for (const via of ids)
				for (const other of ids)
					if (pairs.has(`${one} ${via}`) && pairs.has(`${via} ${other}`)) pairs.add(`${one} ${other}`);
	}
	return pairs;
}

function planned({ places, joints, weights }: World): GroupingPlan {
	return planMerges(findUnions(joints, places), {
		identity: (group) => weights.identity[group] as number,
		version: (group) => weights.version[group] as number,
	});
}

const movesOf = (plan: GroupingPlan, level: Level) => (level === 'identity' ? plan.identityMoves : plan.versionMoves);

describe('any merges of small worlds', () => {
	it('bring together exactly who belongs together', () => {
		fc.assert(
			fc.property(world, (given) => {
				const plan = planned(given);
				for (const level of levels) {
					const into = new Map(movesOf(plan, level));
					const groupOf = ({ [level]: group }: Place) => into.get(group) ?? group;
					const places = [...given.places.values()];
					const found = places.flatMap((one) =>
						places.filter((other) => groupOf(one) === groupOf(other)).map((other) => `${one.id} ${other.id}`),
					);
					assert.deepEqual(new Set(found), together(given, level));
				}
			}),
		);
	});

	it('never move a group twice, nor into one that moves', () => {
		fc.assert(
			fc.property(world, (given) => {
				const plan = planned(given);
				for (const level of levels) {
					const from = movesOf(plan, level).map(([group]) => group);
					assert.equal(new Set(from).size, from.length);
					assert.ok(movesOf(plan, level).every(([, to]) => !from.includes(to)));
				}
			}),
		);
	});

	it('never move the heavier Version group', () => {
		fc.assert(
			fc.property(world, (given) => {
				for (const [from, to] of planned(given).versionMoves) {
					const [moved, stays] = [given.weights.version[from] as number, given.weights.version[to] as number];
					assert.ok(moved < stays || (moved === stays && to < from), `${from} -> ${to}`);
				}
			}),
		);
	});

	it('do not depend on the order of the links', () => {
		fc.assert(
			fc.property(world, (given) => {
				const sorted = (plan: GroupingPlan) =>
					levels.map((level) => movesOf(plan, level).toSorted((a, b) => a[0] - b[0]));
				assert.deepEqual(sorted(planned({ ...given, joints: given.joints.toReversed() })), sorted(planned(given)));
			}),
		);
	});
});
