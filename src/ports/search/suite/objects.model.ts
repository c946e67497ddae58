// Describes works from a model's state, as simply as the contract can be read; the oracle of tests.
import { compareText } from '../../../identifiers/index.ts';
import { type SearchRelation, searchRelations } from '../../../links/relation.ts';
import type { GroupBy, GroupId, IdentifierKey, IndexObject } from '../index-content.ts';
import {
	type DescribedWork,
	type LevelCounts,
	type LinkCounts,
	mostMembersListed,
	mostVersionsListed,
	mostWorksListed,
	type ObjectReader,
} from '../object-reader.ts';
import type { SearchRequest, SearchResult } from '../search-reader.ts';

/** What a model provides: its objects, and its searches. */
export type ModelState = {
	objects: readonly IndexObject[];
	search(request: SearchRequest): SearchResult | undefined;
	/** Whether an identifier belongs to an Identity group. */
	leadsTo(identifier: IdentifierKey, group: GroupId): boolean;
};

/** Reads works from the present state. */
export function modelObjects(state: () => ModelState): ObjectReader {
	return {
		describe: async (group, { facets, located, versionsFrom = 0 }) => {
			if (located && !state().leadsTo(located, group)) return undefined;
			const { objects } = state();
			const object = objects.find((one) => one.level === 'identity' && one.group === group);
			if (!object) return undefined;
			const { version } = object;
			const members = objects.filter((one) => one.level === 'identity' && one.version === version).sort(newestFirst);
			const family = resultOf(state(), 'version', version);
			return {
				work: describeWork(state(), object),
				family: {
					document: (family as SearchResult).source,
					counts: countsOf(state(), 'version', version),
					members: members
						.slice(versionsFrom, versionsFrom + mostVersionsListed)
						.map((member) => describeWork(state(), member)),
					total: members.length,
				},
				...(facets && {
					facets: { identity: facetsOf(state(), 'identity', group), version: facetsOf(state(), 'version', version) },
				}),
			};
		},
		listWorks: async ({ after, upTo }) =>
			identityObjects(state())
				.filter(({ group }) => group > after && group <= upTo)
				.sort((one, other) => one.group - other.group)
				.slice(0, mostWorksListed)
				.map(({ group, document }) => ({ group, identifiers: document.identifiers })),
		listMembers: async (versions) =>
			identityObjects(state())
				.filter(({ version }) => versions.includes(version))
				.sort(newestFirst)
				.slice(0, mostMembersListed)
				.map(({ version, group, document }) => ({ version, group, document })),
		lastWork: async () => Math.max(0, ...identityObjects(state()).map(({ group }) => group)),
		async countLinks(works) {
			const present = state();
			return works.map(
				({ identity, version }): LevelCounts => ({
					identity: countsOf(present, 'identity', identity),
					version: countsOf(present, 'version', version),
				}),
			);
		},
	};
}

function identityObjects({ objects }: ModelState): IndexObject[] {
	return objects.filter(({ level }) => level === 'identity');
}

function newestFirst(one: IndexObject, other: IndexObject): number {
	const [first, second] = [one, other].map(({ published }) => published ?? Number.NEGATIVE_INFINITY) as [
		number,
		number,
	];
	return first === second ? compareText(one.sortKey, other.sortKey) : second - first;
}

function describeWork(state: ModelState, { group, document }: IndexObject): DescribedWork {
	const items = resultOf(state, 'identity', group)?.items ?? [];
	const instants = items.flatMap(({ history }) => history.map(({ instant }) => instant));
	const linked = instants.length === 0 ? null : { first: Math.min(...instants), last: Math.max(...instants) };
	return { group, document, counts: countsOf(state, 'identity', group), linked };
}

export function countsOf(state: ModelState, groupBy: GroupBy, group: GroupId): LinkCounts {
	return byRelation((relation) => resultOf(state, groupBy, group, relation)?.total ?? 0);
}

function facetsOf(state: ModelState, groupBy: GroupBy, group: GroupId) {
	return byRelation(
		(relation) => resultOf(state, groupBy, group, relation)?.facets as NonNullable<SearchResult['facets']>,
	);
}

function byRelation<T>(value: (relation: SearchRelation) => T): Record<SearchRelation, T> {
	return Object.fromEntries(searchRelations.map((relation) => [relation, value(relation)])) as Record<
		SearchRelation,
		T
	>;
}

function resultOf(state: ModelState, groupBy: GroupBy, group: GroupId, relation?: SearchRelation) {
	const all = { order: 'newest' as const, size: Number.POSITIVE_INFINITY, offset: 0, facets: true };
	return state.search({ groupBy, group, ...all, ...(relation && { relation }) });
}
