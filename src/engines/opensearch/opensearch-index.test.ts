// Tests the index on OpenSearch by the contract, then what only it has: results deeper than a
// search reaches, words more than a query expands to, copies of objects, and its indexes in the
// cluster.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeKnownWorks } from '../../broker/objects/known-works.contract.ts';
import { BrokerError } from '../../errors.ts';
import type { IndexLink, IndexObject } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { SearchRequest, SearchResult } from '../../ports/search/search-reader.ts';
import { describeFormats } from '../../ports/search/suite/index-formats.contract.ts';
import { describeSearchIndex } from '../../ports/search/suite/search-index.contract.ts';
import {
	about,
	asserted,
	assertUnreadableUntilRebuilt,
	buildUp,
	family,
	find,
	link,
	put,
	work,
} from '../../ports/search/suite/search-index.fixture.ts';
import { queryNestingLimit, queryPrefixLimit, queryWordLimit } from '../../search/query-limits.ts';
import { parseQueryString } from '../../search/query-string.ts';
import { type FreshIndex, openFreshIndex, skipOpenSearch } from './cluster.fixture.ts';

// All other tests with OpenSearch use one shard.
describeSearchIndex('the search index on OpenSearch', () => openFreshIndex({ shards: 3 }), {
	skip: skipOpenSearch,
	worlds: 12,
});

describeFormats(
	'OpenSearch',
	async () => {
		const fresh = await openFreshIndex();
		return {
			open: (formats) => fresh.reopen(undefined, { formats }),
			async removeFlags() {
				await fresh.call('PUT', `/${fresh.prefix}-g1/_mapping`, { _meta: { format: 0, syncToken: '' } });
			},
			close: fresh.close,
		};
	},
	{ skip: skipOpenSearch },
);
describeKnownWorks('OpenSearch', () => openFreshIndex({ shards: 3 }), { skip: skipOpenSearch });

/**
 * The number of groups that cite group 1, each a moment later than the one before and with words of
 * its own.
 */
const citations = 12_500;

function citing(number: number): { object: IndexObject; link: IndexLink } {
	const group = number + 2;
	const name = String(number).padStart(5, '0');
	const words = { title: [`survey telescopes${name}`, `m${name} sky`], identifier: [`10 5281 zenodo ${name}`] };
	const object = { ...work('A', { sortKey: name }), group, version: group, identifiers: [] };
	const history = [{ ...asserted('2015'), instant: number }];
	return {
		object: { ...object, text: { ...object.text, ...words } },
		link: { source: group, relation: 'Cites', target: 1, identity: history },
	};
}

