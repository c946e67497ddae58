// Says what is read of PubMed's texts and XML.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const entry = (...lines: string[]) => `${['PMID- 1234567', ...lines].join('\r\n')}\r\n`;
const linksOf = async (text: string) =>
	(await translated(text)).links.map((link) => link.replace(/^pmid:1234567 /, '').replace(/, PubMed$/, ''));

describe('an export of PubMed', () => {
	it('describes articles by all their numbers, with the ORCID of each author', async () => {
		const { object } = await translated(
			entry(
				...['TI  - A title that goes', '      on in a line', 'FAU - Doe, Ada', 'AU  - Doe A'],
				...[
					'AUID- ORCID: 0000-0002-1825-0097',
					'FAU - Roe, Kim',
					'CN  - A Group',
					'DP  - 2024 May-Jun',
					'JT  - Things',
				],
				...['PT  - Review', 'PT  - Journal Article', 'MH  - *Things/history', 'OT  - words', 'PMC - PMC7654321'],
				...['AID - S1234(24)1 [pii]', 'AID - 10.1234/a [doi]'],
			),
		);
		assert.deepEqual(object('doi:10.1234/a'), {
			Type: { Name: 'literature', SubType: 'JournalArticle' },
			Title: 'A title that goes on in a line',
			Creator: [
				{ Name: 'Doe, Ada', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } },
				...[{ Name: 'Roe, Kim' }, { Name: 'A Group' }],
			],
			PublicationDate: '2024-05',
			Keywords: ['Things/history', 'words'],
			Container: { Title: 'Things' },
		});
		assert.deepEqual(object('doi:10.1234/a'), object('pmcid:PMC7654321'));
	});

	it('relates notices and comments to articles, from either end, in the words of registries', async () => {
		const notice = 'Things. 2024;1(2):3. doi: 10.1234/b. PMID: 7654321';
		const words = {
			...{ RIN: 'retraction', ROF: 'retraction', PRIN: 'partial_retraction', EIN: 'erratum', EFR: 'erratum' },
			...{ ECI: 'expression_of_concern', CRI: 'correction', CIN: 'comment', RRI: 'retraction' },
		};
		for (const [tag, word] of Object.entries(words)) {
			const other = 'pmid:7654321 = doi:10.1234/b';
			assert.deepEqual(await linksOf(entry(`${tag.padEnd(4)}- ${notice}`)), [`IsRelatedTo (${word}) ${other}`]);
		}
		assert.deepEqual(await linksOf(entry('CIN - Things. 2024;1(2):3.')), []);
	});

	it('may be one of another database, which then is its provider', async () => {
		const eric = (doi: string) => `OWN - ERIC\nTI  - A\nAID - https://doi.org/${doi}\nOID - EJ1234567\n\n`;
		const supplied = { source: { id: '10.1234/s' } };
		const { links } = await translated(eric('10.1234/a') + eric('10.1234/b'), { supplied });
		assert.deepEqual(links, ['doi:10.1234/s Cites doi:10.1234/a, ERIC', 'doi:10.1234/s Cites doi:10.1234/b, ERIC']);
		const { leftOut } = await translated('OWN - ERIC\nTI  - A\nOID - EJ1234567\n');
		assert.deepEqual(leftOut, ['an entry without an identifier']);
		const nlm = await translated('OWN - NLM\nPMID- 1234567\nEIN - Things. PMID: 7654321\n');
		assert.deepEqual(nlm.links, ['pmid:1234567 IsRelatedTo (erratum) pmid:7654321, PubMed']);
	});

	it('is also a list of articles that the given source cites', async () => {
		const supplied = { source: { id: '10.1234/s' } };
		const { links } = await translated(entry('AID - 10.1234/a [doi]', 'DP  - 2024'), { supplied });
		assert.equal(links[0], 'doi:10.1234/s Cites pmid:1234567 = doi:10.1234/a, PubMed');
	});

	it('knows the version before and the one behind', async () => {
		assert.deepEqual(await linksOf(entry('UOF - bioRxiv. 2023 PMID: 7654321', 'CRDT- 2024/05/01 06:00')), [
			'IsNewVersionOf pmid:7654321, 2024-05-01',
		]);
		assert.deepEqual(await linksOf(entry('UIN - Things. 2023 PMID: 7654321')), ['IsPreviousVersionOf pmid:7654321']);
	});
});

