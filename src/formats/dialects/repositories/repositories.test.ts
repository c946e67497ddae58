// Says what is read of the records of Zenodo, InvenioRDM, figshare and Dataverse.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (document: unknown, options?: Parameters<typeof translated>[1]) =>
	translated(JSON.stringify(document), options);

describe('a record of Zenodo', () => {
	const record = (metadata: object) => ({
		...{
			doi: '10.5281/zenodo.12',
			conceptdoi: '10.5281/zenodo.11',
			conceptrecid: '11',
			created: '2024-05-01T10:00:00+00:00',
		},
		metadata: { title: 'Data', resource_type: { type: 'publication', subtype: 'publication-preprint' }, ...metadata },
	});
	const version = 'doi:10.5281/zenodo.12 IsVersionOf doi:10.5281/zenodo.11, 2024-05-01T10:00:00+00:00, Zenodo';

	it('is a version of its concept, also in a page of a search', async () => {
		for (const document of [record({}), { hits: { hits: [record({})] } }]) {
			const { dialect, links, object } = await read(document);
			assert.equal(dialect, 'zenodo');
			assert.deepEqual(links, [version]);
			assert.deepEqual(object('doi:10.5281/zenodo.12')?.Type, { Name: 'literature', SubType: 'preprint' });
		}
	});

	it('is linked by related identifiers, of which an address may be of a scheme', async () => {
		const { links } = await read(
			record({
				related_identifiers: [
					{ identifier: 'https://arxiv.org/abs/2401.00001', relation: 'isSupplementTo', scheme: 'url' },
				],
			}),
		);
		assert.equal(
			links[1],
			'doi:10.5281/zenodo.12 isSupplementTo arxiv:arXiv:2401.00001, 2024-05-01T10:00:00+00:00, Zenodo',
		);
	});

	it('is named by alternate identifiers that last, not by the address that all versions repeat', async () => {
		const alternate = [{ identifier: '10.1234/same' }, { identifier: 'https://github.com/example/code' }];
		const { links } = await read(record({ alternate_identifiers: alternate }));
		assert.equal(links[0]?.split(' IsVersionOf')[0], 'doi:10.5281/zenodo.12 = doi:10.1234/same');
	});
});

describe('a record of InvenioRDM', () => {
	const record = {
		...{
			id: 'abcde-12345',
			created: '2024-05-01T10:00:00+00:00',
			links: { self: 'https://repository.example/api/records/abcde-12345' },
		},
		pids: { doi: { identifier: '10.1234/v2' }, oai: { identifier: 'oai:repository.example:1' } },
		parent: { pids: { doi: { identifier: '10.1234/all' } } },
		metadata: {
			resource_type: { id: 'software' },
			title: 'Code',
			identifiers: [
				{ identifier: 'https://repository.example/1', scheme: 'url' },
				{ identifier: '2024ApJ...900....1A', scheme: 'ads' },
			],
			related_identifiers: [{ identifier: '10.1234/paper', scheme: 'doi', relation_type: { id: 'issupplementto' } }],
			references: [{ reference: 'A book' }, { reference: 'A paper', identifier: '10.1234/cited', scheme: 'doi' }],
		},
	};

	it('is asserted by the host that it comes from', async () => {
		const { dialect, links } = await read(record);
		assert.equal(dialect, 'inveniordm');
		const stated = ', 2024-05-01T10:00:00+00:00, repository.example';
		assert.deepEqual(links, [
			`doi:10.1234/v2 = ads:2024ApJ...900....1A IsVersionOf doi:10.1234/all${stated}`,
			`doi:10.1234/v2 issupplementto doi:10.1234/paper${stated}`,
			`doi:10.1234/v2 References doi:10.1234/cited${stated}`,
		]);
	});

	it('says nothing once it is a tombstone, but names what it was about', async () => {
		const { links, translation } = await read({ ...record, tombstone: { note: 'spam' } });
		assert.deepEqual(links, []);
		assert.equal(translation.described, 1);
	});
});

describe('an item of figshare', () => {
	const item = {
		id: 1,
		doi: '10.6084/m9.figshare.1.v2',
		defined_type_name: 'dataset',
		title: 'Data',
		published_date: '2024-05-01T10:00:00Z',
	};
	const stated = ', 2024-05-01T10:00:00Z, figshare';

	it('is a version of the DOI without a number, and supplements its article', async () => {
		const { dialect, links } = await read({ ...item, resource_doi: '10.1234/paper', handle: '' });
		assert.equal(dialect, 'figshare');
		assert.deepEqual(links, [
			`doi:10.6084/m9.figshare.1.v2 IsVersionOf doi:10.6084/m9.figshare.1${stated}`,
			`doi:10.6084/m9.figshare.1.v2 IsSupplementTo doi:10.1234/paper${stated}`,
		]);
	});

	it('does not supplement itself on the portal of a publisher', async () => {
		assert.deepEqual((await read({ ...item, doi: '10.1371/Journal.1', resource_doi: '10.1371/journal.1' })).links, []);
	});
});

describe('a dataset of Dataverse', () => {
	const field = (typeName: string, value: unknown) => ({ typeName, value });
	const publication = (parts: Record<string, string>) =>
		Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value }]));
	const dataSet = (...publications: Record<string, string>[]) => ({
		...{ persistentUrl: 'https://doi.org/10.1234/DATA', publisher: 'A Collection', publicationDate: '2024-05-01' },
		datasetVersion: {
			metadataBlocks: {
				citation: { fields: [field('title', 'Data'), field('publication', publications.map(publication))] },
			},
		},
	});
	const stated = ', 2024-05-01, A Collection';

	it('supplements its publications, unless they say how they are related', async () => {
		const { dialect, links } = await read({
			status: 'OK',
			data: dataSet(
				{ publicationIDType: 'doi', publicationIDNumber: '10.1234/ paper' },
				{ publicationURL: 'https://doi.org/10.1234/other', publicationRelationType: 'Cites' },
				{ publicationCitation: 'A book' },
			),
		});
		assert.equal(dialect, 'dataverse');
		assert.deepEqual(links, [
			`doi:10.1234/DATA IsSupplementTo doi:10.1234/paper${stated}`,
			`doi:10.1234/DATA Cites doi:10.1234/other${stated}`,
		]);
	});

	it('says nothing where it has no identifier yet', async () => {
		const { persistentUrl: _, ...draft } = dataSet({ publicationIDType: 'doi', publicationIDNumber: '10.1234/paper' });
		const { links, leftOut } = await read(draft);
		assert.deepEqual([links, leftOut], [[], ['the dataset has no identifier']]);
	});
});
