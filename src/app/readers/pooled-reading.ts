// Reads the index and the records; requests with a high estimated cost run in other threads.
import { availableParallelism } from 'node:os';
import type { Broker } from '../../broker/broker.ts';
import { BrokerError } from '../../errors.ts';
import { askingSender } from '../../http/limits/asking-sender.ts';
import type { Needed } from '../../http/limits/overload.ts';
import { searchRelations } from '../../links/relation.ts';
import type { Log } from '../../log.ts';
import type { GroupBy, GroupId } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { type SearchRequest, searchTakesTooLong } from '../../ports/search/search-reader.ts';
import type { WorksRequest } from '../../ports/search/work-finder.ts';
import type { QueryNode } from '../../search/query-node.ts';
import type { Settings } from '../../settings.ts';
import { startThread } from '../thread-calls.ts';
import { createPool, type Pool, type PoolRefusals } from './reader-pool.ts';
import type { ReaderCalls } from './reader-thread.ts';

// Two, so that one long search does not keep all others waiting; more need memory.
const readerThreads = Math.min(4, Math.max(2, availableParallelism() - 1));
const usuallyWaiting = 32;
const graceMilliseconds = 1_000;
/** A search that reads fewer links takes a fraction of a second. */
const quickCost = 100_000;

/**
 * Pools of reader threads, by what their work needs: work that waits for a silent service keeps no
 * thread from other work.
 */
export type Readers = Record<Exclude<Needed, 'nothing'>, Pool<ReaderCalls>> & { stop(): Promise<void> };

/** Creates the pools; files are never silent, so work that needs only files shares one. */
export function createReaders(settings: Settings, log: Log, options: { mostWaiting?: number } = {}): Readers {
	const onlyFiles = settings.database.kind === 'sqlite' && settings.search.kind === 'sqlite';
	const create = () => createReaderPool(settings, log, options);
	const shared = create();
	const pools = onlyFiles
		? { records: shared, index: shared, both: shared }
		: { records: shared, index: create(), both: create() };
	return {
		...pools,
		stop: async () => void (await Promise.all(new Set(Object.values(pools)).values().map((pool) => pool.stop()))),
	};
}

/** Creates a pool, whose threads are started when they are first needed. */
function createReaderPool(
	settings: Settings,
	log: Log,
	{ mostWaiting = usuallyWaiting }: { mostWaiting?: number },
): Pool<ReaderCalls> {
	const limitMilliseconds = settings.searchSeconds * 1_000;
	// Of two senders, each has half of the time.
	const sharedMilliseconds = limitMilliseconds / 2;
	const pool = createPool<ReaderCalls>({
		...{ threads: readerThreads, mostWaiting, limitMilliseconds, sharedMilliseconds, quickCost, graceMilliseconds },
		start: (onFailure) =>
			startThread<ReaderCalls>('./readers/reader-thread.ts', settings, { onNotice: () => undefined, onFailure }),
		onFailure: (err) => log.error({ err }, 'A search thread has failed; starting another'),
		refusals: searchRefusals,
	});
	return { ...pool, run: (work, options) => pool.run(work, { sender: askingSender.getStore(), ...options }) };
}

const retryAfterSeconds = 5;

const unavailable = (message: string, cause?: Error) =>
	new BrokerError('unavailable', message, { cause, retryAfterSeconds });

/** The refusals of searches. */
export const searchRefusals: PoolRefusals = {
	tooMany: () =>
		unavailable('Too many long searches are waiting. Try again in a few seconds, or ask for less at a time.'),
	tooLong: searchTakesTooLong,
	failed: (cause) =>
		unavailable('The search was abandoned because its thread failed. Try again, or ask for less.', cause),
};

/** About how many links a preview reads; the size of an event is not known before. */
const costOfPreview = 10_000;

/** The cost of one work of a report, in links: usually lower, for a few works much higher. */
const costOfReported = 100;

/** Searches may always join this many words by OR, and more if the links are few. */
const alwaysAllowedWords = 5;
const mostWordsSought = 500_000;

/** Work of a lower cost is done faster here than by another thread. */
const costOfHandingOver = 2_000;

/** Runs searches of an index in the pool if they cost more than `mostHere`. */
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
			return pool.run((calls, cancelled) => calls.search({ question: request, cancelled }), { cost, signal });
		},
		async findWorks(request, signal) {
			const cost = await costOfWorks(index, request);
			if (cost <= mostHere) return index.findWorks(request);
			return pool.run((calls, cancelled) => calls.findWorks({ question: request, cancelled }), { cost, signal });
		},
		async describe(group, options, signal) {
			const cost = await costOfDescription(index, group, options.facets);
			if (cost <= mostHere) return index.describe(group, options);
			const question = { group, ...options };
			return pool.run((calls, cancelled) => calls.describe({ question, cancelled }), { cost, signal });
		},
	};
}

/** Runs explanations in the pool: each reads whole groups, whose size is not known before. */
export function pooledWhy(pool: Pool<ReaderCalls>): Broker['explainWhy'] {
	return (question, viewer, signal) =>
		pool.run((calls, cancelled) => calls.explainWhy({ question: { question, viewer }, cancelled }), {
			cost: 0,
			signal,
		});
}

type Previews = Pick<Broker, 'previewWithdrawal' | 'previewLoadWithdrawal'>;

