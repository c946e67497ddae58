// Runs a search on the active generation: the asked object and its links are found together,
// in their shard.
import { type LinkOrder, linkOrders, type Position, readCursor, writeCursor } from '../../../ports/search/position.ts';
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
import type { Traits } from '../../../search/flags/traits.ts';
import type { Hit, Searches } from '../cluster/searches.ts';
import { groupKey, routingOfGroup } from '../documents/document-ids.ts';
import { type LinkSource, viewOfId } from '../documents/link-document.ts';
import type { FlaggedSearches } from './active-generation.ts';
import { type FacetCounts, facetsAsked, readFacets } from './facets.ts';
import { compileFilter } from './filter.ts';
import {
	anyOf,
	compileFlagQueries,
	excludedAsked,
	type FlagBuckets,
	type FlagQueries,
	flagsOfLinks,
	noFlagKnown,
	readFlagCounts,
} from './link-flags.ts';
import {
	fieldsOfObjects,
	hasLost,
	idsDescribing,
	type Objects,
	objectsIn,
	readObjects,
	type StoredObject,
} from './lookup.ts';
import { chooseSorted } from './sorted-links.ts';

/** Searches; undefined where the group is missing, or no longer has the located identifier. */
export async function search(searches: FlaggedSearches, request: SearchRequest): Promise<SearchResult | undefined> {
	const { groupBy, group, size, without } = request;
	const page = await findPage(searches, request, queriesOf(request, await compileFlags(searches, request)));
	const asked = page.objects.describing(groupBy, group);
	if (!asked || (await hasLost(searches, request, asked))) return undefined;
	const items = page.hits.slice(0, size);
	const last = items.at(-1);
	const own = page.objects.member(group, group);
	return {
		source: asked.document,
		total: page.total,
		items: readItems(request, { hits: items, own, traits: searches.hasFlags ? (asked.copy.traits ?? []) : undefined }),
		...(without && page.excluded && { excluded: readFlagCounts(without, page.excluded) }),
		...(last && page.hits.length > items.length && { cursor: writeCursor(request.order, page.positionOf(last)) }),
		...(page.facets && { facets: await readFacets(searches, { groupBy, group, own }, page.facets) }),
	};
}

type LinkHit = Hit<LinkSource>;

/** `hits` has one more than was asked for, where more follow. */
type Page = {
	objects: Objects;
	hits: LinkHit[];
	positionOf(hit: LinkHit): Position;
	total: number;
} & Counts;
type AnyHit = Hit<LinkHit['_source'] | StoredObject>;
type Counted = FacetCounts & {
	kept?: FacetCounts;
	links?: { excluded: FlagBuckets };
	asked?: { objects: { hits: { hits: AnyHit[] } } };
};

/**
 * What a search finds, and what it would find with all flags: that is counted as well where it leaves
 * some out.
 */
type Queries = { kept: object; all?: object; flags: FlagQueries | undefined };

function findPage(searches: Searches, request: SearchRequest, queries: Queries): Promise<Page> {
	const isSorted = linkOrders[request.order].by !== 'link' && request.size > 0;
	return isSorted ? findSortedPage(searches, request, queries) : findPageByLink(searches, request, queries);
}

async function findPageByLink(searches: Searches, request: SearchRequest, queries: Queries): Promise<Page> {
	const { groupBy, group, size, order, counted = true } = request;
	const { kept, all = kept } = queries;
	const routing = routingOfGroup(group);
	const start = await skipToStart(searches, request, kept);
	const ids = idsDescribing(groupBy, group);
	// On a first page the objects come before all links; on others, earlier hits are left out.
	const isFirst = start.offset === 0 && !start.after;
	const isFound = all === kept ? isLink : kept;
	const wanted = size === 0 ? 0 : size + 1;
	const found = await searches.search<AnyHit['_source'], Counted>(
		{
			query: linksAndObjects(all, ids),
			...(isFirst ? all !== kept && { post_filter: linksAndObjects(kept, ids) } : { post_filter: isFound }),
			// Whole documents: OpenSearch would spend a third of a search on choosing fields.
			sort: sortOf(order),
			from: start.offset,
			size: isFirst ? wanted + ids.length : wanted,
			track_total_hits: counted,
			...(start.after && { search_after: start.after }),
			aggregations: { ...countsAsked(request, queries), ...(!isFirst && { asked: objectsAsked(ids) }) },
		},
		routing,
	);
	const described = isFirst ? found.hits.hits : (found.aggregations?.asked?.objects.hits.hits ?? []);
	const { objects, count } = objectsAmong(described, ids);
	const hits = found.hits.hits.filter(({ _id }) => !ids.includes(_id)) as LinkHit[];
	return {
		...{ objects, positionOf, hits: hits.slice(0, wanted) },
		total: counted ? found.hits.total.value - (isFirst ? count : 0) : 0,
		...countsIn(request, found.aggregations),
	};
}

