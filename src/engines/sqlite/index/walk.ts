// Finds the first links of a search without filters by the order of the database's indexes, however many links there are; knows no filter.
import type { GroupId } from '../../../ports/search/search-index.ts';
import type { Connection, Value } from './connection.ts';
import {
	firstPlaces,
	type Page,
	type PageWanted,
	type Place,
	pageOf,
	pageOfViews,
	placeOf,
	placesWanted,
	type Unplaced,
} from './places.ts';
import type { View } from './schema.ts';
import { inOrder, otherGroup, type SeenLinks, selectLinks } from './view-rows.ts';

/** Says whose links are walked. */
export type Walked = { group: GroupId; views: readonly SeenLinks[] };

// So many more links than wanted are walked, in the hope that the last one wanted does not share its instant with the last one walked.
const walkedBeyond = 24;
const mostWalked = 1_100;

/**
 * Walks the first links of each view without a look at their objects, whose order counts only among links of one instant: that is a third of
 * the work. Undefined where too many share an instant, or too many are wanted.
 */
export function walkPage(connection: Connection, walked: Walked, wanted: PageWanted): Page | undefined {
	const { group, views } = walked;
	const { after } = wanted;
	const count = placesWanted(wanted);
	if (count > mostWalked) return undefined;
	const [beyond, direction] = wanted.order === 'newest' ? ['<=', 'DESC'] : ['>=', 'ASC'];
	const limit = count + walkedBeyond;
	const found: Unplaced[] = [];
	for (const seen of views) {
		const select = selectLinks(seen, {
			columns: ['l.latest', 'l.history', otherGroup(seen.view)],
			where: after && `l.latest ${beyond} ?3`,
			order: [`l.latest ${direction}`],
		});
		const rows = connection
			.prepare(`${select} LIMIT +?2`)
			.all<[number, number | string, number]>(group, limit, ...(after ? [after.latest] : []));
		const cut = rows.length < limit ? undefined : rows.at(-1)?.[0];
		const whole = cut === undefined ? rows : rows.filter(([latest]) => latest !== cut);
		const certain = after && cut !== undefined ? whole.filter(([latest]) => latest !== after.latest) : whole;
		if (cut !== undefined && certain.length < count) return undefined;
		for (const row of whole) {
			found.push({ latest: row[0], history: row[1], group: row[2], relation: seen.view.seen });
		}
	}
	return pageOf(firstPlaces(found, wanted), wanted);
}

/** Has the database put links in order, by their objects' sort keys too. */
export function selectPage(connection: Connection, walked: Walked, wanted: PageWanted): Page {
	const { offset } = wanted;
	const [only] = walked.views.length === 1 ? walked.views : [];
	if (!only) {
		// What is on the page lies among the first of each view.
		const places = walked.views.map((seen) => selectPlaces(connection, walked.group, seen, wanted, 0));
		return pageOfViews(places, wanted);
	}
	return pageOf(selectPlaces(connection, walked.group, only, wanted, offset), { ...wanted, offset: 0 });
}

function selectPlaces(
	connection: Connection,
	group: GroupId,
	seen: SeenLinks,
	wanted: PageWanted,
	offset: number,
): Place[] {
	const { order, after } = wanted;
	const parameters: Value[] = [group];
	const bind = (value: Value) => `?${parameters.push(value)}`;
	// SQLite plans a statement anew for each value of a bare LIMIT ?, which takes as long as the search; of LIMIT +? it makes nothing.
	const select = selectLinks(seen, {
		columns: ['l.latest', 'o.sort_key', 'l.history', 'o.id'],
		withObjects: true,
		where: after && liesAfter(wanted, seen.view, bind),
		order: inOrder(order),
	});
	const rows = connection.prepare(`${select} LIMIT +${bind(placesWanted(wanted) - offset)} OFFSET +${bind(offset)}`);
	return rows
		.all<[number, string, number | string, number]>(...parameters)
		.map(([latest, sortKey, history, object]) =>
			placeOf({ latest, sortKey, relation: seen.view.seen, history, object }),
		);
}

function liesAfter({ order, after }: PageWanted, view: View, bind: (value: Value) => string): string {
	const { latest, sortKey, relation } = after as NonNullable<typeof after>;
	const instant = bind(latest);
	// An object at the same place in another view comes after in one order and before in the other.
	const sameObjectToo = order === 'newest' ? view.seen > relation : view.seen < relation;
	const [later, behind] = order === 'newest' ? ['<', '>'] : ['>', '<'];
	return `l.latest ${later}= ${instant}
		AND (l.latest ${later} ${instant} OR o.sort_key ${behind}${sameObjectToo ? '=' : ''} ${bind(sortKey)})`;
}
