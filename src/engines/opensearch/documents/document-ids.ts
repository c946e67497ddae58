// The ids of documents: the groups in them, and the shard of each.
//
//   i5, v5, i5-cites-7, v5-isCitedBy-9    by the group that they are seen from: 5
//   k4Xd…                                 entries of the directory, by the term of their key
//
// Everything that is seen from a group lies in one shard, at both levels: one refresh of that shard
// shows a whole state of it.
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';

/**
 * Identifies a group at a level: `i5` an Identity group, `v5` a Version group. It is the id of the
 * group's document.
 */
export type GroupKey = `${'i' | 'v'}${GroupId}`;

/** Writes the key of a group at a level. */
export function groupKey(level: GroupBy, group: GroupId): GroupKey {
	return level === 'identity' ? `i${group}` : `v${group}`;
}

/** Reads what groupKey wrote. */
export function readGroupKey(key: GroupKey): { level: GroupBy; group: GroupId } {
	return { level: key.startsWith('i') ? 'identity' : 'version', group: Number(key.slice(1)) };
}

/** Numbers a group at a level: 5 an Identity group, -5 a Version group. */
export function groupNumber(level: GroupBy, group: GroupId): number {
	return level === 'identity' ? group : -group;
}

export const levels = ['identity', 'version'] as const satisfies readonly GroupBy[];

/** Returns the routing of what is seen from a group. */
export function routingOfGroup(group: GroupId): string {
	return String(group);
}

/** Returns the routing of the entries for a key; see keyTerm. */
export function routingOfKey(term: string): string {
	return term;
}

export function routingOf(id: string): string {
	const [, group, term] = /^[iv](\d+)|^k(.{22})/.exec(id) ?? [];
	if (group !== undefined) return routingOfGroup(Number(group));
	if (term !== undefined) return routingOfKey(term);
	throw new Error(`${id} is not the id of a document`);
}
