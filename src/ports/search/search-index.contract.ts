// The contract of the search index as tests: one for each of its sentences, run on every engine; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { searchRelations } from '../../links/relation.ts';
import { parseQueryString } from '../../search/query-string.ts';
import {
	changesBetween,
	emptyWorld,
	identifierCount,
	stepsOf,
	type World,
	worldArbitrary,
} from './search-index.arbitrary.ts';
import {
	about,
	buildUp,
	countOf,
	countUp,
	family,
	find,
	groupOf,
	link,
	namesOf,
	only,
	pagesOf,
	put,
	said,
	work,
} from './search-index.fixture.ts';
import { createModelStore, openModelIndex } from './search-index.model.ts';
import type {
	IndexChanges,
	IndexLink,
	IndexObject,
	IndexWriter,
	SearchIndex,
	SearchRequest,
	SearchResult,
} from './search-index.ts';
import { questionArbitrary } from './search-request.arbitrary.ts';

/** One fresh index: a handle, a way to more handles as other processes would have, and the end of them all. */
export type OpenedIndex = { index: SearchIndex; reopen(): Promise<SearchIndex>; close(): Promise<void> };

type Open = () => Promise<OpenedIndex>;
type Case = (sentence: string, test: (index: SearchIndex, reopen: OpenedIndex['reopen']) => Promise<void>) => void;

/** `skip`: why an engine cannot be tested here; `worlds`: how many random histories are tried, fewer where each takes long. */
export type SuiteOptions = { skip?: string | false; worlds?: number };

