import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIdentifier } from '../identifiers/index.ts';
import { identifiersOfObject } from './object-identifiers.ts';

const named = (scheme: string) => ({ scheme, value: scheme, key: scheme });

/** Names the schemes of those identifiers that are left of an object's. */
function left(schemes: string, subType?: string): string {
	return identifiersOfObject(schemes.split(' ').map(named), subType)
		.identifiers.map(({ scheme }) => scheme)
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

	it('are counted where they are left out', () => {
		assert.equal(identifiersOfObject(['doi', 'issn', 'isbn'].map(named)).containers, 2);
		assert.equal(identifiersOfObject([named('issn')]).containers, 0);
	});

	it('name the other one that is the same by a rule of its scheme', () => {
		const all = (...given: [id: string, scheme: string][]) =>
			identifiersOfObject(given.map(([id, scheme]) => readIdentifier(id, scheme))).sameByRule.flatMap((pair) =>
				pair.map(({ scheme, value }) => `${scheme}:${value}`),
			);
		assert.deepEqual(all(['https://doi.org/10.1234/A', 'url']), ['url:https://doi.org/10.1234/A', 'doi:10.1234/A']);
		assert.deepEqual(all(['10.48550/arXiv.2101.00001', 'doi']), [
			'doi:10.48550/arXiv.2101.00001',
			'arxiv:arXiv:2101.00001',
		]);
		assert.deepEqual(all(['10.1234/A', 'doi']), []);
	});

	it('are not an ISBN beside the address of a DOI', () => {
		const given = [readIdentifier('https://doi.org/10.1234/a', 'url'), readIdentifier('978-3-16-148410-0', 'isbn')];
		assert.equal(identifiersOfObject(given).containers, 1);
	});

	it('are not an ISBN as an article number or a URN beside a DOI', () => {
		for (const [id, scheme] of [
			['9783161484100', 'ean13'],
			['urn:isbn:9783161484100', 'urn'],
		] as const) {
			const given = [readIdentifier('10.1234/a', 'doi'), readIdentifier(id, scheme)];
			assert.equal(identifiersOfObject(given).containers, 1, id);
		}
	});

	it('are not an ISBN beside the DOI of an arXiv number', () => {
		const given = [readIdentifier('10.48550/arXiv.2101.00001', 'doi'), readIdentifier('978-3-16-148410-0', 'isbn')];
		assert.equal(identifiersOfObject(given).containers, 1);
	});

	it('are one ISSN of several where nothing else is given, since ISSNs join nothing', () => {
		const given = ['0028-0836', '1476-4687'].map((issn) => readIdentifier(issn, 'issn'));
		assert.deepEqual(identifiersOfObject(given), { identifiers: given.slice(0, 1), sameByRule: [], containers: 1 });
	});

	it('are those of the journal or book where nothing else is given', () => {
		assert.equal(left('issn'), 'issn');
		assert.equal(left('isbn'), 'isbn');
	});
});
