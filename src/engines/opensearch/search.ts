// Answers searches and looks up identifiers in a snapshot of the index; knows neither which one that is nor how it came about.
import type { ObjectTypeName } from '../../links/description.ts';
import { type SearchRelation, searchRelations } from '../../links/relation.ts';
import { type Position, readCursor, writeCursor } from '../../ports/search/position.ts';
import type {
	GroupBy,
	GroupId,
	IdentifierKey,
	Located,
	ObjectDocument,
	SearchItem,
	SearchRequest,
	SearchResult,
} from '../../ports/search/search-index.ts';
import { compileFilter } from './filter.ts';
import { resultWindow } from './generation.ts';
import { type GroupKey, groupKey, readHistory, viewOfId } from './link-document.ts';
import { identifierText, keyTerm, type ObjectSource, readDocument } from './object-document.ts';
import { type Found, type Hit, pagesOf, type Snapshot } from './snapshot.ts';

/** Answers a search; undefined where the group is not there. */
export async function search(snapshot: Snapshot, request: SearchRequest): Promise<SearchResult | undefined> {
	const after = request.cursor === undefined ? undefined : readCursor(request.cursor);
	const [source, page] = await Promise.all([findSource(snapshot, request), findPage(snapshot, request, after)]);
	if (!source) return undefined;
	const items = await readItems(snapshot, request.groupBy, page.items);
	const last = page.items.at(-1);
	return {
		source,
		total: page.total,
		items,
		...(last && page.more ? { cursor: writeCursor(positionOf(last)) } : {}),
		...(page.facets ? { facets: page.facets } : {}),
	};
}

async function findSource(snapshot: Snapshot, { groupBy, group }: SearchRequest): Promise<ObjectDocument | undefined> {
	const objects = await findObjects(snapshot, groupBy, [group]);
	const standing = objects.get(groupKey(groupBy, group)) ?? objects.get(groupKey('identity', group));
	// An Identity group stands for the Version group of its number only where it lies in that.
	if (!standing || (groupBy === 'version' && standing.version !== group)) return undefined;
	return readDocument(standing);
}

/** Finds what may stand for groups at a level: objects of the level, and of Identity groups. */
async function findObjects(
	snapshot: Snapshot,
	level: GroupBy,
	groups: readonly GroupId[],
): Promise<Map<string, ObjectSource>> {
	if (groups.length === 0) return new Map();
	const ids: GroupKey[] = groups.map((group) => groupKey('identity', group));
	if (level === 'version') ids.push(...groups.map((group) => groupKey('version', group)));
	const { hits } = await snapshot.search<ObjectSource>({
		query: { ids: { values: ids } },
		_source: ['version', 'document'],
		sort: ['_doc'],
		size: ids.length,
		track_total_hits: false,
	});
	return new Map(hits.hits.map(({ _id, _source }) => [_id, _source]));
}

type LinkHit = Hit<{ history: string }>;
type Page = { items: LinkHit[]; more: boolean; total: number; facets: SearchResult['facets'] };

async function findPage(snapshot: Snapshot, request: SearchRequest, after: Position | undefined): Promise<Page> {
	const { size, facets } = request;
	const query = queryOf(request);
	const begin = await passOver(snapshot, request, query, after && sortValues(after));
	const limit = size === 0 ? 0 : size + 1;
	const found = await snapshot.search<{ history: string }>({
		query,
		_source: ['history'],
		sort: sortOf(request.order),
		from: begin.offset,
		size: limit,
		track_total_hits: true,
		...(begin.after && { search_after: begin.after }),
		...(facets && { aggregations: facetsAsked }),
	});
	const { hits, total } = found.hits;
	return {
		items: hits.slice(0, size),
		more: hits.length > size,
		total: total.value,
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
	return [{ latest }, { sort: ties }, { seen: ties }];
}

function sortValues({ latest, sortKey, relation }: Position): Hit['sort'] {
	return [latest, sortKey, relation];
}

function positionOf({ sort }: Hit): Position {
	const [latest, sortKey, relation] = sort as [number, string, number];
	return { latest, sortKey, relation };
}

// A search reaches only so deep by number; what lies before a deeper page is passed over in steps.
const step = 10_000;

async function passOver(
	snapshot: Snapshot,
	{ offset, size, order }: SearchRequest,
	query: object,
	first: Hit['sort'] | undefined,
): Promise<{ offset: number; after: Hit['sort'] | undefined }> {
	if (offset + size < resultWindow) return { offset, after: first };
	let after = first;
	for (let rest = offset; rest > 0; rest -= step) {
		const { hits } = await snapshot.search({
			query,
			_source: false,
			sort: sortOf(order),
			size: Math.min(step, rest),
			track_total_hits: false,
			...(after && { search_after: after }),
		});
		// Past the last one there is nothing, wherever one goes on.
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
	const types = (aggregations?.type.buckets ?? []).map(({ key, doc_count }): [ObjectTypeName, number] => [
		key as ObjectTypeName,
		doc_count,
	]);
	const years = (aggregations?.year.buckets ?? []).map(({ key, doc_count }): [number, number] => [key, doc_count]);
	return {
		type: types.sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)),
		publicationYear: years.sort(([one], [other]) => one - other),
	};
}

