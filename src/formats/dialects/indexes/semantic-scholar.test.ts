// Tests what is read of answers of Semantic Scholar.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unnamedReference, unnamedSource } from '../references.ts';
import { translated } from '../translated.fixture.ts';

const source = { id: '10.5555/own', scheme: 'doi' };
const read = (document: unknown, supplied = {}) => translated(JSON.stringify(document), { supplied });
const paper = (doi: string, more: object = {}) => ({ paperId: 'a1', externalIds: { DOI: doi }, title: 'A', ...more });

describe('a paper of Semantic Scholar', () => {
	it('is named by DOI, arXiv, PubMed and PubMed Central, and not by other numbers', async () => {
		const externalIds = {
			...{ MAG: '29', DBLP: 'conf/x/Doe', CorpusId: 7, ACL: 'N18-1' },
			...{ PubMedCentral: '77', PubMed: '31', ArXiv: '2101.00007', DOI: '10.5555/own' },
		};
		const { dialect, links } = await read({ paperId: 'a1', externalIds, year: 2021 });
		assert.equal(dialect, 'semantic-scholar');
		assert.deepEqual(links, ['doi:10.5555/own = arxiv:arXiv:2101.00007 = pmid:31 = pmcid:PMC77, Semantic Scholar']);
	});

	it('cites its references when it was published, and is cited when the others were', async () => {
		const { links, object } = await read(
			paper('10.5555/own', {
				publicationDate: '2021-02-03',
				references: [paper('10.5555/b', { year: 1999, title: 'B' })],
				citations: [paper('10.5555/c', { year: 2022 })],
			}),
		);
		assert.deepEqual(links, [
			'doi:10.5555/own Cites doi:10.5555/b, 2021-02-03, Semantic Scholar',
			'doi:10.5555/own IsCitedBy doi:10.5555/c, 2022, Semantic Scholar',
		]);
		assert.equal(object('doi:10.5555/b')?.PublicationDate, '1999');
	});

	it('leaves out and counts what has numbers of Semantic Scholar alone', async () => {
		const unnamed = { paperId: 'b2', title: 'B' };
		const { links, leftOut } = await read(paper('10.5555/own', { references: [unnamed], citations: [unnamed] }));
		assert.deepEqual([links, leftOut.toSorted()], [[], ['a citing work without an identifier', unnamedReference]]);
	});

	it('without an identifier is named by --source, or left out', async () => {
		const answer = { paperId: 'a1', references: [paper('10.5555/b')] };
		const { links, leftOut } = await read(answer);
		assert.deepEqual([links, leftOut], [[], [unnamedSource]]);
		assert.deepEqual((await read(answer, { source })).links, ['doi:10.5555/own Cites doi:10.5555/b, Semantic Scholar']);
	});

	it('of a batch with unknown ones is read', async () => {
		const { links } = await read([null, paper('10.5555/own', { references: [paper('10.5555/b')] }), null]);
		assert.deepEqual(links, ['doi:10.5555/own Cites doi:10.5555/b, Semantic Scholar']);
	});

	it('is described with its place in the journal, where that is not arXiv', async () => {
		const { object } = await read([
			paper('10.5555/own', {
				...{ publicationTypes: ['JournalArticle'], venue: 'Acta' },
				...{ journal: { name: 'Acta', volume: '12', pages: ' 101 - 110 ' } },
				publicationVenue: { name: 'Acta', issn: '1234-5679', alternate_issns: ['1234-5687'] },
			}),
			paper('10.5555/preprint', { venue: 'arXiv.org', journal: { name: 'ArXiv', volume: 'abs/2101.00007' } }),
			paper('10.5555/paper', { venue: 'A Conference', publicationTypes: null, journal: { pages: '1-2' } }),
			paper('10.5555/data', { publicationTypes: ['Dataset'] }),
		]);
		assert.deepEqual(object('doi:10.5555/own'), {
			...{ Type: { Name: 'literature', SubType: 'JournalArticle' }, Title: 'A' },
			Container: { Title: 'Acta', ISSN: ['1234-5679', '1234-5687'], Volume: '12', Pages: '101-110' },
		});
		assert.equal(object('doi:10.5555/preprint')?.Container, undefined);
		assert.deepEqual(object('doi:10.5555/paper')?.Container, { Title: 'A Conference', Pages: '1-2' });
		assert.deepEqual(object('doi:10.5555/data')?.Type, { Name: 'dataset' });
	});
});

describe('a page of Semantic Scholar', () => {
	const citations = {
		...{ offset: 0, next: 100 },
		data: [
			{ isInfluential: true, contexts: [], citingPaper: paper('10.5555/c', { year: 2022 }) },
			{ isInfluential: false, citingPaper: { paperId: 'b2', title: 'B' } },
		],
	};
	const references = { offset: 0, data: [{ citedPaper: null }, { citedPaper: paper('10.5555/b', { year: 1999 }) }] };

	it('of citations has what cites the given work', async () => {
		const { dialect, links, leftOut } = await read(citations, { source });
		assert.equal(dialect, 'semantic-scholar');
		assert.deepEqual(links, ['doi:10.5555/own IsCitedBy doi:10.5555/c, 2022, Semantic Scholar']);
		assert.deepEqual(leftOut, ['a citing work without an identifier']);
	});

	it('of references has what the given work cites, undated', async () => {
		const { links, leftOut } = await read(references, { source });
		assert.deepEqual(links, ['doi:10.5555/own Cites doi:10.5555/b, Semantic Scholar']);
		assert.deepEqual(leftOut, [unnamedReference]);
	});

	it('is refused where the work is not given, and says how to give it', async () => {
		for (const [name, page] of Object.entries({ citations, references })) {
			await assert.rejects(
				read(page),
				new RegExp(`a page of ${name} .* is of no dialect that is known.* --source \\(over HTTP, source=\\)`),
			);
		}
	});

	it('after others is left out where the work is not given', async () => {
		const both = await translated(`${JSON.stringify(paper('10.5555/own'))}\n${JSON.stringify(references)}`);
		assert.match(both.leftOut.join(), /a page of references/);
	});
});
