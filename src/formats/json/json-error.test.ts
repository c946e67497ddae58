import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findJsonError } from './json-text.ts';

/** Each text marks the place of its error with `¦`. */
const wrongTexts: Record<string, string> = {
	'¦': 'the text is empty',
	'  \n¦': 'the text is empty',
	'[1,\n 2¦': 'expected `,` or `]` but found the end of the text',
	'{"a": 1¦': 'expected `,` or `}` but found the end of the text',
	'[1 ¦2]': 'expected `,` or `]` but found `2`',
	'{"a":1 ¦"b":2}': 'expected `,` or `}` but found `"`',
	'[1¦}': 'expected `,` or `]` but found `}`',
	'[1¦,]': 'a `,` must not stand before `]`',
	'[{"a":1¦,\n}]': 'a `,` must not stand before `}`',
	'[¦,1]': 'expected a value but found `,`',
	'{¦a:1}': 'expected a name in double quotes but found `a`',
	"{¦'a':1}": "expected a name in double quotes but found `'`",
	'{"a":1,¦2}': 'expected a name in double quotes but found `2`',
	'{"a" ¦1}': 'expected `:` but found `1`',
	'{"a":¦}': 'expected a value but found `}`',
	'[¦NaN]': '`NaN` is not a JSON value',
	'[¦True]': '`True` is not a JSON value',
	'[¦01]': '`01` is not a JSON value',
	'[¦-]': '`-` is not a JSON value',
	'[¦1.]': '`1.` is not a JSON value',
	'["a¦\nb"]': 'a string holds a line break, which must be written as an escape',
	'["a¦\u0001b"]': 'a string holds U+0001, which must be written as an escape',
	'["a¦\\x"]': 'a string holds `\\x`, which is not a JSON escape',
	'["a¦\\u12g4"]': 'a string holds `\\u`, which is not a JSON escape',
	'[¦"a]': 'a string does not end',
	'[] ¦[]': 'expected nothing more but found `[`',
	'[1]¦]': 'expected nothing more but found `]`',
	'[¦\u00a01]': 'expected a value but found U+00A0',
	'[¦😀]': 'expected a value but found `😀`',
};

describe('the error of a text that is not JSON', () => {
	for (const [marked, message] of Object.entries(wrongTexts)) {
		it(`${JSON.stringify(marked)}: ${message}`, () => {
			const error = findJsonError(marked.replace('¦', ''));
			assert.equal(error?.message, message);
			assert.equal(error?.offset, marked.indexOf('¦'));
		});
	}

	it('has its line and column, from 1', () => {
		const error = findJsonError('[\n  {"a": 1},\r\n  {"a" 2}\n]');
		assert.deepEqual([error?.line, error?.column], [3, 8]);
	});

	it('is found where values are nested a million deep', () => {
		assert.equal(findJsonError('['.repeat(1_000_000))?.offset, 1_000_000);
	});

	it('is found in a text exactly if the platform cannot parse that', () => {
		const token = fc.constantFrom(
			...'{}[],:"\\ \n\t',
			'"a"',
			'"\\u00e9"',
			'1',
			'-0.5e+3',
			'true',
			'null',
			'nul',
			'\u0000',
			'é',
		);
		const almostJson = fc
			.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat(3), fc.string({ maxLength: 2 }))
			.map(([text, at, cut, insert]) => {
				const from = at % (text.length + 1);
				return text.slice(0, from) + insert + text.slice(from + cut);
			});
		const anyText = fc.oneof(
			fc.array(token).map((tokens) => tokens.join('')),
			almostJson,
			fc.string(),
		);
		fc.assert(
			fc.property(anyText, (text) => {
				const error = findJsonError(text);
				assert.equal(error === undefined, isJson(text), text);
				assert.ok(error === undefined || (error.offset >= 0 && error.offset <= text.length));
			}),
			{ numRuns: 2_000 },
		);
	});
});

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
