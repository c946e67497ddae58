// Names groups in documents; does not know what documents say of them.
                                                                               

/**
 * Names a group at a level: `i5` an Identity group, `v5` a Version group. It is the id of the
 * group's document.
 */
                                                

/** Names a group at a level. */
export function groupKey(level         , group         )           {
	return level === 'identity' ? `i${group}` : `v${group}`;
}

/** Reads what groupKey wrote. */
export function readGroupKey(key          )                                     {
	return { level: key.startsWith('i') ? 'identity' : 'version', group: Number(key.slice(1)) };
}

/** Numbers a group at a level: 5 an Identity group, -5 a Version group. */
export function groupNumber(level         , group         )         {
	return level === 'identity' ? group : -group;
}

/** Lists the levels of groups and links. */
export const levels = ['identity', 'version']                                      ;
