// Tests which journal, book or proceedings is read from each dialect that names it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from './translated.fixture.ts';

const doi = '10.1234/a';
const supplied = { source: { id: '10.1234/citing', scheme: 'doi' } };

/** Reads what a text says of 10.1234/a, or of another object. */
async function containerOf(document: string | object, name = `doi:${doi}`): Promise<string | undefined> {
	const content = typeof document === 'string' ? document : JSON.stringify(document);
	const { object } = await translated(content, { provider: 'A Library', supplied });
	const stated = object(name);
	assert.ok(stated, `${name} is not read`);
	return stated.Container?.Title;
}

describe('the journal of a work', () => {
	it('is read of records of DataCite, from the container or from the item that it is published in', async () => {
		const relatedItems = [
			{ relationType: 'IsPublishedIn', relatedItemType: 'Journal', titles: [{ title: 'An Item' }] },
		];
		const record = (more: object) => ({ data: { attributes: { doi, relatedIdentifiers: [], ...more } } });
		assert.equal(await containerOf(record({ container: { type: 'Journal', title: 'Acta' }, relatedItems })), 'Acta');
		assert.equal(await containerOf(record({ container: { type: 'Series' }, relatedItems })), 'An Item');
		assert.equal(await containerOf(record({ container: {} })), undefined);
		const cites = [{ ...relatedItems[0], relationType: 'Cites' }];
		assert.equal(await containerOf(record({ relatedItems: cites })), undefined);
		const xml = (relation: string) =>
			`<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">${doi}</identifier>` +
			`<relatedItems><relatedItem relationType="${relation}"><titles><title>Acta</title></titles></relatedItem>` +
			'</relatedItems></resource>';
		assert.equal(await containerOf(xml('IsPublishedIn')), 'Acta');
		assert.equal(await containerOf(xml('Cites')), undefined);
	});

	it('is read of works of Crossref, and not as their references abbreviate it', async () => {
		const reference = [{ DOI: '10.1234/cited', 'article-title': 'Cited', 'journal-title': 'Ann. Abbr.' }];
		const work = { DOI: doi, 'reference-count': 1, 'container-title': ['Acta &amp; Co', 'Another'], reference };
		assert.equal(await containerOf(work), 'Acta &amp; Co');
		assert.equal(await containerOf(work, 'doi:10.1234/cited'), undefined);
	});

	it('is read of articles, papers and chapters in the XML of Crossref, each from what holds it', async () => {
		const batch = (body: string) =>
			`<doi_batch xmlns="http://www.crossref.org/schema/5.3.1"><body>${body}</body></doi_batch>`;
		const titles = (title: string) => `<titles><title>${title}</title></titles>`;
		const data = (id: string) => `<doi_data><doi>10.1234/${id}</doi></doi_data>`;
		const article = (journal: string, id: string) =>
			`<journal><journal_metadata><full_title>${journal}</full_title><abbrev_title>Ac</abbrev_title>` +
			`</journal_metadata><journal_article>${titles('T')}${data(id)}</journal_article></journal>`;
		const both = batch(article('Acta', 'a') + article('Annals', 'b'));
		assert.equal(await containerOf(both), 'Acta');
		assert.equal(await containerOf(both, 'doi:10.1234/b'), 'Annals');
		const paper =
			'<conference><proceedings_metadata><proceedings_title>Proceedings</proceedings_title></proceedings_metadata>' +
			`<conference_paper>${titles('T')}${data('a')}</conference_paper></conference>`;
		assert.equal(await containerOf(batch(paper)), 'Proceedings');
		const series = `<series_metadata>${titles('A Series')}</series_metadata>`;
		const book = (metadata: string, more = '') =>
			batch(
				`<book><${metadata}>${more}${titles('A Book')}${data('book')}</${metadata}>` +
					`<content_item>${titles('T')}${data('a')}</content_item></book>`,
			);
		assert.equal(await containerOf(book('book_metadata')), 'A Book');
		assert.equal(await containerOf(book('book_metadata'), 'doi:10.1234/book'), undefined);
		assert.equal(await containerOf(book('book_series_metadata', series)), 'A Book');
		assert.equal(await containerOf(book('book_series_metadata', series), 'doi:10.1234/book'), 'A Series');
	});

	it('is read of records of Zenodo and InvenioRDM, of a chapter its book', async () => {
		const zenodo = (metadata: object) => ({ doi, conceptrecid: '1', metadata: { title: 'T', ...metadata } });
		assert.equal(await containerOf(zenodo({ journal: { title: 'Acta', volume: '2' } })), 'Acta');
		assert.equal(await containerOf(zenodo({ part_of: { title: 'A Book', pages: '1' } })), 'A Book');
		const invenio = (custom_fields: object) => ({
			...{ pids: { doi: { identifier: doi } }, metadata: { resource_type: { id: 'publication' } }, custom_fields },
		});
		assert.equal(await containerOf(invenio({ 'journal:journal': { title: 'Acta' } })), 'Acta');
		assert.equal(await containerOf(invenio({ 'imprint:imprint': { title: 'A Book', place: 'Graz' } })), 'A Book');
	});

	it('is read of NASA ADS, which has publishers besides', async () => {
		const work = { bibcode: '2020ApJ...900....1A', doi: [doi], pub: 'The Astrophysical Journal' };
		assert.equal(await containerOf(work), 'The Astrophysical Journal');
		const { object } = await translated(JSON.stringify({ ...work, publisher: 'IOP' }));
		assert.deepEqual(object(`doi:${doi}`)?.Publisher, [{ Name: 'IOP' }]);
	});

	it('is read of OpenAlex, where the source is none that holds copies', async () => {
		const work = (type: string) => ({
			...{ id: 'https://openalex.org/W1', ids: { doi }, referenced_works: [] },
			primary_location: { source: { type, display_name: 'Acta', host_organization_name: 'A Press' } },
		});
		assert.equal(await containerOf(work('journal')), 'Acta');
		assert.equal(await containerOf(work('conference')), 'Acta');
		assert.equal(await containerOf(work('repository')), undefined);
	});

	it('is read of Europe PMC, in full where the answer has it so', async () => {
		const found = (more: object) => ({ resultList: { result: [{ doi, pmid: '1000', ...more }] } });
		const journalInfo = { journal: { title: 'Annals of Software', isoabbreviation: 'Ann. Softw.' } };
		assert.equal(await containerOf(found({ journalInfo, journalTitle: 'Ann Softw' })), 'Annals of Software');
		assert.equal(await containerOf(found({ journalTitle: 'Ann Softw' })), 'Ann Softw');
		const request = { id: '1000', source: 'MED' };
		const reference = { id: '2000', source: 'MED', journalAbbreviation: 'Ann Softw' };
		assert.equal(await containerOf({ request, referenceList: { reference: [reference] } }, 'pmid:2000'), 'Ann Softw');
	});

	it('is read of tables: OpenCitations Meta, the Data Citation Corpus, iCite, and those of librarians', async () => {
		const meta = (venue: string) =>
			`id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor\n` +
			`doi:${doi},T,,2024,${venue},,,,journal article,,\n`;
		assert.equal(await containerOf(meta('Acta [B] [issn:1234-5679 issn:1234-5687]')), 'Acta [B]');
		assert.equal(await containerOf(meta('Acta')), 'Acta');
		assert.equal(await containerOf(meta('')), undefined);
		const citation = { dataset: 'https://doi.org/10.1234/data', publication: doi, repository: { title: 'Zenodo' } };
		assert.equal(await containerOf({ ...citation, journal: { title: 'Acta' } }), 'Acta');
		const icite = `pmid,doi,title,year,journal,cited_by,references\n1234567,${doi},T,2024,Acta,,7654321\n`;
		assert.equal(await containerOf(icite), 'Acta');
		const table = `Journal Title,DOI,Title\nActa,${doi},A Title\nActa,10.1234/b,Other\n`;
		const { object } = await translated(table, { provider: 'A Library', supplied });
		assert.deepEqual(object(`doi:${doi}`)?.Container, { Title: 'Acta' });
		assert.equal(object(`doi:${doi}`)?.Title, 'A Title');
	});

	it('is read of BibTeX: journal, book or series, also those of the entry that is referred to', async () => {
		const entry = (type: string, fields: string) => `@${type}{a, doi = {${doi}}, ${fields}}`;
		assert.equal(await containerOf(entry('article', 'journal = {Acta \\& {C}o}')), 'Acta & Co');
		assert.equal(await containerOf(entry('article', 'journaltitle = {Acta}')), 'Acta');
		assert.equal(await containerOf(entry('inproceedings', 'booktitle = {Proc.}, series = {S}')), 'Proc.');
		assert.equal(await containerOf(entry('book', 'series = {A Series}')), 'A Series');
		const parent = '@proceedings{p, title = {Proceedings}}';
		assert.equal(await containerOf(`${entry('inproceedings', 'crossref = {p}')} ${parent}`), 'Proceedings');
		assert.equal(await containerOf(entry('misc', 'title = {T}')), undefined);
	});

	it('is read of BibTeX of astronomers, who write commands for journals', async () => {
		const named = (journal: string) => containerOf(`@article{a, doi = {${doi}}, journal = ${journal}}`);
		assert.equal(await named('{\\mnras}'), 'Monthly Notices of the Royal Astronomical Society');
		assert.equal(await named('"{\\apjs}"'), 'The Astrophysical Journal Supplement Series');
		assert.equal(await named('{\\nobody}'), undefined);
	});

	it('is read of CSL-JSON, of a book its series', async () => {
		const item = { id: 'a', type: 'article-journal', DOI: doi };
		assert.equal(await containerOf([{ ...item, 'container-title': 'Acta' }]), 'Acta');
		assert.equal(await containerOf([{ ...item, 'container-title': ['Acta'] }]), 'Acta');
		assert.equal(await containerOf([{ ...item, type: 'book', 'collection-title': 'A Series' }]), 'A Series');
	});

	it('is read of CITATION.cff', async () => {
		const cff = (more: string) =>
			`cff-version: 1.2.0\ntitle: A Tool\ndoi: 10.1234/tool\nreferences:\n  - doi: ${doi}\n    ${more}\n`;
		assert.equal(await containerOf(cff('journal: Acta')), 'Acta');
		assert.equal(await containerOf(cff('collection-title: Proceedings')), 'Proceedings');
	});
});

