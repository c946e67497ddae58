import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const provider = 'A Group';
const source = { id: '10.1234/citing', scheme: 'doi' };
const cited = async (...items: object[]) => {
	const { links } = await translated(JSON.stringify(items), { provider, supplied: { source } });
	return links.map((link) => link.replace('doi:10.1234/citing Cites ', '').replace(', A Group', ''));
};

describe('a list in CSL-JSON', () => {
	it('holds works that the given source cites, each with all its identifiers', async () => {
		const { dialect, links, object } = await translated(
			JSON.stringify([
				{
					id: 'doe2024',
					type: 'paper-conference',
					title: 'A Title',
					author: [{ family: 'Doe', given: 'Ada' }, { literal: 'A Team' }],
					issued: { 'date-parts': [['2024', 5]] },
					publisher: 'A Press',
					DOI: '10.1234/A',
					PMID: '1234567',
					URL: 'https://example.org/a',
				},
			]),
			{ provider, supplied: { source } },
		);
		assert.equal(dialect, 'csl-json');
		assert.deepEqual(links, ['doi:10.1234/citing Cites doi:10.1234/A = pmid:1234567, A Group']);
		assert.deepEqual(object('doi:10.1234/A'), {
			Type: { Name: 'literature', SubType: 'ConferencePaper' },
			Title: 'A Title',
			Creator: [{ Name: 'Doe, Ada' }, { Name: 'A Team' }],
			PublicationDate: '2024-05',
			Publisher: [{ Name: 'A Press' }],
		});
	});

	it('has numbers of arXiv in fields that are made for other things', async () => {
		const links = await cited(
			{ id: 'a', type: 'article', number: 'arXiv:2001.01234' },
			{ id: 'b', type: 'article', note: 'Comment: 5 pages\narXiv: hep-th/9901001 [hep-th]' },
		);
		assert.deepEqual(links, ['arxiv:arXiv:2001.01234', 'arxiv:arXiv:hep-th/9901001']);
	});

	it('has ISBNs of whole books, not of the books of chapters', async () => {
		assert.deepEqual(
			await cited(
				{ id: 'a', type: 'book', ISBN: '978-0-306-40615-7' },
				{ id: 'b', type: 'chapter', ISBN: '978-0-306-40615-7' },
			),
			['isbn:978-0-306-40615-7'],
		);
	});

	it('has keys of a program for names, which are identifiers where they look like one', async () => {
		assert.deepEqual(
			await cited(
				{ id: 'http://zotero.org/users/1/items/A', type: 'book', DOI: '10.1234/a' },
				{ id: '10.1234/b', type: 'book' },
			),
			['doi:10.1234/a', 'doi:10.1234/b'],
		);
		assert.deepEqual(await cited({ id: 'doe2024', type: 'book' }), []);
	});
});

describe('a work in CSL-JSON with its references', () => {
	it('references each that has a DOI, as Crossref says', async () => {
		const { dialect, links, leftOut } = await translated(
			JSON.stringify({
				type: 'journal-article',
				title: 'A Title',
				DOI: '10.1234/a',
				created: { 'date-time': '2020-01-02T03:04:05Z' },
				reference: [
					{ key: '1', DOI: '10.1234/b' },
					{ key: '2', unstructured: 'Doe, A Book' },
				],
			}),
		);
		assert.equal(dialect, 'crossref-csl');
		assert.deepEqual(links, ['doi:10.1234/a References doi:10.1234/b, 2020-01-02T03:04:05Z, Crossref']);
		assert.deepEqual(leftOut, ['a reference without a DOI']);
	});
});
