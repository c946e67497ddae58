// Suite of the search index: what SearchReader finds: identifiers, links, their levels, the state.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { searchRelations } from '../../../links/relation.ts';
import type { IndexChanges, Located } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import {
	about,
	asserted,
	buildUp,
	type Case,
	family,
	find,
	groupOf,
	historyDates,
	identitiesOf,
	link,
	only,
	put,
	work,
} from './search-index.fixture.ts';

/** Tests what is found without filters and pages. */
export function describeLinksFound(on: Case): void {
	describe('identifiers', () => {
		describeIdentifiers(on);
		describeLeading(on);
	});
	describe('what a search finds', () => describeRelations(on));
	describe('levels', () => describeLevels(on));
	describe('the state', () => describeState(on));
}

function describeIdentifiers(on: Case): void {
	on('are found by scheme and key together', async (index) => {
		await put(index, { objects: [work('A', { dois: ['10.1/a', '10.1/b'] })] });
		const located = await index.locate([
			{ scheme: 'doi', key: '10.1/b' },
			{ scheme: 'url', key: '10.1/b' },
			{ scheme: 'doi', key: '10.1/c' },
		]);
		assert.deepEqual(located, [{ scheme: 'doi', key: '10.1/b', identity: 1, version: 1 }]);
	});

	on('are found by key alone in every scheme', async (index) => {
		const a = { ...work('A'), identifiers: [{ scheme: 'doi', key: 'k' }] };
		const b = { ...work('B'), identifiers: [{ scheme: 'url', key: 'k' }] };
		await put(index, { objects: [a, b] });
		const located = await index.locateKeys(['k', 'unknown']);
		assert.deepEqual(located.map(({ scheme, identity }) => `${scheme} ${identity}`).sort(), ['doi 1', 'url 2']);
	});

	on('have the Version group of their work', async (index) => {
		await put(index, { objects: [work('A', { version: 'B' }), work('B'), family('B')] });
		const [located] = await index.locate([{ scheme: 'doi', key: 'A' }]);
		assert.deepEqual(located, { scheme: 'doi', key: 'A', identity: 1, version: 2 });
	});

	on('belong to the work that was last written with them', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		await put(index, { objects: [work('B', { dois: ['y'] }), work('A', { dois: ['x'] })] });
		assert.deepEqual(await identitiesOf(index, ['x', 'y']), [1, 2]);
	});

	on('leave a work that is not rewritten when another takes them, and do not return to it', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		await put(index, { objects: [work('B', { dois: ['y'] })] });
		assert.deepEqual(await identitiesOf(index, ['x', 'y']), [1, 2]);
		await put(index, { removed: [{ level: 'identity', group: 2 }] });
		assert.deepEqual(await identitiesOf(index, ['x', 'y']), [1, undefined]);
	});

	on('belong to no work when theirs is written without them', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		await put(index, { objects: [work('A', { dois: ['y'] })] });
		assert.deepEqual(await identitiesOf(index, ['x', 'y']), [undefined, 1]);
	});

	on('stay with another work that took them when the first is removed', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		await put(index, { removed: [{ level: 'identity', group: 1 }], objects: [work('B', { dois: ['x'] })] });
		assert.deepEqual(await identitiesOf(index, ['x', 'y']), [2, undefined]);
	});
}

