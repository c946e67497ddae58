import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutContainers } from './containers.ts';

const named = (scheme: string) => ({ scheme, value: scheme, key: scheme });

/** Names the schemes of those identifiers that are left of an object's. */
function left(schemes: string, subType?: string): string {
	return withoutContainers(schemes.split(' ').map(named), subType)
		.map(({ scheme }) => scheme)
		.join(' ');
}

describe('the identifiers of an object', () => {
	it('are not the ISSN of what it lies in', () => {
		assert.equal(left('issn doi issn'), 'doi');
		assert.equal(left('pmid issn', 'Book'), 'pmid');
	});

	it('are not an ISBN beside a DOI', () => {
		assert.equal(left('isbn doi arxiv'), 'doi arxiv');
		assert.equal(left('doi isbn issn', 'book-chapter'), 'doi');
		assert.equal(left('doi isbn', 'Conference paper'), 'doi');
	});

	it('are an ISBN too where the object is a book, in the words of DataCite, Crossref and others', () => {
		for (const subType of ['Book', 'monograph', 'edited-book', 'Edited book', 'proceedings', 'ConferenceProceeding']) {
			assert.equal(left('doi isbn', subType), 'doi isbn', subType);
		}
	});

	it('are an ISBN too where there is no DOI', () => {
		assert.equal(left('isbn pmid'), 'isbn pmid');
		assert.equal(left('isbn issn'), 'isbn');
	});

	it('are those of the journal or book where nothing else is given', () => {
		assert.equal(left('issn'), 'issn');
		assert.equal(left('issn issn'), 'issn issn');
		assert.equal(left('isbn'), 'isbn');
	});
});
