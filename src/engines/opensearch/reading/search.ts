// Runs a search on the active generation: the asked object and its links are found together,
// in their shard.
import { type Position, readCursor, writeCursor } from '../../../ports/search/position.ts';
import {
	type ItemVia,
	type SearchItem,
	type SearchRequest,
	type SearchResult,
	type Stretch,
	shownStretch,
	stretchInVia,
	takeStretch,
} from '../../../ports/search/search-reader.ts';
import type { Hit, Searches } from '../cluster/searches.ts';
import { groupKey, routingOfGroup } from '../documents/document-ids.ts';
import { type LinkSource, viewOfId } from '../documents/link-document.ts';
import { type FacetCounts, facetsAsked, readFacets } from './facets.ts';
import { compileFilter } from './filter.ts';
import { fieldsOfObjects, hasLost, idsDescribing, type Objects, objectsIn, type StoredObject } from './lookup.ts';

/** Searches; undefined where the group is missing, or no longer has the located identifier. */
export async function search(searches: Searches, request: SearchRequest): Promise<SearchResult | undefined> {
	const { groupBy, group, size } = request;
	const page = await findPage(searches, request);
	const asked = page.objects.describing(groupBy, group);
	if (!asked || (await hasLost(searches, request, asked))) return undefined;
	const items = page.hits.slice(0, size);
	const last = items.at(-1);
	const own = page.objects.member(group, group);
	return {
		source: asked.document,
		total: page.total,
		items: items.map((hit) => readItem(request, hit, own)),
		...(last && page.hits.length > items.length && { cursor: writeCursor(positionOf(last)) }),
		...(page.counts && { facets: await readFacets(searches, { groupBy, group, own }, page.counts) }),
	};
}

type LinkHit = Hit<LinkSource>;

/** `hits` has one more than was asked for, where more follow. */
type Page = { objects: Objects; hits: LinkHit[]; total: number; counts: FacetCounts | undefined };
type AnyHit = Hit<LinkHit['_source'] | StoredObject>;
type Counted = FacetCounts & { asked?: { objects: { hits: { hits: AnyHit[] } } } };

async function findPage(searches: Searches, request: SearchRequest): Promise<Page> {
	const { groupBy, group, size, order, facets, counted = true } = request;
	const routing = routingOfGroup(group);
	const query = queryOf(request);
	const start = await skipToStart(searches, request, query);
	const ids = idsDescribing(groupBy, group);
	// On a first page the objects come before all links; on others, earlier hits are left out.
	const isFirst = start.offset === 0 && !start.after;
	const wanted = size === 0 ? 0 : size + 1;
	const found = await searches.search<AnyHit['_source'], Counted>(
		{
			query: { bool: { filter: { bool: { should: [{ ids: { values: ids } }, query] } } } },
			// Whole documents: OpenSearch would spend a third of a search on choosing fields.
			sort: sortOf(order),
			from: start.offset,
			size: isFirst ? wanted + ids.length : wanted,
			track_total_hits: counted,
			...(start.after && { search_after: start.after }),
			...(!isFirst && { post_filter: { exists: { field: 'at' } } }),
			aggregations: { ...(facets && facetsAsked(request)), ...(!isFirst && { asked: objectsAsked(ids) }) },
		},
		routing,
	);
	const all = isFirst ? found.hits.hits : (found.aggregations?.asked?.objects.hits.hits ?? []);
	const objects = all.filter(({ _id }) => ids.includes(_id)) as Hit<StoredObject>[];
	const hits = found.hits.hits.filter(({ _id }) => !ids.includes(_id)) as LinkHit[];
	return {
		objects: objectsIn(new Map(objects.map(({ _id, _source }) => [_id, _source]))),
		hits: hits.slice(0, wanted),
		total: counted ? found.hits.total.value - (isFirst ? objects.length : 0) : 0,
		counts: facets ? found.aggregations : undefined,
	};
}

/** Requests the objects beside a page that does not contain them. */
function objectsAsked(ids: readonly string[]): object {
	const objects = { top_hits: { size: ids.length, _source: fieldsOfObjects } };
	return { filter: { ids: { values: ids } }, aggregations: { objects } };
}

