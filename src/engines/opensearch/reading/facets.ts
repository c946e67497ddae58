// Counts a whole result by what searches tell of it; knows no filter and no page.
import { compareText } from '../../../identifiers/index.ts';
import type { ObjectTypeName } from '../../../links/description.ts';
import type { GroupId } from '../../../ports/search/index-content.ts';
import { mostFacetValues, type SearchFacets, type SearchRequest } from '../../../ports/search/search-reader.ts';
import type { Buckets, Searches } from '../cluster/searches.ts';
import { type GroupKey, groupKey, readGroupKey } from '../documents/document-ids.ts';
import { readObjects, type StoredObject } from './lookup.ts';

/** What OpenSearch answers to facetsAsked. */
export type FacetCounts = {
	type: Buckets<ObjectTypeName, { year: Buckets<number> }>;
	year: Buckets<number>;
	subType: Buckets<string>;
	member?: Buckets<GroupKey>;
};

/** Says at which level a result is counted. */
type Level = Pick<SearchRequest, 'groupBy'>;

// No family has as many members. All of them are read, since of equal numbers the first by sortKey
// count, which OpenSearch does not know.
const mostMembers = 10_000;

/** Asks for the counts of a search. */
export function facetsAsked({ groupBy }: Level): object {
	// Years have four digits.
	const year = { terms: { field: 'year', size: 10_000 } };
	return {
		type: { terms: { field: 'type', size: 10 }, aggs: { year } },
		year,
		subType: { terms: { field: 'subTypes', size: mostFacetValues, order: [{ _count: 'desc' }, { _key: 'asc' }] } },
		...(groupBy === 'version' && { member: { terms: { field: 'members', size: mostMembers } } }),
	};
}

/**
 * Reads the counts that a search found; `own` is the object of the Identity group with the number
 * of the Version group, where that is known already.
 */
export async function readFacets(
	searches: Searches,
	{ groupBy, group, own }: Level & { group: GroupId; own?: StoredObject | undefined },
	{ type, year, subType, member }: FacetCounts,
): Promise<SearchFacets> {
	const types = countsOf(type).sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
	return {
		type: types,
		publicationYear: yearsOf(year),
		typeYears: types.flatMap(([name]) => {
			const ofType = type.buckets.find(({ key }) => key === name);
			return yearsOf(ofType?.year).map(([of, count]): [ObjectTypeName, number, number] => [name, of, count]);
		}),
		subType: countsOf(subType),
		...(groupBy === 'version' && { via: await readMembers(searches, { group, own }, countsOf(member)) }),
	};
}

function countsOf<Key>(counted: Buckets<Key> | undefined): [Key, number][] {
	return (counted?.buckets ?? []).map(({ key, doc_count }) => [key, doc_count]);
}

function yearsOf(counted: Buckets<number> | undefined): [number, number][] {
	return countsOf(counted).sort(([one], [other]) => one - other);
}

async function readMembers(
	searches: Searches,
	{ group: version, own }: { group: GroupId; own: StoredObject | undefined },
	counts: readonly [GroupKey, number][],
): Promise<[string, number][]> {
	const [, least = 0] = counts[mostFacetValues - 1] ?? [];
	const counted = counts
		.filter(([, count]) => count >= least)
		.map(([key, count]) => ({ group: readGroupKey(key).group, count }));
	const unknown = counted.filter(({ group }) => !own || group !== version);
	const objects = await readObjects(
		searches,
		unknown.map(({ group }) => groupKey('identity', group)),
	);
	const memberOf = (group: GroupId) => {
		const isOwn = own && group === version;
		return isOwn ? (own.version === version ? own : undefined) : objects.member(version, group);
	};
	return counted
		.flatMap(({ group, count }) => {
			const object = memberOf(group);
			return object ? [{ object, count }] : [];
		})
		.sort((one, other) => other.count - one.count || compareText(one.object.copy.sort, other.object.copy.sort))
		.slice(0, mostFacetValues)
		.map(({ object, count }) => [object.document.identifiers, count]);
}
