// Suite of the search index: what is withdrawn: groups that split, links that end, and that nothing
// is left of them.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { parseQueryString } from '../../../search/query-string.ts';
import type { IndexChanges, IndexLink, IndexObject } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import type { SearchRequest } from '../search-reader.ts';
import {
	about,
	asserted,
	type Case,
	family,
	find,
	groupOf,
	identitiesOf,
	link,
	only,
	pagesOf,
	put,
	work,
} from './search-index.fixture.ts';

export function describeWithdrawing(on: Case): void {
	describe('groups that split', () => describeSplits(on));
	describe('links that end', () => describeEnds(on));
	describe('what is removed', () => describeRemoved(on));
}

/** The groups with these names, at both levels. */
const removed = (...names: string[]): IndexChanges['removed'] =>
	names.flatMap((name) => [
		{ level: 'identity' as const, group: groupOf(name) },
		{ level: 'version' as const, group: groupOf(name) },
	]);

/** A is one work of `a` and `b`; X, Y and Z are related to it. */
const one = {
	objects: [work('A', { dois: ['a', 'b'] }), work('X'), work('Y'), work('Z')],
	links: [
		...link('X Cites A', asserted('2015', 'Crossref')),
		...link('Y Cites A', asserted('2016', 'Zenodo', 'Reviews')),
		...link('A IsRelatedTo Z'),
	],
};

/** `a` stays A, which X cites, and `b` is B, which Y cites and which is related to Z. */
const apart = {
	removed: removed('A'),
	objects: [work('A', { dois: ['a'] }), work('B', { dois: ['b'] })],
	links: [
		...link('X Cites A', asserted('2015', 'Crossref')),
		...link('Y Cites B', asserted('2016', 'Zenodo', 'Reviews')),
		...link('B IsRelatedTo Z'),
	],
};

const totalOf = async (index: SearchIndex, request: SearchRequest) => (await index.search(request))?.total;

