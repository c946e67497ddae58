// Tests how a free-text query is parsed, and which errors a malformed one gets.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../errors.ts';
import { queryLengthLimit, queryNestingLimit, queryPrefixLimit, queryWordLimit } from './query-limits.ts';
import type { QueryNode } from './query-node.ts';
import { parseQuery, parseQueryString } from './query-string.ts';

/** Writes a tree on one line: `(title:dark_matt* & !x)`. */
function written(node: QueryNode): string {
	switch (node.kind) {
		case 'and':
		case 'or':
			return `(${node.nodes.map(written).join(node.kind === 'and' ? ' & ' : ' | ')})`;
		case 'not':
			return `!${written(node.node)}`;
		case 'phrase':
			return `${node.field === null ? '' : `${node.field}:`}${node.tokens.join('_')}${node.prefix ? '*' : ''}`;
		case 'type':
			return `type:${node.type}`;
		case 'year':
			return `${node.from ?? ''}--${node.to ?? ''}`;
		default:
			return node.kind;
	}
}

function reads(readings: Readonly<Record<string, string>>): void {
	for (const [q, tree] of Object.entries(readings)) {
		it(`reads ${q} as ${tree}`, () => assert.equal(written(parseQueryString(q)), tree));
	}
}

function refuses(refusals: Readonly<Record<string, readonly [position: number, words: RegExp]>>): void {
	for (const [q, [position, words]] of Object.entries(refusals)) {
		it(`refuses ${q}`, () => assertRefused(q, position, words));
	}
}

function assertRefused(q: string, position: number, words: RegExp): void {
	assert.throws(
		() => parseQueryString(q),
		(error: unknown) => {
			assert.ok(error instanceof BrokerError);
			assert.equal(error.code, 'bad-query-string');
			assert.match(error.message, new RegExp(`^Character ${position}: `));
			assert.match(error.message, words);
			assert.deepEqual(error.problems, [{ field: 'q', message: error.message }]);
			return true;
		},
	);
}

describe('words and phrases', () => {
	reads({
		dark: 'dark',
		'Dark MÜLLER': '(dark & muller)',
		'"dark matter"': 'dark_matter',
		'10.5281/zenodo.11020': '10_5281_zenodo_11020',
		'x-ray': 'x_ray',
		机器学习: '机_器_学_习',
		'c++ f(x)': '(c & f & x)',
		'"a \\" b" "* ? ~ ^ : AND"': '(a_b & and)',
		'a\\:b \\"c \\(d \\\\e \\*f': '(a_b & c & d & e & f)',
		'and or not': '(and & or & not)',
		'"a"b': '(a & b)',
	});
});

describe('words without letters or digits', () => {
	reads({
		'a & b — c': '(a & b & c)',
		'a - b + c ! d / e': '(a & b & c & d & e)',
		'a & OR b': '(a | b)',
		'title:(a & b)': '(title:a & title:b)',
	});
	refuses({
		'&': [1, /no word/],
		'a OR &': [6, /no word/],
		'a AND & AND b': [7, /no word/],
		'& && a': [1, /no word/],
		'NOT &': [5, /no word/],
		'-& a': [2, /no word/],
		'a "…"': [3, /no word/],
		'title:""': [7, /no word/],
		'a title:"!!"': [9, /no word/],
		'title:&': [7, /no word/],
		'title:(&)': [8, /no word/],
		'identifier:"://"': [12, /no word/],
		'()': [2, /word is expected/],
		AND: [1, /before AND/],
	});
});

describe('operators', () => {
	reads({
		'a AND b': '(a & b)',
		'a && b || c': '((a & b) | c)',
		'a OR b c': '(a | (b & c))',
		'a b OR c d': '((a & b) | (c & d))',
		'a OR b AND NOT c': '(a | (b & !c))',
		'(a OR b) c': '((a | b) & c)',
		'NOT a b': '(!a & b)',
		'!a OR NOT b': '(!a | !b)',
		'NOT NOT a': 'a',
		'NOT (a b)': '!(a & b)',
		'((a))': 'a',
		'(a)OR(b)': '(a | b)',
	});
});