function describeLeading(on: Case): void {
	const ask = async (index: SearchIndex, located: Located) => {
		const found = (groupBy: 'identity' | 'version') =>
			index.search({ ...about('A'), groupBy, group: located[groupBy], located });
		return {
			identity: (await found('identity'))?.source.identifiers,
			version: (await found('version'))?.source.identifiers,
			overview: (await index.describe(located.identity, { facets: false, located }))?.work.group,
		};
	};
	const locate = async (index: SearchIndex, key: string) => {
		const [located] = await index.locate([{ scheme: 'doi', key }]);
		return located as Located;
	};
	const nothing = { identity: undefined, version: undefined, overview: undefined };
	const of = (name: string) => work(name).document.identifiers;

	on('that belong to a group find it by that', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		const answers = await ask(index, await locate(index, 'y'));
		assert.deepEqual(answers, { identity: of('A'), version: of('A'), overview: 1 });
	});

	on('that have left a group no longer find it, whether it stays or not; the others do', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		const [x, y] = [await locate(index, 'x'), await locate(index, 'y')];
		await put(index, { objects: [work('A', { dois: ['x'] }), work('B', { dois: ['y'] })] });
		assert.deepEqual(await ask(index, y), nothing);
		assert.deepEqual(await ask(index, x), { identity: of('A'), version: of('A'), overview: 1 });
		const moved = await locate(index, 'y');
		assert.deepEqual(await ask(index, moved), { identity: of('B'), version: of('B'), overview: 2 });
		await put(index, { removed: [{ level: 'identity', group: 2 }], objects: [work('A', { dois: ['x', 'y'] })] });
		assert.deepEqual(await ask(index, moved), nothing);
	});

	on('of a work that has left its Version group no longer find that', async (index) => {
		await put(index, { objects: [work('A'), work('B', { version: 'A' }), family('A')] });
		const b = await locate(index, 'B');
		await put(index, {
			removed: [{ level: 'version', group: 1 }],
			objects: [work('A'), work('B')],
		});
		assert.deepEqual(await ask(index, b), { identity: of('B'), version: undefined, overview: 2 });
	});
}

function describeRelations(on: Case): void {
	const seen: readonly (readonly [relation: (typeof searchRelations)[number], notation: string])[] = [
		['cites', 'A Cites B'],
		['isCitedBy', 'B Cites A'],
		['isSupplementTo', 'A IsSupplementTo B'],
		['isSupplementedBy', 'B IsSupplementTo A'],
		['isRelatedTo', 'A IsRelatedTo B'],
		['isRelatedTo', 'B IsRelatedTo A'],
	];
	for (const [relation, notation] of seen) {
		on(`sees ${notation} from A as ${relation}, and as nothing else`, async (index) => {
			await put(index, { objects: [work('A'), work('B')], links: link(notation) });
			for (const asked of searchRelations) {
				assert.deepEqual(await find(index, 'A', { relation: asked }), asked === relation ? ['B'] : [], asked);
			}
		});
	}

	on('is all five relations by default, each item with its own', async (index) => {
		await put(index, { objects: [work('A'), work('B')], links: seen.flatMap(([, notation]) => link(notation)) });
		const result = await index.search(about('A'));
		assert.deepEqual(
			result?.items.map(({ relation }) => relation),
			searchRelations,
		);
		assert.equal(result?.total, 5);
	});

	on('has the documents and the LinkHistory as they were written', async (index) => {
		const history = [
			asserted('2016-03', 'Zenodo', 'Cites', 'References'),
			asserted('2015-06-01T12:00:00.5Z', 'Crossref'),
		];
		const [a, b] = [work('A'), work('B')];
		await put(index, { objects: [a, b], links: link('A Cites B', ...history) });
		assert.deepEqual(await index.search(about('A')), {
			source: a.document,
			total: 1,
			items: [
				{
					relation: 'cites',
					flags: ['unregistered'],
					object: b.document,
					group: groupOf('B'),
					history,
				},
			],
		});
	});

	on('is nothing where the work has no links', async (index) => {
		await put(index, { objects: [work('A')] });
		assert.deepEqual(await index.search(about('A')), { source: work('A').document, total: 0, items: [] });
	});

	on('is undefined where the group is not in the index', async (index) => {
		assert.equal(await index.search(about('A')), undefined);
		assert.equal(await index.search(about('A', { groupBy: 'version' })), undefined);
	});
}

