// The search index on OpenSearch: which generation answers, whose turn it is to write, how a rebuilt generation takes over; knows no documents.
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { buildGeneration } from './build.ts';
import { type ClusterTiming, createCluster, greetCluster } from './cluster.ts';
import { examples } from './examples.ts';
import { isComplete, removeGenerationsBelow } from './generation.ts';
import { openJournal } from './journal.ts';
import { createReading, unreadable } from './reading.ts';
import { isEmpty, locate, locateKeys, search, size } from './search.ts';
import type { Snapshot } from './snapshot.ts';
import { createStateKeeper } from './state.ts';
import { createTurns, type TurnTiming } from './turns.ts';
import { update } from './writing.ts';

/** Says where the index is: `url` is scheme, credentials, host and port; `prefix` begins the names of all its indexes. */
export type OpenSearchAddress = { url: string; prefix: string };

/** Bounds how long things take, where not the default. */
export type OpenSearchTiming = Partial<ClusterTiming & TurnTiming>;

const timingByDefault: ClusterTiming & TurnTiming = {
	requestMilliseconds: 30_000,
	patienceMilliseconds: 60_000,
	firstPauseMilliseconds: 100,
	leaseMilliseconds: 20_000,
	waitMilliseconds: 30_000,
};

/**
 * Opens the index kept in an OpenSearch cluster (2.4 or later), making an empty one at first use where there is none. A cluster that is away does not matter
 * until it is needed; then calls fail with `unavailable`. Fails with `bad-setting` where something else answers, or refuses the user.
 */
export async function openOpenSearchIndex(
	{ url, prefix }: OpenSearchAddress,
	given: OpenSearchTiming = {},
): Promise<SearchIndex> {
	const timing = { ...timingByDefault, ...given };
	await greetCluster(url, Math.min(timing.requestMilliseconds, greetingMilliseconds));
	const cluster = createCluster(url, timing);
	const keeper = createStateKeeper(cluster, prefix);
	const reading = createReading(cluster, keeper, prefix);
	const turns = createTurns(keeper, timing);
	const writing = { cluster, prefix, journal: openJournal(cluster, prefix) };

	const read = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
		// Wrapped, for a search may well answer undefined.
		const answer = await reading.read(async (snapshot) => ({ value: await work(snapshot) }));
		if (!answer) throw unreadable(prefix);
		return answer.value;
	};
	const switchTo = async (generation: number, before?: () => Promise<void>): Promise<void> => {
		if (!(await isComplete(cluster, prefix, generation))) {
			throw new Error(`generation ${generation} of ${prefix} is not finished`);
		}
		await turns.take(async (turn) => {
			const { generation: answering, epoch } = turn.state();
			if (answering === generation) return;
			await before?.();
			await turn.end({ generation, epoch: epoch + 1, journal: null });
		});
		// What is left where the cluster has no time for it now, the next switch removes.
		await removeGenerationsBelow(cluster, prefix, generation).catch(() => undefined);
	};

	return {
		locate: (identifiers) => read((snapshot) => locate(snapshot, identifiers)),
		locateKeys: (keys) => read((snapshot) => locateKeys(snapshot, keys)),
		search: (request) => read((snapshot) => search(snapshot, request)),
		examples: async (count) => (await reading.read((snapshot) => examples(snapshot, count))) ?? [],
		// To ask the cluster whether anything has changed takes as long as most searches.
		state: () => undefined,
		generation: async () => (await keeper.read()).generation,
		async update(work, { after } = {}) {
			await after;
			return turns.take(async (turn) => {
				if (!(await isComplete(cluster, prefix, turn.state().generation))) throw unreadable(prefix);
				return update(writing, turn, work);
			});
		},
		async build(generation) {
			const { generation: answering } = await keeper.read();
			if (generation <= answering) throw new Error(`generation ${generation} of ${prefix} is not new`);
			return buildGeneration(cluster, prefix, generation);
		},
		switchTo,
		async switchToFinished(generation) {
			if (!(await isComplete(cluster, prefix, generation))) return false;
			await switchTo(generation);
			return true;
		},
		isEmpty: async () => (await reading.read(isEmpty)) ?? true,
		size: () => read(size),
		async close() {
			await turns.idle();
			await reading.close();
		},
	};
}

// A start does not wait longer than this for a cluster that may be away.
const greetingMilliseconds = 5_000;
