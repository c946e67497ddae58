// Arbitrary texts that are meant to hurt: pieces that mean something to some reader, in any order,
// and any characters at all.
import fc from 'fast-check';

const pieces = [
	...[
		'',
		' ',
		'\t',
		'\n',
		'\0',
		'"',
		"'",
		'\\',
		'(',
		')',
		'[',
		']',
		'{',
		'}',
		'<',
		'>',
		'*',
		'?',
		'~',
		'^',
		':',
		';',
		',',
	],
	...[
		'/',
		'//',
		'%',
		'%00',
		'%zz',
		'%C3',
		'&',
		'&&',
		'&amp;',
		'&#x110000;',
		'|',
		'||',
		'!',
		'+',
		'-',
		'=',
		'#',
		'@',
		'$',
	],
	...['a', 'É', '机', '김', '\u0301', '\u200b', '\u202e', '\ufeff', '😀', '\ud800', '\udc00', 'ß', 'İ'],
	...[
		'AND',
		'OR',
		'NOT',
		'TO',
		'title:',
		'year:',
		'identifier:',
		'type:',
		'[1 TO 2]',
		'2015',
		'9999999999',
		'-1',
		'1e9',
	],
	...['10.1000/1', 'doi:', 'https://doi.org/', 'arXiv:1207.4464v1', 'swh:1:rev:', 'ISBN 978-3-16-148410-0', 'PMID:'],
	...['__proto__', 'constructor', 'null', 'true', 'NaN', '2018-02-30', '2015--2018', '>=', 'q=0.5', 'text/html', '*/*'],
	...[
		'application/json',
		'sqlite:',
		'postgres://',
		'https://a:b@c',
		'x'.repeat(300),
		'a '.repeat(120),
		'((((',
		'ab* '.repeat(25),
	],
];

/** Makes a text of some pieces, or of any characters. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((some) => some.join('')) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
	{ weight: 1, arbitrary: fc.string({ maxLength: 80 }) },
);

/** Makes values by name, of which the names may be others. */
export function anyValues(names: readonly string[]): fc.Arbitrary<[string, string][]> {
	const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: anyText });
	return fc.array(fc.tuple(name, anyText), { maxLength: 6 });
}
