// Searches an index and reads its documents: as last refreshed at each request, or in one
// unchanging state over many requests (OpenSearch: a point in time).

import { searchTakesTooLong } from '../../../ports/search/search-reader.ts';
import { routingOf } from '../documents/document-ids.ts';
import type { Cluster } from './cluster.ts';
import { ClusterUnavailable } from './failures.ts';
import type { ClusterRequest } from './nodes.ts';

/** A document as a search finds it; `matched_queries` are the names of the queries that it matches. */
export type Hit<Source = unknown> = {
	_id: string;
	_source: Source;
	sort: (number | string)[];
	matched_queries?: string[];
};

/** Counts documents by the values of a field; `More` are counts of the documents of each value. */
export type Buckets<Key, More = unknown> = { buckets: ({ key: Key; doc_count: number } & More)[] };

/** The part of a search response that the broker uses. */
type Found<Source = unknown, Aggregations = never, Suggested = unknown> = {
	hits: { total: { value: number }; hits: Hit<Source>[] };
	aggregations?: Aggregations;
	suggest?: Suggested;
};

export type Searched = {
	/** Searches; with a routing, only its shard. */
	search<Source, Aggregations = never>(body: object, routing?: string): Promise<Found<Source, Aggregations>>;
};

/** An index that answers: each request sees each shard as last refreshed. */
export type Searches = Searched & {
	/** Reads fields of documents by their ids; missing ones are left out. */
	read<Source>(ids: readonly string[], fields: readonly string[]): Promise<Map<string, Source>>;
};

/** There is no index of this name. */
export class IndexMissing extends ClusterUnavailable {
	constructor(index: string) {
		super(`${index} no longer exists`);
		this.name = 'IndexMissing';
	}
}

/** Searches an index; every method fails with IndexMissing where it does not exist. */
export function createSearches(cluster: Cluster, index: string, searchMilliseconds: number): Searches {
	return {
		async search<Source, Aggregations>(body: object, routing?: string) {
			const request = { path: `/${index}/_search`, query: routing === undefined ? {} : { routing }, body };
			const found = await sendSearch<Source, Aggregations>(cluster, request, searchMilliseconds);
			if (!found) throw new IndexMissing(index);
			return found;
		},
		// Reads only what is visible.
		read: (ids, fields) => readDocuments(cluster.send, { index, ids, fields, realtime: false }),
	};
}

/** Names all fields of a document. OpenSearch then sends it as it is stored, which costs less. */
export const everyField = ['*'] as const;

const idsPerRequest = 2_000;

type Read<Source> = { _id: string; found?: boolean; _source: Source; error?: { type: string; reason?: string } };
type Reading = { index: string; ids: readonly string[]; fields: readonly string[]; realtime: boolean };

/**
 * Reads fields of documents by their ids; `realtime` includes what is not refreshed yet. Missing
 * ones are left out.
 */
export async function readDocuments<Source>(
	send: Cluster['send'],
	{ index, ids, fields, realtime }: Reading,
): Promise<Map<string, Source>> {
	const read = new Map<string, Source>();
	const chosen = fields === everyField ? {} : { _source_includes: fields.join() };
	for (let at = 0; at < ids.length; at += idsPerRequest) {
		const { body } = await send<{ docs: Read<Source>[] }>({
			method: 'POST',
			path: `/${index}/_mget`,
			query: { realtime, ...chosen },
			body: { docs: ids.slice(at, at + idsPerRequest).map((_id) => ({ _id, routing: routingOf(_id) })) },
		});
		for (const { _id, found, _source, error } of body.docs) {
			if (error?.type === 'index_not_found_exception') throw new IndexMissing(index);
			if (error) throw new ClusterUnavailable(error.reason ?? 'it does not read a document');
			if (found) read.set(_id, _source);
		}
	}
	return read;
}

/**
 * Sends a search, which may take `searchMilliseconds`; undefined where the index or state does not
 * exist.
 */
