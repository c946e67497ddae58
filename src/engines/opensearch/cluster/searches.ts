// Searches an index and reads documents of it: as it was last refreshed at each request, or one
// unchanging state over many requests (OpenSearch: a point in time).

import { searchTakesTooLong } from '../../../ports/search/search-reader.ts';
import type { Cluster, ClusterRequest } from './cluster.ts';
import { ClusterUnavailable } from './failures.ts';

/** A document as a search finds it. */
export type Hit<Source = unknown> = { _id: string; _source: Source; sort: (number | string)[] };

/** Counts documents by the values of a field; `More` are counts of the documents of each value. */
export type Buckets<Key, More = unknown> = { buckets: ({ key: Key; doc_count: number } & More)[] };

/** The part of a search's answer that the broker uses. */
type Found<Source = unknown, Aggregations = never, Suggested = unknown> = {
	hits: { total: { value: number }; hits: Hit<Source>[] };
	aggregations?: Aggregations;
	suggest?: Suggested;
};

/** What can be searched. */
export type Searched = {
	/** Searches; where a routing is given, in the shard of that alone. */
	search<Source, Aggregations = never>(body: object, routing?: string): Promise<Found<Source, Aggregations>>;
};

/** An index that answers: each request sees each shard as it was last refreshed by then. */
export type Searches = Searched & {
	/** Reads fields of documents by their ids; those that are not there are left out. */
	read<Source>(ids: readonly string[], fields: readonly (keyof Source & string)[]): Promise<Map<string, Source>>;
};

/** Says that there is no index of this name any more. */
export class IndexGone extends Error {
	constructor(index: string) {
		super(`${index} is gone`);
		this.name = 'IndexGone';
	}
}

type Options = { searchMilliseconds: number; routingOf(id: string): string };
type Read<Source> = { _id: string; found?: boolean; _source: Source; error?: { type: string; reason?: string } };

/** Searches an index; all of it fails with IndexGone where that is not there. */
export function createSearches(cluster: Cluster, index: string, options: Options): Searches {
	const { searchMilliseconds, routingOf } = options;
	return {
		async search<Source, Aggregations>(body: object, routing?: string) {
			const query = routing === undefined ? {} : { routing };
			const request = { path: `/${index}/_search`, query, body };
			const found = await sendSearch<Source, Aggregations>(cluster, request, searchMilliseconds);
			if (!found) throw new IndexGone(index);
			return found;
		},
		async read<Source>(ids: readonly string[], fields: readonly string[]) {
			const docs = ids.map((_id) => ({ _id, routing: routingOf(_id) }));
			if (docs.length === 0) return new Map<string, Source>();
			const { body } = await cluster.send<{ docs: Read<Source>[] }>({
				method: 'POST',
				path: `/${index}/_mget`,
				// What is not shown yet is not read.
				query: { realtime: false, _source_includes: fields.join() },
				body: { docs },
			});
			const read = new Map<string, Source>();
			for (const { _id, found, _source, error } of body.docs) {
				if (error?.type === 'index_not_found_exception') throw new IndexGone(index);
				if (error) throw new ClusterUnavailable(error.reason ?? 'it does not read a document');
				if (found) read.set(_id, _source);
			}
			return read;
		},
	};
}

/**
 * Sends a search, which may take `searchMilliseconds`; undefined where what it searches is not
 * there.
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
		})
		.catch((error: unknown) => {
			// The cluster answers a failure where it may not answer a part. Where a search may take as long
			// as any request, it was the cluster that did not answer.
			const isBounded = searchMilliseconds < cluster.timing.requestMilliseconds;
			const tookTooLong = isBounded && performance.now() - begunAt >= searchMilliseconds;
			throw tookTooLong && error instanceof ClusterUnavailable ? searchTakesTooLong(searchMilliseconds) : error;
		});
	if (answer.statusCode === 404) return undefined;
	if (answer.body.timed_out) throw searchTakesTooLong(searchMilliseconds);
	return answer.body;
}

/** What can be searched; fails with SnapshotLost where the cluster has lost this state. */
export type Snapshot = Searched & {
	/** How many primary shards the index has. */
	readonly shards: number;
	/** Releases this state. It would expire by itself, so a failure does not matter. */
	close(): Promise<void>;
};

/**
 * Opens the state that an index has since its last refresh; undefined where there is no such index.
 * The cluster keeps it for `keepAliveSeconds` after each search, which may take
 * `searchMilliseconds`.
 */
export async function openSnapshot(
	cluster: Cluster,
	index: string,
	keepAliveSeconds: number,
	searchMilliseconds = cluster.timing.requestMilliseconds,
): Promise<Snapshot | undefined> {
	const keep_alive = `${keepAliveSeconds}s`;
	// One that is opened twice expires. An index that was made just now may not have its shards yet.
	const opened = await cluster.sendWithRetry<{ pit_id: string; _shards: { total: number } }>({
		method: 'POST',
		path: `/${index}/_search/point_in_time`,
		query: { keep_alive, allow_partial_pit_creation: false },
		ignore: [404],
	});
	if (opened.statusCode === 404) return undefined;
	const { pit_id, _shards } = opened.body;
	return {
		shards: _shards.total,
		async search<Source, Aggregations>(body: object) {
			const request = { path: '/_search', body: { ...body, pit: { id: pit_id, keep_alive } } };
			const found = await sendSearch<Source, Aggregations>(cluster, request, searchMilliseconds);
			if (!found) throw new SnapshotLost();
			return found;
		},
		async close() {
			await cluster
				.send({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [pit_id] }, ignore: [404] })
				.catch(() => undefined);
		},
	};
}

// OpenSearch refuses queries of more than 65,536 terms.
const termsPerQuery = 10_000;
const pageSize = 1_000;

/**
 * Reads all documents that have one of the terms in a field, page by page in no particular order;
 * some may come twice. `fields` names what of them.
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
		// The order is one within each shard alone: what is more than a page is read shard by shard. So
		// many slices are a shard each.
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

/** Says that the cluster has lost the state that was being read; a new snapshot may be tried. */
export class SnapshotLost extends Error {
	constructor() {
		super('the cluster has lost the state of the search index that was being read');
		this.name = 'SnapshotLost';
	}
}
