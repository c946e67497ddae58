// Says in which order a filter looks at what, and at how little; what filters mean is said by the contract of the index.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { about } from '../../../ports/search/search-index.fixture.ts';
import type { SearchRequest } from '../../../ports/search/search-index.ts';
import { parseQueryString } from '../../../search/query-string.ts';
import { createFilter, type Passing } from './filter.ts';
import type { LinkColumns, Marks } from './link-columns.ts';
import type { LinkTexts } from './link-texts.ts';
import { codeOfType, type View, views } from './schema.ts';

const lines = [' dark matter ', ' dark energy ', ' light ', ' dark '];
const [dataset, software] = [codeOfType('dataset'), codeOfType('software')];

const links: LinkColumns = {
	view: views[0] as View,
	order: 'newest',
	count: 4,
	latest: Float64Array.of(4, 3, 2, 1),
	object: Float64Array.of(1, 2, 3, 4),
	type: Uint8Array.of(dataset, software, dataset, software),
	year: Int32Array.of(2001, 2002, 2003, 2004),
	history: [1, 2, 1, 2],
	texts: [],
	hasText: new Uint8Array(4),
	bytes: 0,
};

/** Filters the four links; tells what passes, whose texts were asked for and whose statements, and how often words were looked at. */
function look(request: Partial<SearchRequest>) {
	const asked: number[][] = [];
	const statements: (number | string)[] = [];
	let looks = 0;
	// Of titles alone: of each of the four other fields there are four empty lines.
	const words = lines.join('\n') + '\n'.repeat(16);
	const begins = [0, ...[...words.matchAll(/\n/g)].map(({ index }) => index + 1)];
	const texts: LinkTexts = {
		ordinals: Uint32Array.of(0, 1, 2, 3),
		begins: Uint32Array.of(...begins, words.length),
		get words() {
			looks++;
			return words;
		},
	};
	const filter = createFilter({
		*textsOf(_, wanted) {
			asked.push(ordinalsOf(wanted));
			yield { texts: [texts], wanted };
		},
		someStatement(history, test) {
			statements.push(history);
			return test({ provider: history === 1 ? 'Zenodo' : 'Crossref', date: '2015', instant: 0, subTypes: [] });
		},
	});
	const passed = ordinalsOf((filter(about('A', request)) as Passing)({ ...links }));
	return { passed, asked, statements, looks };
}

function ordinalsOf(marks: Marks): number[] {
	return [...marks.keys()].filter((ordinal) => marks[ordinal] === 1);
}

const query = (q: string) => ({ q: parseQueryString(q) });

describe('a filter', () => {
	it('asks for the texts of those links that pass all else, wherever the words stand', () => {
		assert.deepEqual(look({ type: 'dataset', ...query('dark') }), {
			passed: [0],
			asked: [[0, 2]],
			statements: [],
			looks: 1,
		});
		assert.deepEqual(look({ years: { from: 2002, to: 2003 }, ...query('dark') }).asked, [[1, 2]]);
		assert.deepEqual(look({ asserted: { from: 2, to: 3 }, ...query('dark') }).asked, [[1, 2]]);
		const inQuery = look(query('dark provider:zenodo year:2001'));
		assert.deepEqual(inQuery, { passed: [0], asked: [[0]], statements: [1], looks: 1 });
	});

	it('asks for no text where nothing passes the rest', () => {
		assert.deepEqual(look({ type: 'literature', ...query('dark') }), {
			passed: [],
			asked: [],
			statements: [],
			looks: 0,
		});
		assert.deepEqual(look(query('dark provider:nobody')).asked, []);
	});

	it('asks for texts once, however many words there are, and looks no further when none is left', () => {
		const many = Array.from({ length: 150 }, (_, number) => `word${number}`);
		assert.deepEqual(look(query(many.join(' '))), { passed: [], asked: [[0, 1, 2, 3]], statements: [], looks: 1 });
		assert.equal(look(query(`-(${many.join(' ')})`)).looks, 1);
	});

	it('looks no further for alternatives when all are found', () => {
		assert.deepEqual(look(query('dark OR light OR matter OR energy')).looks, 2);
		assert.deepEqual(look(query('matter OR type:dataset OR type:software')).looks, 0);
	});

	it('keeps alternatives and what is excluded apart from what passes besides', () => {
		assert.deepEqual(look({ type: 'software', ...query('matter OR energy') }).passed, [1]);
		assert.deepEqual(look({ type: 'software', ...query('-energy') }).passed, [3]);
		assert.deepEqual(look(query('dark -(matter OR year:2002)')).passed, [3]);
		assert.deepEqual(look(query('light OR (dark -type:software)')).passed, [0, 2]);
	});

	it('remembers what passed of kept columns until something else is asked of them', () => {
		let looks = 0;
		const filter = createFilter({
			textsOf() {
				looks++;
				return [];
			},
			someStatement: () => false,
		});
		const passing = (q: string) => filter(about('A', query(q))) as Passing;
		const [one, other] = [{ ...links }, { ...links }];
		const marks = passing('dark')(one);
		assert.equal(passing('dark')(one), marks);
		assert.equal(looks, 1);
		assert.notEqual(passing('dark')(other), marks);
		assert.equal(looks, 2);
		assert.notEqual(passing('light')(one), marks);
		assert.notEqual(passing('dark')(one), marks);
		assert.equal(looks, 4);
	});

	it('tells conditions apart by all that they say', () => {
		const filter = createFilter({
			textsOf: () => [],
			someStatement: () => false,
		});
		const kept = { ...links };
		const passed = (request: Partial<SearchRequest>) => ordinalsOf((filter(about('A', request)) as Passing)(kept));
		assert.deepEqual(passed({ years: { from: 2002, to: 2003 } }), [1, 2]);
		assert.deepEqual(passed({ years: { from: 2002, to: null } }), [1, 2, 3]);
		assert.deepEqual(passed({ asserted: { from: 2, to: 3 } }), [1, 2]);
		assert.deepEqual(passed({ years: { from: 2002, to: 2003 }, type: 'dataset' }), [2]);
		assert.deepEqual(passed(query('year:2002 OR year:2004')), [1, 3]);
		assert.deepEqual(passed(query('-(year:2002 OR year:2004)')), [0, 2]);
	});
});
