// Names groups in documents, and tells where documents lie; does not know what they say of groups.
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';

/**
 * Names a group at a level: `i5` an Identity group, `v5` a Version group. It is the id of the
 * group's document.
 */
export type GroupKey = `${'i' | 'v'}${GroupId}`;

/** Names a group at a level. */
export function groupKey(level: GroupBy, group: GroupId): GroupKey {
	return level === 'identity' ? `i${group}` : `v${group}`;
}

/** Reads what groupKey wrote. */
export function readGroupKey(key: GroupKey): { level: GroupBy; group: GroupId } {
	return { level: key.startsWith('i') ? 'identity' : 'version', group: Number(key.slice(1)) };
}

/**
 * Tells the routing of a document by its id, which decides on its shard. All that is seen from a
 * group lies in one, at both levels, so that one refresh shows a whole state of it.
 */
export function routingOf(id: string): string {
	const group = /^[iv](\d+)/.exec(id)?.[1];
	if (group === undefined) throw new Error(`${id} is no id of a document`);
	return group;
}

/** Numbers a group at a level: 5 an Identity group, -5 a Version group. */
export function groupNumber(level: GroupBy, group: GroupId): number {
	return level === 'identity' ? group : -group;
}

/** Lists the levels of groups and links. */
export const levels = ['identity', 'version'] as const satisfies readonly GroupBy[];
