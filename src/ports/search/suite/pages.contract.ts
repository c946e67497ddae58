// Suite of the search index: pages of a search: their order, their size, their cursors.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { BrokerError } from '../../../errors.ts';
import type { HistoryItem } from '../../../links/provenance.ts';
import type { IndexLink, IndexObject } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import { type SearchItem, type SearchResult, shownStretch, stretchInVia, wholeStretch } from '../search-reader.ts';
import {
	about,
	asserted,
	type Case,
	family,
	find,
	groupOf,
	letters,
	link,
	namesOf,
	only,
	pagesOf,
	put,
	work,
} from './search-index.fixture.ts';

export function describePages(on: Case): void {
	describe('order', () => describeOrder(on));
	describe('pages', () => describeEachPage(on));
	describe('cursors', () => describeCursors(on));
	describe('items', () => describeStretches(on));
	on('have the same items where the total is not needed, which is 0 then', async (index) => {
		await put(index, { objects: letters.map((name) => work(name, { type: 'dataset' })), links: dated });
		for (const filter of [{}, { type: 'dataset' as const }]) {
			const counted = (await index.search(about('A', { size: 2, ...filter }))) as SearchResult;
			const found = await index.search(about('A', { size: 2, ...filter, counted: false }));
			assert.deepEqual(found, { ...counted, total: 0 });
			const { cursor } = counted;
			const next = await index.search(about('A', { size: 2, ...filter, ...(cursor && { cursor }), counted: false }));
			assert.deepEqual(next?.items.length, 1);
		}
	});
}

/** Items of a LinkHistory, newest first. */
function statements(count: number): HistoryItem[] {
	return Array.from({ length: count }, (_, at) => asserted(String(2_000 - at)));
}

function describeStretches(on: Case): void {
	const many = statements(shownStretch.size + 5);
	const objects = [
		...[work('A', { version: 'A' }), work('B', { version: 'A' }), family('A')],
		...[work('C', { version: 'C' }), work('D', { version: 'C' }), family('C'), work('E')],
	];
	const itemsOf = async (index: SearchIndex, request: Parameters<typeof about>[1]) =>
		((await index.search(about('A', request))) as SearchResult).items;

	on('have the newest items of a long LinkHistory, how many there are, and the oldest', async (index) => {
		await put(index, { objects, links: [...link('A Cites E', ...many), ...link('A Cites C')] });
		const [short, long] = (await itemsOf(index, { groupBy: 'identity' })) as [SearchItem, SearchItem];
		assert.deepEqual(Object.keys(short).includes('historyTotal'), false);
		assert.deepEqual(long.history, many.slice(0, shownStretch.size));
		assert.deepEqual([long.historyTotal, long.oldest], [many.length, many.at(-1)]);
	});

	on('have the stretch of a LinkHistory that is asked for, or the whole', async (index) => {
		await put(index, { objects, links: link('A Cites E', ...many) });
		const stretch = { offset: shownStretch.size, size: 3 };
		const [part] = await itemsOf(index, { groupBy: 'identity', history: stretch });
		assert.deepEqual(part?.history, many.slice(stretch.offset, stretch.offset + 3));
		const [whole] = await itemsOf(index, { groupBy: 'identity', history: wholeStretch });
		assert.deepEqual([whole?.history, whole?.historyTotal, whole?.oldest], [many, undefined, undefined]);
	});

	on('have fewer items of each LinkHistory in a Via, all of them where the whole is asked for', async (index) => {
		const members = only('identity', link('B Cites D', ...many));
		const whole = { source: groupOf('A'), relation: 'Cites', target: groupOf('C'), version: many } as const;
		const via = [{ source: groupOf('B'), target: groupOf('D'), history: many }];
		await put(index, { objects, links: [...members, { ...whole, via }] });
		const [shown] = await itemsOf(index, { groupBy: 'version' });
		const [first] = shown?.via?.links ?? [];
		assert.deepEqual([first?.history.length, first?.historyTotal], [stretchInVia(shownStretch).size, many.length]);
		const [all] = await itemsOf(index, { groupBy: 'version', history: wholeStretch });
		assert.deepEqual(all?.via?.links[0]?.history, many);
	});

	on('have the group of the other work, at the level asked for', async (index) => {
		const members = only('identity', [...link('A Cites D'), ...link('A Cites E')]);
		await put(index, {
			objects,
			links: [...members, ...only('version', [...link('A Cites C'), ...link('A Cites E')])],
		});
		const groups = async (groupBy: 'identity' | 'version') =>
			(await itemsOf(index, { groupBy })).map(({ group }) => group).sort();
		assert.deepEqual(await groups('identity'), [groupOf('D'), groupOf('E')]);
		assert.deepEqual(await groups('version'), [groupOf('C'), groupOf('E')]);
	});

	on('have only the item of the other group that is asked for, whatever its relation', async (index) => {
		const links = [...link('A Cites E'), ...link('A IsRelatedTo E'), ...link('A Cites C'), ...link('C Cites A')];
		await put(index, { objects, links });
		for (const groupBy of ['identity', 'version'] as const) {
			const found = (await index.search(about('A', { groupBy, other: groupOf('E') }))) as SearchResult;
			assert.deepEqual([found.total, found.items.map(({ relation }) => relation)], [2, ['cites', 'isRelatedTo']]);
		}
	});
}

