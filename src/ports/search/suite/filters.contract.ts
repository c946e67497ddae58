// Suite of the search index: what narrows and counts a search: filters, free text, facets.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { queryNestingLimit, queryWordLimit } from '../../../search/query-limits.ts';
import { parseQueryString } from '../../../search/query-string.ts';
import type { SearchRequest, SearchResult } from '../search-reader.ts';
import { about, asserted, type Case, family, find, letters, link, namesOf, put, work } from './search-index.fixture.ts';

export function describeFilters(on: Case): void {
	describe('filters', () => describeEachFilter(on));
	describe('free text', () => describeText(on));
	describe('facets', () => describeFacets(on));
}

function describeEachFilter(on: Case): void {
	const shelf = {
		objects: [
			work('A'),
			work('B', { type: 'software', year: 2014 }),
			work('C', { type: 'dataset', year: 2015 }),
			work('D', { type: 'software', year: 2016 }),
			work('E', { type: 'literature' }),
		],
		links: [
			...link('A Cites B', asserted('2010-06-15')),
			...link('A Cites C', asserted('2020-01-01', 'Zenodo'), asserted('2010-01-01', 'Crossref')),
			...link('A Cites D', asserted('2015-06-15')),
			...link('A Cites E', asserted('2016-06-15')),
		],
	};
	const reads = on.reading(shelf);
	const finds = (sentence: string, filter: Partial<SearchRequest>, names: string[]) => {
		reads(sentence, async (index) => {
			const result = await index.search(about('A', filter));
			assert.deepEqual([namesOf(result as SearchResult).sort(), result?.total], [names, names.length]);
		});
	};
	const instant = (date: string) => asserted(date).instant;

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
	finds(
		'keep a link whose day, month or year the range meets, however little',
		{ asserted: { from: instant('2015-06-15T23:59:59Z'), to: instant('2016-06-15T00:00:00Z') } },
		['D', 'E'],
	);
	on('take a date of less precision for all its days, and a date-time for its moment', async (index) => {
		const dates = { B: '2015', C: '2015-06', D: '2015-06-30', E: '2015-06-30T12:00Z' };
		const links = Object.entries(dates).flatMap(([name, date]) =>
			link(`A Cites ${name}`, asserted(date, 'Crossref'), asserted('1990', 'Zenodo')),
		);
		await put(index, { objects: letters.map((name) => work(name)), links });
		const found = async (from: string | null, to: string | null) => {
			const range = { from: from && instant(from), to: to && instant(to) };
			return (await find(index, 'A', { asserted: range as NonNullable<SearchRequest['asserted']> })).sort();
		};
		assert.deepEqual(await found('2015-12-31', null), ['B']);
		assert.deepEqual(await found('2015-06-30T12:00:00.001Z', null), ['B', 'C', 'D']);
		assert.deepEqual(await found('2015-06-30T12:00Z', null), ['B', 'C', 'D', 'E']);
		assert.deepEqual(await found('2014', '2015-03'), ['B']);
		assert.deepEqual(await found('2015-06-10', '2015-06-20'), ['B', 'C']);
		assert.deepEqual(await found('1991', '2014-12-31T23:59:59.999Z'), []);
		assert.deepEqual(await found('2016', null), []);
	});
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
		...link('A Cites B', asserted('2015', 'Crossref')),
		...link('A Cites C', asserted('2015', 'Zenodo Sandbox'), asserted('2014', 'Europe PMC')),
		...link('A Cites D', asserted('2015', 'Zenodo')),
	],
};

