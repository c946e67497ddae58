// Answers a search from a snapshot of the index; does not know which state that is nor how it came
// about.
import type { ObjectTypeName } from '../../../links/description.ts';
import type { GroupBy, GroupId, ObjectDocument } from '../../../ports/search/index-content.ts';
import { type Position, readCursor, writeCursor } from '../../../ports/search/position.ts';
import type { SearchItem, SearchRequest, SearchResult } from '../../../ports/search/search-reader.ts';
import type { Found, Hit, Snapshot } from '../cluster/snapshot.ts';
import { groupKey } from '../documents/group-key.ts';
import { type LinkSource, viewOfId } from '../documents/link-document.ts';
import type { ObjectSource } from '../documents/object-document.ts';
import { compileFilter } from './filter.ts';

/** Answers a search; undefined where the group is not there. */
export async function search(snapshot: Snapshot, request: SearchRequest): Promise<SearchResult | undefined> {
	const [source, page] = await Promise.all([findAsked(snapshot, request), findPage(snapshot, request)]);
	if (!source) return undefined;
	const items = page.hits.slice(0, request.size);
	const last = items.at(-1);
	return {
		source,
		total: page.total,
		items: await readItems(snapshot, request.groupBy, items),
		...(last && page.hits.length > items.length && { cursor: writeCursor(positionOf(last)) }),
		...(page.facets && { facets: page.facets }),
	};
}

/**
 * Describes a group at a level: by its object there, or by that of the Identity group with its
 * number.
 */
type Describe = (group: GroupId) => StoredObject | undefined;
type StoredObject = Pick<ObjectSource, 'version' | 'document'>;

async function readDescriptions(snapshot: Snapshot, level: GroupBy, groups: readonly GroupId[]): Promise<Describe> {
	if (groups.length === 0) return () => undefined;
	const ids = [...new Set(groups.flatMap((group) => [groupKey('identity', group), groupKey(level, group)]))];
	const { hits } = await snapshot.search<StoredObject>({
		query: { ids: { values: ids } },
		_source: ['version', 'document'],
		sort: ['_doc'],
		size: ids.length,
		track_total_hits: false,
	});
	const found = new Map(hits.hits.map(({ _id, _source }) => [_id, _source]));
	return (group) => found.get(groupKey(level, group)) ?? found.get(groupKey('identity', group));
}

async function findAsked(snapshot: Snapshot, { groupBy, group }: SearchRequest): Promise<ObjectDocument | undefined> {
	const describe = await readDescriptions(snapshot, groupBy, [group]);
	const object = describe(group);
	// An Identity group describes the Version group of its number only where it lies in that.
	if (groupBy === 'version' && object?.version !== group) return undefined;
	return object?.document;
}

type LinkHit = Hit<Pick<LinkSource, 'history'>>;
/** `hits` holds one more than was asked for, where more follow. */
type Page = { hits: LinkHit[]; total: number; facets: SearchResult['facets'] };

async function findPage(snapshot: Snapshot, request: SearchRequest): Promise<Page> {
	const { size, order, facets } = request;
	const query = queryOf(request);
	const start = await skipToStart(snapshot, request, query);
	const found = await snapshot.search<LinkHit['_source']>({
		query,
		_source: ['history'],
		sort: sortOf(order),
		from: start.offset,
		size: size === 0 ? 0 : size + 1,
		track_total_hits: true,
		...(start.after && { search_after: start.after }),
		...(facets && { aggregations: facetsAsked }),
	});
	return {
		hits: found.hits.hits,
		total: found.hits.total.value,
		facets: facets ? readFacets(found) : undefined,
	};
}

function queryOf(request: SearchRequest): object {
	const { groupBy, group, relation } = request;
	const { filter, mustNot } = compileFilter(request);
	const asked: object[] = [{ term: { at: groupKey(groupBy, group) } }];
	if (relation !== undefined) asked.push({ term: { relation } });
	return { bool: { filter: [...asked, ...filter], must_not: mustNot } };
}

function sortOf(order: SearchRequest['order']): object[] {
	const [latest, ties] = order === 'newest' ? ['desc', 'asc'] : ['asc', 'desc'];
	return [{ latest }, { sort: ties }, { relationNumber: ties }];
}

/** Reads the position of a hit from its values of sortOf. */
function positionOf({ sort }: Hit): Position {
	const [latest, sortKey, relation] = sort as [number, string, number];
	return { latest, sortKey, relation };
}

// OpenSearch reaches this deep into a result by number (index.max_result_window).
const reach = 10_000;

/** Tells where a page starts: `offset` results after the one with the values `after`. */
type Start = { offset: number; after: Hit['sort'] | undefined };

/** Finds the start of a page; what lies before a very deep one is skipped in steps. */
async function skipToStart(snapshot: Snapshot, request: SearchRequest, query: object): Promise<Start> {
	const { cursor, offset, size, order } = request;
	let after: Hit['sort'] | undefined;
	if (cursor !== undefined) {
		const { latest, sortKey, relation } = readCursor(cursor);
		after = [latest, sortKey, relation];
	}
	if (offset + size < reach) return { offset, after };
	for (let rest = offset; rest > 0; rest -= reach) {
		const { hits } = await snapshot.search({
			query,
			_source: false,
			sort: sortOf(order),
			size: Math.min(reach, rest),
			track_total_hits: false,
			...(after && { search_after: after }),
		});
		// Nothing follows the last result: the page stays empty, and so does one after it.
		after = hits.hits.at(-1)?.sort ?? after;
	}
	return { offset: 0, after };
}

const facetsAsked = {
	type: { terms: { field: 'type', size: 10 } },
	// Years have four digits.
	year: { terms: { field: 'year', size: 10_000 } },
};

function readFacets({ aggregations }: Found): NonNullable<SearchResult['facets']> {
	const types = aggregations?.type.buckets ?? [];
	const years = aggregations?.year.buckets ?? [];
	return {
		type: types
			.map(({ key, doc_count }): [ObjectTypeName, number] => [key as ObjectTypeName, doc_count])
			.sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)),
		publicationYear: years
			.map(({ key, doc_count }): [number, number] => [key, doc_count])
			.sort(([one], [other]) => one - other),
	};
}

async function readItems(snapshot: Snapshot, level: GroupBy, hits: readonly LinkHit[]): Promise<SearchItem[]> {
	const links = hits.map(({ _id, _source: { history } }) => ({ ...viewOfId(_id), history }));
	const describe = await readDescriptions(snapshot, level, [...new Set(links.map(({ other }) => other))]);
	return links.map(({ relation, other, history }) => {
		const object = describe(other);
		if (!object) throw new Error(`a link leads to ${level} group ${other}, which has no object`);
		return { relation, object: object.document, history };
	});
}
