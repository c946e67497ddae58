// Runs a search on one state of a generation.
import { type SearchRelation, searchRelations } from '../../../../links/relation.ts';
import type { GroupBy, GroupId, ObjectDocument } from '../../../../ports/search/index-content.ts';
import {
	linkOrders,
	type Position,
	readCursor,
	tooManyToSort,
	writeCursor,
} from '../../../../ports/search/position.ts';
import {
	type ItemVia,
	type SearchItem,
	type SearchRequest,
	type SearchResult,
	shownStretch,
	stretchInVia,
} from '../../../../ports/search/search-reader.ts';
import { type Flag, maskOf } from '../../../../search/flags/flags.ts';
import type { Connection, Statement } from '../connection.ts';
import { readDocument } from '../document-row.ts';
import { createFacets } from './facets.ts';
import { isFiltered } from './filter.ts';
import { type HistoryReader, returnedHistory } from './histories.ts';
import { countExcluded, type LinkFlags, traitsColumn } from './link-flags.ts';
import {
	type CountRow,
	createParameters,
	type LinkSelect,
	type PageRow,
	selectCounts,
	selectPage,
	viewsOf,
} from './select-links.ts';
import { createViaReader, type Head, type PageLink } from './via.ts';

/** Sorting more links for each page takes seconds: see SearchRequest.order. */
const mostSorted = 100_000;

/**
 * Creates the search through a connection, in its transaction. A search takes three statements: for
 * the asked object, for the numbers of its links (from tallies, or by reading each link where there
 * are filters or facets) and for the page; facets, and members of Version groups, take more.
 */
export function createSearch(
	connection: Connection,
	readHistory: HistoryReader,
	{ select, flags }: { select: LinkSelect; flags: LinkFlags },
): (request: SearchRequest) => SearchResult | undefined {
	const readSource = createSourceReader(connection);
	const readTotal = createTotalReader(connection);
	const readVia = createViaReader(connection, readHistory);
	const facetsOf = createFacets(select, readHistory);
	const traits = traitsColumn(connection);
	const readFirstPage = createFirstPageReader(connection, traits);
	const readPage = (request: SearchRequest, after: Position | undefined): PageRow[] => {
		const { order, offset, size } = request;
		const page = { order, offset, limit: size + 1, after, traits };
		if (after === undefined && !isFiltered(request)) return readFirstPage(request);
		return select<PageRow>(request, (asked, parameters) => selectPage(asked, page, parameters));
	};
	const itemsOf = (request: SearchRequest, source: Head, rows: readonly PageRow[]): SearchItem[] => {
		const { groupBy, history: stretch = shownStretch } = request;
		const items = rows.map(
			([, , seen, , history, id, identifiers, fields, versions, traits]): SearchItem => ({
				relation: searchRelations[seen] as SearchRelation,
				flags: flags.of({ traits, seen, history }),
				object: readDocument(identifiers, fields, versions),
				// The object of a Version group that has one of its own is a negative number.
				group: Math.abs(id),
				...returnedHistory(readHistory, history, stretch),
			}),
		);
		if (groupBy !== 'version') return items;
		const via = readVia(source, rows.map(pageLink), stretchInVia(stretch));
		return items.map((item, at) => ({ ...item, via: via[at] as ItemVia }));
	};
	/** Counts what a search finds and what it leaves out; undefined where tallies have the total. */
	const countsOf = ({ without, ...request }: SearchRequest): CountRow[] | undefined => {
		const { counted = true, facets, countsFlags } = request;
		if (!facets && !(counted && (without || isFiltered(request)))) return undefined;
		const bits = without || (facets && countsFlags) ? flags.bits : undefined;
		return select(request, (asked, parameters) => selectCounts(asked, parameters, bits));
	};
	return (request) => {
		const { counted = true, without } = request;
		const after = request.cursor === undefined ? undefined : readCursor(request.order, request.cursor);
		const source = readSource(request.groupBy, request.group);
		if (!source) return undefined;
		flags.compareWith(source.traits);
		const all = countsOf(request);
		const counts = without ? all?.filter(keptWithout(without)) : all;
		const total = !counted ? 0 : counts ? sumOf(counts) : readTotal(request);
		const isSorted = linkOrders[request.order].by !== 'link';
		if (isSorted && request.size > 0 && total > mostSorted) throw tooManyToSort(total, mostSorted);
		// One row beyond the page shows whether anything follows.
		const rows = (counted && total === 0) || request.size === 0 ? [] : readPage(request, after);
		const page = rows.slice(0, request.size);
		const last = page.at(-1);
		return {
			source: source.document,
			total,
			items: itemsOf(request, source, page),
			...(all && counted && without && { excluded: countExcluded(without, all) }),
			...(last && rows.length > page.length && { cursor: cursorAfter(request, last) }),
			...(counts && request.facets && { facets: facetsOf(request, source, counts) }),
		};
	};
}

