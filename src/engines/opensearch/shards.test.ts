// Tests what is specific to an index of several shards: readers see each work whole, as before or
// as after, while works merge and split over shards; a search takes two requests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { GroupBy, IndexChanges, IndexObject, Located } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { about, family, groupOf, link, namesOf, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { parseQueryString } from '../../search/query-string.ts';
import { clusterUrl, type FreshIndex, openFreshIndex, skipOpenSearch } from './cluster.fixture.ts';
import { type FaultyProxy, openFaultyProxy, type ProxiedRequest } from './faulty-proxy.fixture.ts';

// Enough shards to spread the groups of these tests.
const shards = 7;
const attempts = 3;

/**
 * Searches as the broker does: an identifier whose group has been removed or has lost it is located
 * again.
 */
async function ask(index: SearchIndex, key: string, groupBy: GroupBy): Promise<string> {
	for (let attempt = 1; attempt <= attempts; attempt++) {
		const [located] = await index.locate([{ scheme: 'doi', key }]);
		if (!located) return 'not known';
		const found = await index.search({ ...about('A'), groupBy, group: located[groupBy], located });
		if (found) return `${found.source.identifiers} ${namesOf(found).sort()}`;
	}
	return 'nowhere';
}

function named(object: IndexObject, name: string): IndexObject {
	return { ...object, document: { ...object.document, identifiers: JSON.stringify([{ ID: name, IDScheme: 'doi' }]) } };
}

const citing = [work('C'), work('D')];
const removed = (...groups: [GroupBy, string][]): IndexChanges['removed'] =>
	groups.map(([level, name]) => ({ level, group: groupOf(name) }));

const apart: IndexChanges = {
	removed: removed(['identity', 'A'], ['version', 'A']),
	objects: [...citing, work('A', { dois: ['x'] }), work('B', { dois: ['y'] })],
	links: [...link('C Cites A'), ...link('D Cites B')],
};
const together: IndexChanges = {
	removed: removed(['identity', 'A'], ['version', 'A'], ['identity', 'B'], ['version', 'B']),
	objects: [...citing, named(work('A', { dois: ['x', 'y'] }), 'both')],
	links: [...link('C Cites A'), ...link('D Cites A')],
};
const asFamily: IndexChanges = {
	removed: removed(['version', 'A'], ['version', 'B']),
	objects: [...citing, work('A', { dois: ['x'] }), work('B', { dois: ['y'], version: 'A' }), family('A')],
	links: [
		...link('C Cites A').map((one) => ({ ...one, via: [{ source: 3, target: 1, history: one.version ?? [] }] })),
		...link('D Cites B').map(({ identity, ...one }) => ({ ...one, identity, version: [] })),
		...link('D Cites A').map(({ version, ...one }) => ({
			...one,
			identity: [],
			version,
			via: [{ source: 4, target: 2, history: version ?? [] }],
		})),
	] as IndexChanges['links'],
};

describe('an index of several shards', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	let other: SearchIndex;
	before(async () => {
		fresh = await openFreshIndex({ shards });
		other = await fresh.reopen();
	});
	after(() => fresh?.close());

	const changes: Readonly<
		Record<string, { between: [IndexChanges, IndexChanges]; level: GroupBy; answers: Record<string, string[]> }>
	> = {
		'merge and split': {
			between: [together, apart],
			level: 'identity',
			answers: {
				x: ['[{"ID":"A","IDScheme":"doi"}] C', '[{"ID":"both","IDScheme":"doi"}] C,D'],
				y: ['[{"ID":"B","IDScheme":"doi"}] D', '[{"ID":"both","IDScheme":"doi"}] C,D'],
			},
		},
		'become a family and leave it': {
			between: [asFamily, apart],
			level: 'version',
			answers: {
				x: ['[{"ID":"A","IDScheme":"doi"}] C', '[{"ID":"all A","IDScheme":"doi"}] C,D'],
				y: ['[{"ID":"B","IDScheme":"doi"}] D', '[{"ID":"all A","IDScheme":"doi"}] C,D'],
			},
		},
	};
	for (const [what, { between, level, answers }] of Object.entries(changes)) {
		it(`shows works that ${what} whole to readers meanwhile, before or after`, async () => {
			await put(fresh.index, apart);
			let isOver = false;
			const seen = new Map<string, Set<string>>(Object.keys(answers).map((key) => [key, new Set()]));
			const read = async (key: string) => {
				while (!isOver) seen.get(key)?.add(await ask(other, key, level));
			};
			const readers = Object.keys(answers).flatMap((key) => [read(key), read(key)]);
			try {
				for (let round = 0; round < 12; round++) for (const change of between) await put(fresh.index, change);
			} finally {
				isOver = true;
				await Promise.all(readers);
			}
			for (const [key, wanted] of Object.entries(answers))
				assert.deepEqual([...(seen.get(key) ?? [])].sort(), wanted.sort());
		});
	}

	it('stores what is seen from a group in one of them, at both levels', async () => {
		await put(fresh.index, asFamily);
		const shardOf = async (id: string, routing: string) => {
			const answer = await fresh.call('GET', `/${fresh.prefix}-g1/_search_shards?routing=${routing}`);
			return { id, shard: (answer as { shards: [{ shard: number }][] }).shards[0]?.[0].shard };
		};
		assert.notEqual((await shardOf('i1', '1')).shard, (await shardOf('i2', '2')).shard);
		const routing = {
			1: ['i1', 'v1', 'i1-isCitedBy-3', 'v1-isCitedBy-3', 'v1-isCitedBy-4'],
			2: ['i2', 'i2-isCitedBy-4'],
		};
		for (const [group, ids] of Object.entries(routing)) {
			const query = { query: { ids: { values: ids } }, size: 10, _source: false };
			const found = await fresh.call('POST', `/${fresh.prefix}-g1/_search?routing=${group}`, query);
			const hits = (found as { hits: { hits: { _id: string }[] } }).hits.hits.map(({ _id }) => _id);
			assert.deepEqual(hits.sort(), [...ids].sort());
		}
	});
});

describe('a search on OpenSearch', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	let proxy: FaultyProxy;
	let index: SearchIndex;
	const requests: ProxiedRequest[] = [];
	before(async () => {
		fresh = await openFreshIndex({ shards });
		proxy = await openFaultyProxy(clusterUrl);
		index = await fresh.reopen(proxy.url);
		await put(fresh.index, asFamily);
	});
	after(async () => {
		await fresh?.close();
		await proxy?.close();
	});

	const variants: Readonly<Record<string, Parameters<typeof about>[1]>> = {
		plain: {},
		'by version': { groupBy: 'version' },
		'with facets': { facets: true },
		'with words': { q: parseQueryString('title:sky !xyz*') },
		'of a later page': { offset: 1, size: 1 },
		'of nothing but its total': { size: 0 },
	};
	for (const [what, more] of Object.entries(variants)) {
		it(`${what} takes two requests, to locate and for the page, besides the state once in 200 ms`, async () => {
			await index.state();
			requests.length = 0;
			proxy.handle = (request) => {
				requests.push(request);
				return 'pass';
			};
			const [located] = (await index.locate([{ scheme: 'doi', key: 'x' }])) as [Located];
			const group = located[more?.groupBy ?? 'identity'];
			assert.ok(await index.search({ ...about('A', more), group, located }));
			const toDocuments = requests.filter(({ path }) => !/-state\/|_mapping/.test(path));
			assert.equal(toDocuments.length, 2, toDocuments.map(({ path }) => path).join());
			assert.ok(requests.length <= 3, requests.map(({ path }) => path).join());
		});
	}
});
