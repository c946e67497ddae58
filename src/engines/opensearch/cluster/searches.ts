// Searches an index, and reads documents of it, as it was last refreshed; knows no document.
import { searchTakesTooLong } from '../../../ports/search/long-search.ts';
import type { Cluster, ClusterRequest } from './cluster.ts';
import { ClusterUnavailable } from './failures.ts';

/** A document as a search finds it. */
export type Hit<Source = unknown> = { _id: string; _source: Source; sort: (number | string)[] };

/** Counts documents by the values of a field; `More` are counts of the documents of each value. */
export type Buckets<Key, More = unknown> = { buckets: ({ key: Key; doc_count: number } & More)[] };

/** The part of a search's answer that the broker uses. */
export type Found<Source = unknown, Aggregations = never, Suggested = unknown> = {
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
export async function sendSearch<Source, Aggregations>(
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
