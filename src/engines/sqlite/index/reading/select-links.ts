// Writes and runs SQL for the links that a group sees: a page of them in order, and their numbers.
// In a condition `l` is a link and `o` the object at its other end.
import type { GroupBy, GroupId } from '../../../../ports/search/index-content.ts';
import { type LinkOrder, linkOrders, type Position, titleOrderLength } from '../../../../ports/search/position.ts';
import type { SearchRequest } from '../../../../ports/search/search-reader.ts';
import type { FlagBits } from '../../../../search/flags/flags.ts';
import type { Connection, Value } from '../connection.ts';
import { levelBit, membersOf, seenAsCited, seenFromTarget, type View, views } from '../schema.ts';
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
export type LinksAsked = {
	groupBy: GroupBy;
	group: GroupId;
	views: readonly View[];
	condition: Condition;
};

/**
 * A row of selectPage: a position in the order, the latest instant and the history of the link, the
 * id of its object and the columns of that object's document; see traitsColumn for the last one.
 */
export type PageRow = [
	value: Position['value'],
	sortKey: string,
	seen: number,
	latest: number,
	history: number | string,
	id: number,
	identifiers: string,
	fields: string,
	versions: string,
	traits: string,
];

/** Which page is asked for; `after` is the position in the cursor. */
export type PageAsked = Pick<SearchRequest, 'order' | 'offset'> & {
	limit: number;
	after: Position | undefined;
	/** See traitsColumn. */
	traits: string;
};

/**
 * Selects a page of links in order, see SearchRequest.order. By instant, the index is read in each
 * view from the newest or oldest link on, and only those of one instant are sorted, so the cost of a
 * page without conditions follows its size and not the number of links. In other orders, all are
 * read and sorted.
 */
export function selectPage(asked: LinksAsked, page: PageAsked, { bind }: Parameters): string {
	const { reverse } = linkOrders[page.order];
	const group = bind(asked.group);
	const after = page.after && bindPosition(page.after, bind);
	const links = asked.views.map((view) => {
		const { value, join } = orderColumn(page.order, asked.groupBy, view);
		const place = after ? `AND ${liesAfter(page.order, { value, seen: view.seen }, after)}` : '';
		return `SELECT ${value} AS value, o.sort_key, ${view.seen} AS seen, l.latest, l.history, o.id
			${fromLinks(asked, view, group, join)} ${place}`;
	});
	const ties = reverse ? 'DESC' : 'ASC';
	const order = `1 ${directionOf(page.order)} NULLS LAST, 2 ${ties}, 3 ${ties}`;
	// SQLite plans a statement again for each value of a bare `LIMIT ?`, but not of an expression.
	const limit = `LIMIT +${bind(page.limit)} OFFSET +${bind(page.offset)}`;
	// The rows of a CROSS JOIN come in the order of its left side.
	return `SELECT page.*, d.identifiers, d.fields, d.versions, ${page.traits}
		FROM (${links.join(' UNION ALL ')} ORDER BY ${order} ${limit}) page CROSS JOIN document d ON d.id = page.id`;
}

/** What an order goes by, and the table where that is. */
function orderColumn(order: LinkOrder, level: GroupBy, { other }: View): { value: string; join: string } {
	switch (linkOrders[order].by) {
		case 'link':
			return { value: 'l.latest', join: '' };
		case 'published':
			return { value: 'o.published', join: '' };
		case 'title':
			return { value: firstTitle('t.title'), join: 'CROSS JOIN text t ON t.id = o.id' };
		case 'cited': {
			const join = `LEFT JOIN tally c ON c.party = l.${other} AND c.seen = ${seenAsCited}`;
			return { value: `coalesce(c.${level}, 0)`, join };
		}
	}
}

/** Writes the beginning of the first of the titles that textRow wrote; see titleOrderOf. */
function firstTitle(titles: string): string {
	// Each title has a space on either side, and a bar between it and the next one.
	const length = `min(${titleOrderLength}, instr(${titles} || '|', '|') - 3)`;
	return `CASE ${titles} WHEN '' THEN NULL ELSE substr(${titles}, 2, ${length}) END`;
}

/** A row of selectCounts: how many links of a year, with these flags, have objects of a type and year. */
export type CountRow = [type: number, year: number | null, linkYear: number, links: number, bits: FlagBits];

/**
 * Counts links by the type and the year of their objects, by the year of their latest instant, and by
 * their flags, which `bits` writes.
 */
export function selectCounts(
	asked: LinksAsked,
	{ bind }: Parameters,
	bits: (view: View) => string = () => '0',
): string {
	const group = bind(asked.group);
	const linkYear = "CAST(strftime('%Y', l.latest, 'unixepoch') AS INTEGER)";
	const links = asked.views.map(
		(view) => `SELECT o.type, o.year, ${linkYear} AS linked, ${bits(view)} AS bits ${fromLinks(asked, view, group)}`,
	);
	return `SELECT type, year, linked, count(*), bits FROM (${links.join(' UNION ALL ')})
		GROUP BY type, year, linked, bits`;
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

function fromLinks({ groupBy, condition }: LinksAsked, view: View, group: string, join = ''): string {
	const { asked, other, relation } = view;
	const filter = condition(view);
	return `FROM link l INDEXED BY link_by_${asked}
		CROSS JOIN object o ON o.id = ${objectOf(groupBy, `l.${other}`)} ${join}
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

/** A position whose value and sortKey are parameters; no value for an object without one. */
type BoundPosition = { value: string | undefined; sortKey: string; relation: number };

function bindPosition({ value, sortKey, relation }: Position, bind: Parameters['bind']): BoundPosition {
	return { value: value === null ? undefined : bind(value), sortKey: bind(sortKey), relation };
}

/** The direction of the values of an order: titles begin with the smallest, others with the greatest. */
function directionOf(order: LinkOrder): 'ASC' | 'DESC' {
	const { by, reverse } = linkOrders[order];
	return (by === 'title') === reverse ? 'DESC' : 'ASC';
}

function liesAfter(order: LinkOrder, { value, seen }: { value: string; seen: number }, after: BoundPosition): string {
	const { by, reverse } = linkOrders[order];
	// A link to the same object in another view comes after in one order and before in the other.
	const sameObjectToo = reverse ? seen < after.relation : seen > after.relation;
	const behind = `o.sort_key ${reverse ? '<' : '>'}${sameObjectToo ? '=' : ''} ${after.sortKey}`;
	if (after.value === undefined) return `${value} IS NULL AND ${behind}`;
	const beyond = `${value} ${directionOf(order) === 'DESC' ? '<' : '>'}`;
	if (by === 'link') return `${beyond}= ${after.value} AND (${beyond} ${after.value} OR ${behind})`;
	return `(${beyond} ${after.value} OR ${value} IS NULL OR (${value} = ${after.value} AND ${behind}))`;
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
