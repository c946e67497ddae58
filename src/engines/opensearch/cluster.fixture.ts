// Opens empty indexes on a real OpenSearch for tests: each has a separate prefix at
// TEST_SEARCH_URL, and is removed at the end.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { OpenedIndex } from '../../ports/search/suite/search-index.fixture.ts';
import { type OpenSearchOptions, openOpenSearchIndex } from './opensearch-index.ts';

const cluster = process.env.TEST_SEARCH_URL;
assert.ok(cluster || process.env.REQUIRE_OPENSEARCH !== '1', 'REQUIRE_OPENSEARCH is 1, but TEST_SEARCH_URL is not set');

/** Why tests that need OpenSearch are skipped; false where they run. */
export const skipOpenSearch: string | false = cluster
	? false
	: 'TEST_SEARCH_URL names no OpenSearch (npm run services starts one)';

/** The address of the cluster, without a path. */
export const clusterUrl: string = cluster ?? '';

/** Gives a busy machine the time it needs, and retries soon. */
export const testTiming: OpenSearchOptions = { firstPauseMilliseconds: 2, leaseMilliseconds: 30_000 };

/** One fresh index and any number of handles to it. */
export type FreshIndex = Omit<OpenedIndex, 'reopen'> & {
	prefix: string;
	/** Opens one more handle, like another process, optionally through a proxy. */
	reopen(url?: string | readonly string[], options?: OpenSearchOptions): Promise<SearchIndex>;
	/** Sends a request to the cluster directly. */
	call(method: string, path: string, body?: object): Promise<unknown>;
	/** Lists the names of the cluster's indexes that belong to this one, without their prefix. */
	names(): Promise<string[]>;
};

/** Opens an unused index, of one shard by default. */
export async function openFreshIndex(given: OpenSearchOptions = {}): Promise<FreshIndex> {
	const prefix = `test-${randomUUID().slice(0, 13)}`;
	const handles: SearchIndex[] = [];
	const reopen: FreshIndex['reopen'] = async (url = clusterUrl, options = {}) => {
		const handle = await openOpenSearchIndex({ urls: [url].flat(), prefix }, { ...testTiming, ...given, ...options });
		handles.push(handle);
		return handle;
	};
	const names = async () => (await indexNames(prefix)).map((name) => name.slice(prefix.length + 1));
	const countKept = async () => {
		const index = await reopen();
		const found = await callCluster('GET', `/${prefix}-g${await index.generation()}/_count`);
		return (found as { count: number }).count;
	};
	return {
		prefix,
		index: await reopen(),
		reopen,
		countKept,
		call: callCluster,
		names,
		async close() {
			await Promise.all(handles.map((handle) => handle.close()));
			await removeIndexes(prefix);
		},
	};
}

/** Removes all indexes with a prefix, and returns their names. */
export async function removeIndexes(prefix: string): Promise<string[]> {
	const names = await indexNames(prefix);
	for (const name of names) await callCluster('DELETE', `/${name}`);
	return names;
}

async function indexNames(prefix: string): Promise<string[]> {
	return Object.keys((await callCluster('GET', `/${prefix}-*/_alias`)) as object);
}

async function callCluster(method: string, path: string, body?: object): Promise<unknown> {
	const response = await fetch(`${clusterUrl}${path}`, {
		method,
		...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
	});
	assert.ok(response.ok, `${method} ${path} is answered with ${response.status}`);
	return response.json();
}
