// Writes, in SQL, which rows of `link` a group sees in one view and what stands at their other end; parameter 1 is always the group.
import type { GroupBy, SearchRequest } from '../search-index.ts';
import { levelBit, type View } from './schema.ts';

/** Writes the table, by the index that has a view's links in order of their latest instant. */
export function linksOfView(view: View): string {
	return `link l INDEXED BY ${view.asked === 'source' ? 'link_by_source' : 'link_by_target'}`;
}

/** Writes the tables of a view's links and of the objects at their other ends. */
export function linksWithObjects(level: GroupBy, view: View): string {
	return `${linksOfView(view)} CROSS JOIN object o ON o.id = ${objectOfGroup(level, otherGroup(view))}`;
}

/** Writes the order of links with their objects. */
export function inOrder(order: SearchRequest['order']): string {
	return order === 'newest' ? 'l.latest DESC, o.sort_key' : 'l.latest, o.sort_key DESC';
}

/** Writes the condition that a link lies in a view, at a level. */
export function liesInView(level: GroupBy, view: View): string {
	// The index of targets is without IsRelatedTo and must hear that it is not asked for.
	const asked = view.asked === 'source' ? 'l.source = ?1' : 'l.target = ?1 AND l.relation <> 3';
	return `${asked} AND l.relation = ${view.relation} AND l.level & ${levelBit[level]}`;
}

/** Writes the number of the group at the other end of a link. */
export function otherGroup(view: View): string {
	return view.asked === 'source' ? 'l.target' : 'l.source';
}

/** Writes the id of the object that stands for a group, given as an expression, at a level. */
export function objectOfGroup(level: GroupBy, group: string): string {
	return level === 'identity' ? group : `coalesce((SELECT id FROM object WHERE id = -${group}), ${group})`;
}
