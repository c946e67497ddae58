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
		'schema.org': {
			...{ '@context': 'https://schema.org', '@type': 'ScholarlyArticle', '@id': `https://doi.org/${doi}` },
			author: { '@type': 'Person', '@id': address, name: 'Doe, Ada' },
		},
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

	it('is left out where its check digit is wrong', async () => {
		assert.deepEqual(await creatorsIn(crossref('0000-0002-1825-0098')), [{ Name: 'Doe, Ada' }]);
	});
});
