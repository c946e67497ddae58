import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const header = 'id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor\n';

describe('OpenCitations Meta', () => {
	it('states which identifiers are one work, and describes it', async () => {
		const { dialect, links, object } = await translated(
			`${header}"doi:10.1234/a  wikidata:Q42 omid:br/061",A <i>Title</i>,"Doe, Ada ` +
				'[orcid:0000-0002-1825-0097]; Kim Lee, ",2022-9-3,A Journal [issn:1234-5679],1,2,3-4,journal article,A ' +
				'Press [crossref:297],\n',
		);
		assert.equal(dialect, 'opencitations-meta');
		assert.deepEqual(links, ['doi:10.1234/a = wikidata:Q42 = omid:br/061, 2022-09-03, OpenCitations']);
		assert.deepEqual(object('doi:10.1234/a'), {
			Type: { Name: 'literature', SubType: 'journal article' },
			Title: 'A <i>Title</i>',
			Creator: [
				{ Name: 'Doe, Ada', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } },
				{ Name: 'Kim Lee' },
			],
			PublicationDate: '2022-09-03',
			Publisher: [{ Name: 'A Press' }],
			Container: { Title: 'A Journal', Volume: '1', Issue: '2', Pages: '3-4', ISSN: ['1234-5679'] },
		});
	});

	it('takes the ISBNs of a book, not those that a chapter has from its book', async () => {
		const row = (type: string) => `${header}doi:10.1234/a isbn:9783528085995,T,,1985,,,,,${type},,\n`;
		assert.deepEqual((await translated(row('book'))).links, [
			'doi:10.1234/a = isbn:978-3-528-08599-5, 1985, OpenCitations',
		]);
		assert.deepEqual((await translated(row('book chapter'))).links, []);
	});

	it('leaves out rows without an identifier', async () => {
		const { links, leftOut } = await translated(`${header},A Title,,1985,,,,,book,,\n`);
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, ['a work without an identifier']);
	});

	it('reads answers of its API', async () => {
		const { links, object } = await translated(
			JSON.stringify([{ id: 'doi:10.1234/a omid:br/061', title: 'T', pub_date: '2024', venue: '', type: 'data file' }]),
		);
		assert.deepEqual(links, ['doi:10.1234/a = omid:br/061, 2024, OpenCitations']);
		assert.deepEqual(object('doi:10.1234/a')?.Type, { Name: 'dataset' });
	});

	it('reads OMIDs in the spelling that its API had first', async () => {
		const { dialect, links } = await translated(
			JSON.stringify([{ id: 'doi:10.1234/a meta:br/061', title: 'T', pub_date: '2024', venue: '', type: 'book' }]),
		);
		assert.equal(dialect, 'opencitations-meta');
		assert.deepEqual(links, ['doi:10.1234/a = omid:br/061, 2024, OpenCitations']);
	});
});
