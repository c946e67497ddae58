// Says what is read of NASA ADS, OpenAlex and Europe PMC.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (document: unknown) => translated(JSON.stringify(document));

describe('a work of NASA ADS', () => {
	const work = {
		...{ bibcode: '2020ApJ...900....1A', pubdate: '2020-09-00', title: ['A paper'], author: ['Curie, M.'], pub: 'ApJ' },
		identifier: ['arXiv:2001.00001', 'arXiv:2001.00001', '2020ApJ...900....1A'],
		doi: ['10.1234/apj'],
	};
	const ads = 'SAO/NASA Astrophysics Data System';

	it('cites bibcodes, and is cited by others in the year that their bibcodes begin with', async () => {
		const { dialect, links } = await read({
			responseHeader: {},
			response: { docs: [{ ...work, reference: ['2013PASP..125..306F'], citation: ['2024A&A...600A...1B'] }] },
		});
		assert.equal(dialect, 'ads');
		assert.deepEqual(links, [
			'ads:2020ApJ...900....1A = doi:10.1234/apj = arxiv:arXiv:2001.00001 Cites ads:2013PASP..125..306F, ' +
				`2020-09, ${ads}`,
			`ads:2020ApJ...900....1A IsCitedBy ads:2024A&A...600A...1B, 2024, ${ads}`,
		]);
	});

	it('is literature, unless it is software or data', async () => {
		for (const [doctype, type] of [
			['eprint', { Name: 'literature', SubType: 'eprint' }],
			['misc', { Name: 'literature', SubType: 'misc' }],
			['software', { Name: 'software' }],
			['catalog', { Name: 'dataset', SubType: 'catalog' }],
			[undefined, { Name: 'literature' }],
		]) {
			assert.deepEqual((await read({ ...work, doctype })).object('ads:2020ApJ...900....1A')?.Type, type);
		}
	});
});

describe('a work of OpenAlex', () => {
	it('cites by numbers of OpenAlex, and is named by its other identifiers too', async () => {
		const { dialect, links } = await read({
			results: [
				{
					id: 'https://openalex.org/W1',
					ids: { openalex: 'https://openalex.org/W1', doi: 'https://doi.org/10.1234/a', mag: '77', pmcid: '123' },
					...{ publication_date: '2024-05-01', created_date: '2025-10-10', type: 'article' },
					...{ referenced_works: ['https://openalex.org/W2'], related_works: ['https://openalex.org/W3'] },
				},
			],
		});
		assert.equal(dialect, 'openalex');
		assert.deepEqual(links, ['openalex:W1 = doi:10.1234/a = pmcid:PMC123 Cites openalex:W2, 2024-05-01, OpenAlex']);
	});
});

describe('an answer of Europe PMC', () => {
	const request = { id: '1000', source: 'MED' };

	it('has the works that cite an article, dated by their years, and those that it cites, undated', async () => {
		const cited = await read({
			request,
			citationList: { citation: [{ id: '2000', source: 'MED', pubYear: 2024, title: 'Citing' }] },
		});
		assert.equal(cited.dialect, 'europepmc');
		assert.deepEqual(cited.links, ['pmid:1000 IsCitedBy pmid:2000, 2024, Europe PMC']);
		const citing = await read({
			request,
			referenceList: {
				reference: [
					{ id: 'PPR3000', source: 'PPR' },
					{ match: 'N', title: 'A book' },
				],
			},
		});
		assert.deepEqual(citing.links, ['pmid:1000 Cites ppr:PPR3000, Europe PMC']);
		assert.deepEqual(citing.leftOut, ['a reference without a number of Europe PMC']);
	});

	it('has the identifiers of the articles of a search, their preprints and corrections', async () => {
		const { links } = await read({
			resultList: {
				result: [
					{
						...{ id: '1000', source: 'MED', pmid: '1000', pmcid: 'PMC10', firstPublicationDate: '2024-05-01' },
						commentCorrectionList: {
							commentCorrection: [
								{ id: 'PPR7', source: 'PPR', type: 'Preprint in' },
								{ id: '8', source: 'MED', type: 'Erratum for' },
							],
						},
					},
				],
			},
		});
		assert.deepEqual(links, [
			'pmid:1000 = pmcid:PMC10 IsNewVersionOf ppr:PPR7, 2024-05-01, Europe PMC',
			'pmid:1000 IsRelatedTo (Erratum for) pmid:8, 2024-05-01, Europe PMC',
		]);
	});

	it('has data links with the day first, and how each was found', async () => {
		const link = {
			...{ ObtainedBy: 'tm_accession', PublicationDate: '04-11-2022', LinkProvider: { Name: 'Europe PMC' } },
			...{
				RelationshipType: { Name: 'References' },
				Source: { Type: { Name: 'literature' }, Identifier: { ID: '1000', IDScheme: 'MED' } },
			},
			Target: { Type: { Name: 'dataset' }, Identifier: { ID: '6VW1', IDScheme: 'PDB' } },
		};
		const { dialect, links } = await read({
			dataLinkList: { Category: [{ Section: [{ Linklist: { Link: [link] } }] }] },
		});
		assert.equal(dialect, 'europepmc-datalinks');
		assert.deepEqual(links, ['pmid:1000 References (tm_accession) pdb:6VW1, 2022-11-04, Europe PMC']);
	});
});