function describeSplits(on: Case): void {
	on('are found by their own links alone, at both levels, from either end', async (index) => {
		await put(index, one);
		await put(index, apart);
		assert.deepEqual(await identitiesOf(index, ['a', 'b']), [groupOf('A'), groupOf('B')]);
		for (const groupBy of ['identity', 'version'] as const) {
			const found = async (name: string) => (await find(index, name, { groupBy })).sort();
			assert.deepEqual(await Promise.all(['A', 'B', 'X', 'Y', 'Z'].map(found)), [
				['X'],
				['Y', 'Z'],
				['A'],
				['B'],
				['B'],
			]);
		}
		assert.deepEqual(await index.size(), { objects: 5, links: 4 });
	});

	on('are counted as if they had never been one', async (index) => {
		await put(index, one);
		await put(index, apart);
		const asked = (name: string, more: Partial<SearchRequest> = {}) =>
			index.search(about(name, { facets: true, ...more }));
		const [a, b] = [await asked('A'), await asked('B')];
		assert.deepEqual([a?.total, a?.facets?.subType], [1, []]);
		assert.deepEqual([b?.total, b?.facets?.subType], [2, [['Reviews', 1]]]);
		assert.equal(await totalOf(index, about('A', { relation: 'isRelatedTo' })), 0);
		assert.equal(await totalOf(index, about('A', { relation: 'isCitedBy' })), 1);
		const ofZenodo = parseQueryString('provider:zenodo');
		assert.deepEqual(await find(index, 'A', { q: ofZenodo }), []);
		assert.deepEqual(await find(index, 'B', { q: ofZenodo }), ['Y']);
	});

	on('may be written step by step in one update', async (index) => {
		await put(index, one);
		await index.update(async (writer) => {
			const nothing = { removed: [], objects: [], links: [] };
			await writer.apply({ ...nothing, removed: apart.removed });
			for (const object of apart.objects) await writer.apply({ ...nothing, objects: [object] });
			for (const each of apart.links) await writer.apply({ ...nothing, links: [each] });
		});
		assert.deepEqual([await find(index, 'A'), await find(index, 'B')], [['X'], ['Y', 'Z']]);
		assert.deepEqual(await index.size(), { objects: 5, links: 4 });
	});

	on('may exchange identifiers in one change', async (index) => {
		await put(index, { objects: [work('A', { dois: ['a', 'b'] }), work('B', { dois: ['c', 'd'] })] });
		const objects = [work('A', { dois: ['a', 'c'] }), work('B', { dois: ['b', 'd'] })];
		await put(index, { removed: removed('A', 'B'), objects });
		assert.deepEqual(await identitiesOf(index, ['a', 'b', 'c', 'd']), [1, 2, 1, 2]);
	});

	on('of versions leave each work with its links, and list no member of the other part', async (index) => {
		const [a, b] = [asserted('2015'), asserted('2016')];
		const whole = [
			...only('identity', [...link('X Cites A', a), ...link('X Cites B', b)]),
			byVersion('X Cites B', [b, a], 'X Cites A', 'X Cites B'),
		];
		await put(index, { objects: [work('A', { version: 'B' }), work('B'), family('B'), work('X')], links: whole });
		assert.deepEqual(await membersCounted(index, 'B'), ['A 1', 'B 1']);
		await put(index, {
			removed: [{ level: 'version', group: groupOf('B') }],
			objects: [work('A'), work('B')],
			links: [...link('X Cites A', a), ...link('X Cites B', b)],
		});
		for (const name of ['A', 'B']) {
			assert.deepEqual(await membersCounted(index, name), [`${name} 1`]);
			const found = await index.search(about(name, { groupBy: 'version' }));
			assert.deepEqual([found?.total, found?.items[0]?.via?.total], [1, 1]);
		}
		assert.deepEqual(await find(index, 'X', { groupBy: 'version' }), ['B', 'A']);
	});

	on('whose work of several versions splits keep the others, and the links of the whole', async (index) => {
		// A is a version of F and takes b along; then b is a version by itself.
		const before = {
			objects: [work('A', { version: 'F', dois: ['a', 'b'] }), work('F'), family('F'), work('X')],
			links: [...only('identity', link('X Cites A')), byVersion('X Cites F', [asserted('2015')], 'X Cites A')],
		};
		await put(index, before);
		await put(index, {
			removed: [{ level: 'identity', group: groupOf('A') }],
			objects: [
				...[work('A', { version: 'F', dois: ['a'] }), work('B', { version: 'F', dois: ['b'] })],
				...[work('F'), family('F')],
			],
			links: [...only('identity', link('X Cites B')), byVersion('X Cites F', [asserted('2015')], 'X Cites B')],
		});
		assert.deepEqual(await membersCounted(index, 'F'), ['B 1']);
		assert.deepEqual(await find(index, 'F', { groupBy: 'version', via: groupOf('A') }), []);
		assert.deepEqual(await find(index, 'F', { groupBy: 'version', via: groupOf('B') }), ['X']);
		assert.deepEqual([await find(index, 'A'), await find(index, 'B')], [[], ['X']]);
	});
}

/** A link between Version groups that these links between works make, all with the same history. */
function byVersion(notation: string, version: IndexLink['version'] & {}, ...parts: string[]): IndexLink {
	const [{ identity: _, ...ends }] = link(notation) as [IndexLink];
	const via = parts.flatMap((part) => link(part)).map(({ source, target }) => ({ source, target, history: version }));
	return { ...ends, version, via };
}

async function membersCounted(index: SearchIndex, name: string): Promise<string[] | undefined> {
	const found = await index.search(about(name, { groupBy: 'version', facets: true }));
	return found?.facets?.via?.map(([identifiers, count]) => `${JSON.parse(identifiers)[0].ID} ${count}`);
}

