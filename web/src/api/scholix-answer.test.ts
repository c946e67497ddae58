import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { displayTitle, mainIdentifier, namesText, objectKey, typeOf, webAddress, yearOf } from './scholix-answer.ts';

const doi = { ID: '10.1/a', IDScheme: 'doi' };
const ads = { ID: '2016JOSS....1...24F', IDScheme: 'ads' };
const own = { ID: 'x', IDScheme: 'own' };

describe('a work of an answer', () => {
	it('is called by its title, or by an identifier where it has none', () => {
		assert.equal(displayTitle({ Identifiers: [doi], Title: ' Corner ' }), 'Corner');
		assert.equal(displayTitle({ Identifiers: [own, ads, doi] }), '10.1/a');
		assert.equal(displayTitle({ Identifiers: [own], Title: ' ' }), 'x');
	});

	it('is known best by its DOI, and by an unknown scheme only where there is nothing else', () => {
		assert.equal(mainIdentifier({ Identifiers: [own, ads, doi] }), doi);
		assert.equal(mainIdentifier({ Identifiers: [own, ads] }), ads);
		assert.equal(mainIdentifier({ Identifiers: [own, { ID: 'y', IDScheme: 'other' }] }), own);
	});

	it('has the same key whatever the order of its identifiers', () => {
		assert.equal(objectKey({ Identifiers: [doi, ads] }), objectKey({ Identifiers: [ads, doi] }));
	});

	it('has a type even where the answer has none that is known', () => {
		assert.equal(typeOf({ Identifiers: [doi] }), 'unknown');
		assert.equal(typeOf({ Identifiers: [doi], Type: { Name: 'software' } }), 'software');
	});

	it('has a year only where it has a date', () => {
		assert.equal(yearOf({ Identifiers: [doi], PublicationDate: '2016-02' }), 2016);
		assert.equal(yearOf({ Identifiers: [doi] }), undefined);
	});

	it('leads to the web where its identifier does', () => {
		assert.equal(webAddress(doi), 'https://doi.org/10.1/a');
		assert.equal(webAddress(own), undefined);
		assert.equal(webAddress({ ID: 'javascript://x', IDScheme: 'url' }), undefined);
	});
});

describe('the names of creators', () => {
	const people = (...names: string[]) => names.map((Name) => ({ Name }));

	it('are all of a few, and the first of many', () => {
		assert.equal(namesText(people('A', 'B', 'C'), { shown: 2 }), 'A; B; C');
		assert.equal(namesText(people('A', 'B', 'C', 'D'), { shown: 2 }), 'A; B and 2 more');
		assert.equal(namesText(undefined, { shown: 2 }), '');
		assert.equal(namesText(people('A', 'B', 'C'), { shown: 2, total: 42, separator: ', ' }), 'A, B and 40 more');
	});
});