describe('signs hold for their whole group', () => {
	reads({
		'+a': 'a',
		'-a': '!a',
		'a +b -c': '(a & b & !c)',
		'a OR b -c': '((a | b) & !c)',
		'a OR b +c': '((a | b) & c)',
		'-a OR -b': '(!a & !b)',
		'(a OR b -c) OR d': '(((a | b) & !c) | d)',
		'-(a OR b)': '!(a | b)',
		'-title:"a b"': '!title:a_b',
		'a-b': 'a_b',
	});
});

describe('prefixes', () => {
	reads({
		'gal*': 'gal*',
		'title:GALÁ*': 'title:gala*',
		'10.5281/zen*': '10_5281_zen*',
		'dark-*': 'dark',
		'机*': '机',
		'gal\\*': 'gal',
		'*': 'everything',
		'*:*': 'everything',
		'* -a': '(everything & !a)',
		'-*': 'nothing',
		'(*)': 'everything',
	});
	refuses({
		'*axy': [1, /beginning of a word/],
		'g*y': [2, /inside a word/],
		'gal**': [4, /inside a word/],
		'"dark mat"*': [11, /after a phrase/],
		'title:*': [7, /title:\* is not supported/],
	});
});

describe('fields', () => {
	reads({
		'title:dark': 'title:dark',
		'Title: dark': 'title:dark',
		'title:dark matter': '(title:dark & matter)',
		'creator:"Müller, Zoë"': 'creator:muller_zoe',
		'title:(dark OR "cold matter" -hot)': '((title:dark | title:cold_matter) & !title:hot)',
		'title:(a creator:b publisher:(c d))': '(title:a & creator:b & (publisher:c & publisher:d))',
		'keyword:x provider:y': '(keyword:x & provider:y)',
		'journal:"Annals of Software"': 'journal:annals_of_software',
		'journal:1234-567X': 'journal:1234_567x',
		'journal:1234567x': 'journal:1234_567x',
		'title:-a': 'title:a',
	});
	refuses({
		'foo:bar': [
			1,
			/"foo" is not a field \(those are title, creator, journal, publisher, keyword, identifier, provider, type, year\)/,
		],
		'a https://example.org': [3, /put the text in quotes/],
		'😀 foo:bar': [3, /"foo" is not a field/],
		':a': [1, /field is missing/],
		'title:': [1, /needs a value/],
		'(title:)': [2, /needs a value/],
		'title: AND b': [1, /needs a value/],
		'title:a:b': [8, /colon/],
		'title:year:2015': [11, /colon/],
	});
});

