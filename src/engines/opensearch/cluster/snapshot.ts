// Searches one unchanging state of an index over many requests (OpenSearch: a point in time); knows
// no document.
import type { Cluster } from './cluster.ts';
import { type Hit, type Searched, sendSearch } from './searches.ts';

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