const dated = [
	...link('A Cites B', asserted('2015-01-01')),
	...link('A Cites C', asserted('2017-05-05'), asserted('2001-01-01')),
	...link('A Cites D', asserted('2016')),
];

function describeOrder(on: Case): void {
	on('is by the latest instant of the LinkHistory, newest first', async (index) => {
		await put(index, { objects: letters.map((name) => work(name)), links: dated });
		assert.deepEqual(await find(index, 'A'), ['C', 'D', 'B']);
	});

	on('is the exact reverse for oldest', async (index) => {
		await put(index, {
			objects: letters.map((name) => work(name)),
			links: [...dated, ...link('A Cites E', asserted('2016'))],
		});
		const newest = await find(index, 'A');
		assert.deepEqual(await find(index, 'A', { order: 'oldest' }), newest.reverse());
	});

	on('of ties is by the sortKey, as UTF-8 bytes', async (index) => {
		const keys = { B: 'é', C: 'z', D: '\u{1f600}', E: '\uffee', F: 'Z', G: 'Z\0z', H: 'Z \0a' };
		const objects = Object.entries(keys).map(([name, sortKey]) => work(name, { sortKey }));
		const links = Object.keys(keys).flatMap((name) => link(`A Cites ${name}`));
		await put(index, { objects: [work('A'), ...objects], links });
		const ordered = ['F', 'G', 'H', 'C', 'B', 'E', 'D'];
		assert.deepEqual(await find(index, 'A'), ordered);
		const pages = await pagesOf(index, about('A', { size: 1 }));
		assert.deepEqual(pages.flatMap(namesOf), ordered);
	});

	on('of ties of one object is by relation', async (index) => {
		const links = ['A IsRelatedTo B', 'B Cites A', 'A Cites B', 'A IsSupplementTo C'].flatMap((text) => link(text));
		await put(index, { objects: letters.map((name) => work(name)), links });
		const relations = (result: SearchResult | undefined) => result?.items.map(({ relation }) => relation);
		const newest = ['cites', 'isCitedBy', 'isRelatedTo', 'isSupplementTo'];
		assert.deepEqual(relations(await index.search(about('A'))), newest);
		assert.deepEqual(relations(await index.search(about('A', { order: 'oldest' }))), newest.reverse());
	});

	on('follows an object whose sortKey changes', async (index) => {
		const links = [...link('A Cites B'), ...link('A Cites C')];
		await put(index, { objects: letters.map((name) => work(name)), links });
		await put(index, { objects: [work('B', { sortKey: 'Z' })] });
		assert.deepEqual(await find(index, 'A'), ['C', 'B']);
	});

	on('has dates before 1970 and within a second', async (index) => {
		const links = [
			...link('A Cites B', asserted('1905-06-09')),
			...link('A Cites C', asserted('2015-01-01T00:00:00.25Z')),
			...link('A Cites D', asserted('2015-01-01T00:00:00.5Z')),
			...link('A Cites E', asserted('0800')),
		];
		await put(index, { objects: letters.map((name) => work(name)), links });
		assert.deepEqual(await find(index, 'A'), ['D', 'C', 'B', 'E']);
	});
}

