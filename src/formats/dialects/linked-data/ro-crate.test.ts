import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (root: object, ...nodes: object[]) =>
	translated(
		JSON.stringify({
			'@context': 'https://w3id.org/ro/crate/1.1/context',
			'@graph': [
				{ '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
				{ '@id': './', '@type': 'Dataset', name: 'A Crate', ...root },
				...nodes,
			],
		}),
		{ provider: 'A Group' },
	);

describe('RO-Crate', () => {
	it('says what the crate cites, comes from and is part of, through its flattened graph', async () => {
		const { dialect, links, object } = await read(
			{
				identifier: { '@id': '#doi' },
				datePublished: '2024-05-01',
				author: [{ '@id': '#doe' }, 'A Team'],
				citation: [{ '@id': 'https://doi.org/10.1234/paper' }, { '@id': '#cited' }],
				isBasedOn: { '@id': 'https://example.org/workflow' },
				isPartOf: { '@id': 'https://doi.org/10.1234/whole' },
			},
			{
				'@id': '#doi',
				'@type': 'PropertyValue',
				propertyID: 'https://registry.example/doi',
				value: 'doi:10.1234/crate',
			},
			{ '@id': '#doe', '@type': 'Person', name: 'Ada Doe' },
			{ '@id': '#cited', '@type': 'ScholarlyArticle', identifier: 'https://doi.org/10.1234/cited', name: 'Cited' },
		);
		assert.equal(dialect, 'ro-crate');
		assert.deepEqual(links, [
			'doi:10.1234/crate References doi:10.1234/paper, 2024-05-01, A Group',
			'doi:10.1234/crate References doi:10.1234/cited, 2024-05-01, A Group',
			'doi:10.1234/crate IsDerivedFrom url:https://example.org/workflow, 2024-05-01, A Group',
			'doi:10.1234/crate IsPartOf doi:10.1234/whole, 2024-05-01, A Group',
		]);
		assert.deepEqual(object('doi:10.1234/crate'), {
			Type: { Name: 'dataset' },
			Title: 'A Crate',
			Creator: [{ Name: 'Ada Doe' }, { Name: 'A Team' }],
			PublicationDate: '2024-05-01',
		});
		assert.equal(object('doi:10.1234/cited')?.Title, 'Cited');
	});

	it('has for parts what lasts, not the files of the crate or their addresses', async () => {
		const { links } = await read({
			'cite-as': 'https://doi.org/10.1234/crate',
			hasPart: [
				{ '@id': 'data/10.1234/table.csv' },
				{ '@id': 'https://w3id.org/crate/file' },
				{ '@id': 'https://doi.org/10.1234/part' },
			],
		});
		assert.deepEqual(links, ['doi:10.1234/crate HasPart doi:10.1234/part, A Group']);
	});

	it('may be detached: then its root is known by an address', async () => {
		const { links } = await translated(
			JSON.stringify({
				'@graph': [
					{ '@id': 'https://example.org/crate/ro-crate-metadata.jsonld', about: { '@id': 'https://w3id.org/crate/' } },
					{ '@id': 'https://w3id.org/crate/', sameAs: 'https://doi.org/10.1234/crate', citation: '10.1234/paper' },
				],
			}),
			{ provider: 'A Group' },
		);
		assert.deepEqual(links, ['w3id:https://w3id.org/crate/ = doi:10.1234/crate References doi:10.1234/paper, A Group']);
	});

	it('without an identifier gives nothing', async () => {
		const { links, leftOut } = await read({ url: 'https://github.com/doe/crate', citation: '10.1234/paper' });
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, ['a crate without an identifier']);
	});
});