describe('the XML of PubMed', () => {
	const articleOf = (citation: string, data: string) =>
		'<!DOCTYPE PubmedArticleSet PUBLIC "-//A//DTD//EN" "https://dtd.example/a.dtd"><PubmedArticleSet><PubmedArticle>' +
		`<MedlineCitation><PMID>1234567</PMID>${citation}</MedlineCitation><PubmedData>${data}</PubmedData>` +
		'</PubmedArticle></PubmedArticleSet>';
	const list = (...references: string[]) =>
		`<ReferenceList>${references.map((one) => `<Reference>${one}</Reference>`).join('')}</ReferenceList>`;
	const ids = (...given: [type: string, id: string][]) => {
		const elements = given.map(([type, id]) => `<ArticleId IdType="${type}">${id}</ArticleId>`);
		return `<ArticleIdList>${elements.join('')}</ArticleIdList>`;
	};

	it('has references by their numbers, or by what stands in their words; others are counted', async () => {
		const text = articleOf(
			'',
			list(
				ids(['pubmed', '7654321'], ['doi', '10.1234/b'], ['pii', 'S1']),
				'<Citation>Roe K. doi: 10.1234/c.</Citation>',
			) + list(`<Citation>Poe C. Things. 1999;1:2-3.</Citation>${ids(['pii', 'S2'])}`),
		);
		const { links, leftOut } = await translated(text);
		assert.deepEqual(links, [
			'pmid:1234567 References pmid:7654321 = doi:10.1234/b, PubMed',
			'pmid:1234567 References doi:10.1234/c, PubMed',
		]);
		assert.deepEqual(leftOut, ['a reference without an identifier']);
	});

	it('has no DOI that PubMed found to be wrong', async () => {
		const doi = (text: string, valid: string) => `<ELocationID EIdType="doi" ValidYN="${valid}">${text}</ELocationID>`;
		const article = `<Article><ArticleTitle>A</ArticleTitle>${doi('10.1234/wrong', 'N')}${doi('10.1234/a', 'Y')}</Article>`;
		const { object } = await translated(articleOf(article, ''));
		assert.deepEqual([object('doi:10.1234/wrong'), object('doi:10.1234/a')?.Title], [undefined, 'A']);
	});

	it('names the articles of corrections by number, or by the words of their source', async () => {
		const notice = (type: string, what: string) =>
			`<CommentsCorrections RefType="${type}">${what}</CommentsCorrections>`;
		const notices = [
			notice('RetractionIn', '<RefSource>Things. 2024;1:2. doi: 10.1234/b.</RefSource>'),
			notice('RetractedandRepublishedIn', '<RefSource>Things. 2024</RefSource><PMID>7654321</PMID>'),
			notice('ErratumIn', '<RefSource>Things. 2024;1:3</RefSource>'),
		];
		const list = `<CommentsCorrectionsList>${notices.join('')}</CommentsCorrectionsList>`;
		assert.deepEqual(await linksOf(articleOf(list, '')), [
			'IsRelatedTo (retraction) doi:10.1234/b',
			'IsRelatedTo (retraction) pmid:7654321',
		]);
	});

	it('does not take the numbers of references for those of the article', async () => {
		const text = articleOf('', ids(['doi', '10.1234/a']) + list(ids(['doi', '10.1234/b'])));
		const { links } = await translated(text);
		assert.deepEqual(links, ['pmid:1234567 = doi:10.1234/a References doi:10.1234/b, PubMed']);
	});

	it('withdraws what it stated of articles that PubMed deleted', async () => {
		const one = articleOf('', list(ids(['pubmed', '7654321'])));
		const deleted = '<DeleteCitation><PMID>1111111</PMID><PMID>2222222</PMID></DeleteCitation></PubmedArticleSet>';
		const { translation } = await translated(one.replace('</PubmedArticleSet>', deleted));
		assert.deepEqual([translation.records, translation.links, translation.described], [3, 1, 2]);
	});

	it('has chapters of books', async () => {
		const { object } = await translated(
			'<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>1234567</PMID><Book><Publisher><PublisherName>A Press' +
				'</PublisherName></Publisher><BookTitle>A Book</BookTitle><PubDate><Year>1999</Year></PubDate>' +
				'</Book><ArticleTitle>A Chapter</ArticleTitle></BookDocument></PubmedBookArticle>' +
				'</PubmedArticleSet>',
		);
		assert.deepEqual(object('pmid:1234567'), {
			Type: { Name: 'literature', SubType: 'BookChapter' },
			...{
				Title: 'A Chapter',
				PublicationDate: '1999',
				Publisher: [{ Name: 'A Press' }],
				Container: { Title: 'A Book' },
			},
		});
	});
});
