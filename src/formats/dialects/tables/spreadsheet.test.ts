import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const provider = 'A Library';
const read = (text: string, supplied = {}) => translated(text, { provider, supplied });

describe('a table of one’s own', () => {
	it('has its columns found by their names, in any order', async () => {
		const { dialect, links } = await translated(
			'Provider,Target DOI,Note,Relation type,Date,Source DOI\nA Hub,10.1234/b,x,IsSupplementTo,2024-05-01,10.1234/a\n',
		);
		assert.equal(dialect, 'table');
		assert.deepEqual(links, ['doi:10.1234/a IsSupplementTo doi:10.1234/b, 2024-05-01, A Hub']);
	});

	it('has its columns found by what stands in them, whatever they are called', async () => {
		const { links } = await read('eins\tzwei\tdrei\tvier\n10.1234/a\tcites\tarXiv:2001.01234\t31.12.2023\n');
		assert.deepEqual(links, ['doi:10.1234/a Cites arxiv:arXiv:2001.01234, 2023-12-31, A Library']);
	});

	it('is read as a sentence where the relation stands between what its columns are named after', async () => {
		const names = 'Data DOI,Data title,Relation,Article DOI,Article title\n';
		const { links, object } = await read(`${names}10.1234/d,Maps,IsSupplementTo,10.1234/p,On maps\n`);
		assert.deepEqual(links, ['doi:10.1234/d IsSupplementTo doi:10.1234/p, A Library']);
		assert.deepEqual([object('doi:10.1234/d')?.Title, object('doi:10.1234/p')?.Title], ['Maps', 'On maps']);
		const otherRows = [
			'Article DOI,Relation,Data DOI\n10.1234/p,IsSupplementedBy,10.1234/d\n',
			'Datensatz,Beziehung,Article\n10.1234/p,IsSupplementedBy,10.1234/d\n',
			'Data,Beziehung,Artikel\n10.1234/p,IsSupplementedBy,10.1234/d\n',
		];
		for (const rows of otherRows)
			assert.match((await read(rows)).links[0] ?? '', /^doi:10.1234\/p IsSupplementedBy doi:10.1234\/d,/, rows);
		const named = 'Target,Relation,Article\n10.1234/p,Cites,10.1234/d\n';
		assert.match((await read(named)).links[0] ?? '', /^doi:10.1234\/d Cites doi:10.1234\/p,/);
	});

	it('has its columns found in other languages as well', async () => {
		const { links } = await read('Artikel;Daten;Datum\n10.1234/a;10.1234/b;2024\n');
		assert.deepEqual(links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, 2024, A Library']);
	});

	it('may have a byte order mark, semicolons, quotation marks and line breaks in cells', async () => {
		const { links } = await read(
			'\uFEFFsource;title;target\r\n"10.1234/a";"A; ""good""\r\ntitle";https://doi.org/10.1234/b\r\n',
		);
		assert.deepEqual(links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library']);
	});

	it('may write identifiers with prefixes, addresses, blanks and a full stop behind', async () => {
		const { links } = await read('source,target\nDOI: 10.1234/A.,HTTPS://DX.DOI.ORG/10.1234/b \n');
		assert.deepEqual(links, ['doi:10.1234/A IsRelatedTo doi:10.1234/b, A Library']);
	});

	it('may have an identifier of another scheme than its column says', async () => {
		const { links } = await read(
			'bibcode,usedDOI\n2020ApJ...123..456A,10.1234/b\n2021ApJ...123..456B,2017ascl.soft01001A\n',
		);
		assert.deepEqual(links, [
			'ads:2020ApJ...123..456A IsRelatedTo doi:10.1234/b, A Library',
			'ads:2021ApJ...123..456B IsRelatedTo ads:2017ascl.soft01001A, A Library',
		]);
	});

	it('may give the scheme of identifiers in a column', async () => {
		const { links } = await read(
			'source,source type,target,target type\n1234567,PubMed ID,10.1234/b,DOI\n12345/abc,Handle,7654321,PMID\n',
		);
		assert.deepEqual(links, [
			'pmid:1234567 IsRelatedTo doi:10.1234/b, A Library',
			'handle:12345/abc IsRelatedTo pmid:7654321, A Library',
		]);
	});

	it('may have several identifiers of one work, and titles', async () => {
		const { links, object } = await read(
			'article_doi,article_pmid,article_title,dataset,dataset_title\n10.1234/a,1234567,A Paper,10.1234/b,Some Data\n',
		);
		assert.deepEqual(links, ['doi:10.1234/a = pmid:1234567 IsRelatedTo doi:10.1234/b, A Library']);
		assert.equal(object('doi:10.1234/a')?.Title, 'A Paper');
		assert.equal(object('doi:10.1234/b')?.Title, 'Some Data');
	});

	it('may have several objects in a cell, with semicolons or bars between them', async () => {
		const { links, leftOut } = await read(
			'dataset,cited_by\n10.1234/d,10.1234/a; 10.1234/b;\n10.1234/d;2-u,10.1234/a|arXiv:2001.01234\n' +
				'10.1234/e,10.1234/a;x\n10.1234/d|10.1234/e,10.1234/a|10.1234/b\n',
		);
		assert.deepEqual(links, [
			'doi:10.1234/a Cites doi:10.1234/d, A Library',
			'doi:10.1234/b Cites doi:10.1234/d, A Library',
			'doi:10.1234/a Cites doi:10.1234/d;2-u, A Library',
			'arxiv:arXiv:2001.01234 Cites doi:10.1234/d;2-u, A Library',
			'doi:10.1234/a;x Cites doi:10.1234/e, A Library',
		]);
		assert.deepEqual(leftOut, ['a row with several works at both ends']);
	});

	it('divides a cell wherever every part is an identifier, and nowhere else', async () => {
		const sici = '10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O';
		const parts = async (cell: string, name = 'cited DOI') => {
			const { links } = await read(`dataset\t${name}\n10.1234/d\t10.1234/z\n10.1234/d\t${cell}\n`);
			return links.slice(1).map((link) => / (?:doi|url|pmid|ads|isbn):(.*), A Library/.exec(link)?.[1]);
		};
		for (const between of ['; ', ';', ' | ', ', ', ',', ' ']) {
			assert.deepEqual(await parts(`10.1234/a${between}10.1234/b`), ['10.1234/a', '10.1234/b'], between);
			assert.deepEqual(await parts(`${sici}${between}10.1234/b`), [sici, '10.1234/b'], between);
		}
		assert.deepEqual(await parts('10.1234/a;10.1234/b|10.1234/c,'), ['10.1234/a', '10.1234/b', '10.1234/c']);
		assert.deepEqual(await parts('2018MNRAS.473..210S, n/a, 10.1234/a'), ['2018MNRAS.473..210S', '10.1234/a']);
		for (const whole of [sici, '10.1234/a,b', '10.1234/a;x', 'https://a.example/b,c;d'])
			assert.deepEqual(await parts(whole), [whole]);
		assert.deepEqual(await parts('978 3 16 148410 0'), ['978-3-16-148410-0']);
		assert.deepEqual(await parts('1234567, 7654321', 'cited PMID'), ['1234567', '7654321']);
		assert.deepEqual(await parts('1,234,567', 'cited PMID'), []);
		const roles = ['source', 'target', 'target-scheme'] as const;
		const local = await read('a\tb\tc\n10.1234/a\tBox 7, 3\tOur boxes\n', { columns: { kind: 'positions', roles } });
		assert.deepEqual(local.links, ['doi:10.1234/a IsRelatedTo our boxes:Box 7, 3, A Library']);
	});

	it('has several identifiers of one work in a cell beside another one of the work', async () => {
		const rows = 'source DOI,source PMID,target\n10.1234/a; 10.1234/b,1234567,10.1234/c\n';
		const { links, leftOut } = await read(`${rows}10.1234/a; 10.1234/b,1234567; 7654321,10.1234/c\n`);
		assert.deepEqual(links, ['doi:10.1234/a = doi:10.1234/b = pmid:1234567 IsRelatedTo doi:10.1234/c, A Library']);
		assert.deepEqual(leftOut.toSorted(), [
			'several identifiers in column 1 (source DOI)',
			'several identifiers in column 2 (source PMID)',
		]);
	});

	it('has a link for each of its providers', async () => {
		const { links } = await read('source,target,providers\n10.1234/a,10.1234/b,A Hub; Another Hub\n');
		assert.deepEqual(links, [
			'doi:10.1234/a IsRelatedTo doi:10.1234/b, A Hub',
			'doi:10.1234/a IsRelatedTo doi:10.1234/b, Another Hub',
		]);
	});

	it('of works, whose further identifiers and addresses are of the same work, describes them', async () => {
		for (const rows of [
			'PMID,Title,Authors,Citation,PMCID,DOI\n1234567,A,Doe A.,"J. 2021 Mar;75(2):1-10. doi: 10.1234/a. Epub 2021.",,10.1234/a\n',
			'DOI,Title,Scopus link\n10.1234/a,A,https://index.example/record?id=1\n',
			'title,doi,link\nA,10.1234/a,https://journal.example/a\n',
			'doi,pmid,license_ref\n10.1234/a,1234567,http://creativecommons.org/licenses/by/4.0\n',
			'doi,title,page url\n10.1234/a,A,https://journal.example/a\n',
			'article_doi,pmid,oa_url\n10.1234/a,1234567,https://repository.example/a.pdf\n',
			'paper_doi,title,journal_issn,funder_doi\n10.1234/a,A,1932-6203,10.13039/501100000000\n',
			'doi,title,preprint_doi\n10.1234/a,A,10.1234/preprint\n',
		]) {
			const { links, leftOut, translation } = await read(rows);
			assert.deepEqual(
				links.filter((link) => / (?:Cites|IsRelatedTo) /.test(link)),
				[],
				rows,
			);
			assert.deepEqual(leftOut, [], rows);
			assert.equal(translation.described, 1, rows);
		}
		const { leftOut } = await read('doi,license_ref\n10.1234/a,http://creativecommons.org/licenses/by/4.0\n');
		assert.deepEqual(leftOut, ['a row without a source; give it with --source']);
	});

	it('divides creators at semicolons, else at `and`, and at commas behind initials alone', async () => {
		const creators = async (cell: string) =>
			(await read(`DOI,Authors,Cited DOI\n10.1234/a,"${cell}",10.1234/b\n`))
				.object('doi:10.1234/a')
				?.Creator?.map(({ Name }) => Name);
		assert.deepEqual(await creators('Doe, Jane and Roe, Richard'), ['Doe, Jane', 'Roe, Richard']);
		assert.deepEqual(await creators('Doe J, Roe R.A. and Poe E'), ['Doe J', 'Roe R.A.', 'Poe E']);
		assert.deepEqual(await creators('van Dyke, John M.'), ['van Dyke, John M.']);
	});

	it('has its two objects named by its columns, with their identifiers', async () => {
		const { links } = await read(
			'Title,NoticeDOI,NoticePubMedID,OriginalDOI,OriginalPubMedID\nA,10.1234/n,1234567,10.1234/o,7654321\n',
		);
		assert.deepEqual(links, ['doi:10.1234/n = pmid:1234567 IsRelatedTo doi:10.1234/o = pmid:7654321, A Library']);
	});

	it('with one column of identifiers links them with the source that is given', async () => {
		const source = { id: '10.1234/a', scheme: 'doi' };
		const supplied = await read('identifier,relation_type\n10.1234/b,References\n', { source });
		assert.deepEqual(supplied.links, ['doi:10.1234/a References doi:10.1234/b, A Library']);
		const sourceless = await read('identifier,relation_type\n10.1234/b,References\n');
		assert.deepEqual(sourceless.links, []);
		assert.deepEqual(sourceless.leftOut, ['a row without a source; give it with --source']);
	});

	it('may be a list without names of columns', async () => {
		const { links } = await read('10.1234/b\nhttps://arxiv.org/abs/2001.01234\n', { source: { id: '10.1234/a' } });
		assert.deepEqual(links, [
			'doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library',
			'doi:10.1234/a IsRelatedTo arxiv:arXiv:2001.01234, A Library',
		]);
	});

	it('takes numbers for PMIDs in a column of PMIDs alone', async () => {
		const { links } = await read('Uses,PMID,Dataset DOI\n2017,1234567.0,10.1234/b\n');
		assert.deepEqual(links, ['pmid:1234567 IsRelatedTo doi:10.1234/b, A Library']);
	});

	it('reads words for relations; what is not a relation type stays as it is worded', async () => {
		const relation = async (word: string) => {
			const { links } = await read(`source,relation,target\n10.1234/a,${word},10.1234/b\n`);
			return /^doi:10.1234\/a (.+) doi:10.1234\/b/.exec(links[0] ?? '')?.[1];
		};
		assert.equal(await relation('is cited by'), 'IsCitedBy');
		assert.equal(await relation('supplement to'), 'IsSupplementTo');
		assert.equal(await relation('Same as'), 'IsIdenticalTo');
		assert.equal(await relation('inspired by'), 'IsRelatedTo (inspired by)');
		assert.equal(await relation(''), 'IsRelatedTo');
	});

	it('has the relation that is given where it has none', async () => {
		const { links } = await read('source,target\n10.1234/a,10.1234/b\n', { relation: 'Cites' });
		assert.deepEqual(links, ['doi:10.1234/a Cites doi:10.1234/b, A Library']);
	});

	it('reports wrong cells with line and column, and goes on', async () => {
		const { links, leftOut, translation } = await read(
			'source,target\n10.1234/a,3.2E+07\n,\nn/a,10.1234/b\n10.1234/a,2024-05-01\n10.1234/a,10.1234/b\n',
		);
		assert.deepEqual(links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library']);
		assert.deepEqual(leftOut.toSorted(), [
			...['a date in column 2 (target)', 'a row without two identifiers', 'not an identifier in column 2 (target)'],
		]);
		assert.deepEqual(translation.wrongCells, {
			count: 2,
			first: [
				{ line: 2, column: 2, name: 'target', cell: '3.2E+07', problem: 'not an identifier' },
				{ line: 5, column: 2, name: 'target', cell: '2024-05-01', problem: 'a date' },
			],
		});
	});

	it('counts all wrong cells and reports a hundred of them by their places', async () => {
		const { leftOut, translation } = await read(
			`source,target\n10.1234/a,10.1234/b\n${'10.1234/a,oops\n'.repeat(150)}`,
		);
		assert.deepEqual(leftOut, ['not an identifier in column 2 (target)']);
		assert.equal(translation.wrongCells.count, 150);
		assert.equal(translation.wrongCells.first.length, 100);
	});

	it('reports wrong cells also where a column that is called source or target holds nothing else', async () => {
		const { dialect, translation } = await read('target,source\nabc,def\n10.1234/b,oops\n');
		assert.equal(dialect, 'table');
		assert.deepEqual(
			translation.wrongCells.first.map(({ line, column, cell }) => `${line}:${column} ${cell}`),
			['2:1 abc', '2:2 def', '3:2 oops'],
		);
	});

	it('takes no address of the DOI resolver for a page of the web', async () => {
		const { links, translation } = await read(
			'source,target\n10.1234/a,https://doi.org/10.1234\n10.1234/a,10.1234/b\n',
		);
		assert.deepEqual(links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library']);
		assert.equal(translation.wrongCells.first[0]?.problem, 'no DOI');
	});

	it('reports a cell that is not a date; the link has the date of those without one', async () => {
		const { links, translation } = await read(
			'source,target,date\n10.1234/a,10.1234/b,2024-13-45\n10.1/x,10.1234/c,2024\n',
		);
		assert.equal(links[0], 'doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library');
		assert.deepEqual(translation.wrongCells.first[0], {
			...{ line: 2, column: 3, name: 'date', cell: '2024-13-45', problem: 'not a date' },
		});
	});

	it('may say its separator in a line of its own, as spreadsheet programs do', async () => {
		const { links } = await read('sep=;\r\nsource;target\r\n10.1234/a;10.1234/b\r\n');
		assert.deepEqual(links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library']);
	});

	it('may have a heading of several lines in quotation marks, and a column without a name', async () => {
		const { links } = await read('"source\n(DOI, or address)";;"target\n(DOI)"\n10.1234/a;;10.1234/b\n');
		assert.deepEqual(links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library']);
	});

	it('may have titles, remarks and empty rows before the names of its columns', async () => {
		const rows = (mark: string) => [`source${mark}target`, `10.1234/a${mark}10.1234/b`, ''].join('\n');
		for (const [mark, before] of [
			[',', 'Links of our library\n\n,\n'],
			[',', '"About the data: made on 1 May 2024, see https://library.example/about; all of them"\n'],
			[';', 'Links, as of 2024\n;;\nof our library\n'],
			['\t', 'Links; all\t\n\t\n'],
		] as const) {
			const { links, leftOut } = await read(before + rows(mark));
			assert.deepEqual(links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library'], before);
			assert.deepEqual(leftOut, ['a row before the names of the columns'], before);
		}
		const { translation } = await read(`A title\n\n,\n${rows(',')}10.1234/a,oops\n`);
		assert.deepEqual(translation.leftOut[0], { name: 'a row before the names of the columns', count: 2 });
		assert.equal(translation.wrongCells.first[0]?.line, 6);
	});

	it('has no row of identifiers or numbers passed over as a title', async () => {
		const source = { id: '10.1234/a', scheme: 'doi' };
		const lists = await read('doi,\n10.1234/b,\n10.1234/c,of 2024\n', { source });
		assert.deepEqual(lists.links.length, 2);
		const numbers = await read('pmid,\n1234567,\n7654321,a note\n', { source });
		assert.deepEqual(numbers.links.length, 2);
		const long = await read(`doi\n${'n/a\n'.repeat(30)}none,at all\n10.1234/b\n`, { source });
		assert.deepEqual(long.links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library']);
		for (const { leftOut } of [lists, numbers]) assert.deepEqual(leftOut, []);
	});

	it('is none where nothing in it is an identifier', async () => {
		await assert.rejects(read('name,count\nApples,12\nPears,2017\n'), /is of no dialect that is known/);
	});
});

describe('dates of tables', () => {
	const dates = async (...cells: string[]) => {
		const { links } = await read(
			`source,target,date\n${cells.map((cell) => `10.1234/a,10.1234/b,"${cell}"\n`).join('')}`,
		);
		return links.map((link) => link.split(', ').slice(1, -1).join());
	};

	it('are read by year, month and year, and in words', async () => {
		assert.deepEqual(await dates('2024', '2024-5-3', '2024/05', '05/2024', '3 May 2024', 'May 3, 2024', 'Sept. 2024'), [
			...['2024', '2024-05-03', '2024-05', '2024-05', '2024-05-03', '2024-05-03', '2024-09'],
		]);
	});

	it('have the day first where points or hyphens are between', async () => {
		assert.deepEqual(await dates('03.05.2024', '03-05-2024'), ['2024-05-03', '2024-05-03']);
	});

	it('between strokes have day and month in the order that the other dates of the column show', async () => {
		assert.deepEqual(await dates('03/05/2024', '31/05/2024'), ['2024-05-03', '2024-05-31']);
		assert.deepEqual(await dates('03/05/2024', '05/31/2024'), ['2024-03-05', '2024-05-31']);
	});

	it('of which nobody knows what is the day are known by their year', async () => {
		assert.deepEqual(await dates('03/05/2024', '05/05/2024'), ['2024', '2024-05-05']);
	});

	it('takes the relation from the names of its columns where these say it and nothing else does', async () => {
		const row = '\n10.1234/a,10.1234/b\n';
		const relationOf = async (names: string, supplied: object = {}) =>
			(await translated(`${names}${row}`, { provider: 'Library', supplied })).links[0]?.split(' ')[1];
		assert.equal(await relationOf('citing DOI,cited DOI'), 'Cites');
		assert.equal(await relationOf('paper,cites'), 'Cites');
		assert.equal(await relationOf('article DOI,reference'), 'Cites');
		assert.equal(await relationOf('article DOI,data DOI'), 'IsRelatedTo');
		assert.equal(await relationOf('citing DOI,cited DOI', { relation: 'IsSupplementTo' }), 'IsSupplementTo');
	});

	it('knows columns whose schemes stand before or behind them from a relation between the two ends', async () => {
		for (const table of [
			'source_scheme,source_id,relation,target_scheme,target_id\ndoi,10.1234/a,Cites,doi,10.1234/b\n',
			'source_id,source_scheme,relation,target_id,target_scheme\n10.1234/a,doi,Cites,10.1234/b,doi\n',
		]) {
			const { links } = await translated(table, { provider: 'Library' });
			assert.deepEqual(links, ['doi:10.1234/a Cites doi:10.1234/b, Library']);
		}
	});
});
