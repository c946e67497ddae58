// Answers a search from one state of a generation; knows neither files nor writers.
import type { ObjectTypeName } from '../../../../links/description.ts';
import { type SearchRelation, searchRelations } from '../../../../links/relation.ts';
import type { GroupBy, GroupId, ObjectDocument } from '../../../../ports/search/index-content.ts';
import { type Position, readCursor, writeCursor } from '../../../../ports/search/position.ts';
import type { SearchFacets, SearchItem, SearchRequest, SearchResult } from '../../../../ports/search/search-reader.ts';
import type { Connection } from '../connection.ts';
import { readDocument } from '../document-row.ts';
import { typeOfCode, views } from '../schema.ts';
import { conditionOf } from './filter.ts';
import type { HistoryReader } from './histories.ts';
import { createQueryCondition } from './query.ts';
import {
	type CountRow,
	createParameters,
	type LinksAsked,
	type PageRow,
	selectCounts,
	selectPage,
} from './select-links.ts';

/**
 * Creates what answers searches through a connection, in its transaction. A search takes three
 * statements: for the asked object, for the numbers of its links (from tallies, or by a look at
 * each link where there are filters or facets) and for the page.
 */
export function createSearch(
	connection: Connection,
	readHistory: HistoryReader,
): (request: SearchRequest) => SearchResult | undefined {
	const readSource = createSourceReader(connection);
	const readTotal = createTotalReader(connection);
	const queryHolds = createQueryCondition(connection, readHistory);

	const viewsOf = ({ relation }: SearchRequest) => views.filter(({ name }) => (relation ?? name) === name);
	const linksAsked = (request: SearchRequest, condition: string | undefined): LinksAsked => {
		return { groupBy: request.groupBy, group: request.group, views: viewsOf(request), condition };
	};
	const count = (request: SearchRequest): CountRow[] => {
		const parameters = createParameters();
		const asked = linksAsked(request, conditionOf(request, parameters.bind, queryHolds));
		return connection.prepare(selectCounts(asked, parameters)).all<CountRow>(...parameters.values);
	};
	const readPage = (request: SearchRequest, after: Position | undefined): PageRow[] => {
		const { order, offset, size } = request;
		const parameters = createParameters();
		const asked = linksAsked(request, conditionOf(request, parameters.bind, queryHolds));
		const select = selectPage(asked, { order, offset, limit: size + 1, after }, parameters);
		return connection.prepare(select).all<PageRow>(...parameters.values);
	};
	const itemOf = ([, , seen, history, identifiers, fields, versions]: PageRow): SearchItem => ({
		relation: searchRelations[seen] as SearchRelation,
		object: readDocument(identifiers, fields, versions),
		history: readHistory(history),
	});

	return (request) => {
		const after = request.cursor === undefined ? undefined : readCursor(request.cursor);
		const source = readSource(request.groupBy, request.group);
		if (!source) return undefined;
		const counts = isFiltered(request) || request.facets ? count(request) : undefined;
		const total = counts ? sumOf(counts) : readTotal(request);
		// One row beyond the page tells whether anything follows.
		const rows = total === 0 || request.size === 0 ? [] : readPage(request, after);
		const page = rows.slice(0, request.size);
		const last = page.at(-1);
		return {
			source,
			total,
			items: page.map(itemOf),
			...(last && rows.length > page.length && { cursor: cursorAfter(last) }),
			...(counts && request.facets && { facets: facetsOf(counts) }),
		};
	};
}

function isFiltered({ type, years, asserted, q }: SearchRequest): boolean {
	return type !== undefined || years !== undefined || asserted !== undefined || q !== undefined;
}

function cursorAfter([latest, sortKey, relation]: PageRow): string {
	return writeCursor({ latest, sortKey, relation });
}

/** Reads the object that describes a group at a level; undefined where the group is not there. */
function createSourceReader(connection: Connection): (level: GroupBy, group: GroupId) => ObjectDocument | undefined {
	type Columns = [identifiers: string, fields: string, versions: string];
	const find = {
		identity: connection.prepare('SELECT identifiers, fields, versions FROM document WHERE id = ?1'),
		// The object of the Version group itself comes first, having a negative id.
		version: connection.prepare(
			`SELECT d.identifiers, d.fields, d.versions FROM object o CROSS JOIN document d ON d.id = o.id
				WHERE o.id IN (-?1, ?1) AND o.version = ?1 ORDER BY o.id LIMIT 1`,
		),
	};
	return (level, group) => {
		const found = find[level].get<Columns>(group);
		return found && readDocument(...found);
	};
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
	return counts.reduce((sum, [, , links]) => sum + links, 0);
}

function facetsOf(counts: readonly CountRow[]): SearchFacets {
	const types = new Map<ObjectTypeName, number>();
	const years = new Map<number, number>();
	for (const [code, year, links] of counts) {
		const type = typeOfCode(code);
		types.set(type, (types.get(type) ?? 0) + links);
		if (year !== null) years.set(year, (years.get(year) ?? 0) + links);
	}
	return {
		type: [...types].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)),
		publicationYear: [...years].sort(([one], [other]) => one - other),
	};
}
