// Finds shortest chains between members of a group along what joins them; it is pure and knows
// neither relations nor storage.

/** Lists for each member those that something joins it with, the preferred ones first. */
                                                                

/**
 * Makes the neighbours of joined pairs. Where several lie equally near, `compare` says which one a
 * chain prefers.
 */
export function neighboursOf(
	pairs                                                 ,
	compare                                        ,
)             {
	const neighbours = new Map                     ();
	for (const [one, other] of pairs) {
		if (one === other) continue;
		neighbours.getOrInsertComputed(one, () => new Set()).add(other);
		neighbours.getOrInsertComputed(other, () => new Set()).add(one);
	}
	return new Map(Array.from(neighbours, ([member, those]) => [member, [...those].sort(compare)]));
}

/** Tells for everything that is connected with a member by how many joints it lies away. */
export function distancesTo(member        , neighbours            )                              {
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
	from        ,
	distances                             ,
	neighbours            ,
)                       {
	const length = distances.get(from);
	if (length === undefined) return undefined;
	const chain = [from];
	for (let left = length; left > 0; left--) {
		const last = chain.at(-1)          ;
		chain.push((neighbours.get(last) ?? []).find((next) => distances.get(next) === left - 1)          );
	}
	return chain;
}
