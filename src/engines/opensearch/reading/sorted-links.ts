// Chooses a page of links in an order that their documents do not have: by the publication date,
// the title or the citations of the other object. These are read when they are asked for: a copy
// of how often a work is cited would have to be written to each of its links with every citation.
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';
import {
	comparePositions,
	linkOrders,
	type Position,
	readCursor,
	titleOrderOf,
	tooManyToSort,
} from '../../../ports/search/position.ts';
import type { SearchRequest } from '../../../ports/search/search-reader.ts';
import type { Searches } from '../cluster/searches.ts';
import { routingOfGroup } from '../documents/document-ids.ts';
import { type LinkSource, viewOfId } from '../documents/link-document.ts';

/** The most links that are read and sorted, as many as OpenSearch returns at once. */
const mostSorted = 10_000;

/**
 * Returns how many links match, and those of the page in their order: their ids and positions, and
 * one more where more follow. Fails as SearchRequest.order says.
 */
export async function chooseSorted(
	searches: Searches,
	{ groupBy, group, order, cursor, offset, size }: SearchRequest,
	query: object,
): Promise<{ total: number; chosen: ReadonlyMap<string, Position> }> {
	const after = cursor === undefined ? undefined : readCursor(order, cursor);
	const { by } = linkOrders[order];
	const { hits } = await searches.search<Pick<LinkSource, 'title'>>(
		{
			query,
			_source: by === 'title' && ['title'],
			sort: [{ sort: 'asc' }, { relationNumber: 'asc' }],
			size: mostSorted,
			track_total_hits: true,
		},
		routingOfGroup(group),
	);
	const total = hits.total.value;
	if (total > mostSorted) throw tooManyToSort(total, mostSorted);
	const others = hits.hits.map(({ _id }) => viewOfId(_id).other);
	const values =
		by === 'title' ? undefined : await readValues(searches, by === 'cited' ? by : 'published', groupBy, others);
	const placed = hits.hits.map(({ _id, _source, sort }, at): [string, Position] => {
		const [sortKey, relation] = sort as [string, number];
		const value = values ? values(others[at] as GroupId) : titleOrderOf(_source.title ?? []);
		return [_id, { value, sortKey, relation }];
	});
	const rest = placed
		.filter(([, position]) => !after || comparePositions(order, position, after) > 0)
		.sort(([, one], [, other]) => comparePositions(order, one, other));
	return { total, chosen: new Map(rest.slice(offset, offset + size + 1)) };
}

/** Reads a number of each object that describes a group at a level; null where it has none. */
async function readValues(
	searches: Searches,
	by: 'published' | 'cited',
	level: GroupBy,
	groups: readonly GroupId[],
): Promise<(group: GroupId) => number | null> {
	const field = by === 'cited' ? `rank.cited.${level}` : 'published';
	const { hits } = await searches.search({
		query: {
			bool: {
				filter: [{ terms: { group: [...new Set(groups)] } }, { term: { 'rank.levels': level } }, { exists: { field } }],
			},
		},
		_source: false,
		sort: [{ [field]: 'desc' }, { group: 'asc' }],
		size: mostSorted,
		track_total_hits: false,
	});
	const values = new Map(hits.hits.map(({ sort: [value, group] }) => [group as GroupId, value as number]));
	return (group) => values.get(group) ?? (by === 'cited' ? 0 : null);
}