describe('the place of a work in its journal', () => {
	const place = { Title: 'Acta', ISSN: ['1234-5679'], Volume: '12', Issue: '3', Pages: '101-110' };
	const xml =
		`<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">${doi}</identifier>` +
		'<relatedItems><relatedItem relationType="IsPublishedIn"><relatedItemIdentifier relatedItemIdentifierType="ISSN">' +
		'1234-5679</relatedItemIdentifier><titles><title>Acta</title></titles><volume>12</volume><issue>3</issue>' +
		'<firstPage>101</firstPage><lastPage>110</lastPage></relatedItem></relatedItems></resource>';
	const journal = { title: 'Acta', issn: '1234-5679', volume: '12', issue: '3', pages: '101-110' };
	const documents: Readonly<Record<string, string | object>> = {
		Crossref: {
			...{ DOI: doi, 'reference-count': 0, 'container-title': ['Acta'], ISSN: ['1234-5679', '1234-5678'] },
			...{ volume: '12', issue: '3', page: '101-110' },
		},
		'DataCite in JSON': {
			data: {
				attributes: {
					...{ doi, relatedIdentifiers: [] },
					container: {
						...{ title: 'Acta', identifier: '1234-5679', identifierType: 'ISSN' },
						...{ volume: '12', issue: '3', firstPage: '101', lastPage: '110' },
					},
				},
			},
		},
		'DataCite in XML': xml,
		'Crossref in XML':
			'<doi_batch xmlns="http://www.crossref.org/schema/5.3.1"><body><journal><journal_metadata><full_title>Acta' +
			'</full_title><issn>12345679</issn></journal_metadata><journal_issue><journal_volume><volume>12</volume>' +
			'</journal_volume><issue>3</issue></journal_issue><journal_article><pages><first_page>101</first_page>' +
			`<last_page>110</last_page></pages><doi_data><doi>${doi}</doi></doi_data></journal_article></journal></body>` +
			'</doi_batch>',
		'schema.org': {
			...{ '@context': 'https://schema.org', '@type': 'ScholarlyArticle', '@id': `https://doi.org/${doi}` },
			...{ pageStart: 101, pageEnd: '110' },
			isPartOf: {
				...{ '@type': 'PublicationIssue', issueNumber: 3 },
				isPartOf: {
					...{ '@type': 'PublicationVolume', volumeNumber: '12' },
					isPartOf: { '@type': 'Periodical', name: 'Acta', issn: '1234-5679' },
				},
			},
		},
		'the table of PMC':
			'Journal Title,ISSN,eISSN,Year,Volume,Issue,Page,DOI,PMCID,PMID,Manuscript Id,Release Date\n' +
			`Acta,1234-5679,,2001,12,3,101-110,${doi},PMC1234,1234567,,live\n`,
		Zenodo: { doi, conceptrecid: '1', metadata: { title: 'T', journal } },
		InvenioRDM: {
			...{ pids: { doi: { identifier: doi } }, metadata: { resource_type: { id: 'publication' } } },
			custom_fields: { 'journal:journal': journal },
		},
		OpenAlex: {
			...{ id: 'https://openalex.org/W1', ids: { doi }, referenced_works: [] },
			primary_location: { source: { type: 'journal', display_name: 'Acta', issn_l: '1234-5679', issn: ['1234-5679'] } },
			biblio: { volume: '12', issue: '3', first_page: '101', last_page: '110' },
		},
		'NASA ADS': {
			...{ bibcode: '2020ApJ...900....1A', doi: [doi], pub: 'Acta', issn: ['12345679'] },
			...{ volume: '12', issue: '3', page_range: '101-110', page: ['101'] },
		},
		'Europe PMC': {
			resultList: {
				result: [
					{
						...{ doi, pmid: '1000', journalTitle: 'Acta', journalIssn: '1234-5679; 1234-5678' },
						...{ journalVolume: '12', issue: '3', pageInfo: '101-110' },
					},
				],
			},
		},
		'OpenCitations Meta':
			'id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor\n' +
			`doi:${doi},T,,2024,Acta [issn:1234-5679],12,3,101-110,journal article,,\n`,
		BibTeX:
			`@article{a, doi = {${doi}}, journal = {Acta}, issn = {1234-5679}, volume = 12, number = 3, ` +
			'pages = {101--110}}',
		'CITATION.cff':
			`cff-version: 1.2.0\ntitle: A Tool\ndoi: 10.1234/tool\nreferences:\n  - doi: ${doi}\n    journal: Acta\n` +
			'    issn: 1234-5679\n    volume: 12\n    issue: 3\n    start: 101\n    end: 110\n',
		'CSL-JSON': [
			{
				...{ id: 'a', type: 'article-journal', DOI: doi, 'container-title': 'Acta', ISSN: '1234-5679' },
				...{ volume: 12, issue: '3', page: '101–110' },
			},
		],
	};
	for (const [name, document] of Object.entries(documents)) {
		it(`is read of ${name}`, async () => {
			const content = typeof document === 'string' ? document : JSON.stringify(document);
			const { object } = await translated(content, { provider: 'A Library', supplied });
			assert.deepEqual(object(`doi:${doi}`)?.Container, place);
		});
	}

	it('leaves the number of a report to the report', async () => {
		const report = `@techreport{a, doi = {${doi}}, number = 7, edition = {2nd}, address = {Graz}}`;
		const { object } = await translated(report, { provider: 'A Library', supplied });
		const { Container, Edition, PublisherPlace } = object(`doi:${doi}`) ?? {};
		assert.deepEqual([Container, Edition, PublisherPlace], [undefined, '2nd', 'Graz']);
	});
});

