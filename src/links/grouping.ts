// Plans which groups merge when identifiers become one work or versions of one, and which split when
// they no longer are.

/** Places an identifier: `identity` and `version` name its groups. */
export type Place = { id: number; identity: number; version: number };

/** Joins two identifiers: as the same work, or as versions of one work. */
export type Joint = { kind: 'identity' | 'version'; one: number; other: number };

/** Holds the sets of groups that become one, at each level. Every set has two groups or more. */
export type Unions = { identity: number[][]; version: number[][] };

/** Lists the moves of groups that make unions, at each level. */
export type GroupingPlan = {
	identityMoves: [from: number, to: number][];
	versionMoves: [from: number, to: number][];
};

/** Lists moves of groups as createMover takes them. */
type GroupMoves = {
	readonly [Moves in 'identityMoves' | 'versionMoves']: readonly (readonly [from: number, to: number])[];
};

/**
 * Finds which groups merge. A joint of identity merges Identity groups and with them their Version
 * groups; a joint of version merges Version groups. `places` must hold both identifiers of every
 * joint.
 */
export function findUnions(joints: readonly Joint[], places: ReadonlyMap<number, Place>): Unions {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	for (const joint of joints) {
		const one = places.get(joint.one) as Place;
		const other = places.get(joint.other) as Place;
		if (joint.kind === 'identity') identity.join(one.identity, other.identity);
		version.join(one.version, other.version);
	}
	return { identity: identity.sets(), version: version.sets() };
}

/**
 * Chooses for each union the group that stays: the heaviest, so that a merge costs what the smaller
 * sides weigh; among equals the one with the smallest id. Where a Version group that stays is one
 * Identity group alone, that one stays too, so that both keep one id.
 */
export function planMerges(
	unions: Unions,
	weight: { identity(group: number): number; version(group: number): number },
): GroupingPlan {
	const versionMoves = unions.version.flatMap((set) => movesInto(heaviest(set, weight.version), set));
	const stayingVersions = new Set(unions.version.map((set) => heaviest(set, weight.version)));
	const identityMoves = unions.identity.flatMap((set) => {
		const namesakes = set.filter(
			(group) => stayingVersions.has(group) && weight.version(group) === weight.identity(group),
		);
		return movesInto(heaviest(namesakes.length > 0 ? namesakes : set, weight.identity), set);
	});
	return { identityMoves, versionMoves };
}

/**
 * Starts to count how many groups there are fewer after joints: works by identity, and Version
 * groups by version, but not once more for those of works that became one. Whichever groups stay,
 * the count is the same. Each call adds joints to those before, and returns its effect.
 */
export function createMergeCount(places: ReadonlyMap<number, Place>): (joints: readonly Joint[]) => number {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	return (joints) => {
		let merged = 0;
		for (const kind of ['identity', 'version'] as const) {
			for (const joint of joints) {
				if (joint.kind !== kind) continue;
				const one = places.get(joint.one) as Place;
				const other = places.get(joint.other) as Place;
				if (kind === 'identity' && identity.join(one.identity, other.identity)) merged++;
				if (version.join(one.version, other.version) && kind === 'version') merged++;
			}
		}
		return merged;
	};
}

/** Returns the place of an identifier after the moves. */
type Mover = <P extends Place & { alone: boolean }>(place: P) => P;

/**
 * Makes the mover of a plan. A group that moves, or that others move into, is no longer `alone`.
 */
export function createMover({ identityMoves, versionMoves }: GroupMoves): Mover {
	const identities = new Map(identityMoves);
	const versions = new Map(versionMoves);
	const joined = new Set([...identityMoves, ...versionMoves].flat());
	return (place) => {
		const identity = identities.get(place.identity) ?? place.identity;
		const version = versions.get(place.version) ?? place.version;
		const alone = place.alone && !joined.has(place.id);
		const same = identity === place.identity && version === place.version && alone === place.alone;
		return same ? place : { ...place, identity, version, alone };
	};
}

function movesInto(staying: number, set: readonly number[]): [number, number][] {
	return set.filter((group) => group !== staying).map((group) => [group, staying]);
}

function heaviest(set: readonly number[], weight: (group: number) => number): number {
	return set.reduce((best, group) => {
		const difference = weight(group) - weight(best);
		return difference > 0 || (difference === 0 && group < best) ? group : best;
	});
}

