// Writes and runs SQL for the links that a group sees: a page of them in order, and their numbers.
// In a condition `l` is a link and `o` the object at its other end.
import type { GroupBy, GroupId } from '../../../../ports/search/index-content.ts';
import type { Position } from '../../../../ports/search/position.ts';
import type { SearchRequest } from '../../../../ports/search/search-reader.ts';
import type { Connection, Value } from '../connection.ts';
import { levelBit, membersOf, seenFromTarget, type View, views } from '../schema.ts';
import { conditionOf, type Functions } from './filter.ts';

export type Parameters = {
	readonly values: Value[];
	/** Adds a value and returns its parameter: `?3`. */
	bind(value: Value): string;
};

export function createParameters(): Parameters {
	const values: Value[] = [];
	return { values, bind: (value) => `?${values.push(value)}` };
}

/** Writes a condition for the links of a view; undefined where there is none. */
export type Condition = (view: View) => string | undefined;

/** Whose links are asked for, in which views, and under which condition. */
export type LinksAsked = { groupBy: GroupBy; group: GroupId; views: readonly View[]; condition: Condition };

/**
 * A row of selectPage: a position in the order, the history of the link, the id of its object and
 * the columns of that object's document.
 */
export type PageRow = [
	latest: number,
	sortKey: string,
	seen: number,
	history: number | string,
	id: number,
	identifiers: string,
	fields: string,
	versions: string,
];

/** Which page is asked for; `after` is the position in the cursor. */
export type PageAsked = Pick<SearchRequest, 'order' | 'offset'> & { limit: number; after: Position | undefined };

/**
 * Selects a page of links in order, see SearchRequest.order. In each view the index is read from
 * the newest or oldest link on, and only those of one instant are sorted, so the cost of a page
 * without conditions follows its size and not the number of links.
 */
export function selectPage(asked: LinksAsked, page: PageAsked, { bind }: Parameters): string {
	const group = bind(asked.group);
	const after = page.after && bindPosition(page.after, bind);
	const links = asked.views.map((view) => {
		const place = after ? `AND ${liesAfter(page.order, view.seen, after)}` : '';
		return `SELECT l.latest, o.sort_key, ${view.seen} AS seen, l.history, o.id
			${fromLinks(asked, view, group)} ${place}`;
	});
	const order = page.order === 'newest' ? '1 DESC, 2, 3' : '1, 2 DESC, 3 DESC';
	// SQLite plans a statement again for each value of a bare `LIMIT ?`, but not of an expression.
	const limit = `LIMIT +${bind(page.limit)} OFFSET +${bind(page.offset)}`;
	// The rows of a CROSS JOIN come in the order of its left side.
	return `SELECT page.latest, page.sort_key, page.seen, page.history, page.id, d.identifiers, d.fields, d.versions
		FROM (${links.join(' UNION ALL ')} ORDER BY ${order} ${limit}) page CROSS JOIN document d ON d.id = page.id`;
}

/** A row of selectCounts: how many links have objects of a type and year. */
export type CountRow = [type: number, year: number | null, links: number];

/** Counts links by the type and the year of their objects. */
export function selectCounts(asked: LinksAsked, { bind }: Parameters): string {
	const group = bind(asked.group);
	const links = asked.views.map((view) => `SELECT o.type, o.year ${fromLinks(asked, view, group)}`);
	return `SELECT type, year, count(*) FROM (${links.join(' UNION ALL ')}) GROUP BY type, year`;
}

/** A row of selectHistories: how many links in a view have a history. */
export type HistoryRow = [seen: number, history: number | string, links: number];

/**
 * Counts links by view and history. In the order of the index those of one history follow each
 * other.
 */
export function selectHistories(asked: LinksAsked, { bind }: Parameters): string {
	const group = bind(asked.group);
	return asked.views
		.map(
			(view) =>
				`SELECT ${view.seen}, l.history, count(*) ${fromLinks(asked, view, group)} GROUP BY l.latest, l.history`,
		)
		.join(' UNION ALL ');
}

/** A row of selectMemberCounts: the identifiers of a member of the asked group, and its links. */
export type MemberRow = [identifiers: string, links: number];