/** Whether a search keeps links with some flags. */
function keptWithout(without: readonly Flag[]): (row: CountRow) => boolean {
	const mask = maskOf(without);
	return ([, , , , bits]) => (bits & mask) === 0;
}

/**
 * Reads pages without filters and cursor, as most are. Their few statements are written once:
 * writing one again and finding it by its text takes longer than finding it by the request.
 */
function createFirstPageReader(connection: Connection, traits: string): (request: SearchRequest) => PageRow[] {
	const statements = new Map<string, Statement>();
	return ({ groupBy, group, relation, order, offset, size }) => {
		const statement = statements.getOrInsertComputed(`${groupBy} ${relation} ${order}`, () => {
			const asked = { groupBy, group, views: viewsOf(relation), condition: () => undefined };
			const page = { order, offset, limit: size, after: undefined, traits };
			return connection.prepare(selectPage(asked, page, createParameters()));
		});
		return statement.all(group, size + 1, offset);
	};
}

function pageLink([, sortKey, seen, latest, history, id]: PageRow): PageLink {
	return { latest, seen, history, head: { id, sortKey } };
}

function cursorAfter({ order }: SearchRequest, [value, sortKey, relation]: PageRow): string {
	return writeCursor(order, { value, sortKey, relation });
}

/** Reads from the tallies how many links a group has. */
function createTotalReader(connection: Connection): (request: SearchRequest) => number {
	const tallyAt = (level: GroupBy) => connection.prepare(`SELECT seen, ${level} FROM tally WHERE party = ?`);
	const tallies = { identity: tallyAt('identity'), version: tallyAt('version') };
	return ({ groupBy, group, relation }) => {
		let total = 0;
		for (const [seen, links] of tallies[groupBy].all<[number, number]>(group)) {
			if (relation === undefined || searchRelations[seen] === relation) total += links;
		}
		return total;
	};
}

function sumOf(counts: readonly CountRow[]): number {
	return counts.reduce((sum, [, , , links]) => sum + links, 0);
}

/** An object as it is returned, which one it is, and what flags compare. */
export type Source = Head & { document: ObjectDocument; traits: string };

/** Reads the object that describes a group at a level; undefined where the group is missing. */
type SourceReader = (level: GroupBy, group: GroupId) => Source | undefined;

/** Reads through a connection, in its transaction. */
export function createSourceReader(connection: Connection): SourceReader {
	type Columns = [id: number, sortKey: string, identifiers: string, fields: string, versions: string, traits: string];
	const select = `SELECT o.id, o.sort_key, d.identifiers, d.fields, d.versions, ${traitsColumn(connection)}
		FROM object o CROSS JOIN document d ON d.id = o.id`;
	const find = {
		identity: connection.prepare(`${select} WHERE o.id = ?1`),
		// The object of the Version group itself comes first, having a negative id.
		version: connection.prepare(`${select} WHERE o.id IN (-?1, ?1) AND o.version = ?1 ORDER BY o.id LIMIT 1`),
	};
	return (level, group) => {
		const found = find[level].get<Columns>(group);
		if (!found) return undefined;
		const [id, sortKey, identifiers, fields, versions, traits] = found;
		return { id, sortKey, document: readDocument(identifiers, fields, versions), traits };
	};
}
