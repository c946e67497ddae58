// Measures searches on OpenSearch against OpenSearch's own pages of the same works, and counts the
// requests of a search.
import { type Index, indexOf } from '../cluster.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { askAll, type Get, request } from '../http-load.ts';
import { median } from '../percentile.ts';
import { openProgram, type Stores } from '../program.ts';
import { type Finding, number } from '../report.ts';
import { clusterOf, clusterStore, type Measure, type Workbench } from '../workbench.ts';
import type { WrittenIdentifier } from '../works.ts';
import { askInTurn, type PathsInTurn, writePaths } from '../wrk.ts';
import { searchPath } from './searching.ts';

const levels = ['identity', 'version'] as const;
type Level = (typeof levels)[number];

/** The groups of a work in the index, and one of its identifiers. */
type Asked = { groups: Readonly<Record<Level, number>>; identifier: WrittenIdentifier };

/** Requests 25 citations of each work in turn, from the broker and from OpenSearch. */
export const clusterSearchMeasure: Measure = {
	name: 'cluster-search',
	async *run(bench) {
		const { program, links } = await clusterStore(bench);
		const index = await indexOf(program.stores);
		const works = await listCited(index, bench.scale.clusterWorks);
		const server = await program.serve();
		for (const level of levels) {
			bench.log(`searching by ${level}`);
			const searches = works.map(({ identifier }) => `${searchPath(identifier)}&group_by=${level}`);
			const pages = works.map(({ groups }) => pagePath(index, level, groups[level]));
			const rates = await compareRates(
				writePaths(bench.folder, `searches-${level}`, server.origin, searches),
				writePaths(bench.folder, `pages-${level}`, index.origin, pages),
			);
			yield {
				section: sectionOf(works),
				what: `by ${level}, ${number(links)} links`,
				value: { amount: rates.broker, unit: 'requests/s' },
				limit: { what: 'OpenSearch alone', amount: rates.bare, unit: 'requests/s' },
				floor: { least: 0.25 },
			};
		}
		await server.stop();
		yield await countRequests(bench, program.stores, works);
	},
};

function sectionOf(works: readonly Asked[]): string {
	return `Searching on OpenSearch: 25 relationships of each of ${number(works.length)} works`;
}

/** Lists the works with the most citations. */
async function listCited({ origin, name }: Index, count: number): Promise<Asked[]> {
	const body = JSON.stringify({
		query: { bool: { filter: [{ term: { level: 'identity' } }, { exists: { field: 'group' } }] } },
		sort: [{ 'rank.cited.identity': { order: 'desc', missing: 0 } }, { group: 'asc' }],
		_source: ['group', 'version', 'document.identifiers'],
		size: count,
	});
	const headers = { 'Content-Type': 'application/json' };
	const found = await request(`${origin}/${name}/_search`, { method: 'POST', headers, body }, 200);
	type Found = { hits: { hits: { _source: { group: number; version: number; document: { identifiers: string } } }[] } };
	return (JSON.parse(found) as Found).hits.hits.map(({ _source: { group, version, document } }) => {
		const [identifier] = JSON.parse(document.identifiers) as [WrittenIdentifier];
		return { groups: { identity: group, version }, identifier };
	});
}

/** Writes the request for the page of a group, as the broker sends it. */
function pagePath({ name }: Index, level: Level, group: number): string {
	const source = JSON.stringify({
		query: {
			bool: { filter: [{ term: { at: `${level.slice(0, 1)}${group}` } }, { term: { relation: 'isCitedBy' } }] },
		},
		sort: [{ latest: 'desc' }, { sort: 'asc' }, { relationNumber: 'asc' }],
		size: 26,
		track_total_hits: true,
	});
	const parameters = new URLSearchParams({ routing: `${group}`, source, source_content_type: 'application/json' });
	return `/${name}/_search?${parameters}`;
}

// The median of three windows counts. In each, the same client asks one server after the other.
const windows = 3;
const windowSeconds = 8;

async function compareRates(broker: PathsInTurn, openSearch: PathsInTurn): Promise<{ broker: number; bare: number }> {
	const rates = { broker: [] as number[], bare: [] as number[] };
	for (let window = 0; window <= windows; window++) {
		const [ofBroker, ofBare] = [await askInTurn(broker, windowSeconds), await askInTurn(openSearch, windowSeconds)];
		// The first window warms both up.
		if (window === 0) continue;
		rates.broker.push(ofBroker);
		rates.bare.push(ofBare);
	}
	return { broker: median(rates.broker), bare: median(rates.bare) };
}

/** Counts the requests of a search to OpenSearch, with a proxy between the two. */
async function countRequests(bench: Workbench, stores: Stores, works: readonly Asked[]): Promise<Finding> {
	const { search } = await clusterOf(bench);
	const proxy = await startCountingProxy(search);
	const program = openProgram(bench.folder, {
		...stores,
		SEARCH_URL: stores.SEARCH_URL.replace(search, proxy.origin),
	});
	const server = await program.serve();
	const searches = works.slice(0, 500).map(({ identifier }): Get => ({ path: searchPath(identifier), headers: {} }));
	await askAll(server.origin, searches);
	const before = proxy.count();
	await askAll(server.origin, searches);
	const amount = (proxy.count() - before) / searches.length;
	await server.stop();
	proxy.close();
	return {
		section: sectionOf(works),
		what: 'requests to OpenSearch for a search',
		value: { amount, unit: 'requests' },
		floor: { most: 2 },
		whyMissed: 'The few requests that the server sends besides searches are counted too.',
	};
}