function queryOf(request: SearchRequest): object {
	const { groupBy, group, relation, other } = request;
	const { filter, mustNot } = compileFilter(request);
	const asked: object[] = [{ term: { at: groupKey(groupBy, group) } }];
	if (relation !== undefined) asked.push({ term: { relation } });
	if (other !== undefined) asked.push({ term: { to: groupKey(groupBy, other) } });
	return { bool: { filter: [...asked, ...filter], must_not: mustNot } };
}

/** Sorts links by their position; other documents come before all. */
function sortOf(order: SearchRequest['order']): object[] {
	const [latest, ties] = order === 'newest' ? ['desc', 'asc'] : ['asc', 'desc'];
	return [{ latest: { order: latest, missing: '_first' } }, { sort: ties }, { relationNumber: ties }];
}

/** Reads the position of a hit from its values of sortOf. */
function positionOf({ sort }: Hit): Position {
	const [latest, sortKey, relation] = sort as [number, string, number];
	return { latest, sortKey, relation };
}

// How deep OpenSearch reaches into a result by number (index.max_result_window).
const reach = 10_000;

/** Where a page starts: `offset` results after the one with the values `after`. */
type Start = { offset: number; after: Hit['sort'] | undefined };

/** Finds the start of a page; what precedes a very deep one is skipped in steps. */
async function skipToStart(searches: Searches, request: SearchRequest, query: object): Promise<Start> {
	const { cursor, offset, size, order, group } = request;
	let after: Hit['sort'] | undefined;
	if (cursor !== undefined) {
		const { latest, sortKey, relation } = readCursor(cursor);
		after = [latest, sortKey, relation];
	}
	const { from, search_after } = await skipTo(
		searches,
		offset,
		{ size, query, sort: sortOf(order), after },
		routingOfGroup(group),
	);
	return { offset: from, after: search_after };
}

/** Where a page starts, in a request. */
type From = { from: number; search_after?: NonNullable<Hit['sort']> };

/** Finds where a page starts that many results after `after`. */
export async function skipTo(
	searches: Searches,
	offset: number,
	{ size, query, sort, after }: { size: number; query: object; sort: object[]; after?: Hit['sort'] | undefined },
	routing?: string,
): Promise<From> {
	let start = after;
	const isDeep = offset + size >= reach;
	for (let rest = offset; isDeep && rest > 0; rest -= reach) {
		const skipped = {
			...{ query, sort, _source: false, size: Math.min(reach, rest), track_total_hits: false },
			...(start && { search_after: start }),
		};
		const { hits } = await searches.search(skipped, routing);
		// Nothing follows the last result: the page stays empty, and so does one after it.
		start = hits.hits.at(-1)?.sort ?? start;
	}
	return { from: isDeep ? 0 : offset, ...(start && { search_after: start }) };
}

/** Reads an item; `own` is the member of the asked Version group with its number. */
function readItem(
	{ groupBy, history = shownStretch }: SearchRequest,
	{ _id, _source }: LinkHit,
	own: StoredObject | undefined,
): SearchItem {
	return {
		relation: viewOfId(_id).relation,
		object: _source.document,
		...takeStretch(_source.history, history),
		...(groupBy === 'version' && { via: readVia(_source, own, stretchInVia(history)) }),
	};
}

function readVia(
	{ history, document, via, viaTotal = 0, far }: LinkHit['_source'],
	own: StoredObject | undefined,
	stretch: Stretch,
): ItemVia {
	const viaLink = (source: string, target: string, history: LinkSource['history']): ItemVia['links'][number] => {
		return { source, target, ...takeStretch(history, stretch) };
	};
	if (via) {
		const links = via.flatMap(({ shown, history }) => (shown ? [viaLink(...shown, history)] : []));
		return { total: viaTotal, links };
	}
	if (!own || far === null) return { total: 0, links: [] };
	return { total: 1, links: [viaLink(own.document.identifiers, far ?? document.identifiers, history)] };
}
