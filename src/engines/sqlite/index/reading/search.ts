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
	type FlagCount,
	type ItemVia,
	type SearchItem,
	type SearchRequest,
	type SearchResult,
	shownStretch,
	stretchInVia,
} from '../../../../ports/search/search-reader.ts';
import type { Flag } from '../../../../search/flags/flags.ts';
import type { Connection, Statement } from '../connection.ts';
import { readDocument } from '../document-row.ts';
import { createFacets } from './facets.ts';
import { isFiltered } from './filter.ts';
import { type HistoryReader, returnedHistory } from './histories.ts';
import { countExcluded, type FlaggedLink, type LinkFlags } from './link-flags.ts';
import {
	type CountRow,
	createParameters,
	type FlagRow,
	type LinkSelect,
	type PageRow,
	selectCounts,
	selectFlags,
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
	const readFirstPage = createFirstPageReader(connection);
	const readPage = (request: SearchRequest, after: Position | undefined): PageRow[] => {
		const { order, offset, size } = request;
		const page = { order, offset, limit: size + 1, after };
		if (after === undefined && !isFiltered(request)) return readFirstPage(request);
		return select<PageRow>(request, (asked, parameters) => selectPage(asked, page, parameters));
	};
	const itemsOf = (request: SearchRequest, source: Head, rows: readonly PageRow[]): SearchItem[] => {
		const { groupBy, history: stretch = shownStretch } = request;
		const flagsOfItems = flags.of(request, rows.map(flaggedLink));
		const items = rows.map(
			([, , seen, , history, id, ...document], at): SearchItem => ({
				relation: searchRelations[seen] as SearchRelation,
				flags: flagsOfItems[at] as Flag[],
				object: readDocument(...document),
				// The object of a Version group that has one of its own is a negative number.
				group: Math.abs(id),
				...returnedHistory(readHistory, history, stretch),
			}),
		);
		if (groupBy !== 'version') return items;
		const via = readVia(source, rows.map(pageLink), stretchInVia(stretch));
		return items.map((item, at) => ({ ...item, via: via[at] as ItemVia }));
	};
	/** Of all items but those that `without` leaves out. */
	const excludedOf = ({ without = [], ...request }: SearchRequest): readonly FlagCount[] => {
		const counts = select<FlagRow>(request, (asked, parameters) => selectFlags(asked, flags.bits(request), parameters));
		return countExcluded(without, counts);
	};
	return (request) => {
		const after = request.cursor === undefined ? undefined : readCursor(request.order, request.cursor);
		const source = readSource(request.groupBy, request.group);
		if (!source) return undefined;
		const { counted = true, facets } = request;
		const counts = (counted && isFiltered(request)) || facets ? select<CountRow>(request, selectCounts) : undefined;
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
			...(request.without && { excluded: excludedOf(request) }),
			...(last && rows.length > page.length && { cursor: cursorAfter(request, last) }),
			...(counts && request.facets && { facets: facetsOf(request, source, counts) }),
		};
	};
}

/**
 * Reads pages without filters and cursor, as most are. Their few statements are written once:
 * writing one again and finding it by its text takes longer than finding it by the request.
 */
function createFirstPageReader(connection: Connection): (request: SearchRequest) => PageRow[] {
	const statements = new Map<string, Statement>();
	return ({ groupBy, group, relation, order, offset, size }) => {
		const statement = statements.getOrInsertComputed(`${groupBy} ${relation} ${order}`, () => {
			const asked = { groupBy, group, views: viewsOf(relation), condition: () => undefined };
			return connection.prepare(
				selectPage(asked, { order, offset, limit: size, after: undefined }, createParameters()),
			);
		});
		return statement.all(group, size + 1, offset);
	};
}

function flaggedLink([, , seen, , history, id]: PageRow): FlaggedLink {
	return { id, seen, history };
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

/** An object as it is returned, and which one it is. */
export type Source = Head & { document: ObjectDocument };

/** Reads the object that describes a group at a level; undefined where the group is missing. */
type SourceReader = (level: GroupBy, group: GroupId) => Source | undefined;

/** Reads through a connection, in its transaction. */
export function createSourceReader(connection: Connection): SourceReader {
	type Columns = [id: number, sortKey: string, identifiers: string, fields: string, versions: string];
	const select = `SELECT o.id, o.sort_key, d.identifiers, d.fields, d.versions
		FROM object o CROSS JOIN document d ON d.id = o.id`;
	const find = {
		identity: connection.prepare(`${select} WHERE o.id = ?1`),
		// The object of the Version group itself comes first, having a negative id.
		version: connection.prepare(`${select} WHERE o.id IN (-?1, ?1) AND o.version = ?1 ORDER BY o.id LIMIT 1`),
	};
	return (level, group) => {
		const found = find[level].get<Columns>(group);
		if (!found) return undefined;
		const [id, sortKey, ...columns] = found;
		const document = readDocument(...columns);
		return { id, sortKey, document };
	};
}
