import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const header = 'Journal Title,ISSN,eISSN,Year,Volume,Issue,Page,DOI,PMCID,PMID,Manuscript Id,Release Date\n';

describe('PMC’s table of identifiers', () => {
	it('states which identifiers are one article, from its year on', async () => {
		const { dialect, links } = await translated(
			`${header}A Journal,1,2,2001,3,1,5,10.1234/a,PMC1234,1234567,,live\nB ` +
				'Journal,1,2,2002,3,1,5,,PMC1235,1234568,,live\n',
		);
		assert.equal(dialect, 'pmc-ids');
		assert.deepEqual(links, [
			'doi:10.1234/a = pmcid:PMC1234 = pmid:1234567, 2001, PubMed Central',
			'pmcid:PMC1235 = pmid:1234568, 2002, PubMed Central',
		]);
	});

	it('reads rows whose title of the journal has commas without quotation marks', async () => {
		const { links } = await translated(`${header}Plants, Soil, Air,1,2,2001,3,1,5,10.1234/a,PMC1234,1234567,,live\n`);
		assert.deepEqual(links, ['doi:10.1234/a = pmcid:PMC1234 = pmid:1234567, 2001, PubMed Central']);
	});

	it('leaves out rows that cannot be put in order, and articles with one identifier', async () => {
		const { links, leftOut } = await translated(
			`${header}A,1,2,2001,3,1,5,10.1234/a,PMC1234\nA,1,2,2001,3,1,5,,PMC1234,,,live\n`,
		);
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, ['a row with other columns than the first', 'an article with one identifier']);
	});
});
