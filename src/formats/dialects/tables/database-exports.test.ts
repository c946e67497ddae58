// Says what is read of the tables that databases of literature export.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowOfTexts, workbookOf } from '../syntaxes/workbook.fixture.ts';
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

	it('may have the columns that somebody chose', async () => {
		for (const chosen of ['Cited by', 'References', 'EID', 'Author(s) ID']) {
			const { dialect, object } = await translated(
				`Authors,Title,Year,Source title,DOI,${chosen}\nA B.,A,2024,Things,10.1234/a,1\n`,
			);
			assert.deepEqual([chosen, dialect, object('doi:10.1234/a')?.Title], [chosen, 'scopus', 'A']);
		}
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

describe('an export of Dimensions', () => {
	const remark = '"About the data: Exported on May 1, 2024. Criteria: ‘things’ in title, and more."\n';
	const names =
		'Rank,Publication ID,DOI,PMID,PMCID,arXiv ID,Title,Source title,Anthology title,Publisher,ISSN,MeSH terms,' +
		'Publication date,PubYear,Volume,Issue,Pagination,Publication Type,Authors,Dimensions URL,Cited references\n';
	const row = (cited: string) =>
		'1,pub.1000000001,10.1234/a,1234567,,2405.00001,A,Things,,A Press,"1234-5679, 2345-6787",One; Two,2024-05-01,2024,' +
		`7,2,11-19,Article,"Doe, Ada; Roe, Kim",https://db.example/details/pub.1000000001,"${cited}"\n`;

	it('cites what its references name between bars, and counts the others', async () => {
		const cited = [
			'[Poe, C; Lee, D]|[ur.1; ]|Things; and More|2020|1|2|3-4|10.1234/b|pub.1000000002|5',
			'[Moe, E]|[ur.2]|A Book|1999|||||pub.1000000003|7',
			'[]||Things|2001|||9|10.1002/(sici)1234-5679(2001)1:2<9::aid-th4>3.0.co;2-5|pub.1000000004|0',
		];
		const { dialect, links, leftOut, object } = await translated(remark + names + row(cited.join(';')));
		assert.equal(dialect, 'dimensions');
		assert.deepEqual(links, [
			'doi:10.1234/a = pmid:1234567 = arxiv:arXiv:2405.00001 Cites doi:10.1234/b, 2024-05-01, Dimensions',
			'doi:10.1234/a Cites doi:10.1002/(sici)1234-5679(2001)1:2<9::aid-th4>3.0.co;2-5, 2024-05-01, Dimensions',
		]);
		assert.deepEqual(leftOut.toSorted(), [
			'a reference without an identifier',
			'a row before the names of the columns',
		]);
		const container = { Title: 'Things; and More', Volume: '1', Issue: '2', Pages: '3-4' };
		assert.deepEqual(object('doi:10.1234/b'), {
			...{ Type: { Name: 'unknown' }, PublicationDate: '2020', Container: container },
		});
	});

	it('begins with a sentence, in quotation marks or with commas that separate nothing', async () => {
		for (const first of [remark, remark.replaceAll('"', ''), '']) {
			const { dialect, object } = await translated(first + names + row(''));
			assert.deepEqual([dialect, object('doi:10.1234/a')?.Title], ['dimensions', 'A'], first);
		}
	});

	it('may be a workbook', async () => {
		const rows = [
			['About the data: Exported on May 1, 2024.'],
			['Rank', 'Publication ID', 'DOI', 'Title', 'PubYear', 'Cited references'],
			['1', 'pub.1000000001', '10.1234/a', 'A', '2024', '[Poe, C]|[]|Things|2020||||10.1234/b|pub.1000000002|5'],
		];
		const written = rows.map((texts, at) => rowOfTexts(at + 1, texts)).join('');
		const { dialect, links } = await translated(workbookOf([{ name: 'Publications', rows: written }]));
		assert.deepEqual([dialect, links], ['dimensions', ['doi:10.1234/a Cites doi:10.1234/b, 2024, Dimensions']]);
	});

	it('describes its works, whose source is a journal or a book', async () => {
		const { object } = await translated(names + row(''));
		assert.deepEqual(object('doi:10.1234/a'), {
			...{ Type: { Name: 'literature', SubType: 'Article' }, Title: 'A', PublicationDate: '2024-05-01' },
			...{ Creator: [{ Name: 'Doe, Ada' }, { Name: 'Roe, Kim' }], Publisher: [{ Name: 'A Press' }] },
			Keywords: ['One', 'Two'],
			Container: { Title: 'Things', ISSN: ['1234-5679', '2345-6787'], Volume: '7', Issue: '2', Pages: '11-19' },
		});
		const chapter = await translated(names + row('').replace('Things,,', ',A Book,'));
		assert.equal(chapter.object('doi:10.1234/a')?.Container?.Title, 'A Book');
	});
});

describe('the list of OpenAPC', () => {
	const names =
		'institution,period,euro,doi,is_hybrid,publisher,journal_full_title,issn,issn_print,issn_electronic,issn_l,' +
		'license_ref,indexed_in_crossref,pmid,pmcid,ut,url,doaj\n';

	it('cites nothing, and the year of a payment is no date of a work', async () => {
		const { dialect, links, object } = await translated(
			`${names}A University,2015,900,10.1234/a,TRUE,A Press,Things,1234-5679,NA,2345-6787,1234-5679,` +
				'http://license.example/by,TRUE,1234567,PMC7654321,ut:1,NA,FALSE\n',
		);
		assert.deepEqual([dialect, links], ['openapc', ['doi:10.1234/a = pmid:1234567 = pmcid:PMC7654321, OpenAPC']]);
		assert.deepEqual(object('doi:10.1234/a'), {
			...{ Type: { Name: 'literature' }, Publisher: [{ Name: 'A Press' }] },
			Container: { Title: 'Things', ISSN: ['1234-5679', '2345-6787'] },
		});
	});

	it('has NA in place of nothing', async () => {
		const row = 'A University,2015,900,10.1234/a,TRUE,NA,NA,NA,NA,NA,NA,NA,TRUE,NA,NA,NA,https://press.example/a,NA\n';
		const { links, leftOut, object } = await translated(names + row + row.replace('10.1234/a', 'NA'));
		assert.deepEqual([links, leftOut], [[], ['a row without an identifier']]);
		assert.deepEqual(object('doi:10.1234/a'), { Type: { Name: 'literature' } });
	});

	it('may be one of books', async () => {
		const { dialect, links, object } = await translated(
			'institution,period,euro,doi,backlist_oa,publisher,book_title,isbn,isbn_print,isbn_electronic,license_ref,doab\n' +
				'A University,2015,9000,10.1234/a,FALSE,A Press,A Book,978-0-306-40615-7,NA,NA,NA,TRUE\n',
		);
		assert.deepEqual([dialect, links], ['openapc', ['doi:10.1234/a = isbn:978-0-306-40615-7, OpenAPC']]);
		assert.equal(object('doi:10.1234/a')?.Title, 'A Book');
	});
});

describe('a list of Publish or Perish', () => {
	const names =
		'"Cites","Authors","Title","Year","Source","Publisher","ArticleURL","CitesURL","GSRank","QueryDate","Type","DOI",' +
		'"ISSN","CitationURL","Volume","Issue","StartPage","EndPage","ECC","CitesPerYear","Abstract","FullTextURL"\n';
	const row = (address: string, doi: string) =>
		`9,"A Doe, K Roe…","A title",2024,"Things","A Press","${address}","https://c.example/1",1,"2024-05-01 10:00:00",` +
		`"PDF","${doi}","1234-5679","",7,2,11,19,9,3.00,"About https://doi.org/10.1234/other","https://f.example/a.pdf"\n`;
	const source = { id: '10.1234/review' };
	const listed = async (...cells: [address: string, doi: string]) => {
		const { links } = await translated(names + row(...cells), { provider: 'A Library', supplied: { source } });
		return links.map((link) => link.replace('doi:10.1234/review Cites ', ''));
	};

	it('cites nothing, and needs the name of a provider', async () => {
		const text = names + row('https://press.example/doi/10.1234/a', '10.1234/a');
		const { dialect, links, object } = await translated(text, { provider: 'A Library' });
		assert.deepEqual([dialect, links], ['publish-or-perish', []]);
		assert.deepEqual(object('doi:10.1234/a'), {
			...{ Type: { Name: 'literature' }, Title: 'A title', Creator: [{ Name: 'A Doe' }, { Name: 'K Roe' }] },
			...{ PublicationDate: '2024', Publisher: [{ Name: 'A Press' }] },
			Container: { Title: 'Things', ISSN: ['1234-5679'], Volume: '7', Issue: '2', Pages: '11-19' },
		});
		assert.deepEqual((await translated(text)).leftOut, ['no provider is named or given']);
	});

	it('names a work by its DOI, else by what its address holds', async () => {
		assert.deepEqual(await listed('https://press.example/doi/10.1234/book', '10.1234/a'), ['doi:10.1234/a, A Library']);
		assert.deepEqual(await listed('https://press.example/doi/abs/10.1234/a', ''), ['doi:10.1234/a, A Library']);
		assert.deepEqual(await listed('https://press.example/a', ''), ['url:https://press.example/a, A Library']);
	});
});
