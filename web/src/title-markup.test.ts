import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTitleMarkup } from './title-markup.ts';

describe('the markup of a title', () => {
	it('is its elements, one within another, and its text', () => {
		assert.deepEqual(readTitleMarkup('x<sub>i<sup>2</sup></sub> &amp;lt; <i>a</i> &lt; b'), [
			'x',
			{ element: 'sub', parts: ['i', { element: 'sup', parts: ['2'] }] },
			' &lt; ',
			{ element: 'i', parts: ['a'] },
			' < b',
		]);
	});

	it('holds no other element and no attribute: those are text', () => {
		const hostile = '<img src=x onerror=y><i onclick="x">a</i><script>b</script>';
		assert.deepEqual(readTitleMarkup(hostile), ['<img src=x onerror=y><i onclick="x">a', '<script>b</script>']);
	});

	it('is read to its end where an element is never closed, or another is', () => {
		assert.deepEqual(readTitleMarkup('a<i>b</b>c'), ['a', { element: 'i', parts: ['b', 'c'] }]);
	});
});
