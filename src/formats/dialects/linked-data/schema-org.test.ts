import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (members: object) =>
	translated(JSON.stringify({ '@context': 'http://schema.org', ...members }), { provider: 'A Site' });
const linksOf = async (members: object) => (await read(members)).links.map((link) => link.replace(', A Site', ''));
const article = { '@type': 'ScholarlyArticle', '@id': 'https://doi.org/10.1234/A' };

describe('schema.org', () => {
	it('says what a work references, from its publication on, and describes it', async () => {
		const { dialect, links, object } = await read({
			...article,
			name: 'A Title',
			url: 'https://example.org/a',
			datePublished: '2024-05-01',
			author: { '@type': 'Person', name: 'Ada Doe', sameAs: 'https://orcid.org/0000-0002-1825-0097' },
			publisher: { name: 'A Press' },
			keywords: 'one, two',
			citation: [{ '@type': 'CreativeWork', '@id': 'https://doi.org/10.1234/B' }, 'https://doi.org/10.1234/C'],
		});
		assert.equal(dialect, 'schema-org');
		assert.deepEqual(links, [
			'doi:10.1234/A References doi:10.1234/B, 2024-05-01, A Site',
			'doi:10.1234/A References doi:10.1234/C, 2024-05-01, A Site',
		]);
		assert.deepEqual(object('doi:10.1234/A'), {
			Type: { Name: 'literature', SubType: 'JournalArticle' },
			Title: 'A Title',
			Creator: [{ Name: 'Ada Doe', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }],
			PublicationDate: '2024-05-01',
			Publisher: [{ Name: 'A Press' }],
			Keywords: ['one', 'two'],
		});
	});

	it('marks the citation of a dataset, which is mostly the paper that it belongs to', async () => {
		assert.deepEqual(
			await linksOf({
				'@type': ['Dataset'],
				identifier: 'https://doi.org/10.1234/data',
				citation: { text: '10.1234/paper' },
			}),
			['doi:10.1234/data References (citation) doi:10.1234/paper'],
		);
	});

	it('has a DOI as a PropertyValue, in an address or in a text', async () => {
		const citation = [
			{ identifier: { '@type': 'PropertyValue', propertyID: 'doi', value: '10.1234/b' } },
			{ url: 'https://dx.doi.org/10.1234/c' },
			{ name: 'Doe (2020): A Title. doi:10.1234/d' },
			{ name: 'Doe (2020): nothing' },
		];
		assert.deepEqual(await linksOf({ ...article, citation }), [
			'doi:10.1234/A References doi:10.1234/b',
			'doi:10.1234/A References doi:10.1234/c',
			'doi:10.1234/A References doi:10.1234/d',
		]);
	});

	it('says what a work is part of, comes from and translates, from either end', async () => {
		assert.deepEqual(
			await linksOf({
				...article,
				isPartOf: [
					{ '@id': 'https://doi.org/10.1234/whole' },
					{ '@type': 'WebSite', '@id': 'https://example.org/#site' },
				],
				isBasedOn: 'https://doi.org/10.1234/source',
				translationOfWork: { '@id': 'https://doi.org/10.1234/original' },
				'@reverse': { isBasedOn: { '@id': 'https://doi.org/10.1234/follower' } },
			}),
			[
				'doi:10.1234/A IsPartOf doi:10.1234/whole',
				'doi:10.1234/A IsDerivedFrom doi:10.1234/source',
				'doi:10.1234/A IsTranslationOf doi:10.1234/original',
				'doi:10.1234/A IsSourceOf doi:10.1234/follower',
			],
		);
	});

	it('takes the works of a graph, not its sites, pages and persons', async () => {
		const { links } = await read({
			'@graph': [
				{ '@type': 'WebSite', '@id': 'https://example.org/#site', citation: 'https://doi.org/10.1234/x' },
				{ '@type': 'Person', '@id': '#doe', name: 'Ada Doe' },
				{ ...article, author: { '@id': '#doe' }, sameAs: 'https://hdl.handle.net/12345/abc', citation: '10.1234/B' },
			],
		});
		assert.deepEqual(links, ['doi:10.1234/A = handle:12345/abc References doi:10.1234/B, A Site']);
	});
});
