// Tells of works from the generation that answers: descriptions, members of families, counts. It
// knows no search and no order of links.
import { type SearchRelation, searchRelations } from '../../../links/relation.ts';
import type { GroupBy, GroupId, Located } from '../../../ports/search/index-content.ts';
import {
	type DescribedWork,
	type DescribeOptions,
	type LevelCounts,
	type LevelFacets,
	type LinkCounts,
	type LinkedTimes,
	type ListedWork,
	mostVersionsListed,
	mostWorksListed,
	type WorkOverview,
} from '../../../ports/search/object-reader.ts';
import type { SearchFacets } from '../../../ports/search/search-reader.ts';
import type { Buckets, Searches } from '../cluster/searches.ts';
import { groupKey, groupNumber } from '../documents/document-ids.ts';
import { type FacetCounts, facetsAsked, readFacets } from './facets.ts';
import { hasLost, idsDescribing, isObject, readObjects, type StoredObject } from './lookup.ts';

/** Tells of a work; see ObjectReader.describe. */
export async function describe(
	searches: Searches,
	group: GroupId,
	{ facets, located }: DescribeOptions,
): Promise<WorkOverview | undefined> {
	const work = (await readObjects(searches, idsDescribing('identity', group))).describing('identity', group);
	if (!work || (await hasLost(searches, { groupBy: 'identity', group, located }, work))) return undefined;
	const { version } = work;
	const [objects, { members, total }, counted] = await Promise.all([
		readObjects(searches, idsDescribing('version', version)),
		readMembers(searches, version),
		facets ? countFacets(searches, { identity: group, version }) : undefined,
	]);
	const family = objects.describing('version', version);
	if (!family) return undefined;
	const places = [{ group, document: work.document }, ...members];
	const parties = await countParties(searches, [
		...places.map((one) => ({ level: 'identity' as const, group: one.group })),
		{ level: 'version', group: version },
	]);
	const [described, ...others] = places.map((one): DescribedWork => {
		const { counts, linked } = parties.of('identity', one.group);
		return { ...one, counts, linked };
	});
	return {
		work: described as DescribedWork,
		family: { document: family.document, counts: parties.of('version', version).counts, members: others, total },
		...(counted && { facets: counted }),
	};
}

/** Counts the relationships of works; see ObjectReader.countLinks. */
export async function countLinks(
	searches: Searches,
	works: readonly Pick<Located, 'identity' | 'version'>[],
): Promise<LevelCounts[]> {
	const parties = await countParties(
		searches,
		works.flatMap(({ identity, version }) => [
			{ level: 'identity', group: identity },
			{ level: 'version', group: version },
		]),
	);
	return works.map(({ identity, version }) => ({
		identity: parties.of('identity', identity).counts,
		version: parties.of('version', version).counts,
	}));
}

/** Lists Identity groups by their numbers; see ObjectReader.listWorks. */
export async function listWorks(
	searches: Searches,
	{ after, upTo }: { after: GroupId; upTo: GroupId },
): Promise<ListedWork[]> {
	const { hits } = await searches.search<Pick<StoredObject, 'document'> & { group: GroupId }>({
		query: { bool: { filter: [identityObject, { range: { group: { gt: after, lte: upTo } } }] } },
		_source: ['group', 'document'],
		sort: [{ group: 'asc' }],
		size: mostWorksListed,
		track_total_hits: false,
	});
	return hits.hits.map(({ _source: { group, document } }) => ({ group, identifiers: document.identifiers }));
}

/** Tells the highest number of an Identity group; see ObjectReader.lastWork. */
export async function lastWork(searches: Searches): Promise<GroupId> {
	const { hits } = await searches.search<{ group: GroupId }>({
		query: { bool: { filter: [identityObject, isObject] } },
		_source: ['group'],
		sort: [{ group: 'desc' }],
		size: 1,
		track_total_hits: false,
	});
	return hits.hits[0]?._source.group ?? 0;
}

const identityObject = { term: { level: 'identity' } };

type Member = Pick<DescribedWork, 'group' | 'document'>;

