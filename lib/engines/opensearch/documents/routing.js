// Tells in which shard a document lies, by its id alone; knows no document's content.
//
//   i5, v5, i5-cites-7, v5-isCitedBy-9    by the group that they are seen from: 5
//   k4Xd…                                 entries of the directory, by the term of their key
//
// All that is seen from a group lies in one shard, at both levels: one refresh of that shard shows
// a whole state of it.
                                                                      

/** Tells the routing of what is seen from a group. */
export function routingOfGroup(group         )         {
	return String(group);
}

/** Tells the routing of the entries for a key; see keyTerm. */
export function routingOfKey(term        )         {
	return term;
}

/** Tells the routing of a document. */
export function routingOf(id        )         {
	const [, group, term] = /^[iv](\d+)|^k(.{22})/.exec(id) ?? [];
	if (group !== undefined) return routingOfGroup(Number(group));
	if (term !== undefined) return routingOfKey(term);
	throw new Error(`${id} is no id of a document`);
}
