// Says what is read of the plain text and the tables of Web of Science.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const text = (...lines: string[]) => ['PT J', ...lines, 'ER', '', 'EF', ''].join('\n');

describe('an export of Web of Science', () => {
	it('cites what its references name; of several DOIs of one each is a work', async () => {
		const { dialect, links, leftOut } = await translated(
			text(
				...['CR Lee K, 2020, THINGS, V1, P2, DOI 10.1234/b', '   Poe C, 2021, THINGS, DOI [10.1234/c, 10.5678/d]'],
				...['   [Anonymous], 1999, A BOOK', '   Roe K, 2020, Arxiv, DOI arXiv:2001.01234', 'PY 2024', 'DI 10.1234/a'],
			),
		);
		assert.equal(dialect, 'wos');
		assert.deepEqual(
			links,
			['doi:10.1234/b', 'doi:10.1234/c', 'doi:10.5678/d', 'arxiv:arXiv:2001.01234'].map(
				(cited) => `doi:10.1234/a Cites ${cited}, 2024, Web of Science`,
			),
		);
		assert.deepEqual(leftOut, ['a reference without an identifier']);
	});

	it('describes its works: an author stands on a line, a title on several', async () => {
		const { object } = await translated(
			text(
				...['AU Doe, A', 'AF Doe, Ada', '   Roe, Kim', 'CA A Group', 'TI A title', '   of two lines', 'SO THINGS'],
				...['DT Proceedings Paper', 'DE one; two', 'PD MAY 3', 'PY 2024', 'PU A PRESS', 'PM 1234567', 'DI 10.1234/a'],
			),
		);
		assert.deepEqual(object('pmid:1234567'), {
			Type: { Name: 'literature', SubType: 'ConferencePaper' },
			Title: 'A title of two lines',
			Creator: [{ Name: 'Doe, Ada' }, { Name: 'Roe, Kim' }, { Name: 'A Group' }],
			PublicationDate: '2024-05-03',
			Publisher: [{ Name: 'A PRESS' }],
			Keywords: ['one', 'two'],
			Container: { Title: 'THINGS' },
		});
	});

	it('has ISBNs of books, not those that a chapter or a paper is in', async () => {
		const inBook = (type: string) => text('TI A', 'BN 978-0-306-40615-7; 0-306-40615-2', type).replace('PT J', 'PT B');
		const book = await translated(inBook('DT Book'));
		assert.equal(book.object('isbn:978-0-306-40615-7')?.Type.SubType, 'Book');
		for (const type of ['DT Article; Book Chapter', 'DT Proceedings Paper']) {
			assert.deepEqual((await translated(inBook(type))).leftOut, ['an entry without an identifier']);
		}
	});

	it('is also a list of works that the given source cites, whenever that is', async () => {
		const { links } = await translated(text('CR DOI 10.1234/b', 'PY 2024', 'DI 10.1234/a').replaceAll('\n', '\r'), {
			supplied: { source: { id: '10.1234/s' } },
		});
		assert.deepEqual(links, [
			'doi:10.1234/a Cites doi:10.1234/b, 2024, Web of Science',
			'doi:10.1234/s Cites doi:10.1234/a, Web of Science',
		]);
	});

	it('leaves out works that have only the number of the database', async () => {
		const { links, leftOut } = await translated(text('UT WOS:000000000000001', 'CR Lee K, 2020, DOI 10.1234/b'));
		assert.deepEqual([links, leftOut], [[], ['an entry without an identifier']]);
	});
});

describe('an export of Web of Science as a table', () => {
	const cells = {
		...{ PT: 'J', AU: 'Doe, A; Roe, K', AF: 'Doe, Ada; Roe, Kim', CA: 'A Group', TI: 'A title', SO: 'THINGS' },
		...{ DT: 'Review; Early Access', DE: 'one; two', PU: 'A PRESS', PI: 'YORK', SN: '1234-5679', EI: '2345-6787' },
		...{ PD: 'MAY 3', PY: '2024', VL: '7', IS: '2', BP: '11', EP: '19', DI: '10.1234/a', PM: '1234567' },
		CR:
			'Lee K, 2020, THINGS, V1, P2, DOI 10.1234/b; Poe C, 2021, THINGS, DOI [10.1234/c, 10.5678/d]; ' +
			'[Anonymous], 1999, A BOOK; Roe K, 2020, THINGS, DOI 10.1002/(SICI)1234-5679(2020)1:2<3::AID-TH4>3.0.CO;2-5',
		UT: 'WOS:000000000000001',
	};
	const row = Object.values(cells);
	const tags = Object.keys(cells);
	const names = [
		...['Publication Type', 'Authors', 'Author Full Names', 'Group Authors', 'Article Title', 'Source Title'],
		...['Document Type', 'Author Keywords', 'Publisher', 'Publisher City', 'ISSN', 'eISSN', 'Publication Date'],
		...['Publication Year', 'Volume', 'Issue', 'Start Page', 'End Page', 'DOI', 'Pubmed Id', 'Cited References'],
		'UT (Unique WOS ID)',
	];
	const tabbed = [tags, row].map((line) => line.join('\t')).join('\r\n');
	const quoted = [names, row].map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\n');

	for (const [form, table] of [
		['with tags between tabs', `${tabbed}\r\n`],
		['with names in words', `${quoted}\n`],
		['in sixteen bits', Buffer.from(`\ufeff${tabbed}`, 'utf16le')],
	] as const) {
		it(`${form} cites what its references name`, async () => {
			const { dialect, links, leftOut } = await translated(table);
			assert.equal(dialect, 'wos');
			assert.deepEqual(links, [
				'doi:10.1234/a = pmid:1234567 Cites doi:10.1234/b, 2024-05-03, Web of Science',
				...['10.1234/c', '10.5678/d', '10.1002/(SICI)1234-5679(2020)1:2<3::AID-TH4>3.0.CO;2-5'].map(
					(cited) => `doi:10.1234/a Cites doi:${cited}, 2024-05-03, Web of Science`,
				),
			]);
			assert.deepEqual(leftOut, ['a reference without an identifier']);
		});

		it(`${form} describes its works as the plain text does`, async () => {
			const { object } = await translated(table);
			assert.deepEqual(object('doi:10.1234/a'), {
				Type: { Name: 'literature', SubType: 'JournalArticle' },
				Title: 'A title',
				Creator: [{ Name: 'Doe, Ada' }, { Name: 'Roe, Kim' }, { Name: 'A Group' }],
				PublicationDate: '2024-05-03',
				Publisher: [{ Name: 'A PRESS' }],
				PublisherPlace: 'YORK',
				Keywords: ['one', 'two'],
				Container: { Title: 'THINGS', ISSN: ['1234-5679', '2345-6787'], Volume: '7', Issue: '2', Pages: '11-19' },
			});
		});
	}

	it('is what a given source cites, too', async () => {
		const { links } = await translated(tabbed, { supplied: { source: { id: '10.1234/review' } } });
		assert.ok(links.includes('doi:10.1234/review Cites doi:10.1234/a = pmid:1234567, Web of Science'), links.join());
		assert.ok(links.includes('doi:10.1234/a Cites doi:10.1234/c, 2024-05-03, Web of Science'), links.join());
	});
});
