// The search index on OpenSearch: which generation is active, which process writes, and the switch
// to a rebuilt generation.
import assert from 'node:assert/strict';
import type { IndexFormats } from '../../ports/search/index-format.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { unreadableIndex } from '../../ports/search/search-reader.ts';
import { type ClusterTiming, openCluster, readCondition } from './cluster/cluster.ts';
import type { TlsFiles } from './cluster/nodes.ts';
import { createStateKeeper, stateLabel } from './coordination/agreed-state.ts';
import { openJournal } from './coordination/journal.ts';
import { createWriteLeases, type LeaseTiming, type WriteLeases } from './coordination/write-lease.ts';
import { indexFormats } from './documents/fields.ts';
import { openBuilding } from './generations/build-parts.ts';
import {
	builtSyncToken,
	generationName,
	isComplete,
	outdatedOf,
	removeGenerationsBelow,
} from './generations/generation.ts';
import { createActiveGeneration, type FlaggedSearches } from './reading/active-generation.ts';
import { findWorks } from './reading/find-works.ts';
import { countAll, differingLinks, differingObjects, groupsAfter } from './reading/inspection.ts';
import { isEmpty, locate, locateKeys, size } from './reading/lookup.ts';
import { search } from './reading/search.ts';
import { countLinks, describe, lastWork, listMembers, listWorks } from './reading/works.ts';
import { createStoredDocuments, type StoredDocuments } from './writing/base.ts';
import { updateActive } from './writing/update.ts';

/**
 * Where the index is: `urls` are scheme, credentials, host and port of one node each, `tls` the
 * files for their certificates; `prefix` begins the names of all its indexes.
 */
export type OpenSearchAddress = { urls: readonly string[]; tls?: TlsFiles; prefix: string };

/**
 * Bounds how long things take, where not the default; `searchMilliseconds`: each request of a
 * search.
 */
export type OpenSearchTiming = Partial<
	Omit<ClusterTiming, 'readMilliseconds'> & LeaseTiming & { searchMilliseconds: number }
>;

/**
 * The number of primary shards of new generations (one), limits that are not the default, and the
 * formats of another version of the program.
 */
export type OpenSearchOptions = OpenSearchTiming & { shards?: number; formats?: IndexFormats };

const defaultTiming: Required<Omit<OpenSearchTiming, 'searchMilliseconds'>> = {
	requestMilliseconds: 30_000,
	retryMilliseconds: 60_000,
	firstPauseMilliseconds: 100,
	leaseMilliseconds: 20_000,
	// The lease shows which one has died; one that lives may have a large update to write.
	waitMilliseconds: 300_000,
};

/**
 * Opens the index stored in an OpenSearch cluster (2.4 or later); its first use creates an empty
 * one where there is none. A cluster may be unavailable until it is needed; then calls fail with
 * `unavailable`. Fails with `bad-setting` where something else answers, or refuses the user.
 */
export async function openOpenSearchIndex(
	{ urls, tls, prefix }: OpenSearchAddress,
	{ shards = 1, formats = indexFormats, ...given }: OpenSearchOptions = {},
): Promise<SearchIndex> {
	const timing = { ...defaultTiming, ...given };
	const { requestMilliseconds, searchMilliseconds = requestMilliseconds } = timing;
	const readMilliseconds = Math.min(searchMilliseconds, requestMilliseconds);
	const cluster = await openCluster({ urls, ...(tls && { tls }) }, { ...timing, readMilliseconds });
	const place = { cluster, prefix, formats };
	const keeper = createStateKeeper(place, shards);
	const current = createActiveGeneration(place, keeper.read, searchMilliseconds);
	const leases = createWriteLeases(keeper, timing);
	const building = openBuilding(place, shards);
	const journal = openJournal(cluster, prefix);

	const read = <T>(work: (searches: FlaggedSearches) => Promise<T>): Promise<T> =>
		current.read((searches) => {
			if (!searches) throw unreadableIndex(prefix);
			return work(searches);
		});
	/** Runs a change of the agreed state; readers of this handle see the change once it ends. */
	const write: WriteLeases['run'] = (work, signal) => leases.run(work, signal).finally(current.resetState);
	const writing = { ...place, keeper, leases: { ...leases, run: write }, journal };
	const compare = async <T>(work: (stored: StoredDocuments) => Promise<T>): Promise<T> => {
		const { generation } = await keeper.read();
		if (!(await isComplete(place, generation))) throw unreadableIndex(prefix);
		return work(createStoredDocuments(cluster, generationName(place, generation)));
	};
	const switchTo: SearchIndex['switchTo'] = async (generation, before) => {
		const syncToken = await builtSyncToken(place, generation);
		if (syncToken === undefined) throw new Error(`generation ${generation} of ${prefix} is not finished`);
		await write(async (lease) => {
			const { generation: active, epoch } = lease.state();
			if (active === generation || (active > generation && before === undefined)) return;
			assert.ok(generation > active, 'the number of the active generation only grows');
			await before?.();
			await lease.end({ generation, epoch: epoch + 1, journal: null, syncToken });
		});
		// What cannot be removed now is removed by the next switch.
		await removeGenerationsBelow(place, generation).catch(() => undefined);
	};

	return {
		name: prefix,
		locate: (identifiers) => read((searches) => locate(searches, identifiers)),
		locateKeys: (keys) => read((searches) => locateKeys(searches, keys)),
		search: (request) => read((searches) => search(searches, request)),
		describe: (group, options) => read((searches) => describe(searches, group, options)),
		countLinks: (works) => read((searches) => countLinks(searches, works)),
		listMembers: (versions) => read((searches) => listMembers(searches, versions)),
		listWorks: (range) => read((searches) => listWorks(searches, range)),
		lastWork: () => read(lastWork),
		findWorks: (request) => read((searches) => findWorks(searches, request)),
		size: () => read((searches) => size(searches, 'identity')),
		condition: () => readCondition(cluster, prefix),
		isEmpty: () => current.read(async (searches) => !searches || isEmpty(searches)),
		state: async () => stateLabel(await current.state()),
		differingObjects: (objects) => compare((stored) => differingObjects(stored, objects)),
		differingLinks: (links) => compare((stored) => differingLinks(stored, links)),
		async *groups(level) {
			for (let last = 0; ; ) {
				const groups = await read((searches) => groupsAfter(searches, level, last));
				if (groups.length === 0) return;
				yield groups;
				last = groups.at(-1) as number;
			}
		},
		counts: () => read(countAll),
		generation: async () => (await keeper.read()).generation,
		outdated: async () => outdatedOf(place, (await keeper.read()).generation),
		async syncToken() {
			for (let state = await keeper.read(); ; ) {
				if (await isComplete(place, state.generation)) return state.syncToken;
				// A switch meanwhile may have removed the generation.
				const { generation } = state;
				state = await keeper.read();
				if (state.generation === generation) return undefined;
			}
		},
		update: (work, { signal } = {}) => updateActive(writing, work, signal),
		...building,
		async begin(generation) {
			const { generation: active } = await keeper.read();
			if (generation <= active) throw new Error(`generation ${generation} of ${prefix} is not new`);
			await building.begin(generation);
		},
		switchTo,
		async switchToFinished(generation) {
			if (!(await isComplete(place, generation))) return false;
			await switchTo(generation);
			return true;
		},
		async close() {
			await leases.idle();
			await cluster.close();
		},
	};
}
