// Chooses of the works that each provider speaks of those that are cited most, in bounded memory.

import type { ObjectReader } from '../../ports/search/object-reader.ts';
import type { Id } from '../../store/graph.ts';
import type { WorksOfProviders } from '../../store/holdings.ts';

/** So many of the works of a provider are kept at most. */
export const mostWorksOfProvider = 1_000;

type CitedWork = readonly [group: Id, cited: number];

/**
 * Starts with no work. Each counts by itself, not with its versions: those would take all places of
 * a provider of releases. Of works that are cited as often, that with the smaller number comes
 * first.
 */
export function createMostCited(index: Pick<ObjectReader, 'countLinks'>) {
	const providers = new Map<Id, { total: number; works: CitedWork[] }>();
	const most = (works: readonly CitedWork[]) =>
		works.toSorted(([one, n], [other, m]) => m - n || one - other).slice(0, mostWorksOfProvider);
	return {
		/** Adds who speaks of up to 1,000 works. */
		async add(spokenOf: readonly (readonly [group: Id, provider: Id])[]): Promise<void> {
			const groups = [...new Set(spokenOf.map(([group]) => group))];
			const counts = await index.countLinks(groups.map((group) => ({ identity: group, version: group })));
			const cited = new Map(groups.map((group, at) => [group, counts[at]?.identity.isCitedBy ?? 0]));
			for (const [group, provider] of spokenOf) {
				const tally = providers.getOrInsertComputed(provider, () => ({ total: 0, works: [] }));
				tally.total += 1;
				tally.works.push([group, cited.get(group) ?? 0]);
				if (tally.works.length >= 2 * mostWorksOfProvider) tally.works = most(tally.works);
			}
		},
		/** Returns how many works each provider has, and the first of them. */
		end: (): WorksOfProviders =>
			Array.from(providers, ([provider, { total, works }]) => ({
				...{ provider, total },
				groups: most(works).map(([group]) => group),
			})),
	};
}
