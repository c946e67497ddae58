// Tests that ORCID iDs of creators are read from the dialects that have them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from './translated.fixture.ts';

const doi = '10.1234/a';
const orcid = '0000-0002-1825-0097';
const address = `https://orcid.org/${orcid}`;

async function creatorsIn(document: string | object) {
	const content = typeof document === 'string' ? document : JSON.stringify(document);
	const supplied = { source: { id: '10.1234/citing', scheme: 'doi' } };
	const { object } = await translated(content, { provider: 'A Library', supplied });
	return object(`doi:${doi}`)?.Creator;
}

describe('the ORCID iD of a creator', () => {
	const crossref = (id: string) => ({
		...{ DOI: doi, 'reference-count': 0, author: [{ family: 'Doe', given: 'Ada', ORCID: id }] },
	});
	const documents: Readonly<Record<string, string | object>> = {
		Crossref: crossref(address),
		'Crossref in XML':
			'<doi_batch xmlns="http://www.crossref.org/schema/5.3.1"><body><journal><journal_article><contributors>' +
			'<person_name contributor_role="author"><given_name>Ada</given_name><surname>Doe</surname>' +
			`<ORCID authenticated="true">${address}</ORCID></person_name></contributors>` +
			`<doi_data><doi>${doi}</doi></doi_data></journal_article></journal></body></doi_batch>`,
		'Web of Science': `PT J\nAF Doe, Ada\nOI Doe, Ada/${orcid}; Roe,\n   Kim/\nDI ${doi}\nER\n`,
		'Web of Science as a table': `PT\tAF\tOI\tTI\tSO\tDI\nJ\tDoe, Ada\tdoe, ada/${orcid}\tA\tTHINGS\t${doi}\n`,
		Zenodo: { doi, conceptrecid: '1', metadata: { title: 'T', creators: [{ name: 'Doe, Ada', orcid }] } },
		OpenAlex: {
			...{ id: 'https://openalex.org/W1', ids: { doi }, referenced_works: [] },
			authorships: [{ author: { display_name: 'Doe, Ada', orcid: address } }],
		},
		INSPIRE: {
			metadata: {
				dois: [{ value: doi }],
				authors: [{ full_name: 'Doe, Ada', ids: [{ schema: 'ORCID', value: orcid }] }],
			},
		},
		'Semantic Scholar': {
			...{ paperId: 'a1', externalIds: { DOI: doi } },
			authors: [{ authorId: '1', name: 'Doe, Ada', externalIds: { ORCID: orcid } }],
		},
		'NASA ADS': {
			...{ bibcode: '2020ApJ...900....1A', doi: [doi], author: ['Doe, Ada'] },
			...{ orcid_pub: ['-'], orcid_user: [orcid] },
		},
		'Europe PMC': {
			resultList: {
				result: [
					{
						...{ doi, pmid: '1000', authorString: 'Doe A.' },
						authorList: { author: [{ fullName: 'Doe, Ada', authorId: { type: 'ORCID', value: orcid } }] },
					},
				],
			},
		},
		'The Lens': {
			data: [
				{
					...{ lens_id: '000-000-000-000-001', external_ids: [{ type: 'doi', value: doi }] },
					authors: [{ first_name: 'Ada', last_name: 'Doe', ids: [{ type: 'orcid', value: orcid }] }],
				},
			],
		},
		'CSL-JSON': [
			{
				...{ id: 'a', type: 'article-journal', DOI: doi },
				author: [{ family: 'Doe', given: 'Ada', ORCID: address }],
			},
		],
		'schema.org': {
			...{ '@context': 'https://schema.org', '@type': 'ScholarlyArticle', '@id': `https://doi.org/${doi}` },
			author: { '@type': 'Person', '@id': address, name: 'Doe, Ada' },
		},
		'DataCite in JSON': {
			data: {
				attributes: {
					...{ doi, relatedIdentifiers: [] },
					creators: [
						{ name: 'Doe, Ada', nameIdentifiers: [{ nameIdentifier: address, nameIdentifierScheme: 'ORCID' }] },
					],
				},
			},
		},
		'DataCite in XML':
			`<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">${doi}</identifier>` +
			'<creators><creator><creatorName>Doe, Ada</creatorName><nameIdentifier nameIdentifierScheme="ORCID" ' +
			`schemeURI="https://orcid.org">${orcid}</nameIdentifier></creator></creators><relatedIdentifiers/></resource>`,
		InvenioRDM: {
			pids: { doi: { identifier: doi } },
			metadata: {
				resource_type: { id: 'publication' },
				creators: [{ person_or_org: { name: 'Doe, Ada', identifiers: [{ scheme: 'orcid', identifier: orcid }] } }],
			},
		},
		Dataverse: {
			data: {
				datasetVersion: {
					datasetPersistentId: `doi:${doi}`,
					metadataBlocks: {
						citation: {
							fields: [
								{
									typeName: 'author',
									value: [
										{
											authorName: { value: 'Doe, Ada' },
											authorIdentifierScheme: { value: 'ORCID' },
											authorIdentifier: { value: orcid },
										},
									],
								},
							],
						},
					},
				},
			},
		},
		JATS:
			`<article><front><article-meta><article-id pub-id-type="doi">${doi}</article-id><contrib-group>` +
			`<contrib contrib-type="author"><contrib-id contrib-id-type="orcid">${address}</contrib-id>` +
			'<name><surname>Doe</surname><given-names>Ada</given-names></name></contrib></contrib-group></article-meta>' +
			'</front></article>',
		'PubMed in XML':
			'<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1000</PMID><Article><AuthorList><Author>' +
			`<LastName>Doe</LastName><ForeName>Ada</ForeName><Identifier Source="ORCID">${address}</Identifier></Author>` +
			'</AuthorList></Article></MedlineCitation><PubmedData><ArticleIdList>' +
			`<ArticleId IdType="doi">${doi}</ArticleId></ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>`,
		'PubMed as text': `PMID- 1000\nTI  - A title\nFAU - Doe, Ada\nAUID- ORCID: ${orcid}\nLID - ${doi} [doi]\n`,
		figshare: {
			...{ id: 1, doi, resource_doi: '10.1234/paper', defined_type_name: 'dataset', title: 'T' },
			authors: [{ full_name: 'Doe, Ada', orcid_id: orcid }],
		},
		codemeta: {
			...{ '@context': 'https://w3id.org/codemeta/3.0', '@type': 'SoftwareSourceCode', identifier: doi, name: 'T' },
			author: [{ '@type': 'Person', '@id': address, familyName: 'Doe', givenName: 'Ada' }],
		},
		'OpenCitations Meta':
			'id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor\n' +
			`doi:${doi},T,"Doe, Ada [orcid:${orcid}]",2024,Acta,,,,journal article,,\n`,
		BibTeX: `@article{a, doi = {${doi}}, author = {Doe, Ada}, orcid = {${address}}}`,
		'BibTeX of the Web of Science':
			`@article{a, doi = {${doi}}, author = {Doe, Ada},\nORCID-Numbers = {Roe, Bob/0000-0001-5109-3700\n` +
			`   Doe, Ada/${orcid}}}`,
		biblatex: `@article{a, doi = {${doi}}, author = {Doe, Ada}, author+an = {1=corresponding, orcid:${orcid}}}`,
		'CITATION.cff':
			`cff-version: 1.2.0\ntitle: A Tool\ndoi: ${doi}\nauthors:\n  - family-names: Doe\n    given-names: Ada\n` +
			`    orcid: ${address}\n`,
	};
	for (const [name, document] of Object.entries(documents)) {
		it(`is read of ${name}, as the bare number`, async () => {
			assert.deepEqual(await creatorsIn(document), [
				{ Name: 'Doe, Ada', Identifier: { ID: orcid, IDScheme: 'orcid' } },
			]);
		});
	}

	it('of BibTeX is that of the author with its number, or at its place of a full list, never guessed', async () => {
		const other = '0000-0001-5109-3700';
		const orcidsIn = async (fields: string) => {
			const entry = `@article{a, doi = {${doi}}, author = {Doe, Ada and {and Sons} and Roe, Bob and others}, ${fields}}`;
			const creators = (await creatorsIn(entry)) as { Name: string; Identifier?: { ID: string } }[];
			assert.equal(creators.length, 3);
			return creators.map(({ Identifier }) => Identifier?.ID);
		};
		assert.deepEqual(await orcidsIn(`author+an:orcid = {1="${orcid}"; 3="${other}"}`), [orcid, undefined, other]);
		assert.deepEqual(await orcidsIn(`author+an = {3:family="${other}"; 7="${orcid}"}`), [undefined, undefined, other]);
		assert.deepEqual(await orcidsIn(`orcid = {${orcid}, , ${other}}`), [orcid, undefined, other]);
		assert.deepEqual(await orcidsIn(`orcid = {${other} and ${orcid} and }`), [other, orcid, undefined]);
		assert.deepEqual(await orcidsIn(`orcid = {${orcid}, ${other}}`), [undefined, undefined, undefined]);
		assert.deepEqual(await orcidsIn(`orcid-numbers = {Doe, A./${orcid}}`), [undefined, undefined, undefined]);
	});

	it('is left out where its check digit is wrong', async () => {
		assert.deepEqual(await creatorsIn(crossref('0000-0002-1825-0098')), [{ Name: 'Doe, Ada' }]);
	});
});
