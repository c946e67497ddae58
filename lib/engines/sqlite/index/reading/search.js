// Answers a search from one state of a generation; knows neither files nor writers.
import {                      searchRelations } from '../../../../links/relation.js';
                                                                         
import {                readCursor, writeCursor } from '../../../../ports/search/position.js';
                                                                                                                  
                                                   
import { readDocument } from '../document-row.js';
import { createFacets } from './facets.js';
import { isFiltered } from './filter.js';
                                                    
                                                   
import {                              selectCounts, selectPage } from './select-links.js';
import { createSourceReader } from './source.js';
import { createViaReader,                          } from './via.js';

/**
 * Creates what answers searches through a connection, in its transaction. A search takes three
 * statements: for the asked object, for the numbers of its links (from tallies, or by a look at
 * each link where there are filters or facets) and for the page; facets, and members of Version
 * groups, take more.
 */
export function createSearch(
	connection            ,
	readHistory               ,
	select            ,
)                                                       {
	const readSource = createSourceReader(connection);
	const readTotal = createTotalReader(connection);
	const readVia = createViaReader(connection, readHistory);
	const facetsOf = createFacets(select, readHistory);
	const readPage = (request               , after                      )            => {
		const { order, offset, size } = request;
		const page = { order, offset, limit: size + 1, after };
		return select         (request, (asked, parameters) => selectPage(asked, page, parameters));
	};
	const itemsOf = ({ groupBy }               , source      , rows                    )               => {
		const items = rows.map(itemOf);
		if (groupBy !== 'version') return items;
		const via = readVia(
			source,
			rows.map((row, at) => pageLink(row, items[at]              )),
		);
		return items.map((item, at) => ({ ...item, via: via[at]            }));
	};
	const itemOf = ([, , seen, history, , ...document]         )             => ({
		relation: searchRelations[seen]                  ,
		object: readDocument(...document),
		history: readHistory(history),
	});

	return (request) => {
		const after = request.cursor === undefined ? undefined : readCursor(request.cursor);
		const source = readSource(request.groupBy, request.group);
		if (!source) return undefined;
		const { counted = true, facets } = request;
		const counts = (counted && isFiltered(request)) || facets ? select          (request, selectCounts) : undefined;
		const total = !counted ? 0 : counts ? sumOf(counts) : readTotal(request);
		// One row beyond the page tells whether anything follows.
		const rows = (counted && total === 0) || request.size === 0 ? [] : readPage(request, after);
		const page = rows.slice(0, request.size);
		const last = page.at(-1);
		return {
			source: source.document,
			total,
			items: itemsOf(request, source, page),
			...(last && rows.length > page.length && { cursor: cursorAfter(last) }),
			...(counts && request.facets && { facets: facetsOf(request, source, counts) }),
		};
	};
}

function pageLink([latest, sortKey, seen, history, id]         , { object }            )           {
	return { latest, seen, history, head: { id, sortKey, identifiers: object.identifiers } };
}

function cursorAfter([latest, sortKey, relation]         )         {
	return writeCursor({ latest, sortKey, relation });
}

/** Reads from the tallies how many links a group has. */
function createTotalReader(connection            )                                     {
	const tallyAt = (level         ) => connection.prepare(`SELECT seen, ${level} FROM tally WHERE party = ?`);
	const tallies = { identity: tallyAt('identity'), version: tallyAt('version') };
	return ({ groupBy, group, relation }) => {
		let total = 0;
		for (const [seen, links] of tallies[groupBy].all                  (group)) {
			if (relation === undefined || searchRelations[seen] === relation) total += links;
		}
		return total;
	};
}

function sumOf(counts                     )         {
	return counts.reduce((sum, [, , links]) => sum + links, 0);
}