/**
 * Previews withdrawals of events and loads in the pool, one at a time for each user. The others wait
 * for their turn, as long as a search may take.
 */
export function pooledPreviews(pool: Pool<ReaderCalls>, limitMilliseconds: number): Previews {
	const busy = new Map<number, Promise<unknown>>();
	const preview =
		(what: keyof Previews): Previews[typeof what] =>
		async (id, { userId, signal } = { userId: 0 }) => {
			const last = busy.get(userId);
			const { promise: ended, resolve: end } = Promise.withResolvers<void>();
			const allEnded = Promise.all([last, ended]);
			busy.set(userId, allEnded);
			try {
				if (last !== undefined) await within(limitMilliseconds, last);
				signal?.throwIfAborted();
				return await pool.run((calls, cancelled) => calls[what]({ question: id, cancelled }), {
					cost: costOfPreview,
					signal,
				});
			} finally {
				end();
				if (busy.get(userId) === allEnded) busy.delete(userId);
			}
		};
	return { previewWithdrawal: preview('previewWithdrawal'), previewLoadWithdrawal: preview('previewLoadWithdrawal') };
}

/** Waits for work. Fails if it takes longer than a search may. */
async function within(limitMilliseconds: number, work: Promise<unknown>): Promise<void> {
	const { promise: tooLong, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(searchTakesTooLong(limitMilliseconds)), limitMilliseconds);
	await Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

/** Runs reports in the pool; each work costs about as much as a search that counts. */
export function pooledReports(pool: Pool<ReaderCalls>): Broker['reportWorks'] {
	return (inputs, { signal, ...options } = {}) =>
		pool.run((calls, cancelled) => calls.reportWorks({ question: { inputs, ...options }, cancelled }), {
			cost: costOfReported * inputs.length,
			signal,
		});
}

/** Reads the links of events in the pool: the whole payload is parsed. */
export function pooledEventLinks(pool: Pool<ReaderCalls>): Broker['listEventLinks'] {
	return (question, signal) =>
		pool.run((calls, cancelled) => calls.listEventLinks({ question, cancelled }), { cost: 0, signal });
}

/**
 * Estimates how much a search looks at, in links: those that it passes over, of a page those of each
 * version, and all of the group's, where it filters or counts once more, and for each word that is
 * looked for in them.
 */
async function costOfSearch(
	index: Pick<SearchIndex, 'countLinks' | 'countMembers'>,
	request: SearchRequest,
): Promise<number> {
	const { groupBy, group, relation, offset, size, facets, q } = request;
	const { type, years, asserted, via, subType, among, flagged, without } = request;
	const isFiltered = [q, type, years, asserted, via, subType, among, flagged, without].some(
		(filter) => filter !== undefined,
	);
	const versions = groupBy === 'version' ? ((await index.countMembers?.(group)) ?? 1) : 1;
	const ofPage = offset + size * Math.max(1, versions);
	const links = await linksOf(index, groupBy, group, relation);
	// All links may have one date, as those of one load do: then each page sorts them.
	if (!isFiltered && !facets) return ofPage + links;
	const words = wordsOf(q);
	if (words > alwaysAllowedWords && links * words > mostWordsSought) throw tooManyAlternatives(words, links);
	return ofPage + links * (1 + words);
}

/** Estimates the cost of describing a work; facets count its links by each relation and level. */
async function costOfDescription(
	index: Pick<SearchIndex, 'countLinks'>,
	group: GroupId,
	facets: boolean,
): Promise<number> {
	const links = await linksOf(index, 'identity', group, undefined);
	return facets ? 4 * links : links;
}

/** Estimates the same of finding works, of which any may fit, but not all are looked at. */
async function costOfWorks(index: Pick<SearchIndex, 'size'>, { q, mostLookedAt }: WorksRequest): Promise<number> {
	const { objects } = await index.size();
	return Math.min(objects, mostLookedAt) * (1 + wordsOf(q));
}

async function linksOf(
	index: Pick<SearchIndex, 'countLinks'>,
	level: GroupBy,
	group: GroupId,
	relation: SearchRequest['relation'],
): Promise<number> {
	// Only one of the levels is looked at.
	const [counts] = await index.countLinks([{ identity: group, version: group }]);
	const ofLevel = counts?.[level];
	if (!ofLevel) return 0;
	return searchRelations.reduce(
		(sum, name) => sum + (relation === undefined || relation === name ? ofLevel[name] : 0),
		0,
	);
}

/** Counts the words that are searched for in most texts: the first missing word ends an `and`. */
function wordsOf(node: QueryNode | undefined): number {
	if (node === undefined) return 0;
	if (node.kind === 'and') return node.nodes.reduce((most, inner) => Math.max(most, wordsOf(inner)), 0);
	if (node.kind === 'or') return node.nodes.reduce((sum, inner) => sum + wordsOf(inner), 0);
	return node.kind === 'not' ? wordsOf(node.node) : 1;
}

function tooManyAlternatives(words: number, links: number): BrokerError {
	const message =
		`The query joins ${words} words by OR, and the work has ${links} relationships: too much for one search. ` +
		`Join at most ${alwaysAllowedWords} words by OR.`;
	return new BrokerError('bad-query-string', message, { problems: [{ field: 'q', message }] });
}
