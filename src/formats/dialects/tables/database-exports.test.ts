// Says what is read of the tables that databases of literature export.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const scopus =
	'Authors,Title,Year,Source title,Volume,Art. No.,Page start,Page end,Cited by,DOI,Link,Author Keywords,References,' +
	'PubMed ID,Document Type,EID\n';

describe('an export of Scopus', () => {
	it('cites the works whose identifiers its references hold, from its year on, and counts the others', async () => {
		const { dialect, links, leftOut } = await translated(
			`${scopus}A B.; C D.,A,2024,Things,1,,2,9,5,10.1234/a,https://db.example/?doi=10.1234%2fa,,` +
				'"E F., B, Things, 3, (2020), https://doi.org/10.1234/b; G H., C, (2007); ' +
				'I J., D, arXiv:2001.01234, (2020)",1234567,Article,2-s2.0-1\n',
		);
		assert.equal(dialect, 'scopus');
		assert.deepEqual(links, [
			'doi:10.1234/a = pmid:1234567 Cites doi:10.1234/b, 2024, Scopus',
			'doi:10.1234/a Cites arxiv:arXiv:2001.01234, 2024, Scopus',
		]);
		assert.deepEqual(leftOut, ['a reference without an identifier']);
	});

	it('describes its works; the source is the journal, and an article may have a number for pages', async () => {
		const { object } = await translated(
			`${scopus}A B.; C D.,A,2024,Things,1,e12,,,5,10.1234/a,,one; two,,1234567,Article,2-s2.0-1\n`,
		);
		assert.deepEqual(object('doi:10.1234/a'), {
			Type: { Name: 'literature', SubType: 'Article' },
			...{ Title: 'A', Creator: [{ Name: 'A B.' }, { Name: 'C D.' }], PublicationDate: '2024' },
			...{ Keywords: ['one', 'two'], Container: { Title: 'Things', Volume: '1', Pages: 'e12' } },
		});
	});

	it('leaves out works that have only the number of the database, and reports wrong cells', async () => {
		const { links, leftOut } = await translated(
			`${scopus}A B.,A,2024,Things,1,,,,5,,,,"B, 10.1234/b",,Article,2-s2.0-1\n` +
				'A B.,A,2024,Things,1,,,,5,wrong,,,,,Article,2-s2.0-1\n',
		);
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, ['a row without an identifier', 'not an identifier in column 10 (DOI)']);
	});
});

describe('an export of PubMed as a table', () => {
	const row =
		'PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI\n' +
		'1234567,A,"Doe A, Roe KL.",Things. 2024 May 3;7(2):101-110. doi: 10.1234/a.,Doe A,Things,2024,2024/06/01,,' +
		',10.1234/a\n';

	it('says which identifiers are one work, when PubMed made the record, and cites nothing', async () => {
		const { dialect, links } = await translated(row);
		assert.deepEqual([dialect, links], ['pubmed', ['pmid:1234567 = doi:10.1234/a, 2024-06-01, PubMed']]);
	});

	it('has volume, issue, pages and the day in the words of the citation', async () => {
		const { object } = await translated(row);
		assert.deepEqual(object('pmid:1234567'), {
			...{ Type: { Name: 'literature' }, Title: 'A', Creator: [{ Name: 'Doe A' }, { Name: 'Roe KL' }] },
			PublicationDate: '2024-05-03',
			Container: { Title: 'Things', Volume: '7', Issue: '2', Pages: '101-110' },
		});
	});

	it('is what a given source cites', async () => {
		const { links } = await translated(row, { supplied: { source: { id: '10.1234/review' } } });
		assert.ok(links.includes('doi:10.1234/review Cites pmid:1234567 = doi:10.1234/a, PubMed'), links.join());
	});
});

describe('an export of the site of OpenAlex', () => {
	it('cites what referenced_works lists, and no address beside it', async () => {
		const { dialect, links } = await translated(
			'id,doi,title,publication_date,publication_year,type,related_works,referenced_works,pdf_url\n' +
				'https://openalex.org/W1234561,https://doi.org/10.1234/a,A,2024-05-01,2024,article,https://openalex.org/W1234569,' +
				'https://openalex.org/W1234562|W1234563,https://press.example/a.pdf\n',
		);
		assert.equal(dialect, 'openalex');
		assert.deepEqual(links, [
			'openalex:W1234561 = doi:10.1234/a Cites openalex:W1234562, 2024-05-01, OpenAlex',
			'openalex:W1234561 Cites openalex:W1234563, 2024-05-01, OpenAlex',
		]);
	});
});

describe('an export of the Lens', () => {
	it('names its works by all their identifiers, and counts references, which are numbers of its own', async () => {
		const { dialect, links, leftOut } = await translated(
			'Lens ID,Title,Date Published,PMID,DOI,PMCID,References\n' +
				'000-000-000-000-00X,A,2024-05-01,1234567,10.1234/a,PMC7654321,001-000-000-000-000; 002-000-000-000-00X\n',
		);
		assert.equal(dialect, 'lens');
		assert.deepEqual(links, ['doi:10.1234/a = pmid:1234567 = pmcid:PMC7654321, 2024-05-01, The Lens']);
		assert.deepEqual(leftOut, ['a reference without an identifier']);
	});
});
