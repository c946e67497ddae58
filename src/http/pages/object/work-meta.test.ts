import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cslItem } from '../../../formats/csl-json/csl-json.ts';
import { jsonLdWork } from '../../../formats/json-ld/json-ld.ts';
import type { DescribedObject } from '../../../formats/scholix/described-object.ts';
import { workMeta } from './work-meta.ts';

const page = 'https://links.example.org/objects/doi/10.1000/a';

/** Describes a work of a kind that appeared in something. */
function appeared(Type: DescribedObject['Type']): DescribedObject {
	return { Identifiers: [{ ID: '10.1000/a', IDScheme: 'doi' }], Type, Title: 'A', Container: { Title: 'B & C' } };
}

const kinds: [Type: DescribedObject['Type'], citation: string, csl: string, jsonLd: string][] = [
	[{ Name: 'literature' }, 'citation_journal_title', 'container-title', 'Periodical'],
	[{ Name: 'literature', SubType: 'Preprint' }, 'citation_journal_title', 'container-title', 'Periodical'],
	[{ Name: 'unknown' }, 'citation_journal_title', 'container-title', 'Periodical'],
	[{ Name: 'literature', SubType: 'book-chapter' }, 'citation_inbook_title', 'container-title', 'Book'],
	[{ Name: 'literature', SubType: 'ConferencePaper' }, 'citation_conference_title', 'container-title', 'Book'],
	[{ Name: 'literature', SubType: 'book' }, 'citation_series_title', 'collection-title', 'CreativeWorkSeries'],
	[{ Name: 'dataset' }, 'citation_series_title', 'collection-title', 'CreativeWorkSeries'],
];

describe('the journal, book or series in the head of a page', () => {
	it('is the journal of an article, the book of a chapter, and the series of a complete work', () => {
		for (const [Type, citation, csl, jsonLd] of kinds) {
			const object = appeared(Type);
			const described = jsonLdWork(object, { page, versions: [], cites: [], about: [] });
			const head = String(workMeta(object, page, described));
			assert.match(head, new RegExp(`<meta name="${citation}" content="B &amp; C">`), citation);
			assert.equal(cslItem(object)[csl as 'container-title'], 'B & C');
			assert.deepEqual(described.isPartOf, { '@type': jsonLd, name: 'B & C' });
		}
	});

	it('is nothing where it is not known', () => {
		const { Container: _, ...object } = appeared({ Name: 'literature' });
		const described = jsonLdWork(object, { page, versions: [], cites: [], about: [] });
		assert.doesNotMatch(String(workMeta(object, page, described)), /citation_journal_title|isPartOf/);
		assert.equal(JSON.stringify(cslItem(object)).includes('container-title'), false);
	});
});

describe('what a reference needs', () => {
	const creators = [{ Name: 'A' }, { Name: 'B', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }];
	const Container = { Title: 'Acta', ISSN: ['1234-5679'], Volume: '12', Issue: '3', Pages: '101-110' };
	const article = { ...appeared({ Name: 'literature' }), Creator: creators, Container };
	const jsonLd = (object: DescribedObject) => jsonLdWork(object, { page, versions: [], cites: [], about: [] });

	it('stands in the head of a page, the ORCID iD behind its author', () => {
		const head = String(workMeta(article, page, {}));
		const values = [...head.matchAll(/name="citation_(\w+)" content="([^"]*)"/g)].map(([, ...pair]) => pair.join('='));
		assert.deepEqual(values.slice(1, 10), [
			...['author=A', 'author=B', 'author_orcid=https://orcid.org/0000-0002-1825-0097', 'journal_title=Acta'],
			...['issn=1234-5679', 'volume=12', 'issue=3', 'firstpage=101', 'lastpage=110'],
		]);
	});

	it('is in JSON-LD an issue of a volume of a journal, as far as each is known', () => {
		const journal = { '@type': 'Periodical', name: 'Acta', issn: ['1234-5679'] };
		const volume = { '@type': 'PublicationVolume', volumeNumber: '12', isPartOf: journal };
		const { isPartOf, pagination, author } = jsonLd(article);
		assert.deepEqual(isPartOf, { '@type': 'PublicationIssue', issueNumber: '3', isPartOf: volume });
		assert.equal(pagination, '101-110');
		assert.deepEqual(author, [
			{ name: 'A' },
			{ '@type': 'Person', '@id': 'https://orcid.org/0000-0002-1825-0097', name: 'B' },
		]);
		const { Title, Volume } = Container;
		assert.deepEqual(jsonLd({ ...article, Container: { Title, Volume } }).isPartOf, {
			...volume,
			isPartOf: { '@type': 'Periodical', name: 'Acta' },
		});
		assert.equal(jsonLd({ ...article, Container: { Pages: '7' } }).isPartOf, undefined);
	});

	it('is in JSON-LD the edition of a book and the place of its only publisher', () => {
		const book = { ...appeared({ Name: 'literature', SubType: 'book' }), Edition: '2nd', PublisherPlace: 'Graz' };
		const one = jsonLd({ ...book, Publisher: [{ Name: 'A' }] });
		assert.equal(one.bookEdition, '2nd');
		assert.deepEqual(one.publisher, [{ '@type': 'Organization', name: 'A', location: 'Graz' }]);
		const two = jsonLd({ ...book, Publisher: [{ Name: 'A' }, { Name: 'B' }] });
		assert.doesNotMatch(JSON.stringify(two.publisher), /Graz/);
	});

	it('is in CSL-JSON volume, issue, page, ISSN and ORCID', () => {
		const { author, volume, issue, page: pages, ISSN } = cslItem(article);
		assert.deepEqual([volume, issue, pages, ISSN], ['12', '3', '101-110', '1234-5679']);
		assert.deepEqual(author, [{ literal: 'A' }, { literal: 'B', ORCID: 'https://orcid.org/0000-0002-1825-0097' }]);
		const book = cslItem({ ...article, Edition: '2nd', PublisherPlace: 'Graz' });
		assert.deepEqual([book.edition, book['publisher-place']], ['2nd', 'Graz']);
	});
});