describe('identifier: takes an identifier as it is written', () => {
	reads({
		'identifier:10.5281/zenodo.11020': 'identifier:10_5281_zenodo_11020',
		'identifier:arXiv:1207.4464': 'identifier:arxiv_1207_4464',
		'identifier:https://doi.org/10.1/x y': '(identifier:https_doi_org_10_1_x & y)',
		'identifier:(doi:10.1/x OR ark:/1/2)': '(identifier:doi_10_1_x | identifier:ark_1_2)',
		'identifier:10.1*': 'identifier:10_1*',
		'identifier:"https://example.org/?a~b"': 'identifier:https_example_org_a_b',
		'identifier:https://example.org/?a~b^c!&d||e x': '(identifier:https_example_org_a_b_c_d_e & x)',
		'identifier:2019Q&X...603A..31A': 'identifier:2019q_x_603a_31a',
		'identifier:swh:1:rev:ab;origin=https://example.org/?q lines':
			'(identifier:swh_1_rev_ab_origin_https_example_org_q & lines)',
		'identifier:10.1000/S0022(96)00010-5': 'identifier:10_1000_s0022_96_00010_5',
		'(identifier:10.1000/S0022(96)1) x': '(identifier:10_1000_s0022_96_1 & x)',
		'(a identifier:10.1/x)': '(a & identifier:10_1_x)',
		'identifier:(10.1/a(1)b OR 10.1/c)': '(identifier:10_1_a_1_b | identifier:10_1_c)',
		'identifier:10.1/a(b c': '(identifier:10_1_a_b & c)',
		'identifier:10.1/a(1)b*': 'identifier:10_1_a_1_b*',
		'identifier:/a/b': 'identifier:a_b',
		'-identifier:doi:10.1/a year:2015': '(2015--2015 & !identifier:doi_10_1_a)',
	});
	refuses({
		'identifier:10.1/*a': [17, /inside a word/],
		'identifier:10.1/a)': [18, /never opened/],
	});

	it('is searched for in its other forms too', () => {
		const forms = (text: string) => (text.startsWith('https://doi.org/') ? ['10.1/X', '10.1/x', '&'] : []);
		const readings = {
			'identifier:https://doi.org/10.1/X': '(identifier:https_doi_org_10_1_x | identifier:10_1_x)',
			'-identifier:("https://doi.org/10.1/X" 10.1/y)':
				'!((identifier:https_doi_org_10_1_x | identifier:10_1_x) & identifier:10_1_y)',
			'identifier:https://doi.org/10.1*': 'identifier:https_doi_org_10_1*',
			'title:"https://doi.org/10.1/X"': 'title:https_doi_org_10_1_x',
		};
		for (const [q, tree] of Object.entries(readings)) assert.equal(written(parseQueryString(q, forms)), tree);
	});
});

describe('type:', () => {
	reads({
		'type:software': 'type:software',
		'type:"Dataset"': 'type:dataset',
		'type:(literature OR unknown)': '(type:literature | type:unknown)',
		'type:*': 'everything',
	});
	refuses({
		'type:video': [6, /"video" is not a type; the types are literature, software, dataset, unknown/],
		'type:soft*': [6, /"soft\*" is not a type/],
	});
});

describe('year:', () => {
	reads({
		'year:2015': '2015--2015',
		'year:"2015"': '2015--2015',
		'year:[2010 TO 2015]': '2010--2015',
		'year:{2010 TO 2015}': '2011--2014',
		'year:[2010 TO 2015}': '2010--2014',
		'year:[* TO 2015]': '--2015',
		'year: [ 2010 TO * ]': '2010--',
		'year:>=2010': '2010--',
		'year:>2010': '2011--',
		'year:<=2015': '--2015',
		'year:<2015': '--2014',
		'year:*': '--',
		'year:(2010 OR [2012 TO 2013])': '(2010--2010 | 2012--2013)',
		'-year:800': '!800--800',
	});
	refuses({
		'year:abc': [6, /"abc" is not a year/],
		'year:20*': [6, /is not a year/],
		'year:2015-2018': [6, /is not a year/],
		'year:12345': [6, /is not a year/],
		'year:[a TO b]': [6, /"a" is not a year/],
		'year:[2010 to 2015]': [6, /TO in capitals/],
		'year:[2010 TO 2015': [6, /not a range of years/],
		'title:[a TO b]': [7, /only years have ranges/],
		'[2010 TO 2015]': [1, /only years have ranges/],
	});
});

describe('a word of four digits', () => {
	reads({
		'protocol 1999': '(protocol & (1999 | 1999--1999))',
		'1999.': '(1999 | 1999--1999)',
		'-1999': '!(1999 | 1999--1999)',
		'"1999" 12345 999 199* 1999-2000': '(1999 & 12345 & 999 & 199* & 1999_2000)',
		'title:1999': 'title:1999',
	});
});

describe('plain words', () => {
	const plainOf = (q: string) => parseQuery(q).plain.map(({ begin, end }) => q.slice(begin, end));
	const plain = {
		'Dark matter, 1999': ['Dark', 'matter,', '1999'],
		'a & b-c': ['a', 'b-c'],
		'a "b c" de* title:e type:software -f +g NOT h !i (j k) l\\: *': ['a', 'l\\:'],
		'a b AND c d': ['a', 'd'],
		'a b OR c': [],
		'(a OR b) c d': ['c', 'd'],
		'NOTE ANDES': ['NOTE', 'ANDES'],
	};
	for (const [q, words] of Object.entries(plain)) {
		it(`of ${q} are ${words.join(' ') || 'none'}`, () => assert.deepEqual(plainOf(q), words));
	}
});