const five = {
	objects: letters.map((name) => work(name)),
	links: ['B', 'C', 'D', 'E', 'F'].flatMap((name) => link(`A Cites ${name}`)),
};

type Hundredth = { group: number; object: IndexObject; date: string; rank: number };

/**
 * Makes 300 works with the date at which each is cited: 40 with a day of their own, then 160 of one
 * day, then twenty a day; ranks order those of one day.
 */
function hundreds(): Hundredth[] {
	return Array.from({ length: 300 }, (_, number) => {
		const group = 1_000 + number;
		const rank = (number * 7) % 300;
		const day = number < 40 ? 400 - number : number < 200 ? 200 : 100 - Math.floor(number / 20);
		const document = {
			identifiers: `[{"ID":"${group}","IDScheme":"doi"}]`,
			fields: '"Type":{"Name":"unknown"}',
			versions: '',
		};
		return {
			group,
			object: { ...work('A'), group, version: group, identifiers: [], sortKey: `key ${1_000 + rank}`, document },
			date: new Date(Date.UTC(2015, 0, day)).toISOString().slice(0, 10),
			rank,
		};
	});
}

function describeEachPage(on: Case): void {
	const reads = on.reading(five);
	reads('have size items after offset, and the total whatever the page', async (index) => {
		const result = await index.search(about('A', { size: 2, offset: 1 }));
		assert.deepEqual([namesOf(result as SearchResult), result?.total], [['C', 'D'], 5]);
		const beyond = await index.search(about('A', { size: 2, offset: 9 }));
		assert.deepEqual([beyond?.items, beyond?.total, beyond?.cursor], [[], 5, undefined]);
	});

	reads('of size 0 only count', async (index) => {
		const result = await index.search(about('A', { size: 0 }));
		assert.deepEqual([result?.items, result?.total, result?.cursor], [[], 5, undefined]);
	});

	reads('have a cursor exactly where something follows', async (index) => {
		assert.equal((await index.search(about('A', { size: 5 })))?.cursor, undefined);
		assert.equal((await index.search(about('A', { size: 2, offset: 3 })))?.cursor, undefined);
		assert.ok((await index.search(about('A', { size: 2, offset: 2 })))?.cursor);
	});

	for (const order of ['newest', 'oldest'] as const) {
		on(
			`are in the order of ${order}, whatever their size, with hundreds of links, many of them of the same instant`,
			async (index) => {
				const cited = hundreds();
				const links = cited.map(({ group, date }): IndexLink => {
					const history = [asserted(date)];
					return { source: groupOf('A'), relation: 'Cites', target: group, identity: history, version: history };
				});
				await put(index, { objects: [work('A'), ...cited.map(({ object }) => object)], links });
				const newest = cited
					.toSorted((one, other) => (one.date === other.date ? one.rank - other.rank : one.date < other.date ? 1 : -1))
					.map(({ group }) => `${group}`);
				const expected = order === 'newest' ? newest : newest.toReversed();
				for (const groupBy of ['identity', 'version'] as const) {
					for (const size of [7, 25, 36, 110]) {
						const pages = await pagesOf(index, about('A', { order, size, groupBy }));
						assert.deepEqual(pages.flatMap(namesOf), expected, `${groupBy} in pages of ${size}`);
						const shifted = await find(index, 'A', { order, size, groupBy, offset: 33 });
						assert.deepEqual(shifted, expected.slice(33, 33 + size), `${groupBy}, ${size} after 33`);
					}
				}
			},
		);
	}

	for (const order of ['newest', 'oldest'] as const) {
		on(`neither repeat nor skip along the cursors of ${order}, relations mixed`, async (index) => {
			const links = ['A Cites', 'A IsSupplementTo', 'A IsRelatedTo'].flatMap((begin) =>
				['B', 'C', 'D'].flatMap((name) => link(`${begin} ${name}`, asserted(name === 'D' ? '2016' : '2015'))),
			);
			await put(index, { objects: letters.map((name) => work(name)), links });
			const whole = await index.search(about('A', { order }));
			const pages = await pagesOf(index, about('A', { order, size: 2 }));
			assert.deepEqual(
				pages.flatMap(({ items }) => items),
				whole?.items,
			);
			assert.deepEqual(
				pages.map(({ items, total }) => [items.length, total]),
				[2, 2, 2, 2, 1].map((length) => [length, 9]),
			);
		});
	}
}

