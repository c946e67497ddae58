// Tests of how wide text is on a terminal, and of what is taken out of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutToWidth, displayWidth, printable } from './text-width.ts';

describe('the width of text', () => {
	it('counts East Asian characters and emoji twice, combining marks not at all', () => {
		for (const [text, width] of [
			['', 0],
			['corner', 6],
			['Éloïse', 6],
			['e\u0301tude', 5],
			['天文学', 6],
			['ｆｕｌｌ', 8],
			['한국', 4],
			['a👩‍🔬b', 4],
			['\u200b', 0],
		] as const) {
			assert.equal(displayWidth(text), width, text);
		}
	});
});

describe('text cut to a width', () => {
	it('ends with an ellipsis if it was cut', () => {
		assert.equal(cutToWidth('corner.py', 9), 'corner.py');
		assert.equal(cutToWidth('corner.py', 8), 'corner.…');
		assert.equal(cutToWidth('a very long title', 8), 'a very…');
		assert.equal(cutToWidth('天文学者', 6), '天文…');
	});

	it('keeps its end where it is cut inside', () => {
		assert.equal(cutToWidth('doi:10.5072/tide.120', 20, 'inside'), 'doi:10.5072/tide.120');
		assert.equal(cutToWidth('doi:10.5072/tide.120', 10, 'inside'), 'doi:…e.120');
		assert.equal(cutToWidth('天文学者天文', 7, 'inside'), '天文…文');
	});

	it('never takes more than the width', () => {
		const place = fc.constantFrom('end' as const, 'inside' as const);
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), place, (text, width, cut) => {
				assert.ok(displayWidth(cutToWidth(text, width, cut)) <= width);
			}),
		);
	});
});

describe('printable text', () => {
	it('is unchanged without dangerous characters', () => {
		for (const text of ['', 'corner.py: Scatterplot matrices', 'Éloïse 天文学 👩‍🔬'])
			assert.equal(printable(text), text);
	});

	it('is one line of single spaces', () => {
		assert.equal(printable('  a\ttitle\r\nin  two\u2028lines '), 'a title in two lines');
	});

	it('has no control characters and none that turn the direction of writing', () => {
		assert.equal(printable('a\u001b[31mred\u001b[0m \u009b2Jtitle'), 'a [31mred [0m 2Jtitle');
		assert.equal(printable('abc\u202edef\u2066ghi'), 'abcdefghi');
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				assert.doesNotMatch(printable(text), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
			}),
		);
	});
});