function describeText(on: Case): void {
	const reads = on.reading(library);
	const finds = (q: string, names: string[]) => {
		reads(`${q} finds ${names.join(', ') || 'nothing'}`, async (index) => {
			const result = await index.search(about('A', { q: parseQueryString(q) }));
			assert.deepEqual([namesOf(result as SearchResult).sort(), result?.total], [names, names.length]);
		});
	};

	on('words of one field are found behind characters of every length', async (index) => {
		const b = work('B', { text: { title: ['𠮷 é 机'], creator: ['dark'], publisher: ['matter'] } });
		await put(index, { objects: [work('A'), b], links: link('A Cites B', asserted('2015')) });
		for (const q of ['creator:dark', 'publisher:matter', 'title:机', '𠮷']) {
			assert.deepEqual(await find(index, 'A', { q: parseQueryString(q) }), ['B'], q);
		}
		for (const q of ['creator:matter', 'publisher:dark', 'title:dark']) {
			assert.deepEqual(await find(index, 'A', { q: parseQueryString(q) }), [], q);
		}
	});

	on('marks of letters are distinguished, except accents of Latin, Greek and Cyrillic, and points', async (index) => {
		const titles = { B: 'ガラス शब्द काम ที่นี่ 한국어', C: 'カラス कम ท 한국 Ἀλφα ёж Tiếng', D: 'שָׁלוֹם مُحَمَّد' };
		const works = Object.entries(titles).map(([name, title]) => work(name, { text: { title: [title] } }));
		const links = Object.keys(titles).flatMap((name) => link(`A Cites ${name}`, asserted('2015')));
		await put(index, { objects: [work('A'), ...works], links });
		const found = {
			...{ ガラス: 'B', カラス: 'C', काम: 'B', कम: 'C', शब्द: 'B', ที่: 'B', ท: 'C' },
			...{ ['한국어'.normalize('NFD')]: 'B', '한국*': 'BC', αλφα: 'C', еж: 'C', tieng: 'C', שָׁלוֹם: 'D', مُحَمَّد: 'D' },
			...{ שלום: 'D', محمد: 'D', 'מ שלום': '', 'محم*': 'D', محـــمد: 'D' },
		};
		for (const [q, names] of Object.entries(found)) {
			assert.equal((await find(index, 'A', { q: parseQueryString(q) })).sort().join(''), names, q);
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
	finds('& dark -', ['B', 'C', 'D']);
	finds(`"'; DROP TABLE link; --"`, []);
	finds('"% _ | matter"', ['B', 'C', 'D']);

	reads('may have as many words as a query may, and nest as deep', async (index) => {
		const words = Array.from({ length: queryWordLimit - 1 }, (_, number) => `w${number}`);
		const nested = (inner: string) => `${'(x '.repeat(queryNestingLimit)}${inner}${')'.repeat(queryNestingLimit)}`;
		const queries = { [`${words.join(' OR ')} OR dark`]: 'BCD', [`dark ${words.join(' ')}`]: '', [nested('dark')]: '' };
		for (const [q, names] of Object.entries(queries)) {
			assert.equal((await find(index, 'A', { q: parseQueryString(q) })).sort().join(''), names, q);
		}
	});

	on('applies to the Version group where that has an object of its own', async (index) => {
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

	on('applies to the present texts of an object', async (index) => {
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

	const reads = on.reading(shelf);
	reads('count the whole result: types by count then name, years ascending', async (index) => {
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
			typeYears: [
				['dataset', 2014, 1],
				['dataset', 2016, 1],
				['software', 2016, 1],
			],
			linkYear: [[2015, 5]],
			typeLinkYears: [
				['dataset', 2015, 2],
				['literature', 2015, 2],
				['software', 2015, 1],
			],
			subType: [],
		});
		assert.equal(result?.total, 5);
	});

	reads('count what the filters match', async (index) => {
		const result = await index.search(about('A', { facets: true, relation: 'cites', years: { from: 2016, to: null } }));
		assert.deepEqual(result?.facets, {
			type: [
				['dataset', 1],
				['software', 1],
			],
			publicationYear: [[2016, 2]],
			typeYears: [
				['dataset', 2016, 1],
				['software', 2016, 1],
			],
			linkYear: [[2015, 2]],
			typeLinkYears: [
				['dataset', 2015, 1],
				['software', 2015, 1],
			],
			subType: [],
		});
	});

	on('count each item once by link, in the year (UTC) of the latest instant of its history', async (index) => {
		const links = [
			...link('A Cites B', asserted('2019-12-31T23:30-01:00'), asserted('2011')),
			...link('A Cites C', asserted('2020-01-01T00:30+01:00')),
			...link('A Cites D', asserted('1969-12-31T23:59:59.5Z')),
			...link('A Cites E', asserted('0800')),
		];
		await put(index, { objects: shelf.objects, links });
		const { facets } = (await index.search(about('A', { facets: true, size: 0 }))) as SearchResult;
		assert.deepEqual(facets?.linkYear, [
			[800, 1],
			[1969, 1],
			[2019, 1],
			[2020, 1],
		]);
		assert.deepEqual(
			facets?.typeLinkYears.filter(([type]) => type === 'dataset'),
			[
				['dataset', 1969, 1],
				['dataset', 2019, 1],
			],
		);
	});

	on('are returned only on request, and empty for nothing', async (index) => {
		await put(index, { objects: [work('A')] });
		assert.ok(!('facets' in ((await index.search(about('A'))) as SearchResult)));
		const ofYears = { publicationYear: [], typeYears: [], linkYear: [], typeLinkYears: [] };
		const ofNothing = { type: [], ...ofYears, subType: [] };
		assert.deepEqual((await index.search(about('A', { facets: true })))?.facets, ofNothing);
		const byVersion = about('A', { facets: true, groupBy: 'version' });
		assert.deepEqual((await index.search(byVersion))?.facets, { ...ofNothing, via: [] });
	});
}
