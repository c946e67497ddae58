import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (members: object) =>
	translated(
		JSON.stringify({ '@context': 'https://doi.org/10.5063/schema/codemeta-2.0', name: 'A Tool', ...members }),
		{
			provider: 'A Group',
		},
	);
const linksOf = async (members: object) => (await read(members)).links.map((link) => link.replace(', A Group', ''));

describe('codemeta.json', () => {
	it('says of what repository a program is a version, what describes it and what it cites', async () => {
		const { dialect, links, object } = await read({
			'@type': 'SoftwareSourceCode',
			identifier: '10.1234/tool',
			codeRepository: 'git+https://github.com/doe/tool.git',
			datePublished: '2024-05-01',
			author: [
				{ '@type': 'Person', givenName: 'Ada', familyName: 'Doe', '@id': 'https://orcid.org/0000-0002-1825-0097' },
			],
			referencePublication: 'https://doi.org/10.1234/paper',
			citation: ['Doe, A. (2020). A Title. https://doi.org/10.1234/cited', { '@id': 'https://doi.org/10.1234/other' }],
			isPartOf: 'https://example.org/suite',
			softwareRequirements: 'https://doi.org/10.1234/library',
		});
		assert.equal(dialect, 'codemeta');
		assert.deepEqual(links, [
			'doi:10.1234/tool IsVersionOf url:https://github.com/doe/tool, 2024-05-01, A Group',
			'doi:10.1234/tool IsDescribedBy doi:10.1234/paper, 2024-05-01, A Group',
			'doi:10.1234/tool References doi:10.1234/cited, 2024-05-01, A Group',
			'doi:10.1234/tool References doi:10.1234/other, 2024-05-01, A Group',
			'doi:10.1234/tool IsPartOf url:https://example.org/suite, 2024-05-01, A Group',
		]);
		assert.deepEqual(object('doi:10.1234/tool'), {
			Type: { Name: 'software' },
			Title: 'A Tool',
			Creator: [{ Name: 'Doe, Ada', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }],
			PublicationDate: '2024-05-01',
		});
	});

	it('names the version that it revises', async () => {
		const earlier = { '@id': 'https://doi.org/10.1234/tool.1' };
		assert.deepEqual(await linksOf({ identifier: '10.1234/tool.2', 'prov:wasRevisionOf': earlier }), [
			'doi:10.1234/tool.2 IsNewVersionOf doi:10.1234/tool.1',
		]);
	});

	it('names a program by its repository where its identifier is the name of a package', async () => {
		const paper = { referencePublication: { id: 'https://doi.org/10.1234/paper' } };
		assert.deepEqual(await linksOf({ identifier: 'tool', codeRepository: 'https://github.com/doe/tool', ...paper }), [
			'url:https://github.com/doe/tool IsDescribedBy doi:10.1234/paper',
		]);
		assert.deepEqual(await linksOf({ identifier: '12345678', ...paper }), []);
	});

	it('may have texts, objects or lists for each member, and `id` for `@id`', async () => {
		assert.deepEqual(
			await linksOf({
				id: 'https://doi.org/10.1234/tool',
				identifier: [{ '@type': 'PropertyValue', propertyID: 'SWHID', value: `swh:1:dir:${'0123456789'.repeat(4)}` }],
				citation: { '@type': 'ScholarlyArticle', identifier: { propertyID: 'DOI', value: '10.1234/a' }, name: 'A' },
			}),
			[`swh:swh:1:dir:${'0123456789'.repeat(4)} = doi:10.1234/tool References doi:10.1234/a`],
		);
	});

	it('relates to further links only where they are publications', async () => {
		assert.deepEqual(
			await linksOf({
				identifier: '10.1234/tool',
				relatedLink: ['https://example.org/manual', 'https://arxiv.org/abs/2001.01234'],
			}),
			['doi:10.1234/tool IsRelatedTo arxiv:arXiv:2001.01234'],
		);
	});

	it('of version 1 has relations of DataCite', async () => {
		assert.deepEqual(
			await linksOf({
				identifier: 'http://dx.doi.org/10.1234/tool',
				relationship: { relationshipType: 'isPartOf', relatedIdentifier: '10.1234/suite' },
				relatedPublications: 'ISBN:0306406152',
			}),
			['doi:10.1234/tool isPartOf doi:10.1234/suite'],
		);
	});
});
