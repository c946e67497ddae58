// Reads as an index and records do, but has what may take long done by other threads. It knows
// neither how long is long for an engine nor how threads are led.
import { availableParallelism } from 'node:os';
import type { Broker } from '../../broker/broker.ts';
import type { Log } from '../../log.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Settings } from '../../settings.ts';
import { startThread } from '../thread-calls.ts';
import { createPool, type Pool } from './reader-pool.ts';
import type { ReaderCalls } from './reader-thread.ts';
import { costOfDescription, costOfSearch, costOfWorks } from './search-cost.ts';

// Two, so that one that takes very long does not keep all others waiting; more need memory.
const readerThreads = Math.min(4, Math.max(2, availableParallelism() - 1));
const usuallyWaiting = 32;
const graceMilliseconds = 1_000;

/** Creates the pool of reader threads. */
export function createReaders(
	settings: Settings,
	log: Log,
	{ mostWaiting = usuallyWaiting }: { mostWaiting?: number } = {},
): Pool<ReaderCalls> {
	const limitMilliseconds = settings.searchSeconds * 1_000;
	return createPool<ReaderCalls>({
		...{ threads: readerThreads, mostWaiting, limitMilliseconds, graceMilliseconds },
		start: (onFailure) =>
			startThread<ReaderCalls>('./readers/reader-thread.ts', settings, { onNotice: () => undefined, onFailure }),
		onFailure: (err) => log.error({ err }, 'A thread that answers searches has failed; another one takes its place'),
	});
}

/** What costs less (see search-cost.ts) is quicker done than handed to another thread. */
const costOfHandingOver = 2_000;

/** Has searches of an index that cost more than `mostHere` done by the pool. */
export function pooledIndex(
	index: SearchIndex,
	pool: Pool<ReaderCalls>,
	{ mostHere = costOfHandingOver }: { mostHere?: number } = {},
): SearchIndex {
	return {
		...index,
		async search(request, signal) {
			const cost = await costOfSearch(index, request);
			if (cost <= mostHere) return index.search(request);
			return pool.run((calls, givenUp) => calls.search({ question: request, givenUp }), { cost, signal });
		},
		async findWorks(request, signal) {
			const cost = await costOfWorks(index, request);
			if (cost <= mostHere) return index.findWorks(request);
			return pool.run((calls, givenUp) => calls.findWorks({ question: request, givenUp }), { cost, signal });
		},
		async describe(group, options, signal) {
			const cost = await costOfDescription(index, group, options.facets);
			if (cost <= mostHere) return index.describe(group, options);
			const question = { group, ...options };
			return pool.run((calls, givenUp) => calls.describe({ question, givenUp }), { cost, signal });
		},
	};
}

/** Has explanations made by the pool: each reads whole groups, whose size nobody knows before. */
export function pooledWhy(pool: Pool<ReaderCalls>): Broker['explainWhy'] {
	return (question, viewer, signal) =>
		pool.run((calls, givenUp) => calls.explainWhy({ question: { question, viewer }, givenUp }), { cost: 0, signal });
}