function describeLevels(on: Case): void {
	on('keep links apart: each level has its own, with its own history', async (index) => {
		const links = [
			...link('A Cites B', asserted('2015')),
			...only('identity', link('A Cites C', asserted('2016'))),
			...only('version', link('A Cites D', asserted('2017'))),
		];
		await put(index, { objects: ['A', 'B', 'C', 'D'].map((name) => work(name)), links });
		assert.deepEqual(await find(index, 'A'), ['C', 'B']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['D', 'B']);
	});

	on('share no history: a link may have more at one than at the other', async (index) => {
		const both = {
			...link('A Cites B')[0],
			identity: [asserted('2015')],
			version: [asserted('2016'), asserted('2015')],
		};
		await put(index, { objects: [work('A'), work('B')], links: [both as never] });
		assert.deepEqual(await historyDates(index, 'identity'), ['2015']);
		assert.deepEqual(await historyDates(index, 'version'), ['2016', '2015']);
	});

	on('are unchanged by a link without a state for them', async (index) => {
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B', asserted('2015')) });
		await put(index, { links: only('version', link('A Cites B', asserted('2016'))) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2015']);
		assert.deepEqual(await historyDates(index, 'version'), ['2016']);
		await put(index, { links: only('identity', link('A Cites B', asserted('2016'))) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2016']);
		assert.deepEqual(await historyDates(index, 'version'), ['2016']);
	});

	on('have an object each where a Version group has its own', async (index) => {
		const objects = [work('A'), work('B', { version: 'C' }), work('C'), family('C', { type: 'software' })];
		await put(index, { objects, links: link('A Cites C') });
		assert.deepEqual(await find(index, 'A'), ['C']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['all C']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version', type: 'software' }), ['all C']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'identity', type: 'software' }), []);
		const result = await index.search(about('C', { groupBy: 'version' }));
		assert.deepEqual(result?.source, family('C').document);
	});

	on('share the object of an Identity group that is alone in its Version group', async (index) => {
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		const result = await index.search(about('A', { groupBy: 'version' }));
		const items = result?.items.map(({ via, ...item }) => item);
		assert.deepEqual({ ...result, items }, await index.search(about('A')));
	});

	on('have no Version group by the number of an Identity group that is in another', async (index) => {
		await put(index, { objects: [work('A', { version: 'B' }), work('B'), family('B')] });
		assert.equal(await index.search(about('A', { groupBy: 'version' })), undefined);
	});

	on('share it again once the Identity object is written without the Version object', async (index) => {
		const before = [work('A'), work('B', { version: 'C' }), work('C'), family('C')];
		await put(index, { objects: before, links: link('A Cites C') });
		await put(index, {
			removed: [{ level: 'identity', group: groupOf('B') }],
			objects: [work('C', { dois: ['B', 'C'] })],
		});
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['C']);
		for (const objects of [
			[work('C'), family('C')],
			[family('C'), work('C')],
		]) {
			await put(index, { objects });
			assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['all C']);
		}
	});
}

function describeState(on: Case): void {
	const mayDiffer = async (handles: readonly SearchIndex[], act: () => Promise<void>): Promise<void> => {
		const before = await Promise.all(handles.map((handle) => handle.state()));
		await act();
		// Other handles may return the former one for a moment.
		await delay(250);
		const after = await Promise.all(handles.map((handle) => handle.state()));
		for (const [at, state] of after.entries()) assert.ok(state === undefined || state !== before[at], `still ${state}`);
		assert.equal(new Set(after).size, 1);
	};

	on('changes, in every handle alike, once any handle has changed anything', async (index, reopen) => {
		const changes: Partial<IndexChanges>[] = [
			{ objects: [work('A'), work('B')] },
			{ links: link('A Cites B') },
			{ links: link('A Cites B', asserted('2016')) },
			{ objects: [work('B', { year: 2016 })] },
			{ removed: [{ level: 'identity', group: 2 }] },
		];
		const other = await reopen();
		for (const writing of [index, other]) {
			for (const change of changes) await mayDiffer([index, other], () => put(writing, change));
		}
	});

	on('changes, in every handle alike, once a generation was switched to', async (index, reopen) => {
		const other = await reopen();
		for (const generation of [2, 3]) {
			await mayDiffer([index, other], async () => {
				await buildUp(index, generation, {});
				await index.switchTo(generation);
			});
		}
	});

	on(
		'stays the same while nothing changes, whatever is read and built, and in a handle opened later',
		async (index, reopen) => {
			await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
			const state = await index.state();
			await find(index, 'A', { type: 'software' });
			await buildUp(index, 2, {});
			await assert.rejects(
				index.update(async (writer) => {
					await writer.apply({ removed: [], objects: [work('C')], links: [] });
					throw new Error('on purpose');
				}),
			);
			assert.equal(await index.state(), state);
			assert.equal(await (await reopen()).state(), state);
		},
	);

	on('is a short text of letters, digits and hyphens, or undefined', async (index) => {
		assert.match((await index.state()) ?? '', /^[\da-zA-Z-]{0,60}$/);
	});
}
