// Estimates what a search costs before it is made. It knows no engine and no thread.
import { searchRelations } from '../../links/relation.ts';
import type { GroupBy, GroupId } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { SearchRequest } from '../../ports/search/search-reader.ts';
import type { WorksRequest } from '../../ports/search/work-finder.ts';
import type { QueryNode } from '../../search/query-node.ts';

/**
 * Estimates how much a search looks at, in links: those that it passes over, and where it filters
 * or counts all of the group's, once for each word that is looked for in them.
 */
export async function costOfSearch(index: Pick<SearchIndex, 'countLinks'>, request: SearchRequest): Promise<number> {
	const { groupBy, group, relation, offset, size, facets, q } = request;
	const isFiltered = [q, request.type, request.years, request.asserted, request.via, request.subType].some(
		(filter) => filter !== undefined,
	);
	if (!isFiltered && !facets) return offset + size;
	const links = await linksOf(index, groupBy, group, relation);
	return offset + size + links * (1 + wordsOf(q));
}

/** Estimates the same of telling of a work; facets count its links by each relation and level. */
export async function costOfDescription(
	index: Pick<SearchIndex, 'countLinks'>,
	group: GroupId,
	facets: boolean,
): Promise<number> {
	const links = await linksOf(index, 'identity', group, undefined);
	return facets ? 4 * links : links;
}

/** Estimates the same of finding works, of which any may fit, but not all are looked at. */
export async function costOfWorks(
	index: Pick<SearchIndex, 'size'>,
	{ q, mostLookedAt }: WorksRequest,
): Promise<number> {
	const { objects } = await index.size();
	return Math.min(objects, mostLookedAt) * (1 + wordsOf(q));
}

async function linksOf(
	index: Pick<SearchIndex, 'countLinks'>,
	level: GroupBy,
	group: GroupId,
	relation: SearchRequest['relation'],
): Promise<number> {
	// Only one of the levels is looked at.
	const [counts] = await index.countLinks([{ identity: group, version: group }]);
	const ofLevel = counts?.[level];
	if (!ofLevel) return 0;
	return searchRelations.reduce(
		(sum, name) => sum + (relation === undefined || relation === name ? ofLevel[name] : 0),
		0,
	);
}

function wordsOf(node: QueryNode | undefined): number {
	if (node === undefined) return 0;
	if (node.kind === 'and' || node.kind === 'or') return node.nodes.reduce((sum, inner) => sum + wordsOf(inner), 0);
	return node.kind === 'not' ? wordsOf(node.node) : 1;
}
