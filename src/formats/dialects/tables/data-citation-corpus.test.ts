import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const header = 'id,created,updated,repository,publisher,journal,title,dataset,publication,publishedDate,source\n';
const row = (repository: string, dataset: string) =>
	`${header}1,2025-07-25T10:00:00Z,,${repository},A Press,A ` +
	`Journal,,${dataset},https://doi.org/10.1234/paper,2024,eupmc\n`;

describe('the Data Citation Corpus', () => {
	it('reads a publication that cites a dataset, with the source that says so and when it came', async () => {
		const { dialect, links, object } = await translated(row('Zenodo', 'https://doi.org/10.1234/data'));
		assert.equal(dialect, 'data-citation-corpus');
		assert.deepEqual(links, [
			'doi:10.1234/paper Cites doi:10.1234/data, 2025-07-25T10:00:00Z, Data Citation Corpus (eupmc)',
		]);
		assert.deepEqual(object('doi:10.1234/paper'), {
			Type: { Name: 'literature' },
			PublicationDate: '2024',
			Publisher: [{ Name: 'A Press' }],
			Container: { Title: 'A Journal' },
		});
		assert.deepEqual(object('doi:10.1234/data'), { Type: { Name: 'dataset' }, Publisher: [{ Name: 'Zenodo' }] });
	});

	it('reads accession numbers by the scheme of their repository', async () => {
		const target = async (repository: string, dataset: string) =>
			(await translated(row(repository, dataset))).links[0]?.split(/ Cites |, /)[1];
		assert.equal(await target('The Protein Data Bank', '4HHB'), 'pdb:4HHB');
		assert.equal(await target('European Nucleotide Archive', 'AB123456'), 'ena:AB123456');
		assert.equal(await target('Gene Expression Omnibus', 'GSE12345'), 'geo:GSE12345');
	});

	it('leaves out years, pages and other texts that machines took for accession numbers', async () => {
		for (const text of ['1998', '77', '//OSF.IO/ABCDE']) {
			const { links, leftOut } = await translated(row('The Protein Data Bank', text));
			assert.deepEqual(links, []);
			assert.deepEqual(leftOut, ['a dataset that is not an accession number of its repository']);
		}
	});

	it('reads JSON, where repositories and publishers are objects with a title', async () => {
		const { links, object } = await translated(
			JSON.stringify([
				{
					created: '2025-07-25',
					repository: { title: 'Dryad' },
					publisher: { title: 'A Press' },
					title: 'Some data',
					dataset: 'https://doi.org/10.1234/data',
					publication: 'https://doi.org/10.1234/paper',
					source: 'czi',
				},
			]),
		);
		assert.deepEqual(links, ['doi:10.1234/paper Cites doi:10.1234/data, 2025-07-25, Data Citation Corpus (czi)']);
		assert.equal(object('doi:10.1234/data')?.Title, 'Some data');
	});

	it('reads the names of the first release, which made the dataset the subject', async () => {
		const text =
			'id,created,repository,title,objId,subjId,relationTypeId,source\n' +
			'1,2023-06-07,PANGAEA,T,https://doi.org/10.1234/paper,https://doi.org/10.1234/data,is-supplement-to,datacite\n';
		assert.deepEqual((await translated(text)).links, [
			'doi:10.1234/paper Cites doi:10.1234/data, 2023-06-07, Data Citation Corpus (datacite)',
		]);
	});
});
