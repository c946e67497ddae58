// Says what is read of the table of Retraction Watch.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const header =
	'Record ID,Title,Journal,Publisher,Author,URLS,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,' +
	'OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Notes\n';
const rowOf = (notice: string, paper: string, nature: string) =>
	`1,A,Things,A Press,Doe A;Roe K,,3/4/2024 0:00,${notice},5/6/2020 0:00,${paper},${nature},\n`;

describe('the table of Retraction Watch', () => {
	it('relates a notice to its paper by the word of the notice, from its day on; the month stands first', async () => {
		const { dialect, links } = await translated(
			header +
				rowOf('10.1234/n,2222222', '10.1234/a,1111111', 'Retraction') +
				rowOf('10.1234/m,0', '10.1234/b,0', 'Expression of concern'),
		);
		assert.equal(dialect, 'retraction-watch');
		assert.deepEqual(links, [
			'doi:10.1234/n = pmid:2222222 IsRelatedTo (retraction) doi:10.1234/a = pmid:1111111, 2024-03-04, Retraction Watch',
			'doi:10.1234/m IsRelatedTo (expression_of_concern) doi:10.1234/b, 2024-03-04, Retraction Watch',
		]);
	});

	it('describes the paper', async () => {
		const { object } = await translated(header + rowOf('10.1234/n,0', '10.1234/a,0', 'Correction'));
		assert.deepEqual(object('doi:10.1234/a'), {
			...{ Type: { Name: 'literature' }, Title: 'A', Creator: [{ Name: 'Doe A' }, { Name: 'Roe K' }] },
			...{ PublicationDate: '2020-05-06', Publisher: [{ Name: 'A Press' }], Container: { Title: 'Things' } },
			Notice: [{ Kind: 'correction', Date: '2024-03-04', Identifier: { ID: '10.1234/n', IDScheme: 'doi' } }],
		});
		assert.equal(object('doi:10.1234/n')?.Title, undefined);
	});

	it('leaves out notices without an identifier of their own', async () => {
		const { links, leftOut } = await translated(
			header +
				rowOf('10.1234/A,0', '10.1234/a,0', 'Retraction') +
				rowOf('unavailable,0', '10.1234/b,0', 'Retraction') +
				rowOf('10.1234/n,0', 'unavailable,0', 'Retraction'),
		);
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, [
			'a notice with the identifier of its paper',
			'a notice without an identifier',
			'a paper without an identifier',
		]);
	});
});
