// Names some objects that have links, out of a few documents of a snapshot; knows neither which one that is nor searches.
import { searchRelationMeaning, searchRelations } from '../../links/relation.ts';
import type { GroupId, IdentifierKey } from '../../ports/search/search-index.ts';
import { type GroupKey, groupKey, viewOfId } from './link-document.ts';
import type { ObjectSource } from './object-document.ts';
import type { Snapshot } from './snapshot.ts';

// So many links are looked at, wherever they lie: the cluster stops at the last of them.
const linksLookedAt = 1_000;
const seenFromTarget = searchRelations.filter((relation) => searchRelationMeaning[relation].asked !== 'source');

/** Names examples, see SearchIndex.examples: the targets of some links, those of most of these first. */
export async function examples(snapshot: Snapshot, count: number): Promise<IdentifierKey[]> {
	const { hits } = await snapshot.search({
		query: { bool: { filter: [{ term: { level: 'i' } }, { terms: { relation: seenFromTarget } }] } },
		_source: false,
		sort: ['_doc'],
		size: linksLookedAt,
		track_total_hits: false,
	});
	const parties = hits.hits.map(({ _id }) => viewOfId(_id).party);
	const named = mostFrequent(parties, count).map((group): GroupKey => groupKey('identity', group));
	if (named.length === 0) return [];
	const found = await snapshot.search<Pick<ObjectSource, 'identifiers'>>({
		query: { ids: { values: named } },
		_source: ['identifiers'],
		sort: ['_doc'],
		size: named.length,
		track_total_hits: false,
	});
	return found.hits.hits.flatMap(({ _source: { identifiers } }) =>
		identifiers.slice(0, 1).map(([scheme, key]) => ({ scheme, key })),
	);
}

function mostFrequent(groups: readonly GroupId[], count: number): GroupId[] {
	const frequency = new Map<GroupId, number>();
	for (const group of groups) frequency.set(group, (frequency.get(group) ?? 0) + 1);
	const sorted = [...frequency].sort(([, one], [, other]) => other - one);
	return sorted.slice(0, count).map(([group]) => group);
}
