import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

describe('OpenCitations Index', () => {
	it('reads a citation from each row of a dump', async () => {
		const { dialect, links, object } = await translated(
			'oci,citing,cited,creation,timespan,journal_sc,author_sc\n' +
				'0200-0201,10.1234/a,10.1234/b,2021-05-03,P1Y,no,no\n0200-0202,10.1234/a,10.1234/c,,,no,no\n',
		);
		assert.equal(dialect, 'opencitations');
		assert.deepEqual(links, [
			'doi:10.1234/a Cites doi:10.1234/b, 2021-05-03, OpenCitations',
			'doi:10.1234/a Cites doi:10.1234/c, OpenCitations',
		]);
		assert.equal(object('doi:10.1234/a')?.PublicationDate, '2021-05-03', 'creation is when the citing work appeared');
	});

	it('reads dumps without a column oci, and rows of OpenCitations’ own numbers', async () => {
		const { links } = await translated('"citing","cited","creation"\n"br/0612","omid:br/0634","2020"\n');
		assert.deepEqual(links, ['omid:br/0612 Cites omid:br/0634, 2020, OpenCitations']);
	});

	it('reads deposits, whose identifiers have prefixes and whose works have dates', async () => {
		const { links, object } = await translated(
			'citing_id,citing_publication_date,cited_id,cited_publication_date\n' +
				'doi:10.1234/A,2021-09,pmid:1234567,1999\ndoi:10.1234/A,2021-09,doi:10.1234/B,\n',
		);
		assert.deepEqual(links, [
			'doi:10.1234/A Cites pmid:1234567, 2021-09, OpenCitations',
			'doi:10.1234/A Cites doi:10.1234/B, 2021-09, OpenCitations',
		]);
		assert.equal(object('pmid:1234567')?.PublicationDate, '1999');
	});

	it('reads pairs of sources, unless they are numbers of the NIH', async () => {
		const read = async (row: string) => (await translated(`citing,referenced\n${row}\n`)).dialect;
		assert.equal(await read('10.1234/a,10.1234/b'), 'opencitations');
		assert.equal(await read('1234567,7654321'), 'nih-occ');
	});

	it('reads answers of version 1, with the name of an index before each value', async () => {
		const { links } = await translated(
			JSON.stringify([
				{ oci: 'coci => 02-03', citing: 'coci => 10.1234/a', cited: 'coci => 10.1234/b;2-u', creation: 'coci => 2013' },
				{ oci: '04-05', citing: 'coci => ; croci => 10.1234/c', cited: '10.1234/d', creation: '' },
			]),
		);
		assert.deepEqual(links, [
			'doi:10.1234/a Cites doi:10.1234/b;2-u, 2013, OpenCitations',
			'doi:10.1234/c Cites doi:10.1234/d, OpenCitations',
		]);
	});

	it('reads lists of identifiers of version 2 as one work, its own numbers last', async () => {
		const { links } = await translated(
			JSON.stringify({
				oci: '0612-0634',
				citing: 'omid:br/0612 doi:10.1234/a pmid:1234567',
				cited: 'omid:br/0634 openalex:W1234567',
				creation: '2021',
			}),
		);
		assert.deepEqual(links, [
			'doi:10.1234/a = pmid:1234567 = omid:br/0612 Cites openalex:W1234567 = omid:br/0634, 2021, OpenCitations',
		]);
	});

	it('takes no citation from its provenance, and withdraws those that were withdrawn there, also by their OCI', async () => {
		// As OpenCitations wrote the OCI of this citation in 2018.
		const oci = '02001010402362800020109060409020108050000030433-0200101000836191363010263020001036300010606';
		const provenance = await translated(
			'oci,snapshot,created,invalidated\n02-03,1,2018-11-01,\n' +
				`${oci},2,2018,2019-05-01\n06101801781-06180334099,2,2018,2019\n01045-01046,2,2018,2019\n`,
		);
		assert.deepEqual(provenance.withdrawn, [
			'doi:10.1142/s021964921850034x Cites doi:10.1108/jd-12-2013-0166, 2019-05-01, OpenCitations',
			'omid:br/06101801781 Cites omid:br/06180334099, 2019, OpenCitations',
		]);
		assert.deepEqual(provenance.links, []);
		assert.deepEqual(provenance.leftOut, [
			'the provenance of a citation, without its works',
			'a citation that was withdrawn, whose OCI names no works',
		]);
		const { links, withdrawn } = await translated(
			'oci,citing,cited,creation,invalidated\n1,10.1234/a,10.1234/b,2018,2019-01-01\n',
		);
		assert.deepEqual([links, withdrawn], [[], ['doi:10.1234/a Cites doi:10.1234/b, 2019-01-01, OpenCitations']]);
	});

	it('leaves other tables of two columns alone', async () => {
		await assert.rejects(
			translated('citing,cited\nApples,Pears\n', { provider: 'A Library' }),
			/is of no dialect that is known/,
		);
	});

	it('is refused where there is a header alone', async () => {
		await assert.rejects(translated('oci,citing,cited\n', { from: 'opencitations' }), {
			code: 'bad-file',
			message: 'file contains no record of the dialect opencitations.',
		});
	});
});