describe('what a work in schema.org is a part of', () => {
	const article = { '@context': 'https://schema.org', '@type': 'ScholarlyArticle', '@id': `https://doi.org/${doi}` };
	const journal = { '@type': 'Periodical', name: 'Acta' };

	it('is its journal, also behind issue and volume, or its book', async () => {
		assert.equal(await containerOf({ ...article, isPartOf: journal }), 'Acta');
		const volume = { '@type': 'PublicationVolume', name: 'Volume 2', isPartOf: journal };
		const issue = { '@type': 'PublicationIssue', name: 'Issue 1', isPartOf: volume };
		assert.equal(await containerOf({ ...article, isPartOf: issue }), 'Acta');
		assert.equal(
			await containerOf({ ...article, isPartOf: { '@type': ['PublicationVolume', 'Periodical'], ...named } }),
			'B',
		);
		assert.equal(await containerOf({ ...article, '@type': 'Chapter', isPartOf: { '@type': 'Book', ...named } }), 'B');
	});

	it('is none where it is a site, or goes round', async () => {
		assert.equal(await containerOf({ ...article, isPartOf: { '@type': 'WebSite', name: 'A Site' } }), undefined);
		const issue = { '@id': '#issue', '@type': 'PublicationIssue', isPartOf: { '@id': '#issue' } };
		const graph = [{ ...article, isPartOf: { '@id': '#issue' } }, issue];
		assert.equal(await containerOf({ '@context': 'https://schema.org', '@graph': graph }), undefined);
	});

	it('is read from codemeta for the paper that describes a program', async () => {
		const file = {
			...{ '@context': 'https://w3id.org/codemeta/3.0', identifier: '10.1234/tool', name: 'A Tool' },
			referencePublication: {
				...article,
				name: 'A paper',
				isPartOf: { '@type': 'PublicationIssue', isPartOf: journal },
			},
		};
		assert.equal(await containerOf(file), 'Acta');
	});

	const named = { name: 'B' };
});
