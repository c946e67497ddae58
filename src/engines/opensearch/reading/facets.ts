// Counts a whole result by the types, years, words and members of its items.
import { compareText } from '../../../identifiers/index.ts';
import type { ObjectTypeName } from '../../../links/description.ts';
import type { GroupId } from '../../../ports/search/index-content.ts';
import { mostFacetValues, type SearchFacets, type SearchRequest } from '../../../ports/search/search-reader.ts';
import { flags } from '../../../search/flags/flags.ts';
import type { Buckets, Searches } from '../cluster/searches.ts';
import { type GroupKey, groupKey, readGroupKey } from '../documents/document-ids.ts';
import { type FlagBuckets, type FlagQueries, flagsAsked, readFlagCounts } from './link-flags.ts';
import { readObjects, type StoredObject } from './lookup.ts';

type Years = { year: Buckets<number>; linkYear: Buckets<number> };

/** The response to facetsAsked. */
export type FacetCounts = Years & {
	type: Buckets<ObjectTypeName, Years>;
	subType: Buckets<string>;
	member?: Buckets<GroupKey>;
	flags?: FlagBuckets;
};

/** The level at which a result is counted. */
type Level = Pick<SearchRequest, 'groupBy'>;

// No family has as many members. All of them are read, since of equal numbers the first by sortKey
// count, which OpenSearch cannot sort by here.
const mostMembers = 10_000;

/** Requests the counts; of flags where they are to be counted. */
export function facetsAsked({ groupBy }: Level, flagQueries?: FlagQueries): object {
	return {
		type: { ...typesAsked('type'), aggs: bothYears },
		...bothYears,
		subType: firstAsked('subTypes'),
		...(groupBy === 'version' && { member: { terms: { field: 'members', size: mostMembers } } }),
		...(flagQueries && { flags: flagsAsked(flagQueries) }),
	};
}

/** Requests the counts of types, which are few. */
export function typesAsked(field: string): object {
	return { terms: { field, size: 10 } };
}

/** Requests the counts of years: these have four digits. */
export function yearsAsked(field: string): object {
	return { terms: { field, size: 10_000 } };
}

const bothYears = { year: yearsAsked('year'), linkYear: yearsAsked('linkYear') };

/** Requests the values with the highest counts. */
export function firstAsked(field: string, more: { shard_size?: number } = {}): object {
	return { terms: { field, size: mostFacetValues, ...more, order: [{ _count: 'desc' }, { _key: 'asc' }] } };
}

/**
 * Reads the counts that a search found; `own` is the object of the Identity group with the number
 * of the Version group, where that is known already.
 */
export async function readFacets(
	searches: Searches,
	{ groupBy, group, own }: Level & { group: GroupId; own?: StoredObject | undefined },
	{ type, year, linkYear, subType, member, flags: ofFlags }: FacetCounts,
): Promise<SearchFacets> {
	const types = readTypes(type);
	const typeYears = (kind: keyof Years) =>
		types.flatMap(([name]) => {
			const ofType = type.buckets.find(({ key }) => key === name)?.[kind];
			return readYears(ofType).map(([of, count]): [ObjectTypeName, number, number] => [name, of, count]);
		});
	return {
		type: types,
		...{ publicationYear: readYears(year), typeYears: typeYears('year') },
		...{ linkYear: readYears(linkYear), typeLinkYears: typeYears('linkYear') },
		subType: readCounts(subType),
		...(groupBy === 'version' && { via: await readMembers(searches, { group, own }, readCounts(member)) }),
		...(ofFlags && { flags: readFlagCounts(flags, ofFlags) }),
	};
}

/** Reads counts in the order in which they were found. */
export function readCounts<Key>(counted: Buckets<Key> | undefined): [Key, number][] {
	return (counted?.buckets ?? []).map(({ key, doc_count }) => [key, doc_count]);
}

/** Reads the counts of types, the highest first, then by name. */
export function readTypes(counted: Buckets<ObjectTypeName>): [ObjectTypeName, number][] {
	return readCounts(counted).sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
}

/** Reads the counts of years, the first year first. */
export function readYears(counted: Buckets<number> | undefined): [number, number][] {
	return readCounts(counted).sort(([one], [other]) => one - other);
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
	const isOwn = (group: GroupId) => own !== undefined && group === version;
	const unknown = counted.flatMap(({ group }) => (isOwn(group) ? [] : groupKey('identity', group)));
	const objects = await readObjects(searches, unknown);
	return counted
		.flatMap(({ group, count }) => {
			const object = isOwn(group) ? own : objects.member(version, group);
			return object ? [{ object, count }] : [];
		})
		.sort((one, other) => other.count - one.count || compareText(one.object.copy.sort, other.object.copy.sort))
		.slice(0, mostFacetValues)
		.map(({ object, count }) => [object.document.identifiers, count]);
}
