// Says what is read of EndNote's XML.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const provider = 'A Library';
const source = { id: '10.1234/s' };
const records = (...all: string[]) =>
	`<xml><records>${all.map((one) => `<record>${one}</record>`).join('')}</records></xml>`;
const named = async (record: string, type = 'Journal Article') => {
	const text = records(`<ref-type name="${type}"/>${record}`);
	const { links } = await translated(text, { provider, supplied: { source } });
	return links.map((link) => link.replace('doi:10.1234/s Cites ', '').replace(', A Library', ''));
};

describe('an export of EndNote in XML', () => {
	it('is a list of works that the given source cites, each described', async () => {
		const { links, object, leftOut } = await translated(
			records(
				'<ref-type name="Journal Article">17</ref-type><contributors><authors><author><style>Doe, Ada</style>' +
					'</author></authors></contributors><titles><title><style face="normal">A </style>' +
					'<style face="italic">title</style></title><secondary-title>J Th</secondary-title></titles>' +
					'<periodical><full-title>Journal of Things</full-title></periodical><dates><year><style>2024' +
					'</style></year></dates><electronic-resource-num>10.1234/a</electronic-resource-num>',
				'<ref-type name="Book">6</ref-type><titles><title>A Book</title></titles>',
			),
			{ provider, supplied: { source } },
		);
		assert.deepEqual(links, ['doi:10.1234/s Cites doi:10.1234/a, A Library']);
		assert.deepEqual(leftOut, ['an entry without an identifier']);
		assert.deepEqual(object('doi:10.1234/a'), {
			Type: { Name: 'literature', SubType: 'JournalArticle' },
			...{ Title: 'A title', Creator: [{ Name: 'Doe, Ada' }], PublicationDate: '2024' },
			Container: { Title: 'Journal of Things' },
		});
	});

	it('has DOIs behind numbers of articles, and numbers of PubMed where it is the database', async () => {
		const doi = '<electronic-resource-num>ARTN e17&#xD;10.1234/a</electronic-resource-num>';
		const number = '<accession-num>1234567</accession-num><custom2>PMC7654321</custom2>';
		assert.deepEqual(await named(`${doi}${number}<remote-database-name>Medline</remote-database-name>`), [
			'doi:10.1234/a = pmid:1234567 = pmcid:PMC7654321',
		]);
		assert.deepEqual(await named(number), ['pmcid:PMC7654321']);
	});

	it('has ISBNs of whole books, and addresses where there is nothing else', async () => {
		const book =
			'<isbn>978-0-306-40615-7</isbn><urls><related-urls><url>https://example.org/a</url></related-urls></urls>';
		assert.deepEqual(await named(book, 'Book'), ['isbn:978-0-306-40615-7']);
		assert.deepEqual(await named('<isbn>0 306 40615 2 (pbk.)</isbn>', 'Book'), ['isbn:978-0-306-40615-7']);
		assert.deepEqual(await named(book, 'Book Section'), ['url:https://example.org/a']);
	});
});