describe('what is not supported or not whole', () => {
	refuses({
		'b?d': [2, /wildcard \?/],
		'dark~': [5, /fuzzy/],
		'"dark matter"~3': [14, /proximity/],
		'dark^2': [5, /boosts/],
		'(dark)^2': [7, /boosts/],
		'/da.k/': [1, /regular expressions/],
		'(a': [1, /never closed/],
		'a)': [2, /never opened/],
		'"a': [1, /never closed/],
		'a\\': [2, /backslash/],
		'a AND': [6, /query ends/],
		'OR a': [1, /before OR/],
		'a OR AND b': [6, /before AND/],
		'a NOT': [6, /query ends/],
		'-(a': [2, /never closed/],
	});
});

describe('limits', () => {
	it(`are ${queryLengthLimit} characters`, () => {
		parseQueryString('x'.repeat(queryLengthLimit));
		assertRefused('x'.repeat(queryLengthLimit + 1), queryLengthLimit + 1, /longer than/);
	});
	it(`are ${queryNestingLimit} nested parentheses`, () => {
		const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
		assert.equal(written(parseQueryString(nested(queryNestingLimit))), 'a');
		assertRefused(nested(queryNestingLimit + 1), queryNestingLimit + 1, /nest deeper/);
	});
	it(`are ${queryWordLimit} words, each word of a phrase counted`, () => {
		parseQueryString('x '.repeat(queryWordLimit));
		assertRefused(`"${'x '.repeat(queryWordLimit)}" y`, 2 * queryWordLimit + 4, /more than 100 words/);
		assertRefused(`${'year:1 '.repeat(queryWordLimit)}type:*`, 7 * queryWordLimit + 6, /more than 100 words/);
	});
});

describe('limits of prefixes', () => {
	const prefixes = (count: number) => Array.from({ length: count }, (_, at) => `ab${at}*`).join(' OR ');
	it(`are ${queryPrefixLimit} in a query`, () => {
		parseQueryString(prefixes(queryPrefixLimit));
		const longer = prefixes(queryPrefixLimit + 1);
		assertRefused(longer, longer.lastIndexOf(' ') + 2, /more than 20 words with an asterisk; write some of them out/);
	});
	reads({ 'ab*': 'ab*', '김*': '김*', '10.5281/z*': '10_5281_z*', '机*': '机', 'a-*': 'a' });
	refuses({
		'a*': [1, /at least 2 letters or digits before it; write more of the word/],
		'dark title:(É*)': [13, /at least 2 letters or digits/],
	});
});

describe('parseQueryString', () => {
	it('reads an empty query as everything', () => {
		assert.equal(written(parseQueryString('')), 'everything');
		assert.equal(written(parseQueryString(' \t ')), 'everything');
	});

	it('returns a tree of analysed words or the failing character, whatever is typed', () => {
		const parts = ['a', 'É', ' ', '(', ')', '"', '*', '?', ':', '\\', '+', '-', '!', 'AND', 'OR', 'NOT', '&&', '||'];
		const fieldParts = ['title:', 'year:', '[1 TO 2]', '{', '2015', '~', '^', '/', '😀', '\ud800'];
		const typed = fc.array(fc.constantFrom(...parts, ...fieldParts), { maxLength: 20 }).map((some) => some.join(''));
		fc.assert(
			fc.property(typed, (q) => {
				try {
					assert.match(written(parseQueryString(q)), /^[\p{L}\p{N}_*:()!&| -]+$/u);
				} catch (error) {
					if (!(error instanceof BrokerError)) throw error;
					const position = Number(/^Character (\d+): /.exec(error.message)?.[1]);
					assert.ok(position >= 1 && position <= [...q].length + 1, error.message);
				}
			}),
			{ numRuns: 2_000 },
		);
	});
});