/** Finds a page in an order that OpenSearch cannot sort by: it is chosen first, and then read. */
async function findSortedPage(searches: Searches, request: SearchRequest, queries: Queries): Promise<Page> {
	const { groupBy, group, counted = true } = request;
	const { kept, all = kept } = queries;
	const { total, chosen } = await chooseSorted(searches, request, kept);
	const ids = idsDescribing(groupBy, group);
	const found = await searches.search<AnyHit['_source'], Counted>(
		{
			query: linksAndObjects(all, ids),
			post_filter: { ids: { values: [...ids, ...chosen.keys()] } },
			sort: ['_doc'],
			size: ids.length + chosen.size,
			track_total_hits: false,
			aggregations: countsAsked(request, queries),
		},
		routingOfGroup(group),
	);
	const hits = new Map(found.hits.hits.map((hit) => [hit._id, hit as LinkHit]));
	return {
		objects: objectsAmong(found.hits.hits, ids).objects,
		// A link that was removed meanwhile is left out.
		hits: [...chosen.keys()].flatMap((id) => hits.get(id) ?? []),
		positionOf: ({ _id }) => chosen.get(_id) as Position,
		total: counted ? total : 0,
		...countsIn(request, found.aggregations),
	};
}

/** Counts beside a page, as they were found; see readFacets and readFlagCounts. */
type Counts = { facets?: FacetCounts; excluded?: FlagBuckets };

/** Requests them. With flags, what is found beside links has to be left out. */
function countsAsked(request: SearchRequest, { kept, all, flags }: Queries): object {
	const { facets, countsFlags, without = [] } = request;
	const asked = facets && facetsAsked(request, countsFlags ? flags : undefined);
	if (!flags) return asked || {};
	const excluded = all && { filter: isLink, aggregations: { excluded: excludedAsked(without, flags) } };
	return { ...(asked && { kept: { filter: kept, aggregations: asked } }), ...(excluded && { links: excluded }) };
}

function countsIn({ facets }: SearchRequest, found: Counted | undefined): Counts {
	const excluded = found?.links?.excluded;
	return { ...(facets && found && { facets: found.kept ?? found }), ...(excluded && { excluded }) };
}

const isLink = { exists: { field: 'at' } };

function linksAndObjects(query: object, ids: readonly string[]): object {
	return { bool: { filter: { bool: { should: [{ ids: { values: ids } }, query] } } } };
}

function objectsAmong(hits: readonly AnyHit[], ids: readonly string[]): { objects: Objects; count: number } {
	const found = hits.filter(({ _id }) => ids.includes(_id)) as Hit<StoredObject>[];
	return { objects: objectsIn(new Map(found.map(({ _id, _source }) => [_id, _source]))), count: found.length };
}

/** Requests the objects beside a page that does not contain them. */
function objectsAsked(ids: readonly string[]): object {
	const objects = { top_hits: { size: ids.length, _source: fieldsOfObjects } };
	return { filter: { ids: { values: ids } }, aggregations: { objects } };
}

/** Compiles the flags of links of the asked object; undefined where a search asks for none. */
async function compileFlags(
	searches: FlaggedSearches,
	{ groupBy, group, flagged, without, facets, countsFlags }: SearchRequest,
): Promise<FlagQueries | undefined> {
	if (!flagged && !without && !(facets && countsFlags)) return undefined;
	if (!searches.hasFlags) return noFlagKnown;
	const objects = await readObjects(searches, idsDescribing(groupBy, group));
	return compileFlagQueries(objects.describing(groupBy, group)?.copy.traits ?? []);
}

function queriesOf({ without, ...request }: SearchRequest, flags: FlagQueries | undefined): Queries {
	const all = queryOf(request, flags);
	if (!without || !flags) return { kept: all, flags };
	const kept = { bool: { filter: [all], must_not: without.map((flag) => flags[flag].yes) } };
	return { kept, flags, ...(request.counted !== false && { all }) };
}

function queryOf(request: SearchRequest, flags: FlagQueries | undefined): object {
	const { groupBy, group, relation, other, flagged } = request;
	const { filter, mustNot } = compileFilter(request);
	const asked: object[] = [{ term: { at: groupKey(groupBy, group) } }];
	if (relation !== undefined) asked.push({ term: { relation } });
	if (other !== undefined) asked.push({ term: { to: groupKey(groupBy, other) } });
	if (flagged && flags) asked.push(anyOf(flagged.map((flag) => flags[flag].yes)));
	return { bool: { filter: [...asked, ...filter], must_not: mustNot } };
}

/** Sorts links by their position; other documents come before all. */
function sortOf(order: LinkOrder): object[] {
	const [latest, ties] = linkOrders[order].reverse ? ['asc', 'desc'] : ['desc', 'asc'];
	return [{ latest: { order: latest, missing: '_first' } }, { sort: ties }, { relationNumber: ties }];
}

/** Reads the position of a hit from its values of sortOf. */
function positionOf({ sort }: Hit): Position {
	const [value, sortKey, relation] = sort as [number, string, number];
	return { value, sortKey, relation };
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
		const { value, sortKey, relation } = readCursor(order, cursor);
		after = [value as number, sortKey, relation];
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

/**
 * Reads items; `own` is the member of the asked Version group with its number, and `traits` are those
 * of the asked object, undefined where no flags are known.
 */
function readItems(
	{ groupBy, history = shownStretch }: SearchRequest,
	{ hits, own, traits }: { hits: readonly LinkHit[]; own: StoredObject | undefined; traits: Traits | undefined },
): SearchItem[] {
	const flags =
		traits &&
		flagsOfLinks(
			traits,
			hits.map(({ _source }) => _source),
		);
	return hits.map(({ _id, _source }, at) => ({
		...endOf(_id),
		flags: flags?.[at] ?? [],
		object: _source.document,
		...takeStretch(_source.history, history),
		...(groupBy === 'version' && { via: readVia(_source, own, stretchInVia(history)) }),
	}));
}

function endOf(id: string): Pick<SearchItem, 'relation' | 'group'> {
	const { relation, other } = viewOfId(id);
	return { relation, group: other };
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
