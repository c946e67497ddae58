import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { objectKey, typeOf, webAddress, yearOf } from './answered-works.ts';

const doi = { ID: '10.1/a', IDScheme: 'doi' };
const ads = { ID: '2016JOSS....1...24F', IDScheme: 'ads' };
const own = { ID: 'x', IDScheme: 'own' };

describe('a work of an answer', () => {
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