/**
 * Counts, for each member of the asked Version group, the links between Version groups to which it
 * contributes, most first. Reads the links of the members; several of them may make one link.
 */
export function selectMemberCounts(asked: LinksAsked, limit: number, { bind }: Parameters): string {
	const group = bind(asked.group);
	const counts = asked.views.map((view) => {
		const { asked: near, other: far, relation } = view;
		const condition = asked.condition(view);
		const whole = `CROSS JOIN link l
				ON l.${near} = ${group} AND l.relation = ${relation} AND l.${far} = b.version AND l.level & 2
			CROSS JOIN object o ON o.id = ${objectOf('version', 'b.version')}`;
		return `SELECT m.id AS id, count(DISTINCT b.version) AS links
			FROM (${membersOf(group)}) m CROSS JOIN link v INDEXED BY link_by_${near} CROSS JOIN object b ON b.id = v.${far}
				${condition ? whole : ''}
			WHERE v.${near} = m.id AND v.relation = ${relation} ${seenBy(near, 'v')} AND v.level & 1 AND b.version <> ${group}
				${condition ? `AND ${condition}` : ''}
			GROUP BY m.id`;
	});
	return `SELECT d.identifiers, sum(counted.links) FROM (${counts.join(' UNION ALL ')}) counted
		CROSS JOIN object o ON o.id = counted.id CROSS JOIN document d ON d.id = counted.id
		GROUP BY counted.id ORDER BY 2 DESC, o.sort_key LIMIT ${limit}`;
}

function fromLinks({ groupBy, condition }: LinksAsked, view: View, group: string): string {
	const { asked, other, relation } = view;
	const filter = condition(view);
	return `FROM link l INDEXED BY link_by_${asked} CROSS JOIN object o ON o.id = ${objectOf(groupBy, `l.${other}`)}
		WHERE l.${asked} = ${group} AND l.relation = ${relation} ${seenBy(asked, 'l')} AND l.level & ${levelBit[groupBy]}
			${filter ? `AND ${filter}` : ''}`;
}

/** Writes the condition of the index that finds links from an end. */
export function seenBy(end: View['asked'], link: string): string {
	return end === 'target' ? `AND ${link}.${seenFromTarget}` : '';
}

/**
 * Writes the id of the object that describes a group at a level: a Version group may share that of
 * its Identity group.
 */
function objectOf(level: GroupBy, group: string): string {
	return level === 'identity' ? group : `coalesce((SELECT id FROM object WHERE id = -${group}), ${group})`;
}

type BoundPosition = { latest: string; sortKey: string; relation: number };

function bindPosition({ latest, sortKey, relation }: Position, bind: Parameters['bind']): BoundPosition {
	return { latest: bind(latest), sortKey: bind(sortKey), relation };
}

function liesAfter(order: SearchRequest['order'], seen: number, { latest, sortKey, relation }: BoundPosition): string {
	// A link to the same object in another view comes after in one order and before in the other.
	const sameObjectToo = order === 'newest' ? seen > relation : seen < relation;
	const [later, behind] = order === 'newest' ? ['<', '>'] : ['>', '<'];
	return `l.latest ${later}= ${latest}
		AND (l.latest ${later} ${latest} OR o.sort_key ${behind}${sameObjectToo ? '=' : ''} ${sortKey})`;
}

/** Lists the views in which links of a relation are seen; all without a relation. */
export function viewsOf(relation: SearchRequest['relation']): View[] {
	return views.filter(({ name }) => (relation ?? name) === name);
}

/** Runs a statement about the links that a search asks for. */
export type LinkSelect = <Row extends Value[]>(
	request: Omit<SearchRequest, 'order' | 'size' | 'offset' | 'facets'>,
	write: (asked: LinksAsked, parameters: Parameters) => string,
) => Row[];

/** Runs statements through a connection, in its transaction; `functions` are called by filters. */
export function createLinkSelect(connection: Connection, functions: Functions): LinkSelect {
	return (request, write) => {
		const parameters = createParameters();
		const { groupBy, group, relation } = request;
		const condition = conditionOf(request, parameters.bind, functions);
		const statement = write({ groupBy, group, views: viewsOf(relation), condition }, parameters);
		return connection.prepare(statement).all(...parameters.values);
	};
}
