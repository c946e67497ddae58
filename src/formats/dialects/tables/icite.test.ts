import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

describe('the NIH Open Citation Collection', () => {
	it('reads numbers as PMIDs, also those that look like other identifiers', async () => {
		const { dialect, links, leftOut } = await translated('citing,referenced\n1,96385074\n12345.0,7\n5,\n');
		assert.equal(dialect, 'nih-occ');
		assert.deepEqual(links, [
			'pmid:1 Cites pmid:96385074, NIH Open Citation Collection',
			'pmid:12345 Cites pmid:7, NIH Open Citation Collection',
		]);
		assert.deepEqual(leftOut, ['a row without two PMIDs']);
	});
});

describe('NIH iCite', () => {
	it('reads what an article cites, with its year, and by what it is cited', async () => {
		const { dialect, links, object } = await translated(
			'pmid,doi,title,authors,year,cited_by,references\n' +
				'1234567.0,10.1234/a,A Title,"Ada Doe, Kim Lee",1975.0,31 ,21  22\n7654321,,T,,2000,,\n',
		);
		assert.equal(dialect, 'icite');
		assert.deepEqual(links, [
			'pmid:1234567 = doi:10.1234/a Cites pmid:21, 1975, NIH iCite',
			'pmid:1234567 Cites pmid:22, 1975, NIH iCite',
			'pmid:1234567 IsCitedBy pmid:31, NIH iCite',
		]);
		assert.equal(object('pmid:1234567')?.PublicationDate, '1975');
		assert.deepEqual(object('doi:10.1234/a')?.Creator, [{ Name: 'Ada Doe' }, { Name: 'Kim Lee' }]);
	});

	it('reads answers of its API, which have lists of numbers', async () => {
		const { links } = await translated(
			JSON.stringify({ meta: {}, data: [{ pmid: 1234567, year: 2020, references: [21, 22], cited_by: '31 32' }] }),
		);
		assert.deepEqual(links, [
			'pmid:1234567 Cites pmid:21, 2020, NIH iCite',
			'pmid:1234567 Cites pmid:22, 2020, NIH iCite',
			'pmid:1234567 IsCitedBy pmid:31, NIH iCite',
			'pmid:1234567 IsCitedBy pmid:32, NIH iCite',
		]);
	});
});
