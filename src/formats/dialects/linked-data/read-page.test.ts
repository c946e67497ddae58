// Says what is read of landing pages.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeObject } from '../write-object.ts';
import { readPage } from './read-page.ts';

const page = 'https://archive.example/items/7';

/** Reads a page, as its work is written. */
function written(html: string) {
	const work = readPage(html, page);
	return work && writeObject({ ...work, identifiers: [{ id: page }] });
}
const titleOf = (html: string) => readPage(html, page)?.title;

const work = (more: object) => ({ '@context': 'https://schema.org/', '@type': 'Dataset', '@id': page, ...more });
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('the work of a landing page', () => {
	it('is described by its JSON-LD, with title, creators, date and type', () => {
		const html = `<head>${script(work({ name: 'Tides', author: { name: 'Doe, Jo' }, datePublished: '2023-04' }))}`;
		const { Title, Creator, PublicationDate, Type } = written(html) ?? {};
		assert.deepEqual(
			[Title, Creator, PublicationDate, Type?.Name],
			['Tides', [{ Name: 'Doe, Jo' }], '2023-04', 'dataset'],
		);
	});

	it('is described by JSON-LD that is answered in place of a page', () => {
		assert.equal(titleOf(JSON.stringify([work({ name: 'Tides' })])), 'Tides');
	});

	it('is the one that names the page, where there are others', () => {
		const other = work({ name: 'Other', '@id': 'https://archive.example/items/8' });
		const named = work({ name: 'Tides', '@id': 'https://doi.org/10.5555/t', url: `${page}/` });
		assert.equal(titleOf(script(other) + script(named)), 'Tides');
		assert.equal(titleOf(script([other, { ...other, '@id': 'https://archive.example/items/9' }])), undefined);
	});

	it('is the only one, whatever identifies that', () => {
		const site = { '@context': 'https://schema.org', '@type': 'WebSite', name: 'Archive', url: page };
		assert.equal(titleOf(script(site) + script(work({ '@id': 'https://doi.org/10.5555/t', name: 'Tides' }))), 'Tides');
	});

	it('is described by the names of Highwire Press', () => {
		const { Title, Creator, PublicationDate, Container, Type } =
			written(
				'<meta charset=utf-8><META content="A &lt; B > C &amp; D" name=citation_title>' +
					"<meta name='citation_author' content='Doe, Jo'><meta name='citation_author' content='Roe, Al' />" +
					'<meta name="citation_publication_date" content="2021/03/02"><meta name="citation_volume" content="4">' +
					'<meta name="citation_journal_title" content="Journal of Tides"><meta name="citation_firstpage" content="9">',
			) ?? {};
		assert.deepEqual([Title, PublicationDate], ['A < B > C & D', '2021-03-02']);
		assert.deepEqual(Creator, [{ Name: 'Doe, Jo' }, { Name: 'Roe, Al' }]);
		assert.deepEqual(Container, { Title: 'Journal of Tides', Volume: '4', Pages: '9' });
		assert.equal(Type?.SubType, 'JournalArticle');
	});

	it('is described by Dublin Core', () => {
		const html =
			'<meta name="DCTERMS.title" content="Tides"><meta name="DC.creator" content="Doe, Jo">' +
			'<meta name="DC.type" content="Dataset"><meta name="dcterms.issued" content="2020">';
		const { Title, PublicationDate, Type } = written(html) ?? {};
		assert.deepEqual([Title, PublicationDate, Type?.Name], ['Tides', '2020', 'dataset']);
	});

	it('is not known where nothing names its title', () => {
		for (const html of ['', '{', '{}', '[1]', '<title>Tides</title>', '<meta name="citation_title" content="">'])
			assert.equal(titleOf(html), undefined);
		assert.equal(titleOf('<script type="application/ld+json">{"name": '), undefined);
	});

	it('is looked for in a time in proportion to the page', () => {
		for (const part of [
			'<meta a="',
			"<meta a='",
			'<meta a ',
			'<script type="application/ld+json">',
			'<script ',
			'[{"a":',
		])
			assert.equal(titleOf(part.repeat(1_048_576 / part.length)), undefined);
	});
});