describe('the condition of the cluster', { skip: skipOpenSearch }, () => {
	it('has the size of the own indexes, with one that is being built', async (test) => {
		const fresh = await openFreshIndex();
		test.after(() => fresh.close());
		const bytes = async () => (await fresh.index.condition())?.bytes ?? 0;
		assert.equal(await bytes(), 0);
		await put(fresh.index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		const small = await bytes();
		assert.ok(small > 0);
		// So many that the first index, which may become smaller meanwhile, does not matter.
		const all = Array.from({ length: 500 }, (_, number) => citing(number));
		const objects = [work('A'), ...all.map(({ object }) => object)];
		await buildUp(fresh.index, 2, { objects, links: all.map((one) => one.link) });
		assert.ok((await bytes()) > 2 * small);
	});
});

describe('an object that is cited more often than a search reaches', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	let index: SearchIndex;
	before(async () => {
		fresh = await openFreshIndex();
		index = fresh.index;
		const all = Array.from({ length: citations }, (_, number) => citing(number));
		const objects = [work('A'), ...all.map(({ object }) => object)];
		await buildUp(index, 2, { objects, links: all.map((one) => one.link) });
		await index.switchTo(2);
	});
	after(() => fresh?.close());

	const instants = (result: SearchResult | undefined) => result?.items.map(({ history }) => history[0]?.instant);
	const total = async (more: Partial<SearchRequest>) => (await index.search(about('A', { size: 0, ...more })))?.total;

	for (const order of ['newest', 'oldest'] as const) {
		it(`is followed by cursor to its end, ${order} first, with the exact total on each page`, async () => {
			const seen: (number | undefined)[] = [];
			let cursor: string | undefined;
			do {
				const page = await index.search(about('A', { order, ...(cursor !== undefined && { cursor }) }));
				assert.equal(page?.total, citations);
				seen.push(...(instants(page) ?? []));
				cursor = page?.cursor;
			} while (cursor !== undefined);
			const ascending = Array.from({ length: citations }, (_, number) => number);
			assert.deepEqual(seen, order === 'oldest' ? ascending : ascending.reverse());
		});
	}

	it('has pages by number up to its end', async () => {
		const last = await index.search(about('A', { order: 'oldest', size: 100, offset: 9_950 }));
		assert.deepEqual([instants(last)?.[0], last?.items.length], [9_950, 100]);
		const deep = await index.search(about('A', { order: 'oldest', size: 100, offset: 12_450 }));
		assert.deepEqual([instants(deep)?.[0], deep?.items.length, deep?.cursor], [12_450, 50, undefined]);
		const beyond = await index.search(about('A', { size: 100, offset: 30_000 }));
		assert.deepEqual([beyond?.items, beyond?.total], [[], citations]);
	});

	it('refuses to sort that many by what the citing works are, and says what narrows the search', async () => {
		for (const order of ['latestPublished', 'title', 'mostCited'] as const) {
			await assert.rejects(
				index.search(about('A', { order, size: 10 })),
				(error: unknown) =>
					error instanceof BrokerError &&
					error.code === 'bad-query' &&
					error.problems[0]?.field === 'sort' &&
					/^At most 10000 relationships .* there are 12500\. Narrow/.test(error.message),
			);
			const narrowed = await index.search(about('A', { order, size: 10, q: parseQueryString('telescopes0*') }));
			assert.deepEqual([narrowed?.total, narrowed?.items.length], [10_000, 10]);
		}
	});

	it('finds every word with a prefix, however many there are', async () => {
		const found = async (q: string) => total({ q: parseQueryString(q) });
		// A short prefix, a long one, and both as the end of a phrase.
		assert.equal(await found('te*'), citations);
		assert.equal(await found('telescopes*'), citations);
		assert.equal(await found('telescopes0*'), 10_000);
		assert.equal(await found('identifier:zenodo.0*'), 10_000);
		assert.equal(await found('title:survey-telescopes*'), citations);
		assert.equal(await found('title:survey-telescopes12*'), 500);
		assert.equal(await found('title:telescopes-m*'), 0);
	});

	it('finds what the longest queries ask for', async () => {
		const words = Array.from({ length: queryWordLimit }, (_, number) => (number + 360).toString(36));
		const q = (text: string) => ({ q: parseQueryString(text) });
		assert.equal(await total(q(words.join(' || '))), 0);
		assert.equal(await total(q(words.map((word) => `!${word}`).join(' '))), citations);
		assert.equal(await total(q(words.map((word) => `!${word}`).join(' || '))), citations);
		assert.equal(await total(q(words.map((word, at) => (at < queryPrefixLimit ? `${word}*` : word)).join(' || '))), 0);
		const pairs = words.slice(0, queryWordLimit / 2).map((word, number) => [word, words.at(-1 - number)]);
		assert.equal(await total(q(pairs.map(([one, other]) => `(${one} || !${other})`).join(' '))), citations);
		assert.equal(await total(q(pairs.map(([one, other]) => `(${one} || ${other})`).join(' '))), 0);
		assert.equal(await total(q(pairs.map(([one, other]) => `!(${one} ${other})`).join(' '))), citations);
		const nested = words.slice(0, queryNestingLimit / 2).reduce((inner, word) => `(${word} || !(x ${inner}))`, 'sky');
		assert.equal(await total(q(nested)), citations);
	});

	it('is found by its new description, once that changes, from all that cite it', async () => {
		await put(index, { objects: [work('A', { type: 'software', text: { title: ['Renamed'] } })] });
		const one = { ...about('A'), group: 12_000 };
		const result = await index.search({ ...one, type: 'software', q: parseQueryString('renamed') });
		assert.equal(result?.total, 1);
	});

	it('loses all its links when it is removed', async () => {
		await put(index, { removed: [{ level: 'identity', group: 1 }] });
		assert.deepEqual(await index.size(), { objects: citations, links: 0 });
		assert.equal((await index.search({ ...about('A'), group: 12_000 }))?.total, 0);
	});
});

