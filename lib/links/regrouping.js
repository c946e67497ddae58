// Plans the groups of identifiers anew from what joins them, where something that joined them does
// so no more. Pure; it knows no storage.
import { createDisjointSets,            } from './grouping.js';

/** Places an identifier; `alone`: both its groups hold it only and bear its id. */
                                         

/** Pairs of identifiers that are one work, and pairs that are versions of one. */
                     
	                                                          
	                                                         
  

/** Where identifiers belong, in the order given, and how many groups fell apart or became one. */
                                                                                       

/**
 * Plans the groups of these identifiers, which are all members of their Version groups. A group
 * keeps its name where the identifier that it is named after lies in it: where several names would
 * do, the one that most of its members have. Else it is named after its smallest identifier.
 */
export function planRegrouping                  (members              , edges       )                {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	for (const [one, other] of edges.identity) {
		identity.join(one, other);
		version.join(one, other);
	}
	for (const [one, other] of edges.version) version.join(one, other);
	const works = nameGroups(members, 'identity', identity.find);
	const families = nameGroups(members, 'version', version.find);
	const sizes = new Map                ();
	for (const { id } of members) {
		const family = families.nameOf(id);
		sizes.set(family, (sizes.get(family) ?? 0) + 1);
	}
	return {
		places: members.map((member) => {
			const family = families.nameOf(member.id);
			const place = { identity: works.nameOf(member.id), version: family, alone: sizes.get(family) === 1 };
			const isSame = (['identity', 'version', 'alone']         ).every((part) => place[part] === member[part]);
			return isSame ? member : { ...member, ...place };
		}),
		splitGroups: works.split + families.split,
		mergedGroups: works.merged + families.merged,
	};
}

function nameGroups(members                   , level                        , find                        ) {
	const parts = Map.groupBy(members, ({ id }) => find(id));
	const names = new Map                ();
	let merged = 0;
	for (const [root, part] of parts) {
		const former = [...Map.groupBy(part, (member) => member[level])];
		merged += former.length - 1;
		const fitting = former.filter(([name]) => find(name) === root && part.some(({ id }) => id === name));
		const [best] = fitting.sort(([one, ones], [other, others]) => others.length - ones.length || one - other);
		names.set(root, best?.[0] ?? Math.min(...part.map(({ id }) => id)));
	}
	const partsOfGroups = Map.groupBy(members, (member) => member[level]).values();
	const split = partsOfGroups.map((those) => new Set(those.map(({ id }) => find(id))).size - 1);
	return {
		nameOf: (id        ) => names.get(find(id))          ,
		merged,
		split: split.reduce((sum, more) => sum + more, 0),
	};
}