function describeCursors(on: Case): void {
	const reads = on.reading(five);
	on('continue after the position of a removed item', async (index) => {
		await put(index, five);
		const first = await index.search(about('A', { size: 2 }));
		await put(index, { links: only('identity', link('A Cites C')).map((one) => ({ ...one, identity: [] })) });
		const next = await index.search(about('A', { size: 2, cursor: first?.cursor as string }));
		assert.deepEqual(namesOf(next as SearchResult), ['D', 'E']);
	});

	for (const order of ['newest', 'oldest'] as const) {
		on(
			`lead to each link that exists throughout exactly once, by ${order}, whatever comes and merges`,
			async (index) => {
				const cited = hundreds().slice(0, 60);
				const citing = (group: number, date: string): IndexLink => {
					const history = [asserted(date)];
					return { source: groupOf('A'), relation: 'Cites', target: group, identity: history, version: history };
				};
				const links = cited.map(({ group, date }) => citing(group, date));
				await put(index, { objects: [work('A'), ...cited.map(({ object }) => object)], links });
				const seen: string[] = [];
				let page = await index.search(about('A', { order, size: 10 }));
				for (let round = 0; page; round++) {
					seen.push(...namesOf(page));
					if (page.cursor === undefined) break;
					const [one, other] = cited.slice(2 * round) as [Hundredth, Hundredth];
					const arriving = hundreds().slice(100 + 10 * round, 110 + 10 * round);
					await put(index, {
						// The group that two works became has a number of its own, the position of one and the
						// date of both.
						removed: [one, other].map(({ group }) => ({ level: 'identity', group })),
						objects: [
							...arriving.map(({ object }) => object),
							{ ...one.object, group: 500 + round, version: 500 + round },
						],
						links: [...arriving.map(({ group, date }) => citing(group, date)), citing(500 + round, one.date)],
					});
					page = await index.search(about('A', { order, size: 10, cursor: page.cursor }));
				}
				const merged = 2 * 6;
				const quiet = cited.slice(merged).map(({ group }) => `${group}`);
				assert.deepEqual(seen.filter((name) => quiet.includes(name)).sort(), quiet);
			},
		);
	}

	reads('refuse a cursor that was never returned', async (index) => {
		const good = (await index.search(about('A', { size: 1 })))?.cursor as string;
		for (const cursor of ['', 'x', `${good}=`, `${good}x`, 'bnVsbA', 'WzEsMiwzXQ', 'WzEsImEiLDld', '%']) {
			await assert.rejects(index.search(about('A', { cursor })), (error: unknown) => {
				assert.ok(error instanceof BrokerError);
				assert.equal(error.code, 'bad-query');
				assert.deepEqual(
					error.problems.map(({ field }) => field),
					['cursor'],
				);
				return true;
			});
		}
	});
}