/** Reads the first works of a Version group, and how many there are. */
async function readMembers(searches: Searches, version: GroupId): Promise<{ members: Member[]; total: number }> {
	const { hits } = await searches.search<Pick<StoredObject, 'document'> & { group: GroupId }>({
		query: { bool: { filter: [{ term: { level: 'identity' } }, { term: { version } }, isObject] } },
		_source: ['group', 'document'],
		sort: [{ published: { order: 'desc', missing: '_last' } }, { 'copy.sort': 'asc' }],
		size: mostVersionsListed,
		track_total_hits: true,
	});
	return {
		members: hits.hits.map(({ _source: { group, document } }) => ({ group, document })),
		total: hits.total.value,
	};
}

type Party = { level: GroupBy; group: GroupId };
type PartyCounts = { counts: LinkCounts; linked: LinkedTimes | null };

type CountedParties = {
	party: Buckets<
		number,
		{ seen: Buckets<number>; earliest: { value: number | null }; latest: { value: number | null } }
	>;
};

/** Counts the links that groups see; what is not counted has none. */
export async function countParties(
	searches: Searches,
	parties: readonly Party[],
): Promise<{ of(level: GroupBy, group: GroupId): PartyCounts }> {
	const keys = [...new Set(parties.map(({ level, group }) => groupKey(level, group)))];
	const found = await searches.search<unknown, CountedParties>({
		query: { terms: { at: keys } },
		size: 0,
		track_total_hits: false,
		aggregations: {
			party: {
				terms: { field: 'party', size: Math.max(1, keys.length) },
				aggs: {
					seen: { terms: { field: 'relationNumber', size: searchRelations.length } },
					earliest: { min: { field: 'earliest' } },
					latest: { max: { field: 'latest' } },
				},
			},
		},
	});
	const counted = new Map(found.aggregations?.party.buckets.map((bucket) => [bucket.key, bucket]));
	return {
		of(level, group) {
			const bucket = counted.get(groupNumber(level, group));
			const seen = new Map(bucket?.seen.buckets.map(({ key, doc_count }) => [key, doc_count]));
			const [first, last] = [bucket?.earliest.value ?? null, bucket?.latest.value ?? null];
			const linked = first === null || last === null ? null : { first, last };
			return { counts: byRelation((_, number) => seen.get(number) ?? 0), linked };
		},
	};
}

type CountedFacets = { party: Buckets<number, { seen: Buckets<number, FacetCounts> }> };

/** Counts whole results of each relation at both levels, in one request. */
async function countFacets(
	searches: Searches,
	{ identity, version }: Pick<Located, 'identity' | 'version'>,
): Promise<LevelFacets> {
	const found = await searches.search<unknown, CountedFacets>({
		query: { terms: { at: [groupKey('identity', identity), groupKey('version', version)] } },
		size: 0,
		track_total_hits: false,
		aggregations: {
			party: {
				terms: { field: 'party', size: 2 },
				aggs: {
					seen: {
						terms: { field: 'relationNumber', size: searchRelations.length },
						aggs: facetsAsked({ groupBy: 'version' }),
					},
				},
			},
		},
	});
	const ofLevel = async (groupBy: GroupBy, group: GroupId): Promise<Record<SearchRelation, SearchFacets>> => {
		const party = found.aggregations?.party.buckets.find(({ key }) => key === groupNumber(groupBy, group));
		const facets = await Promise.all(
			searchRelations.map((_, number) => {
				const counts = party?.seen.buckets.find(({ key }) => key === number) ?? noCounts;
				return readFacets(searches, { groupBy, group }, counts);
			}),
		);
		return byRelation((_, number) => facets[number] as SearchFacets);
	};
	const [ofWork, ofFamily] = await Promise.all([ofLevel('identity', identity), ofLevel('version', version)]);
	return { identity: ofWork, version: ofFamily };
}

const nothing = { buckets: [] };
const noCounts: FacetCounts = { type: nothing, year: nothing, subType: nothing, member: nothing };

function byRelation<T>(value: (relation: SearchRelation, number: number) => T): Record<SearchRelation, T> {
	const entries = searchRelations.map((relation, number) => [relation, value(relation, number)]);
	return Object.fromEntries(entries) as Record<SearchRelation, T>;
}
