import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readObjectType } from './object-types.ts';

const read = (word: string) => {
	const type = readObjectType(word);
	return type && `${type.name}${type.isNarrower ? ', and more' : ''}`;
};

describe('a word for the type of an object', () => {
	it('is one of the four types, in any letter case', () => {
		for (const name of ['literature', 'software', 'dataset', 'unknown']) {
			assert.equal(read(name), name);
			assert.equal(read(name.toUpperCase()), name);
		}
	});

	it('stands for one of them where it says the same', () => {
		assert.equal(read('publication'), 'literature');
		assert.equal(read('Text'), 'literature');
		assert.equal(read('other'), 'unknown');
		assert.equal(read('unknwon'), 'unknown');
	});

	it('stands for one of them where it says more, with blanks, hyphens or neither', () => {
		for (const word of ['article', 'journal-article', 'JournalArticle', 'Journal article', 'proceedings-article']) {
			assert.equal(read(word), 'literature, and more', word);
		}
		assert.equal(read('ComputationalNotebook'), 'software, and more');
		assert.equal(read('PhysicalObject'), 'unknown, and more');
		assert.equal(read('image'), 'unknown, and more');
	});

	it('may be an entry type of BibTeX or a doctype of NASA ADS', () => {
		for (const word of ['inproceedings', 'phdthesis', 'techreport', 'eprint', 'bookreview', 'proposal', 'Talk']) {
			assert.equal(read(word), 'literature, and more', word);
		}
		assert.equal(read('catalog'), 'dataset, and more');
		assert.equal(read('misc'), 'unknown, and more');
	});

	it('is none of them where the field does not know it', () => {
		for (const word of ['', 'mineral', 'constructor', '1']) assert.equal(read(word), undefined, word);
	});
});
