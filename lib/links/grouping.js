// Plans which groups merge when identifiers turn out to be one work or versions of one.

/** Places an identifier: `identity` and `version` name its groups. */
                                                                      

/** Joins two identifiers: as the same work, or as versions of one work. */
                                                                                 

/** Holds the sets of groups that become one, at each level. Every set has two groups or more. */
                                                                   

/** Lists the moves of groups that make unions, at each level. */
                            
	                                            
	                                           
  

/** Lists moves of groups as createMover takes them. */
                          
	                                                                                                       
  

/**
 * Finds which groups merge. A joint of identity merges Identity groups and with them their Version
 * groups; a joint of version merges Version groups. `places` must hold both identifiers of every
 * joint.
 */
export function findUnions(joints                  , places                            )         {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	for (const joint of joints) {
		const one = places.get(joint.one)         ;
		const other = places.get(joint.other)         ;
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
	unions        ,
	weight                                                                     ,
)               {
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
 * the count is the same. Each call adds joints to those before, and answers what they bring.
 */
export function createMergeCount(places                            )                                       {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	return (joints) => {
		let merged = 0;
		for (const kind of ['identity', 'version']         ) {
			for (const joint of joints) {
				if (joint.kind !== kind) continue;
				const one = places.get(joint.one)         ;
				const other = places.get(joint.other)         ;
				if (kind === 'identity' && identity.join(one.identity, other.identity)) merged++;
				if (version.join(one.version, other.version) && kind === 'version') merged++;
			}
		}
		return merged;
	};
}

/** Tells where an identifier belongs once moves are made. */
                                                                          

/**
 * Makes the mover of a plan. A group that moves, or that others move into, is no longer `alone`.
 */
export function createMover({ identityMoves, versionMoves }            )        {
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

function movesInto(staying        , set                   )                     {
	return set.filter((group) => group !== staying).map((group) => [group, staying]);
}

function heaviest(set                   , weight                           )         {
	return set.reduce((best, group) => {
		const difference = weight(group) - weight(best);
		return difference > 0 || (difference === 0 && group < best) ? group : best;
	});
}

/** Creates disjoint sets of numbers (union-find, with path halving and union by size). */
export function createDisjointSets()   
	                                                   
	                                          
	                           
	                   
  {
	const parents = new Map                ();
	const sizes = new Map                ();
	const find = (item        )         => {
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
			const byRoot = new Map                  ();
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
