// Tests which words are suggested for a misspelt one, and how a query is written with them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countEdits } from '../errors/wrong-input.ts';
import { mayBeMisspelt, rankNear, respell } from './near-words.ts';

describe('suggested words', () => {
	it('differ by letters that are added, left out, changed or exchanged', () => {
		for (const [one, other, edits] of [
			['galaxy', 'galaxy', 0],
			['galaxy', 'galaxxy', 1],
			['galaxy', 'galay', 1],
			['galaxy', 'gelaxy', 1],
			['galaxy', 'glaaxy', 1],
			['galaxies', 'galaxeis', 1],
			['galaxy', 'gallaxie', 3],
			['galaxies', 'galxeis', 2],
			['dark', 'matter', 3],
			['a', 'abcd', 3],
		] as const) {
			assert.deepEqual([countEdits(one, other), countEdits(other, one)], [edits, edits], `${one} ${other}`);
		}
	});

	it('are ordered by edits, then by works, then by letters, and all have works', () => {
		const words = [
			{ word: 'planets', works: 5 },
			{ word: 'planes', works: 9 },
			{ word: 'plants', works: 9 },
			{ word: 'plankton', works: 9 },
			{ word: 'planetz', works: 0 },
		];
		assert.deepEqual(rankNear({ word: 'planetes', works: 0 }, words, 9), ['planets', 'planes', 'plants']);
		assert.deepEqual(rankNear({ word: 'planest', works: 0 }, words, 2), ['planes', 'planets']);
		assert.deepEqual(rankNear({ word: 'planets', works: 0 }, words, 9), ['planes', 'plants']);
	});

	it('are those that more works have than the word they replace', () => {
		const words = [
			{ word: 'matter', works: 7 },
			{ word: 'mates', works: 2 },
		];
		assert.deepEqual(rankNear({ word: 'mater', works: 2 }, words, 9), ['matter']);
	});

	it('differ in one letter from short words', () => {
		const words = [{ word: 'gaia', works: 1 }];
		assert.deepEqual(
			[rankNear({ word: 'gala', works: 0 }, words, 1), rankNear({ word: 'gall', works: 0 }, words, 1)],
			[['gaia'], []],
		);
	});

	it('are suggested only for words of four letters and more, and for nothing else', () => {
		assert.deepEqual(['gala', 'öler', 'gal', '2019', 'h2oo', '学习方法'].map(mayBeMisspelt), [
			...[true, true, false, false, false, true],
		]);
	});
});

describe('a suggested query', () => {
	const galaxies = { word: 'galaxeis', near: ['galaxies', 'galaxy'] };

	it('has other words in place of the misspelt ones, and the rest as typed', () => {
		assert.deepEqual(respell('title:(Galaxeis  OR "dark galaxeis") -x', [galaxies], 1), [
			'title:(galaxies  OR "dark galaxies") -x',
		]);
		assert.deepEqual(respell('Müllr', [{ word: 'mullr', near: ['muller'] }], 1), ['muller']);
	});

	it('has this many forms at most, each once', () => {
		const dark = { word: 'drak', near: ['dark'] };
		assert.deepEqual(respell('drak galaxeis', [dark, galaxies], 3), ['dark galaxies', 'dark galaxy']);
	});

	it('is none where a word has no similar one, or none is misspelt', () => {
		assert.deepEqual(respell('galaxeis xylophone', [galaxies, { word: 'xylophone', near: [] }], 3), []);
		assert.deepEqual(respell('galaxies', [], 3), []);
	});
});
