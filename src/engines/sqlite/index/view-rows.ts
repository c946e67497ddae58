// Writes, in SQL, which rows of `link` a group sees in one view and what stands at their other end; parameter 1 is always the group.
import type { GroupBy, SearchRequest } from '../../../ports/search/search-index.ts';
import { levelBit, type View } from './schema.ts';

/** Says in which view, at which level, a group sees links, and which tables have recent ones to it. */
export type SeenLinks = { groupBy: GroupBy; view: View; recentIn: readonly string[] };

/** Says what is wanted of links `l` and, with objects, of the objects `o` at their other ends. */
export type WantedOfLinks = {
	columns: readonly string[];
	withObjects?: boolean;
	/** A further condition. */
	where?: string | undefined;
	/** Columns, each by itself or with DESC. */
	order: readonly string[];
};

/** Writes a query of the links that a group sees. Its rows may have further columns behind those wanted, and only a limit can be added to it. */
export function selectLinks(seen: SeenLinks, { columns, withObjects = false, where, order }: WantedOfLinks): string {
	const parts = partsSeen(seen);
	// Rows of several parts are merged by columns of theirs.
	const ordering = order.map((term) => term.split(' ') as [string, ...string[]]);
	const selected = parts.length === 1 ? columns : [...new Set([...columns, ...ordering.map(([column]) => column)])];
	const objects = withObjects
		? `CROSS JOIN object o ON o.id = ${objectOfGroup(seen.groupBy, otherGroup(seen.view))}`
		: '';
	const selects = parts.map(
		(part) => `SELECT ${selected.join(', ')} FROM ${part} ${objects}
			WHERE l.${seen.view.asked} = ?1 AND l.relation = ${seen.view.relation} AND l.level & ${levelBit[seen.groupBy]} ${where ? `AND ${where}` : ''}`,
	);
	const place = (column: string) => (parts.length === 1 ? column : selected.indexOf(column) + 1);
	const terms = ordering.map(([column, ...direction]) => [place(column), ...direction].join(' '));
	return `${selects.join(' UNION ALL ')} ORDER BY ${terms.join(', ')}`;
}

/** Names what has a view's links in order of their latest instant. */
function partsSeen({ view, recentIn }: SeenLinks): string[] {
	if (view.asked === 'source') return ['link l INDEXED BY link_by_source'];
	return ['link_to', ...recentIn].map((table) => `${table} l`);
}

/** Lists the columns by which links are in order with their objects. */
export function inOrder(order: SearchRequest['order']): readonly string[] {
	return order === 'newest' ? ['l.latest DESC', 'o.sort_key'] : ['l.latest', 'o.sort_key DESC'];
}

/** Writes the number of the group at the other end of a link. */
export function otherGroup(view: View): string {
	return view.asked === 'source' ? 'l.target' : 'l.source';
}

/** Writes the id of the object that stands for a group, given as an expression, at a level. */
export function objectOfGroup(level: GroupBy, group: string): string {
	return level === 'identity' ? group : `coalesce((SELECT id FROM object WHERE id = -${group}), ${group})`;
}
