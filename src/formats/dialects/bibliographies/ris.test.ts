// Says what is read of RIS.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { risRecord } from '../../ris/ris.ts';
import { translated } from '../translated.fixture.ts';

const provider = 'A Library';
const source = { id: '10.1234/citing', scheme: 'doi' };

const entry = (...lines: string[]) => `${['TY  - JOUR', ...lines, 'ER  - '].join('\r\n')}\r\n`;
const named = async (...lines: string[]) => {
	const { links } = await translated(entry(...lines), { provider, supplied: { source } });
	return links.map((link) => link.replace('doi:10.1234/citing Cites ', '').replace(', A Library', ''));
};

describe('a file in RIS', () => {
	it('is a list of works that the given source cites', async () => {
		const text = `Provider: A Press\n\n${entry('DO  - 10.1234/a')}\n${entry('UR  - https://doi.org/10.1234/b')}`;
		const { dialect, links } = await translated(text, { provider, supplied: { source } });
		assert.equal(dialect, 'ris');
		assert.deepEqual(links, [
			'doi:10.1234/citing Cites doi:10.1234/a, A Library',
			'doi:10.1234/citing Cites doi:10.1234/b, A Library',
		]);
	});

	it('has lines that end with a carriage return, a line feed, or both, also in one file', async () => {
		const text = entry('TI  - A', 'DO  - 10.1234/a');
		for (const end of ['\r', '\n', '\r\r\n']) {
			const joined = `${text.replaceAll('\r\n', end)}\n${text.replace('/a', '/b')}`;
			const { object, translation } = await translated(joined, { provider });
			assert.deepEqual(
				[translation.records, object('doi:10.1234/a')?.Title, object('doi:10.1234/b')?.Title],
				[2, 'A', 'A'],
			);
		}
	});

	it('may begin in the last line of another one', async () => {
		const joined = `${entry('DO  - 10.1234/a').trimEnd()}${entry('DO  - 10.1234/b')}`;
		const { links } = await translated(joined, { provider, supplied: { source } });
		assert.equal(links.length, 2);
	});

	it('has ISBNs of whole books, with or without blanks and words', async () => {
		const book = async (number: string) => {
			const { links } = await translated(entry(`SN  - ${number}`).replace('JOUR', 'BOOK'), {
				provider,
				supplied: { source },
			});
			return links.map((link) => link.split(' ')[2]?.replace(',', ''));
		};
		for (const number of ['0 306 40615 2 (hbk.); 9781234567897', '978-0-306-40615-7 978-1-2345-6789-7', '0306406152']) {
			assert.deepEqual(await book(number), ['isbn:978-0-306-40615-7'], number);
		}
		for (const number of ['1234-5679', 'REP-2024-17', 'none']) assert.deepEqual(await book(number), [], number);
	});

	it('of Scopus cites works by the identifiers in its references, at its date, and counts the others', async () => {
		const lines = ['DO  - 10.1234/a', 'PY  - 2024', 'N1  - Export Date: 1 May 2024', 'N1  - Cited By: 3'];
		const references = [
			...['Roe, K., Poe, C., (2020) Things, 1, p. 2. , https://doi.org/10.1234/b', '(1999) A Book, , York'],
			'Lee, D., C (2021) ArXiv, , arXiv:2001.01234',
		];
		for (const between of [';\r\n', '; ', '\n']) {
			const text = entry(...lines, `N1  - References: ${references.join(between)};`);
			const { links, leftOut } = await translated(text, { provider });
			assert.deepEqual(links, [
				'doi:10.1234/a Cites doi:10.1234/b, 2024, A Library',
				'doi:10.1234/a Cites arxiv:arXiv:2001.01234, 2024, A Library',
			]);
			assert.deepEqual(leftOut, ['a reference without an identifier']);
			const { links: listed } = await translated(text, { provider, supplied: { source } });
			assert.deepEqual(listed.toSorted(), [...links, 'doi:10.1234/citing Cites doi:10.1234/a, A Library'].toSorted());
		}
	});

	it('of Scopus does not cite itself by an address that is written behind the last reference', async () => {
		const address = 'https://db.example/record.uri?eid=2-s2.0-1&doi=10.1234%2fa&partnerID=40';
		const { links } = await translated(
			entry('PY  - 2024', `N1  - References: Roe, K., B (2020) , https://doi.org/10.1234/b; (1999)UR  - ${address}`),
			{ provider },
		);
		assert.deepEqual(links, ['doi:10.1234/a Cites doi:10.1234/b, 2024, A Library']);
	});

	it('has the number of an article in the place of pages', async () => {
		for (const [lines, pages] of [
			[['C7  - e12'], 'e12'],
			[['C7  - e12', 'SP  - 1', 'EP  - 9'], '1-9'],
		] as const) {
			const { object } = await translated(entry('DO  - 10.1234/a', ...lines), { provider });
			assert.equal(object('doi:10.1234/a')?.Container?.Pages, pages);
		}
	});

	it('describes its works where no source is given', async () => {
		const { links, object } = await translated(
			entry(
				...['T1  - A title of', 'two - or more - lines', 'A1  - Doe, Ada', 'AU  - Roe, Kim', 'JO  - J Things'],
				...['T2  - Journal of Things', 'PY  - 2021', 'DA  - 2021/3/04/Spring', 'KW  - things', 'DO  - 10.1234/a'],
			),
			{ provider },
		);
		assert.deepEqual(links, []);
		assert.deepEqual(object('doi:10.1234/a'), {
			Type: { Name: 'literature', SubType: 'JournalArticle' },
			Title: 'A title of two - or more - lines',
			Creator: [{ Name: 'Roe, Kim' }, { Name: 'Doe, Ada' }],
			PublicationDate: '2021-03-04',
			Keywords: ['things'],
			Container: { Title: 'Journal of Things' },
		});
	});

	it('names each work by its first DOI, whatever else its addresses hold', async () => {
		assert.deepEqual(await named('UR  - https://doi.org/10.1234/book', 'DO  - https://doi.org/10.1234/chapter'), [
			'doi:10.1234/chapter',
		]);
		assert.deepEqual(await named('M3  - Article', 'ID  - doe2024', 'L3  - 10.1234/a'), ['doi:10.1234/a']);
	});

	it('has numbers of PubMed where its database is that, and no others', async () => {
		assert.deepEqual(await named('AN  - 1234567', 'DB  - PubMed', 'C2  - PMC7654321'), [
			'pmcid:PMC7654321 = pmid:1234567',
		]);
		for (const database of ['A Database', 'PubMed Central']) {
			assert.deepEqual(await named('AN  - 1234567', `DB  - ${database}`), [], database);
		}
		assert.deepEqual(await named('DO  - 10.1234/a', 'PMID  - 1234567'), ['doi:10.1234/a = pmid:1234567']);
		assert.deepEqual(await named('AN  - arXiv:2405.00001'), ['arxiv:arXiv:2405.00001']);
	});

	it('has ISBNs of whole books, not of the books of chapters', async () => {
		const isbn = 'SN  - 978-0-306-40615-7\nUR  - https://example.org/a\nER  - \n';
		const idOf = async (type: string) =>
			(await translated(`TY  - ${type}\n${isbn}`, { provider, supplied: { source } })).links;
		assert.match((await idOf('BOOK')).join(), /isbn:978-0-306-40615-7/);
		assert.match((await idOf('CHAP')).join(), /url:https:\/\/example.org\/a/);
	});

	it('leaves out entries without an identifier, and reads those that are not closed', async () => {
		const { links, leftOut } = await translated('TY  - JOUR\nTI  - A\nTY  - JOUR\nDO  - 10.1234/b\n', {
			...{ provider, supplied: { source } },
		});
		assert.deepEqual(leftOut, ['an entry without an identifier']);
		assert.equal(links.length, 1);
	});

	it('is read back as it was exported', async () => {
		const Identifiers = [{ ID: '10.1234/a', IDScheme: 'doi' }];
		const Type = { Name: 'literature', SubType: 'BookChapter' } as const;
		const written = {
			Type,
			Title: 'A',
			Creator: [{ Name: 'Doe, Ada' }],
			PublicationDate: '2024-05-01',
			Keywords: ['b'],
		};
		const container = { Title: 'A Book', Volume: '1', Issue: '2', Pages: '3-9', ISSN: ['1234-5679'] };
		const text = risRecord({ ...written, Container: container, Identifiers } as never);
		const { object } = await translated(text, { provider });
		assert.deepEqual(object('doi:10.1234/a'), { ...written, Container: container });
	});
});