/** Creates disjoint sets of numbers (union-find, with path halving and union by size). */
export function createDisjointSets(): {
	/** Returns whether they were in different sets. */
	join(one: number, other: number): boolean;
	find(item: number): number;
	sets(): number[][];
} {
	const parents = new Map<number, number>();
	const sizes = new Map<number, number>();
	const find = (item: number): number => {
		let at = item;
		for (;;) {
			const parent = parents.get(at) ?? at;
			if (parent === at) return at;
			const grandparent = parents.get(parent) ?? parent;
			parents.set(at, grandparent);
			at = grandparent;
		}
	};
	return {
		find,
		join(one, other) {
			let large = find(one);
			let small = find(other);
			if (large === small) return false;
			if ((sizes.get(small) ?? 1) > (sizes.get(large) ?? 1)) [large, small] = [small, large];
			parents.set(small, large);
			if (!parents.has(large)) parents.set(large, large);
			sizes.set(large, (sizes.get(large) ?? 1) + (sizes.get(small) ?? 1));
			return true;
		},
		sets() {
			const byRoot = new Map<number, number[]>();
			for (const item of parents.keys()) {
				const root = find(item);
				const set = byRoot.get(root);
				if (set) set.push(item);
				else byRoot.set(root, [item]);
			}
			return [...byRoot.values()].filter((set) => set.length > 1);
		},
	};
}

/** Places an identifier; `alone`: both its groups hold it only and bear its id. */
type Placed = Place & { alone: boolean };

/** Pairs of identifiers that are one work, and pairs that are versions of one. */
export type Edges = {
	readonly identity: readonly (readonly [number, number])[];
	readonly version: readonly (readonly [number, number])[];
};

/** The places of identifiers, in the order given, and how many groups split or merged. */
type Regrouping<P> = { places: P[]; splitGroups: number; mergedGroups: number };

/**
 * Plans the groups of these identifiers, which are all members of their Version groups. A group
 * keeps its name where the identifier that it is named after lies in it: where several names would
 * do, the one that most of its members have. Else it is named after its smallest identifier.
 */
export function planRegrouping<P extends Placed>(members: readonly P[], edges: Edges): Regrouping<P> {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	for (const [one, other] of edges.identity) {
		identity.join(one, other);
		version.join(one, other);
	}
	for (const [one, other] of edges.version) version.join(one, other);
	const works = nameGroups(members, 'identity', identity.find);
	const families = nameGroups(members, 'version', version.find);
	const sizes = new Map<number, number>();
	for (const { id } of members) {
		const family = families.nameOf(id);
		sizes.set(family, (sizes.get(family) ?? 0) + 1);
	}
	return {
		places: members.map((member) => {
			const family = families.nameOf(member.id);
			const place = { identity: works.nameOf(member.id), version: family, alone: sizes.get(family) === 1 };
			const isSame = (['identity', 'version', 'alone'] as const).every((part) => place[part] === member[part]);
			return isSame ? member : { ...member, ...place };
		}),
		splitGroups: works.split + families.split,
		mergedGroups: works.merged + families.merged,
	};
}

function nameGroups(members: readonly Placed[], level: 'identity' | 'version', find: (id: number) => number) {
	const parts = Map.groupBy(members, ({ id }) => find(id));
	const names = new Map<number, number>();
	let merged = 0;
	for (const [root, part] of parts) {
		const former = [...Map.groupBy(part, (member) => member[level])];
		merged += former.length - 1;
		const fitting = former.filter(([name]) => find(name) === root && part.some(({ id }) => id === name));
		const [best] = fitting.sort(([one, ones], [other, others]) => others.length - ones.length || one - other);
		names.set(root, best?.[0] ?? part.reduce((least, { id }) => Math.min(least, id), Number.POSITIVE_INFINITY));
	}
	const partsOfGroups = Map.groupBy(members, (member) => member[level]).values();
	const split = partsOfGroups.map((those) => new Set(those.map(({ id }) => find(id))).size - 1);
	return {
		nameOf: (id: number) => names.get(find(id)) as number,
		merged,
		split: split.reduce((sum, more) => sum + more, 0),
	};
}