async function readItems(snapshot: Snapshot, level: GroupBy, hits: readonly LinkHit[]): Promise<SearchItem[]> {
	const views = hits.map(({ _id }) => viewOfId(_id));
	const objects = await findObjects(snapshot, level, [...new Set(views.map(({ other }) => other))]);
	return views.map(({ seen, other }, place) => {
		const standing = objects.get(groupKey(level, other)) ?? objects.get(groupKey('identity', other));
		return {
			relation: searchRelations[seen] as SearchRelation,
			object: readDocument(standing as ObjectSource),
			history: readHistory((hits[place] as LinkHit)._source.history),
		};
	});
}

// A query may hold 65,536 terms.
const termsPerQuery = 10_000;

/** Finds identifiers; answers those that are known. */
export async function locate(snapshot: Snapshot, identifiers: readonly IdentifierKey[]): Promise<Located[]> {
	const asked = new Set(identifiers.map(identifierText));
	const found = await locateKeys(snapshot, [...new Set(identifiers.map(({ key }) => key))]);
	return found.filter((one) => asked.has(identifierText(one)));
}

/** Finds identifiers of any scheme by comparison key. */
export async function locateKeys(snapshot: Snapshot, keys: readonly string[]): Promise<Located[]> {
	const asked = new Set(keys);
	const located: Located[] = [];
	for await (const { group, version, identifiers } of objectsOfKeys(snapshot, keys, [
		'group',
		'version',
		'identifiers',
	])) {
		for (const [scheme, key] of identifiers) {
			if (asked.has(key)) located.push({ scheme, key, identity: group, version });
		}
	}
	return located;
}

/** Reads the objects of Identity groups with identifiers of these keys, and perhaps some others; each once. */
export async function* objectsOfKeys(
	snapshot: Snapshot,
	keys: readonly string[],
	source: readonly string[],
): AsyncGenerator<ObjectSource> {
	const read = new Set<GroupId>();
	for (let begin = 0; begin < keys.length; begin += termsPerQuery) {
		const terms = keys.slice(begin, begin + termsPerQuery).map(keyTerm);
		for await (const page of pagesOf<ObjectSource>(snapshot, { terms: { keys: terms } }, source)) {
			for (const { _source } of page) {
				if (read.has(_source.group)) continue;
				read.add(_source.group);
				yield _source;
			}
		}
	}
}

/** Tells whether a snapshot holds no object at all. */
export async function isEmpty(snapshot: Snapshot): Promise<boolean> {
	return (await count(snapshot, [{ exists: { field: 'group' } }], 1)) === 0;
}

/** Counts the objects of Identity groups, and the links between them as they were given. */
export async function size(snapshot: Snapshot): Promise<{ objects: number; links: number }> {
	const identity = { term: { level: 'i' } };
	const fromSource: SearchRelation[] = ['cites', 'isSupplementTo', 'isRelatedTo'];
	const [objects, links] = await Promise.all([
		count(snapshot, [identity, { exists: { field: 'group' } }], true),
		count(snapshot, [identity, { terms: { relation: fromSource } }], true),
	]);
	return { objects, links };
}

async function count(snapshot: Snapshot, filter: readonly object[], upTo: number | true): Promise<number> {
	const { hits } = await snapshot.search({ query: { bool: { filter } }, size: 0, track_total_hits: upTo });
	return hits.total.value;
}
