// Describes works from the active generation: objects, members of families, counts.
import { type SearchRelation, searchRelations } from '../../../links/relation.ts';
import type { GroupBy, GroupId, Located } from '../../../ports/search/index-content.ts';
import {
	type DescribedWork,
	type DescribeOptions,
	type FamilyMember,
	type LevelCounts,
	type LevelFacets,
	type LinkCounts,
	type LinkedTimes,
	type ListedWork,
	mostMembersListed,
	mostVersionsListed,
	mostWorksListed,
	type WorkOverview,
} from '../../../ports/search/object-reader.ts';
import type { SearchFacets } from '../../../ports/search/search-reader.ts';
import type { Buckets, Searches } from '../cluster/searches.ts';
import { groupKey, groupNumber } from '../documents/document-ids.ts';
import { type FacetCounts, facetsAsked, readFacets } from './facets.ts';
import { countByParty, hasLost, idsDescribing, isObject, readInOrder, readObjects } from './lookup.ts';
import { skipTo } from './search.ts';

/** Describes a work; see ObjectReader.describe. */
export async function describe(
	searches: Searches,
	group: GroupId,
	{ facets, located, versionsFrom = 0 }: DescribeOptions,
): Promise<WorkOverview | undefined> {
	const work = (await readObjects(searches, idsDescribing('identity', group))).describing('identity', group);
	if (!work || (await hasLost(searches, { groupBy: 'identity', group, located }, work))) return undefined;
	const { version } = work;
	const [objects, { members, total }, counted] = await Promise.all([
		readObjects(searches, idsDescribing('version', version)),
		readMembers(searches, version, versionsFrom),
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

/** Lists the works of Version groups; see ObjectReader.listMembers. */
export async function listMembers(searches: Searches, versions: readonly GroupId[]): Promise<FamilyMember[]> {
	if (versions.length === 0) return [];
	const { hits } = await searches.search<FamilyMember>({
		...{ query: membersOf(versions), sort: newestFirst, _source: ['group', 'version', 'document'] },
		...{ size: mostMembersListed, track_total_hits: false },
	});
	return hits.hits.map(({ _source }) => _source);
}

/** Lists Identity groups by their numbers; see ObjectReader.listWorks. */
export async function listWorks(
	searches: Searches,
	{ after, upTo }: { after: GroupId; upTo: GroupId },
): Promise<ListedWork[]> {
	const filter = [identityObject, { range: { group: { gt: after, lte: upTo } } }];
	const found = await readInOrder<Member>(searches, filter, { fields: ['group', 'document'], size: mostWorksListed });
	return found.map(({ group, document }) => ({ group, identifiers: document.identifiers }));
}

/** Finds the highest number of an Identity group; see ObjectReader.lastWork. */
export async function lastWork(searches: Searches): Promise<GroupId> {
	const last = { fields: ['group'], size: 1, order: 'desc' } as const;
	const [found] = await readInOrder<Member>(searches, [identityObject], last);
	return found?.group ?? 0;
}

const identityObject = { term: { level: 'identity' } };

type Member = Pick<DescribedWork, 'group' | 'document'>;

/** Reads works of a Version group from a place on, and how many there are. */
async function readMembers(
	searches: Searches,
	version: GroupId,
	from: number,
): Promise<{ members: Member[]; total: number }> {
	const [query, sort] = [membersOf([version]), newestFirst];
	const { hits } = await searches.search<Member>({
		...{ query, sort, _source: ['group', 'document'], size: mostVersionsListed, track_total_hits: true },
		...(await skipTo(searches, from, { size: mostVersionsListed, query, sort })),
	});
	return { members: hits.hits.map(({ _source }) => _source), total: hits.total.value };
}

function membersOf(versions: readonly GroupId[]): object {
	return { bool: { filter: [identityObject, { terms: { version: versions } }, isObject] } };
}

const newestFirst = [{ published: { order: 'desc', missing: '_last' } }, { 'copy.sort': 'asc' }];

type Party = { level: GroupBy; group: GroupId };
type PartyCounts = { counts: LinkCounts; linked: LinkedTimes | null };

type Bound = { value: number | null };

/** Counts the links of groups; groups without a count have none. */
export async function countParties(
	searches: Searches,
	parties: readonly Party[],
): Promise<{ of(level: GroupBy, group: GroupId): PartyCounts }> {
	const keys = parties.map(({ level, group }) => groupKey(level, group));
	const aggs = {
		...byRelationSeen({}),
		earliest: { min: { field: 'earliest' } },
		latest: { max: { field: 'latest' } },
	};
	type Counted = { seen: Buckets<number>; earliest: Bound; latest: Bound };
	const counted = await countByParty<Counted>(searches, keys, { aggs });
	return {
		of(level, group) {
			const bucket = counted.get(groupNumber(level, group));
			const seen = new Map(bucket?.seen.buckets.map(({ key, doc_count }) => [key, doc_count]));
			const [first, last] = [bucket?.earliest.value ?? null, bucket?.latest.value ?? null];
			const linked = first === null || last === null ? null : { first, last };
			return { counts: byRelation((number) => seen.get(number) ?? 0), linked };
		},
	};
}

function byRelationSeen(more: { aggs?: object }): object {
	return { seen: { terms: { field: 'relationNumber', size: searchRelations.length }, ...more } };
}

/** Counts whole results of each relation at both levels, in one request. */
async function countFacets(
	searches: Searches,
	{ identity, version }: Pick<Located, 'identity' | 'version'>,
): Promise<LevelFacets> {
	const keys = [groupKey('identity', identity), groupKey('version', version)];
	const aggs = byRelationSeen({ aggs: facetsAsked({ groupBy: 'version' }) });
	const counted = await countByParty<{ seen: Buckets<number, FacetCounts> }>(searches, keys, { aggs });
	const ofLevel = async (groupBy: GroupBy, group: GroupId): Promise<Record<SearchRelation, SearchFacets>> => {
		const seen = counted.get(groupNumber(groupBy, group))?.seen.buckets;
		const facets = await Promise.all(
			searchRelations.map((_, number) =>
				readFacets(searches, { groupBy, group }, seen?.find(({ key }) => key === number) ?? noCounts),
			),
		);
		return byRelation((number) => facets[number] as SearchFacets);
	};
	const [ofWork, ofFamily] = await Promise.all([ofLevel('identity', identity), ofLevel('version', version)]);
	return { identity: ofWork, version: ofFamily };
}

const nothing = { buckets: [] };
const noCounts: FacetCounts = {
	...{ type: nothing, year: nothing, linkYear: nothing },
	...{ subType: nothing, member: nothing },
};

function byRelation<T>(value: (number: number) => T): Record<SearchRelation, T> {
	const entries = searchRelations.map((relation, number) => [relation, value(number)]);
	return Object.fromEntries(entries) as Record<SearchRelation, T>;
}