async function sendSearch<Source, Aggregations>(
	cluster: Cluster,
	{ path, query, body }: Pick<ClusterRequest, 'path' | 'query'> & { body: object },
	searchMilliseconds: number,
): Promise<Found<Source, Aggregations> | undefined> {
	const begunAt = performance.now();
	const answer = await cluster
		.send<Found<Source, Aggregations> & { timed_out: boolean }>({
			method: 'POST',
			path,
			query: { ...query, allow_partial_search_results: false },
			body: { ...body, timeout: `${searchMilliseconds}ms` },
			ignore: [404],
			milliseconds: searchMilliseconds,
		})
		.catch((error: unknown) => {
			if (!(error instanceof ClusterUnavailable) || error.isSilent) throw error;
			// The cluster returns a failure where it may not return a part. Where a search may take as
			// long as any request, the cluster did not answer.
			const isBounded = searchMilliseconds < cluster.timing.requestMilliseconds;
			const tookTooLong = isBounded && performance.now() - begunAt >= searchMilliseconds;
			throw tookTooLong ? searchTakesTooLong(searchMilliseconds) : error;
		});
	if (answer.statusCode === 404) return undefined;
	if (answer.body.timed_out) throw searchTakesTooLong(searchMilliseconds);
	return answer.body;
}

/** One unchanging state of an index. */
export type Snapshot = Searched & {
	/** How many primary shards the index has. */
	readonly shards: number;
};

// A busy cluster may take its time between two searches of a writer.
const keepAlive = '300s';

/**
 * Runs `work` on the state that an index has since its last refresh. Fails with `unavailable` where
 * there is no such index, or the cluster loses that state.
 */
export async function withSnapshot<T>(
	cluster: Cluster,
	index: string,
	work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
	// One that is opened twice expires. A new index may not have its shards yet.
	const opened = await cluster.sendWithRetry<{ pit_id: string; _shards: { total: number } }>({
		method: 'POST',
		path: `/${index}/_search/point_in_time`,
		query: { keep_alive: keepAlive, allow_partial_pit_creation: false },
		ignore: [404],
	});
	if (opened.statusCode === 404) throw new IndexMissing(index);
	const { pit_id, _shards } = opened.body;
	const search = async <Source, Aggregations>(body: object) => {
		const request = { path: '/_search', body: { ...body, pit: { id: pit_id, keep_alive: keepAlive } } };
		const found = await sendSearch<Source, Aggregations>(cluster, request, cluster.timing.requestMilliseconds);
		if (!found) throw new ClusterUnavailable('it has lost the state of the search index that was being read');
		return found;
	};
	try {
		return await work({ shards: _shards.total, search });
	} finally {
		// It would expire by itself, so a failure does not matter.
		const request = { method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [pit_id] } } as const;
		await cluster.send({ ...request, ignore: [404] }).catch(() => undefined);
	}
}

// OpenSearch refuses queries of more than 65,536 terms.
const termsPerQuery = 10_000;
const pageSize = 1_000;

/**
 * Reads all documents that have one of the terms in a field, page by page in no particular order;
 * some may be repeated. `fields` are those to read.
 */
export async function* pagesOfTerms<Source>(
	snapshot: Snapshot,
	field: string,
	terms: readonly (string | number)[],
	fields: readonly (keyof Source)[],
): AsyncGenerator<Hit<Source>[]> {
	for (let start = 0; start < terms.length; start += termsPerQuery) {
		const query = { terms: { [field]: terms.slice(start, start + termsPerQuery) } };
		const asked = { query, _source: fields, sort: ['_doc'], size: pageSize, track_total_hits: false };
		const { hits } = await snapshot.search<Source>(asked);
		yield hits.hits;
		if (hits.hits.length < pageSize) continue;
		if (snapshot.shards === 1) yield* pagesAfter<Source>(snapshot, asked, hits.hits.at(-1)?.sort);
		// The order is only defined within each shard: what is more than a page is read shard by shard.
		// As many slices as shards are one shard each.
		else {
			for (let id = 0; id < snapshot.shards; id++) {
				yield* pagesAfter<Source>(snapshot, { ...asked, slice: { id, max: snapshot.shards } }, undefined);
			}
		}
	}
}

async function* pagesAfter<Source>(
	snapshot: Searched,
	asked: object,
	place: Hit['sort'] | undefined,
): AsyncGenerator<Hit<Source>[]> {
	for (let after = place; ; ) {
		const { hits } = await snapshot.search<Source>({ ...asked, ...(after && { search_after: after }) });
		yield hits.hits;
		if (hits.hits.length < pageSize) return;
		after = hits.hits.at(-1)?.sort;
	}
}