function describeEnds(on: Case): void {
	for (const [level, other] of [
		['identity', 'version'],
		['version', 'identity'],
	] as const) {
		on(`by ${level} alone stay by ${other}, and are no longer counted`, async (index) => {
			await put(index, one);
			const ended = ['X Cites A', 'A IsRelatedTo Z'].flatMap((notation) => link(notation));
			await put(index, {
				links: only(
					level,
					ended.map((each) => ({ ...each, [level]: [] })),
				),
			});
			assert.deepEqual(await find(index, 'A', { groupBy: level }), ['Y']);
			assert.deepEqual(await find(index, 'Z', { groupBy: level }), []);
			assert.equal(await totalOf(index, about('A', { groupBy: level })), 1);
			assert.equal(await totalOf(index, about('A', { groupBy: other })), 3);
			assert.deepEqual((await find(index, 'A', { groupBy: other })).sort(), ['X', 'Y', 'Z']);
			assert.equal((await index.size()).links, level === 'identity' ? 1 : 4);
		});
	}

	on('may end twice, and be asserted again', async (index) => {
		await put(index, one);
		const ended = link('X Cites A').map((each) => ({ ...each, identity: [], version: [] }));
		for (let time = 0; time < 2; time++) await put(index, { links: ended });
		assert.equal(await totalOf(index, about('A', { relation: 'isCitedBy' })), 1);
		await put(index, { links: link('X Cites A', asserted('2019')) });
		assert.deepEqual(await find(index, 'A', { relation: 'isCitedBy' }), ['X', 'Y']);
		assert.equal(await totalOf(index, about('X')), 1);
	});

	on('keep the providers that still assert them', async (index) => {
		await put(index, {
			objects: one.objects,
			links: link('X Cites A', asserted('2016', 'Zenodo'), asserted('2015', 'Crossref')),
		});
		await put(index, { links: link('X Cites A', asserted('2015', 'Crossref')) });
		assert.deepEqual(await find(index, 'A', { q: parseQueryString('provider:zenodo') }), []);
		assert.deepEqual(await find(index, 'A', { q: parseQueryString('provider:crossref') }), ['X']);
		const later = { from: asserted('2016').instant, to: null };
		assert.deepEqual(await find(index, 'A', { asserted: later }), []);
	});

	on('may end before a page that is asked for by the cursor of the one before', async (index) => {
		const citing = ['B', 'C', 'D', 'E', 'F'];
		const links = citing.flatMap((name, at) => link(`${name} Cites A`, asserted(String(2020 - at))));
		await put(index, { objects: [work('A'), ...citing.map((name) => work(name))], links });
		const first = await index.search(about('A', { size: 2 }));
		const ended = ['C', 'D'].flatMap((name) => link(`${name} Cites A`)).map((each) => ({ ...each, identity: [] }));
		await put(index, { links: ended });
		const pages = await pagesOf(index, about('A', { size: 2, cursor: first?.cursor as string }));
		assert.deepEqual(
			pages.map(({ total, items }) => [total, items.length]),
			[[3, 2]],
		);
	});
}

function describeRemoved(on: Case): void {
	const others: readonly IndexObject[] = [work('B', { version: 'C' }), work('C'), family('C')];
	const more = [...only('identity', link('X Cites B')), byVersion('X Cites C', [asserted('2015')], 'X Cites B')];
	const all = { objects: [...one.objects, ...others], links: [...one.links, ...more] };

	on('leaves nothing, not even what only writers see', async (index, _, countKept) => {
		assert.equal(await countKept(), 0);
		await put(index, all);
		assert.ok((await countKept()) > all.objects.length);
		await put(index, { removed: removed('A', 'B', 'C', 'X', 'Y', 'Z') });
		assert.equal(await countKept(), 0);
		assert.deepEqual([await index.size(), await index.isEmpty()], [{ objects: 0, links: 0 }, true]);
		assert.deepEqual(await identitiesOf(index, ['a', 'b', 'B', 'X']), Array(4).fill(undefined));
	});

	on('leaves what would exist without it', async (index, _, countKept) => {
		await put(index, { objects: one.objects, links: one.links });
		const before = await countKept();
		await put(index, { objects: others, links: more });
		await put(index, { removed: removed('B', 'C') });
		assert.equal(await countKept(), before);
		assert.deepEqual(await find(index, 'X', { groupBy: 'version' }), ['A']);
	});

	on('leaves nothing where it is withdrawn link by link, and then its objects', async (index, _, countKept) => {
		await put(index, all);
		await put(index, { links: all.links.map(({ via: _, ...each }) => ({ ...each, identity: [], version: [] })) });
		await put(index, { removed: removed('A', 'B', 'C', 'X', 'Y', 'Z') });
		assert.equal(await countKept(), 0);
	});

	on('returns unchanged', async (index, _, countKept) => {
		await put(index, all);
		const [before, found] = [await countKept(), await index.search(about('A', { facets: true }))];
		await put(index, { removed: removed('A') });
		assert.equal(await index.search(about('A')), undefined);
		await put(index, { objects: [work('A', { dois: ['a', 'b'] })], links: one.links });
		assert.equal(await countKept(), before);
		assert.deepEqual(await index.search(about('A', { facets: true })), found);
	});
}
