// Answers a search from a snapshot of the index; does not know which state that is nor how it came
// about.
import { compareText } from '../../../identifiers/index.ts';
import type { GroupBy, ObjectDocument } from '../../../ports/search/index-content.ts';
import { type Position, readCursor, writeCursor } from '../../../ports/search/position.ts';
import {
	type ItemVia,
	mostViaOfItem,
	type SearchItem,
	type SearchRequest,
	type SearchResult,
} from '../../../ports/search/search-reader.ts';
import type { Hit, Snapshot } from '../cluster/snapshot.ts';
import { groupKey } from '../documents/group-key.ts';
import { type LinkSource, type LinkView, latestOf, type MemberView, viewOfId } from '../documents/link-document.ts';
import { type FacetCounts, facetsAsked, readFacets } from './facets.ts';
import { compileFilter } from './filter.ts';
import { type Objects, readObjects } from './objects.ts';

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

async function findAsked(snapshot: Snapshot, { groupBy, group }: SearchRequest): Promise<ObjectDocument | undefined> {
	const objects = await readObjects(snapshot, groupBy, [group]);
	const object = objects.describing(groupBy, group);
	// An Identity group describes the Version group of its number only where it lies in that.
	if (groupBy === 'version' && object?.version !== group) return undefined;
	return object?.document;
}

type LinkHit = Hit<Pick<LinkSource, 'history' | 'via'>>;
/** `hits` holds one more than was asked for, where more follow. */
type Page = { hits: LinkHit[]; total: number; facets: SearchResult['facets'] };

async function findPage(snapshot: Snapshot, request: SearchRequest): Promise<Page> {
	const { size, order, facets } = request;
	const query = queryOf(request);
	const start = await skipToStart(snapshot, request, query);
	const found = await snapshot.search<LinkHit['_source'], FacetCounts>({
		query,
		_source: ['history', 'via'],
		sort: sortOf(order),
		from: start.offset,
		size: size === 0 ? 0 : size + 1,
		track_total_hits: request.counted ?? true,
		...(start.after && { search_after: start.after }),
		...(facets && { aggregations: facetsAsked(request) }),
	});
	return {
		hits: found.hits.hits,
		total: request.counted === false ? 0 : found.hits.total.value,
		facets: found.aggregations && (await readFacets(snapshot, request, found.aggregations)),
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

type FoundLink = LinkView & LinkHit['_source'];

async function readItems(snapshot: Snapshot, level: GroupBy, hits: readonly LinkHit[]): Promise<SearchItem[]> {
	const links = hits.map(({ _id, _source }): FoundLink => ({ ...viewOfId(_id), ..._source }));
	const others = links.map(({ other }) => other);
	const members =
		level === 'identity' ? [] : links.flatMap((link) => viaOf(link).flatMap(({ near, far }) => [near, far]));
	const objects = await readObjects(snapshot, level, others, members);
	return links.map((link) => {
		const { relation, other, history } = link;
		const object = objects.describing(level, other);
		if (!object) throw new Error(`a link leads to ${level} group ${other}, which has no object`);
		return { relation, object: object.document, history, ...(level === 'version' && { via: readVia(link, objects) }) };
	});
}

/** Lists what makes a link between Version groups. */
function viaOf({ group, other, history, via }: FoundLink): readonly MemberView[] {
	return via ?? [{ near: group, far: other, history }];
}

function readVia(link: FoundLink, objects: Objects): ItemVia {
	const made = viaOf(link).flatMap(({ near, far, history }) => {
		const [one, other] = [objects.member(link.group, near), objects.member(link.other, far)];
		return one && other ? [{ near: one, far: other, history, latest: latestOf(history) }] : [];
	});
	made.sort(
		(one, other) =>
			other.latest - one.latest ||
			compareText(one.near.copy.sort, other.near.copy.sort) ||
			compareText(one.far.copy.sort, other.far.copy.sort),
	);
	const links = made.slice(0, mostViaOfItem).map(({ near, far, history }) => {
		return { source: near.document.identifiers, target: far.document.identifiers, history };
	});
	return { total: made.length, links };
}
