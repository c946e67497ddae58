// Searches one unchanging state of an index, however many requests that takes (a point in time, as OpenSearch calls it); knows no documents.
import type { Cluster } from './cluster.ts';

/** A document as a search finds it. */
export type Hit<Source = unknown> = { _id: string; _source: Source; sort: (number | string)[] };

type Buckets<Key> = { buckets: { key: Key; doc_count: number }[] };

/** The part of a search's answer that is asked for. */
export type Found<Source = unknown> = {
	hits: { total: { value: number }; hits: Hit<Source>[] };
	aggregations?: { type: Buckets<string>; year: Buckets<number> };
};

export type Snapshot = {
	/** Searches; fails with LostSnapshot where the cluster has lost this state. */
	search<Source>(body: object): Promise<Found<Source>>;
	/** Lets the cluster forget this state, as soon as it has time. */
	close(): Promise<void>;
};

/**
 * Takes a snapshot of an index as it was refreshed last; undefined where there is no such index. The cluster keeps it for `keepAliveSeconds` after each
 * search.
 */
export async function openSnapshot(
	cluster: Cluster,
	name: string,
	keepAliveSeconds: number,
): Promise<Snapshot | undefined> {
	const opened = await cluster.ask<{ pit_id: string }>({
		method: 'POST',
		path: `/${name}/_search/point_in_time?keep_alive=${keepAliveSeconds}s&allow_partial_pit_creation=false`,
		accept: [404],
	});
	if (opened.status === 404) return undefined;
	const pit = { id: opened.body.pit_id, keep_alive: `${keepAliveSeconds}s` };
	return {
		async search<Source>(body: object) {
			const { status, body: found } = await cluster.ask<Found<Source>>({
				method: 'POST',
				path: '/_search?allow_partial_search_results=false',
				body: { ...body, pit },
				accept: [404],
			});
			if (status === 404) throw new LostSnapshot();
			return found;
		},
		async close() {
			const request = { method: 'DELETE', path: '/_search/point_in_time', accept: [404] } as const;
			// Forgotten by itself after a while, so nobody need wait for it.
			await cluster.ask({ ...request, body: { pit_id: [pit.id] } }).catch(() => undefined);
		},
	};
}

const pageSize = 1_000;

/** Reads all documents that match, page by page in no particular order; `source` names what of them. */
export async function* pagesOf<Source>(
	snapshot: Snapshot,
	query: object,
	source: readonly string[],
): AsyncGenerator<Hit<Source>[]> {
	let after: Hit['sort'] | undefined;
	for (;;) {
		const { hits: found } = await snapshot.search<Source>({
			query,
			_source: source,
			sort: ['_doc'],
			size: pageSize,
			track_total_hits: false,
			...(after && { search_after: after }),
		});
		const { hits } = found;
		if (hits.length > 0) yield hits;
		if (hits.length < pageSize) return;
		after = hits.at(-1)?.sort;
	}
}

/** Says that the cluster has lost the state that was being read; a new snapshot may be tried. */
export class LostSnapshot extends Error {
	constructor() {
		super('the cluster has lost the state of the search index that was being read');
		this.name = 'LostSnapshot';
	}
}