describe('what links copy from objects', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	before(async () => {
		fresh = await openFreshIndex();
	});
	after(() => fresh?.close());

	it('follows a Version group that gets and loses an object of its own', async () => {
		const { index } = fresh;
		const software = (groupBy: SearchRequest['groupBy']) => find(index, 'A', { groupBy, type: 'software' });
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		await put(index, { objects: [work('B'), work('C', { version: 'B' }), family('B', { type: 'software' })] });
		assert.deepEqual([await software('identity'), await software('version')], [[], ['all B']]);
		await put(index, { objects: [work('B', { type: 'software' }), family('B')] });
		assert.deepEqual([await software('identity'), await software('version')], [['B'], []]);
		await put(index, { removed: [{ level: 'identity', group: 3 }], objects: [work('B', { type: 'software' })] });
		assert.deepEqual([await software('identity'), await software('version')], [['B'], ['B']]);
	});

	it('is that of the family where a generation is built with one', async () => {
		const { index } = fresh;
		const objects = [work('A'), work('B'), work('C'), family('B', { type: 'software' })];
		await buildUp(index, 2, { objects, links: [...link('A Cites B'), ...link('B Cites C')] });
		await index.switchTo(2);
		assert.deepEqual(await find(index, 'A', { type: 'software' }), []);
		assert.deepEqual(await find(index, 'A', { type: 'software', groupBy: 'version' }), ['all B']);
		assert.deepEqual(await find(index, 'B'), ['A', 'C']);
	});
});

describe('the indexes of a cluster', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	before(async () => {
		fresh = await openFreshIndex();
	});
	after(() => fresh?.close());

	it('are one for the agreed state and one for the active generation', async () => {
		const { index } = fresh;
		await put(index, { objects: [work('A')] });
		await index.begin(2);
		await buildUp(index, 3, { objects: [work('A'), work('B')], links: link('A Cites B') });
		await index.switchTo(3);
		assert.deepEqual((await fresh.names()).sort(), ['g3', 'state']);
	});

	it('are not created by opening a handle, but by its first use', async () => {
		const another = await openFreshIndex();
		try {
			assert.deepEqual(await another.names(), []);
			assert.equal(await another.index.isEmpty(), true);
			assert.deepEqual((await another.names()).sort(), ['g1', 'state']);
		} finally {
			await another.close();
		}
	});

	it('continue to answer where the cluster has lost their snapshots', async () => {
		const { index } = fresh;
		assert.deepEqual(await find(index, 'A'), ['B']);
		await fresh.call('DELETE', '/_search/point_in_time/_all');
		assert.deepEqual(await find(index, 'A'), ['B']);
	});
});

describe('a generation that this program cannot read', { skip: skipOpenSearch }, () => {
	const spoils: Readonly<Record<string, (fresh: FreshIndex) => Promise<unknown>>> = {
		'because its format is too old': ({ call, prefix }) =>
			call('PUT', `/${prefix}-g1/_mapping`, { _meta: { format: 1 } }),
		'because it is lost': ({ call, prefix }) => call('DELETE', `/${prefix}-g1`),
	};
	for (const [reason, spoil] of Object.entries(spoils)) {
		it(`${reason} is empty, fails with unavailable, and is replaced by a rebuilt one`, async () => {
			const fresh = await openFreshIndex();
			try {
				await put(fresh.index, { objects: [work('A')] });
				await spoil(fresh);
				const index = await fresh.reopen();
				await assertUnreadableUntilRebuilt(index);
			} finally {
				await fresh.close();
			}
		});
	}
});