/** Tests an engine; `open` makes a fresh, empty index each time. */
export function describeSearchIndex(name: string, open: Open, { skip = false, worlds = 40 }: SuiteOptions = {}): void {
	const on: Case = (sentence, test) => {
		it(sentence, async () => {
			const { index, reopen, close } = await open();
			try {
				await test(index, reopen);
			} finally {
				await close();
			}
		});
	};
	describe(name, { skip }, () => {
		describe('identifiers', () => describeIdentifiers(on));
		describe('what a search finds', () => describeRelations(on));
		describe('levels', () => describeLevels(on));
		describe('order', () => describeOrder(on));
		describe('pages', () => describePages(on));
		describe('cursors', () => describeCursors(on));
		describe('filters', () => describeFilters(on));
		describe('free text', () => describeText(on));
		describe('facets', () => describeFacets(on));
		describe('changes', () => describeChanges(on));
		describe('examples', () => describeExamples(on));
		describe('the state', () => describeState(on));
		describe('removed groups', () => describeRemoval(on));
		describe('updates', () => describeUpdates(on));
		describe('generations', () => describeGenerations(on));
		describe('generations that were not switched to', () => describeUnfinished(on));
		describe('switching', () => describeSwitching(on));
		describe('switching where it cannot be', () => describeNoSwitch(on));
		describe('properties', () => describeProperties(open, worlds));
	});
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

	on('tell the Version group that their work is told to lie in', async (index) => {
		await put(index, { objects: [work('A', { version: 'B' }), work('B'), family('B')] });
		const [located] = await index.locate([{ scheme: 'doi', key: 'A' }]);
		assert.deepEqual(located, { scheme: 'doi', key: 'A', identity: 1, version: 2 });
	});

	on('lead to the work that was given with them last', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		await put(index, { objects: [work('B', { dois: ['y'] }), work('A', { dois: ['x'] })] });
		assert.deepEqual(await identitiesOf(index, ['x', 'y']), [1, 2]);
	});

	on('leave a work that is not given when another takes them, and do not come back to it', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		await put(index, { objects: [work('B', { dois: ['y'] })] });
		assert.deepEqual(await identitiesOf(index, ['x', 'y']), [1, 2]);
		await put(index, { removed: [{ level: 'identity', group: 2 }] });
		assert.deepEqual(await identitiesOf(index, ['x', 'y']), [1, undefined]);
	});

	on('lead nowhere when their work is given without them', async (index) => {
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

async function identitiesOf(index: SearchIndex, dois: readonly string[]): Promise<(number | undefined)[]> {
	const located = await index.locate(dois.map((key) => ({ scheme: 'doi', key })));
	return dois.map((doi) => located.find(({ key }) => key === doi)?.identity);
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

	on('is all five relations where none is asked for, each item with its own', async (index) => {
		await put(index, { objects: [work('A'), work('B')], links: seen.flatMap(([, notation]) => link(notation)) });
		const result = await index.search(about('A'));
		assert.deepEqual(
			result?.items.map(({ relation }) => relation),
			searchRelations,
		);
		assert.equal(result?.total, 5);
	});

	on('comes with the documents and the LinkHistory as they were given', async (index) => {
		const history = [said('2016-03', 'Zenodo', 'Cites', 'References'), said('2015-06-01T12:00:00.5Z', 'Crossref')];
		const [a, b] = [work('A'), work('B')];
		await put(index, { objects: [a, b], links: link('A Cites B', ...history) });
		assert.deepEqual(await index.search(about('A')), {
			source: a.document,
			total: 1,
			items: [{ relation: 'cites', object: b.document, history }],
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
			...link('A Cites B', said('2015')),
			...only('identity', link('A Cites C', said('2016'))),
			...only('version', link('A Cites D', said('2017'))),
		];
		await put(index, { objects: ['A', 'B', 'C', 'D'].map((name) => work(name)), links });
		assert.deepEqual(await find(index, 'A'), ['C', 'B']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['D', 'B']);
	});

	on('share no history: a link may say more at one than at the other', async (index) => {
		const both = { ...link('A Cites B')[0], identity: [said('2015')], version: [said('2016'), said('2015')] };
		await put(index, { objects: [work('A'), work('B')], links: [both as never] });
		assert.deepEqual(await historyDates(index, 'identity'), ['2015']);
		assert.deepEqual(await historyDates(index, 'version'), ['2016', '2015']);
	});

	on('are left as they are by a link that says nothing of them', async (index) => {
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B', said('2015')) });
		await put(index, { links: only('version', link('A Cites B', said('2016'))) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2015']);
		assert.deepEqual(await historyDates(index, 'version'), ['2016']);
		await put(index, { links: only('identity', link('A Cites B', said('2016'))) });
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
		assert.deepEqual(await index.search(about('A', { groupBy: 'version' })), await index.search(about('A')));
	});

	on('know no Version group by the number of an Identity group that lies in another', async (index) => {
		await put(index, { objects: [work('A', { version: 'B' }), work('B'), family('B')] });
		assert.equal(await index.search(about('A', { groupBy: 'version' })), undefined);
	});

	on('share it again once the Identity object is given without the Version object', async (index) => {
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

async function historyDates(index: SearchIndex, groupBy: SearchRequest['groupBy']): Promise<string[] | undefined> {
	const result = await index.search(about('A', { groupBy }));
	return result?.items[0]?.history.map(({ date }) => date);
}

const dated = [
	...link('A Cites B', said('2015-01-01')),
	...link('A Cites C', said('2017-05-05'), said('2001-01-01')),
	...link('A Cites D', said('2016')),
];
const letters = ['A', 'B', 'C', 'D', 'E', 'F'];

function describeOrder(on: Case): void {
	on('is by the latest instant of the LinkHistory, newest first', async (index) => {
		await put(index, { objects: letters.map((name) => work(name)), links: dated });
		assert.deepEqual(await find(index, 'A'), ['C', 'D', 'B']);
	});

	on('is the exact reverse for oldest', async (index) => {
		await put(index, {
			objects: letters.map((name) => work(name)),
			links: [...dated, ...link('A Cites E', said('2016'))],
		});
		const newest = await find(index, 'A');
		assert.deepEqual(await find(index, 'A', { order: 'oldest' }), newest.reverse());
	});

	on('of ties is by the sortKey, as UTF-8 bytes', async (index) => {
		const keys = { B: 'é', C: 'z', D: '\u{1f600}', E: '\uffee', F: 'Z' };
		const objects = Object.entries(keys).map(([name, sortKey]) => work(name, { sortKey }));
		const links = Object.keys(keys).flatMap((name) => link(`A Cites ${name}`));
		await put(index, { objects: [work('A'), ...objects], links });
		assert.deepEqual(await find(index, 'A'), ['F', 'C', 'B', 'E', 'D']);
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
			...link('A Cites B', said('1905-06-09')),
			...link('A Cites C', said('2015-01-01T00:00:00.25Z')),
			...link('A Cites D', said('2015-01-01T00:00:00.5Z')),
			...link('A Cites E', said('0800')),
		];
		await put(index, { objects: letters.map((name) => work(name)), links });
		assert.deepEqual(await find(index, 'A'), ['D', 'C', 'B', 'E']);
	});
}

const five = {
	objects: letters.map((name) => work(name)),
	links: ['B', 'C', 'D', 'E', 'F'].flatMap((name) => link(`A Cites ${name}`)),
};

/** Makes 300 works with the date at which each is cited: 40 of a day of their own, then 160 of one day, then twenty a day; ranks order those of one day. */
function hundreds(): { group: number; object: IndexObject; date: string; rank: number }[] {
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

function describePages(on: Case): void {
	on('hold size items after offset, and the total whatever the page', async (index) => {
		await put(index, five);
		const result = await index.search(about('A', { size: 2, offset: 1 }));
		assert.deepEqual([namesOf(result as SearchResult), result?.total], [['C', 'D'], 5]);
		const beyond = await index.search(about('A', { size: 2, offset: 9 }));
		assert.deepEqual([beyond?.items, beyond?.total, beyond?.cursor], [[], 5, undefined]);
	});

	on('of size 0 only count', async (index) => {
		await put(index, five);
		const result = await index.search(about('A', { size: 0 }));
		assert.deepEqual([result?.items, result?.total, result?.cursor], [[], 5, undefined]);
	});

	on('have a cursor exactly where something follows', async (index) => {
		await put(index, five);
		assert.equal((await index.search(about('A', { size: 5 })))?.cursor, undefined);
		assert.equal((await index.search(about('A', { size: 2, offset: 3 })))?.cursor, undefined);
		assert.ok((await index.search(about('A', { size: 2, offset: 2 })))?.cursor);
	});

	for (const order of ['newest', 'oldest'] as const) {
		on(
			`are in the order of ${order}, whatever their size, of hundreds of links of which many share an instant`,
			async (index) => {
				const cited = hundreds();
				const links = cited.map(({ group, date }): IndexLink => {
					const history = [said(date)];
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
				['B', 'C', 'D'].flatMap((name) => link(`${begin} ${name}`, said(name === 'D' ? '2016' : '2015'))),
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
	on('go on after the place of an item that is gone', async (index) => {
		await put(index, five);
		const first = await index.search(about('A', { size: 2 }));
		await put(index, { links: only('identity', link('A Cites C')).map((one) => ({ ...one, identity: [] })) });
		const next = await index.search(about('A', { size: 2, cursor: first?.cursor as string }));
		assert.deepEqual(namesOf(next as SearchResult), ['D', 'E']);
	});

	on('refuse a cursor that none was handed out as', async (index) => {
		await put(index, five);
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

function describeFilters(on: Case): void {
	const shelf = {
		objects: [
			work('A'),
			work('B', { type: 'software', year: 2014 }),
			work('C', { type: 'dataset', year: 2015 }),
			work('D', { type: 'software', year: 2016 }),
			work('E', { type: 'literature' }),
		],
		links: [
			...link('A Cites B', said('2010-06-15')),
			...link('A Cites C', said('2020-01-01', 'Zenodo'), said('2010-01-01', 'Crossref')),
			...link('A Cites D', said('2015-06-15')),
			...link('A Cites E', said('2016-06-15')),
		],
	};
	const finds = (sentence: string, filter: Partial<SearchRequest>, names: string[]) => {
		on(sentence, async (index) => {
			await put(index, shelf);
			const result = await index.search(about('A', filter));
			assert.deepEqual([namesOf(result as SearchResult).sort(), result?.total], [names, names.length]);
		});
	};
	const instant = (date: string) => said(date).instant;

	finds('keep objects of a type', { type: 'software' }, ['B', 'D']);
	finds('keep objects of a range of years, both ends included', { years: { from: 2014, to: 2015 } }, ['B', 'C']);
	finds('keep objects from a year on', { years: { from: 2015, to: null } }, ['C', 'D']);
	finds('keep objects up to a year', { years: { from: null, to: 2014 } }, ['B']);
	finds('keep objects of any year from those without one', { years: { from: null, to: null } }, ['B', 'C', 'D']);
	finds(
		'keep links with some one item of their history in a range of time',
		{
			asserted: { from: instant('2015-01-01'), to: instant('2018-01-01') },
		},
		['D', 'E'],
	);
	finds(
		'keep links by an item that is not their latest',
		{
			asserted: { from: instant('2009-01-01'), to: instant('2010-06-15') },
		},
		['B', 'C'],
	);
	finds('keep links asserted at this moment or later', { asserted: { from: instant('2016-06-15'), to: null } }, [
		'C',
		'E',
	]);
	finds('keep links asserted at this moment or before', { asserted: { from: null, to: instant('2010-01-01') } }, ['C']);
	finds('keep every link in an open range of time', { asserted: { from: null, to: null } }, ['B', 'C', 'D', 'E']);
	finds('must all hold', { type: 'software', years: { from: 2015, to: null }, q: parseQueryString('year:2016') }, [
		'D',
	]);
	finds('may leave nothing', { type: 'unknown' }, []);
}

const library = {
	objects: [
		work('A'),
		work('B', {
			text: {
				title: ['The Dark Matter of Galaxies'],
				creator: ['Müller, Zoë', 'Smith, Anne'],
				identifier: ['10.5281/zenodo.11020'],
			},
			type: 'dataset',
			year: 2015,
		}),
		work('C', {
			text: { title: ['Matter, dark or not'], publisher: ['Dark Press'], keyword: ['galaxies', 'matter'] },
			type: 'software',
		}),
		work('D', { text: { title: ['Untitled'], keyword: ['dark', 'matter'] }, year: 2014 }),
	],
	links: [
		...link('A Cites B', said('2015', 'Crossref')),
		...link('A Cites C', said('2015', 'Zenodo Sandbox'), said('2014', 'Europe PMC')),
		...link('A Cites D', said('2015', 'Zenodo')),
	],
};

function describeText(on: Case): void {
	const finds = (q: string, names: string[]) => {
		on(`${q} finds ${names.join(', ') || 'nothing'}`, async (index) => {
			await put(index, library);
			const result = await index.search(about('A', { q: parseQueryString(q) }));
			assert.deepEqual([namesOf(result as SearchResult).sort(), result?.total], [names, names.length]);
		});
	};

	on('words of one field are found behind characters of every length', async (index) => {
		const b = work('B', { text: { title: ['𠮷 é 机'], creator: ['dark'], publisher: ['matter'] } });
		await put(index, { objects: [work('A'), b], links: link('A Cites B', said('2015')) });
		for (const q of ['creator:dark', 'publisher:matter', 'title:机', '𠮷']) {
			assert.deepEqual(await find(index, 'A', { q: parseQueryString(q) }), ['B'], q);
		}
		for (const q of ['creator:matter', 'publisher:dark', 'title:dark']) {
			assert.deepEqual(await find(index, 'A', { q: parseQueryString(q) }), [], q);
		}
	});

	finds('dark', ['B', 'C', 'D']);
	finds('DARK galaxies', ['B', 'C']);
	finds('"dark matter"', ['B']);
	finds('"matter dark"', ['C']);
	finds('"smith anne" OR "zoe smith"', ['B']);
	finds('title:dark', ['B', 'C']);
	finds('creator:muller', ['B']);
	finds('publisher:dark', ['C']);
	finds('keyword:dark', ['D']);
	finds('keyword:"galaxies matter"', []);
	finds('identifier:10.5281/zenodo.11020', ['B']);
	finds('identifier:10.5281/zenodo.1102', []);
	finds('identifier:10.5281/zenodo.1102*', ['B']);
	finds('title:galax*', ['B']);
	finds('title:"matter of gal"', []);
	finds('provider:zenodo', ['C', 'D']);
	finds('provider:"europe pmc"', ['C']);
	finds('provider:sand*', ['C']);
	finds('provider:nobody', []);
	finds('zenodo -provider:zenodo', ['B']);
	finds('type:dataset OR type:software', ['B', 'C']);
	finds('year:[2014 TO *]', ['B', 'D']);
	finds('-year:2015', ['C', 'D']);
	finds('-dark', []);
	finds('NOT title:dark', ['D']);
	finds('NOT provider:zenodo', ['B']);
	finds('dark AND NOT (galaxies OR press)', ['D']);
	finds('*', ['B', 'C', 'D']);
	finds('-*', []);
	finds('&', ['B', 'C', 'D']);
	finds(`"'; DROP TABLE link; --"`, []);
	finds('"% _ | matter"', ['B', 'C', 'D']);

	on('speaks of the Version group where that has an object of its own', async (index) => {
		const objects = [
			work('A'),
			work('B'),
			work('C', { version: 'B' }),
			family('B', { text: { title: ['All of them'] } }),
		];
		await put(index, { objects, links: link('A Cites B') });
		assert.deepEqual(await find(index, 'A', { q: parseQueryString('them'), groupBy: 'version' }), ['all B']);
		assert.deepEqual(await find(index, 'A', { q: parseQueryString('them') }), []);
	});

	on('speaks of what an object says now', async (index) => {
		await put(index, library);
		await put(index, { objects: [work('B', { text: { title: ['Renamed'] } })] });
		assert.deepEqual(await find(index, 'A', { q: parseQueryString('dark') }), ['C', 'D']);
		assert.deepEqual(await find(index, 'A', { q: parseQueryString('renamed') }), ['B']);
	});
}

function describeFacets(on: Case): void {
	const shelf = {
		objects: [
			work('A'),
			work('B', { type: 'software', year: 2016 }),
			work('C', { type: 'dataset', year: 2014 }),
			work('D', { type: 'dataset', year: 2016 }),
			work('E', { type: 'literature' }),
		],
		links: ['A Cites B', 'A Cites C', 'A Cites D', 'A Cites E', 'A IsRelatedTo E'].flatMap((notation) =>
			link(notation),
		),
	};

	on('count the whole result: types by count then name, years ascending', async (index) => {
		await put(index, shelf);
		const result = await index.search(about('A', { facets: true, size: 1 }));
		assert.deepEqual(result?.facets, {
			type: [
				['dataset', 2],
				['literature', 2],
				['software', 1],
			],
			publicationYear: [
				[2014, 1],
				[2016, 2],
			],
		});
		assert.equal(result?.total, 5);
	});

	on('count what the filters leave', async (index) => {
		await put(index, shelf);
		const result = await index.search(about('A', { facets: true, relation: 'cites', years: { from: 2016, to: null } }));
		assert.deepEqual(result?.facets, {
			type: [
				['dataset', 1],
				['software', 1],
			],
			publicationYear: [[2016, 2]],
		});
	});

	on('are there only where asked, and empty of nothing', async (index) => {
		await put(index, { objects: [work('A')] });
		assert.ok(!('facets' in ((await index.search(about('A'))) as SearchResult)));
		assert.deepEqual((await index.search(about('A', { facets: true })))?.facets, { type: [], publicationYear: [] });
	});
}

function describeChanges(on: Case): void {
	const two = { objects: [work('A'), work('B')], links: link('A Cites B', said('2015')) };

	on('set the whole LinkHistory of a link', async (index) => {
		await put(index, two);
		await put(index, { links: link('A Cites B', said('2017'), said('2016')) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2017', '2016']);
		await put(index, { links: link('A Cites B', said('2016')) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2016']);
	});

	on('end a link with an empty LinkHistory', async (index) => {
		await put(index, two);
		await put(index, { links: [{ source: 1, relation: 'Cites', target: 2, identity: [] }] });
		assert.deepEqual(await find(index, 'A'), []);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['B']);
		assert.equal((await index.search(about('B')))?.total, 0);
	});

	on('applied again change nothing', async (index) => {
		const changes = { ...two, removed: [{ level: 'identity', group: 3 } as const] };
		await put(index, { objects: [work('C')], links: [] });
		await put(index, changes);
		const once = [await index.search(about('A')), await index.search(about('B')), await index.size()];
		await put(index, changes);
		assert.deepEqual([await index.search(about('A')), await index.search(about('B')), await index.size()], once);
	});

	on('take the later of two states of one link', async (index) => {
		const links = [...link('A Cites B', said('2015')), ...link('A Cites B', said('2017'), said('2016'))];
		await put(index, { ...two, links });
		assert.deepEqual(await historyDates(index, 'identity'), ['2017', '2016']);
		assert.deepEqual([(await index.search(about('A')))?.total, await index.size()], [1, { objects: 2, links: 1 }]);
	});

	on('are counted: objects of Identity groups, and links between them', async (index) => {
		assert.deepEqual([await index.size(), await index.isEmpty()], [{ objects: 0, links: 0 }, true]);
		const links = [...two.links, ...link('A IsRelatedTo B'), ...only('version', link('B Cites A'))];
		await put(index, { objects: [...two.objects, work('C', { version: 'B' }), family('B')], links });
		assert.deepEqual([await index.size(), await index.isEmpty()], [{ objects: 3, links: 3 }, false]);
		await put(index, { removed: [{ level: 'identity', group: 2 }] });
		assert.deepEqual(await index.size(), { objects: 2, links: 0 });
	});
}

function describeExamples(on: Case): void {
	const dois = async (index: SearchIndex, count = 64) => (await index.examples(count)).map(({ key }) => key).sort();
	const worksOf = (names: string) => [...names].map((name) => work(name));

	on('are objects that have links at their Identity level', async (index) => {
		const versions = [...only('version', link('C Cites D')), ...only('version', link('D IsRelatedTo E'))];
		await put(index, { objects: worksOf('ABCDEF'), links: [...link('A Cites B'), ...versions] });
		assert.deepEqual(await dois(index), ['B']);
	});

	on('are named by one identifier each, which leads to them', async (index) => {
		const objects = [work('A', { dois: ['x', 'y', 'z'] }), work('B'), work('C')];
		await put(index, { objects, links: [...link('B Cites A'), ...link('A Cites C')] });
		await put(index, { objects: [work('B', { dois: ['B', 'x'] }), work('C', { dois: ['z'] })] });
		assert.deepEqual(await dois(index), ['y', 'z']);
	});

	on('are none of them named twice, and at most as many as are asked for', async (index) => {
		const links = ['A Cites B', 'B Cites C', 'C Cites D', 'D Cites B', 'E IsSupplementTo B', 'F IsRelatedTo C'];
		await put(index, { objects: worksOf('ABCDEF'), links: links.flatMap((notation) => link(notation)) });
		const all = await dois(index);
		assert.deepEqual([all.length, new Set(all).size], [all.length, all.length]);
		assert.deepEqual(
			all.filter((name) => !'BCDF'.includes(name)),
			[],
		);
		assert.ok((await index.examples(2)).length <= 2);
		assert.deepEqual(await index.examples(0), []);
	});

	on('are those first that are cited often', async (index) => {
		const letters = 'BCDEFGHIJKLMNOPQRSTUVWXYZ';
		const links = [...letters].flatMap((name) => link(`${name} Cites A`));
		await put(index, { objects: worksOf(`A${letters}`), links: [...links, ...link('Z Cites Y')] });
		assert.deepEqual(await dois(index, 1), ['A']);
	});

	on('are none where there are no links', async (index) => {
		assert.deepEqual(await index.examples(64), []);
		await put(index, { objects: worksOf('AB') });
		assert.deepEqual(await index.examples(64), []);
	});

	on('are of the generation that answers', async (index) => {
		await put(index, { objects: worksOf('AB'), links: link('A Cites B') });
		await buildUp(index, 2, { objects: worksOf('AC'), links: link('A Cites C') });
		assert.deepEqual(await dois(index), ['B']);
		await index.switchTo(2);
		assert.deepEqual(await dois(index), ['C']);
	});
}

function describeState(on: Case): void {
	const differ = (one: object | undefined, other: object | undefined) => one === undefined || one !== other;

	on('is another one, or not known, once any handle has changed anything', async (index, reopen) => {
		const changes: Partial<IndexChanges>[] = [
			{ objects: [work('A'), work('B')] },
			{ links: link('A Cites B') },
			{ links: link('A Cites B', said('2016')) },
			{ objects: [work('B', { year: 2016 })] },
			{ removed: [{ level: 'identity', group: 2 }] },
		];
		const other = await reopen();
		for (const writing of [index, other]) {
			for (const change of changes) {
				const states = [index, other].map((handle) => handle.state());
				await put(writing, change);
				assert.ok(differ(states[0], index.state()));
				assert.ok(differ(states[1], other.state()));
			}
		}
	});

	on('is another one, or not known, once a generation was switched to', async (index, reopen) => {
		const other = await reopen();
		for (const generation of [2, 3]) {
			const states = [index, other].map((handle) => handle.state());
			await buildUp(index, generation, {});
			await index.switchTo(generation);
			assert.ok(differ(states[0], index.state()));
			assert.ok(differ(states[1], other.state()));
		}
	});
}

function describeRemoval(on: Case): void {
	const shelf = {
		objects: ['A', 'B', 'C'].map((name) => work(name)),
		links: ['A Cites B', 'B Cites C', 'A IsRelatedTo B', 'A Cites C', 'C IsSupplementTo A'].flatMap((text) =>
			link(text),
		),
	};

	on('lose their object, their identifiers and all links at their level that touch them', async (index) => {
		await put(index, shelf);
		await put(index, {
			removed: [
				{ level: 'identity', group: groupOf('B') },
				{ level: 'version', group: groupOf('B') },
			],
		});
		assert.deepEqual(await identitiesOf(index, ['A', 'B']), [1, undefined]);
		assert.equal(await index.search(about('B')), undefined);
		for (const groupBy of ['identity', 'version'] as const) {
			assert.deepEqual(await find(index, 'A', { groupBy }), ['C', 'C']);
			assert.deepEqual(await find(index, 'C', { groupBy }), ['A', 'A']);
			assert.equal((await index.search(about('A', { groupBy })))?.total, 2);
		}
	});

	on('leave links of the other level', async (index) => {
		await put(index, {
			objects: [work('A'), work('B', { version: 'C' }), work('C'), family('C')],
			links: link('A Cites C'),
		});
		await put(index, { removed: [{ level: 'version', group: groupOf('C') }], objects: [work('B'), work('C')] });
		assert.deepEqual(await find(index, 'A'), ['C']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), []);
		assert.equal((await index.search(about('C', { groupBy: 'version' })))?.total, 0);
	});

	on('may be given anew in the same change', async (index) => {
		await put(index, shelf);
		const removed = [
			{ level: 'identity', group: groupOf('B') },
			{ level: 'version', group: groupOf('B') },
		] as const;
		await put(index, { removed, objects: [work('B', { dois: ['other'] })], links: link('C Cites B') });
		assert.deepEqual(await find(index, 'B'), ['C']);
		assert.deepEqual(await identitiesOf(index, ['B', 'other']), [undefined, 2]);
	});

	on('may be unknown', async (index) => {
		await put(index, { ...shelf, removed: [{ level: 'identity', group: 77 }] });
		assert.deepEqual(await index.size(), { objects: 3, links: 6 });
	});
}

function describeUpdates(on: Case): void {
	on('show all they applied when they end, and nothing before', async (index, reopen) => {
		const other = await reopen();
		const answer = await index.update(async (writer) => {
			await writer.apply({ removed: [], objects: [work('A'), work('B')], links: [] });
			await writer.apply({ removed: [], objects: [], links: link('A Cites B') });
			for (const handle of [index, other]) {
				assert.equal(await handle.search(about('A')), undefined);
				assert.equal(await handle.isEmpty(), true);
			}
			return 'done';
		});
		assert.equal(answer, 'done');
		for (const handle of [index, other]) assert.deepEqual(await find(handle, 'A'), ['B']);
	});

	on('show nothing where they fail, and do not stand in the way of the next', async (index) => {
		await put(index, { objects: [work('A')] });
		const failing = index.update(async (writer) => {
			const links = link('A Cites B', said('2015', 'Never heard of'));
			await writer.apply({ removed: [], objects: [work('A', { type: 'software' }), work('B')], links });
			throw new Error('on purpose');
		});
		await assert.rejects(failing, /on purpose/);
		assert.deepEqual([await index.search(about('B')), await find(index, 'A')], [undefined, []]);
		await put(index, { objects: [work('B')], links: link('A Cites B', said('2015', 'Never heard of')) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2015']);
	});

	on('see what they have changed themselves', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x'] }), work('B')] });
		await index.update(async (writer) => {
			await writer.apply({ removed: [], objects: [work('B', { dois: ['x'] }), work('A')], links: [] });
			const [located] = await writer.locate([{ scheme: 'doi', key: 'x' }]);
			assert.equal(located?.identity, 2);
			assert.deepEqual(await writer.present([1, 2, 3]), new Set([1, 2]));
		});
	});

	on(
		'tell a group that is there from one that only names a Version group, whatever links these have',
		async (index) => {
			const objects = [work('A', { version: 'V' }), family('V'), work('B'), work('C')];
			await put(index, { objects, links: [...link('A Cites B'), ...only('version', link('B Cites V'))] });
			await index.update(async (writer) => {
				assert.deepEqual(
					await writer.present(['A', 'B', 'C', 'D', 'V'].map(groupOf)),
					new Set(['A', 'B', 'C'].map(groupOf)),
				);
			});
		},
	);

	on('wait for each other, so that none is lost', async (index, reopen) => {
		const handles = [index, await reopen(), index, await reopen()];
		const turns = handles.flatMap((handle) => [handle, handle, handle]);
		await Promise.all(turns.map((handle) => handle.update(countUp)));
		assert.equal(await countOf(index), turns.length);
	});

	on('that come after something write nothing before it, and fail as it does', async (index) => {
		const { promise: after, resolve } = Promise.withResolvers<void>();
		const adding = (name: string) => (writer: IndexWriter) =>
			writer.apply({ removed: [], objects: [work(name)], links: [] });
		const waiting = index.update(adding('A'), { after });
		assert.equal(await index.isEmpty(), true);
		resolve();
		await waiting;
		await assert.rejects(index.update(adding('B'), { after: Promise.reject(new Error('on purpose')) }), /on purpose/);
		assert.deepEqual(await index.size(), { objects: 1, links: 0 });
	});

	on('know the generation they write to', async (index) => {
		assert.equal(await index.update(async (writer) => writer.generation), 1);
	});

	on('end with their work: the writer cannot be kept', async (index) => {
		const kept = await index.update(async (writer) => writer);
		await assert.rejects(kept.apply({ removed: [], objects: [work('A')], links: [] }));
		await assert.rejects(kept.locate([{ scheme: 'doi', key: 'A' }]));
	});
}

const old = { objects: [work('A'), work('B')], links: link('A Cites B') };
const rebuilt = { objects: [work('A'), work('C')], links: link('A Cites C') };

function describeGenerations(on: Case): void {
	on('begin with 1, which is empty', async (index, reopen) => {
		assert.equal(await index.generation(), 1);
		assert.equal(await (await reopen()).isEmpty(), true);
	});

	on('are built beside the one that answers', async (index) => {
		await put(index, old);
		const builder = await index.build(2);
		await builder.addObjects(rebuilt.objects);
		await put(index, { objects: [work('D')], links: link('A Cites D') });
		await builder.addLinks(rebuilt.links);
		await builder.finish();
		assert.deepEqual([await index.generation(), await find(index, 'A')], [1, ['B', 'D']]);
	});

	on('take objects and links in any order, and the levels of a link one by one', async (index) => {
		const builder = await index.build(2);
		const links = [...link('C Cites A'), ...link('A IsRelatedTo B'), ...link('A Cites B', said('2016'), said('2015'))];
		await builder.addLinks(only('version', links));
		await builder.addObjects([work('C'), family('C')]);
		await builder.addObjects([work('B', { dois: ['x', 'y'] }), work('A', { version: 'A' })]);
		await builder.addLinks(only('identity', links));
		await builder.addLinks(only('identity', link('B Cites C')));
		await builder.finish();
		await index.switchTo(2);
		assert.deepEqual(await find(index, 'A'), ['B', 'B', 'C']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['B', 'B', 'all C']);
		assert.deepEqual([await find(index, 'C'), await find(index, 'C', { groupBy: 'version' })], [['A', 'B'], ['A']]);
		assert.deepEqual(await identitiesOf(index, ['y', 'A']), [2, 1]);
		assert.deepEqual(await index.size(), { objects: 3, links: 5 });
		await put(index, { links: only('version', link('A Cites B', said('2017'))) });
		assert.deepEqual(await historyDates(index, 'version'), ['2017']);
		assert.equal((await index.search(about('B')))?.total, 3);
		await put(index, { links: link('C Cites A', said('2018')) });
		assert.deepEqual((await find(index, 'A')).toSorted(), ['B', 'B', 'C']);
		assert.deepEqual((await find(index, 'A', { groupBy: 'version' })).toSorted(), ['B', 'B', 'all C']);
	});

	on('are filled in by two handles at a time, where the engine lets them', async (index, reopen) => {
		const other = await reopen();
		if (!other.buildObjects) return;
		const builder = await index.build(2);
		const apart = await other.buildObjects(2);
		await builder.addLinks(link('A Cites B'));
		await apart.addObjects([work('A'), family('B')]);
		await builder.addLinks(link('B Cites C'));
		await apart.addObjects([work('B', { dois: ['x', 'y'] }), work('C')]);
		await apart.finish();
		await builder.finish();
		await index.switchTo(2);
		assert.deepEqual([await find(index, 'A'), await find(other, 'A', { groupBy: 'version' })], [['B'], ['all B']]);
		assert.deepEqual([await identitiesOf(index, ['y', 'C']), await index.size()], [[2, 3], { objects: 3, links: 2 }]);
	});

	on('may be empty', async (index) => {
		await put(index, old);
		await buildUp(index, 2, {});
		await index.switchTo(2);
		assert.deepEqual([await index.isEmpty(), await index.size()], [true, { objects: 0, links: 0 }]);
		await put(index, old);
		assert.deepEqual([await find(index, 'A'), await index.size()], [['B'], { objects: 2, links: 1 }]);
	});
}

function describeUnfinished(on: Case): void {
	on('are thrown away by abandon', async (index) => {
		await put(index, old);
		const builder = await index.build(2);
		await builder.addObjects(rebuilt.objects);
		await builder.abandon();
		assert.equal(await index.switchToFinished(2), false);
		assert.deepEqual(await find(index, 'A'), ['B']);
	});

	on(
		'leave the old one answering after a crash in the middle, and can be built again under their number',
		async (index, reopen) => {
			await put(index, old);
			const builder = await index.build(2);
			await builder.addObjects([work('F'), ...rebuilt.objects]);
			await builder.addLinks(link('A Cites F'));
			// Here the builder's process ends.
			const next = await reopen();
			assert.deepEqual([await next.generation(), await find(next, 'A')], [1, ['B']]);
			assert.equal(await next.switchToFinished(2), false);
			await buildUp(next, 2, rebuilt);
			await next.switchTo(2);
			assert.deepEqual([await find(next, 'A'), await next.size()], [['C'], { objects: 2, links: 1 }]);
		},
	);

	on('leave the old one answering after a crash before the switch, which can be made up for', async (index, reopen) => {
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		const next = await reopen();
		assert.deepEqual([await next.generation(), await find(next, 'A')], [1, ['B']]);
		assert.equal(await next.switchToFinished(2), true);
		assert.deepEqual([await next.generation(), await find(next, 'A')], [2, ['C']]);
	});
}

function describeSwitching(on: Case): void {
	on('is seen at once by every handle', async (index, reopen) => {
		await put(index, old);
		const others = [await reopen(), await reopen()];
		for (const other of others) assert.deepEqual(await find(other, 'A'), ['B']);
		await others[1]?.update(async () => undefined);
		await buildUp(index, 2, rebuilt);
		await index.switchTo(2);
		for (const handle of [index, ...others]) {
			assert.deepEqual([await handle.generation(), await find(handle, 'A')], [2, ['C']]);
			assert.equal(await handle.update(async (writer) => writer.generation), 2);
		}
	});

	on('can be done any number of times', async (index, reopen) => {
		const other = await reopen();
		for (const generation of [2, 3, 7]) {
			await buildUp(other, generation, { objects: [work('A', { dois: [`built ${generation}`] })] });
			await other.switchTo(generation);
			assert.deepEqual(await identitiesOf(index, [`built ${generation}`]), [1]);
		}
	});

	on('runs `before` while the old one still answers and no writer writes', async (index, reopen) => {
		const other = await reopen();
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		const order: string[] = [];
		let waiting: Promise<number> | undefined;
		await index.switchTo(2, async () => {
			waiting = other.update(async (writer) => {
				order.push('update');
				return writer.generation;
			});
			await new Promise(setImmediate);
			order.push(`before, ${await index.generation()}: ${await find(index, 'A')}`);
		});
		assert.equal(await waiting, 2);
		assert.deepEqual(order, ['before, 1: B', 'update']);
	});

	on('waits for a writer that writes', async (index, reopen) => {
		const other = await reopen();
		await buildUp(index, 2, rebuilt);
		let switched: Promise<void> | undefined;
		await other.update(async (writer) => {
			let done = false;
			switched = index.switchTo(2).finally(() => {
				done = true;
			});
			for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
			await writer.apply({ removed: [], ...old });
			assert.deepEqual([done, await index.generation()], [false, 1]);
		});
		await switched;
		assert.deepEqual([await index.generation(), await find(other, 'A')], [2, ['C']]);
	});
}

function describeNoSwitch(on: Case): void {
	on('does not happen where `before` fails', async (index) => {
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		await assert.rejects(
			index.switchTo(2, async () => {
				throw new Error('on purpose');
			}),
			/on purpose/,
		);
		assert.deepEqual([await index.generation(), await find(index, 'A')], [1, ['B']]);
		await put(index, { links: link('B Cites A') });
		await index.switchTo(2);
		assert.deepEqual(await find(index, 'A'), ['C']);
	});

	on('to the one that answers already only clears up', async (index) => {
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		await index.switchTo(2);
		await index.switchTo(2, async () => assert.fail('before must not run'));
		assert.equal(await index.switchToFinished(2), true);
		assert.deepEqual(await find(index, 'A'), ['C']);
	});

	on('to one that is unfinished or unknown fails', async (index) => {
		await put(index, old);
		await index.build(2);
		await assert.rejects(index.switchTo(2));
		await assert.rejects(index.switchTo(3));
		assert.equal(await index.switchToFinished(3), false);
		assert.deepEqual(await find(index, 'A'), ['B']);
	});
}

function describeProperties(open: Open, worlds: number): void {
	it('answers as the model does, whatever was changed, be it in steps, and whatever is asked', async () => {
		const histories = fc.array(worldArbitrary, { minLength: 1, maxLength: 3 });
		const questions = fc.array(questionArbitrary, { minLength: 6, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(histories, questions, fc.nat(3), async (goals, asked, rebuildAt) => {
				const model = openModelIndex(createModelStore());
				const { index, close } = await open();
				try {
					let world: World = emptyWorld;
					for (const [turn, goal] of goals.entries()) {
						const changes = changesBetween(world, goal);
						for (const [handle, steps] of [
							[index, stepsOf(changes)],
							[model, [changes]],
						] as const) {
							if (turn === rebuildAt) await rebuildAs(handle, goal);
							else await handle.update((writer) => applyAll(writer, steps));
						}
						world = goal;
						await assertAnswersAlike(index, model, asked);
					}
				} finally {
					await close();
				}
			}),
			{ numRuns: worlds },
		);
	});
}

async function applyAll(writer: IndexWriter, steps: readonly IndexChanges[]): Promise<void> {
	for (const step of steps) await writer.apply(step);
}

async function rebuildAs(index: SearchIndex, world: World): Promise<void> {
	await buildUp(index, 2, { objects: world.objects, links: world.links });
	await index.switchTo(2);
}

/** Fails where two indexes of worlds (see search-index.arbitrary.ts) answer any question about any group differently, or lead or count otherwise. */
export async function assertAnswersAlike(
	index: SearchIndex,
	model: SearchIndex,
	questions: readonly Omit<SearchRequest, 'group'>[],
): Promise<void> {
	const groups = Array.from({ length: identifierCount + 1 }, (_, number) => number + 1);
	const requests = groups.flatMap((group) => questions.map((question) => ({ ...question, group })));
	await Promise.all(
		requests.map(async (request) => {
			const [pages, expected] = [await pagesOf(index, request), await pagesOf(model, request)];
			const asked = JSON.stringify(request);
			assert.equal(pages.length, expected.length, asked);
			for (const [number, page] of pages.entries()) {
				assert.deepEqual({ ...page, cursor: undefined }, { ...expected[number], cursor: undefined }, asked);
			}
		}),
	);
	const keys = Array.from({ length: 10 }, (_, number) => `i${number}`);
	const sorted = async (handle: SearchIndex) =>
		(await handle.locateKeys(keys)).sort((one, other) => (one.key < other.key ? -1 : 1));
	assert.deepEqual(await sorted(index), await sorted(model));
	assert.deepEqual([await index.size(), await index.isEmpty()], [await model.size(), await model.isEmpty()]);
}
