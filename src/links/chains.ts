// Finds shortest chains between members of a group.

/** Lists for each member those that something joins it with, the preferred ones first. */
export type Neighbours = ReadonlyMap<number, readonly number[]>;

/**
 * Makes the neighbours of joined pairs. Where several lie equally near, `compare` says which one a
 * chain prefers.
 */
export function neighboursOf(
	pairs: Iterable<readonly [one: number, other: number]>,
	compare: (one: number, other: number) => number,
): Neighbours {
	const neighbours = new Map<number, Set<number>>();
	for (const [one, other] of pairs) {
		if (one === other) continue;
		neighbours.getOrInsertComputed(one, () => new Set()).add(other);
		neighbours.getOrInsertComputed(other, () => new Set()).add(one);
	}
	return new Map(Array.from(neighbours, ([member, those]) => [member, [...those].sort(compare)]));
}

/** Returns the distance, in joints, of everything connected with a member. */
export function distancesTo(member: number, neighbours: Neighbours): ReadonlyMap<number, number> {
	const distances = new Map([[member, 0]]);
	// A map can be walked while it grows, in the order in which things were added.
	for (const [one, distance] of distances) {
		for (const other of neighbours.get(one) ?? []) if (!distances.has(other)) distances.set(other, distance + 1);
	}
	return distances;
}

/**
 * Lists a shortest chain from a member to the one that the distances are to, both included; of
 * several that whose members are preferred, the first of them first. Undefined where they are not
 * connected.
 */
export function shortestChain(
	from: number,
	distances: ReadonlyMap<number, number>,
	neighbours: Neighbours,
): number[] | undefined {
	const length = distances.get(from);
	if (length === undefined) return undefined;
	const chain = [from];
	for (let left = length; left > 0; left--) {
		const last = chain.at(-1) as number;
		chain.push((neighbours.get(last) ?? []).find((next) => distances.get(next) === left - 1) as number);
	}
	return chain;
}
