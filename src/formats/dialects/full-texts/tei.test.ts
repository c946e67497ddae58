// Says what is read of TEI.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const provider = 'A Library';
const source = { id: '10.1234/s' };
const structOf = (content: string) => `<biblStruct>${content}</biblStruct>`;
const articleOf = (head: string, ...references: string[]) =>
	`<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><sourceDesc>${structOf(head)}` +
	`</sourceDesc></fileDesc></teiHeader><text><back><div><listBibl>${references.map(structOf).join('')}</listBibl>` +
	'</div></back></text></TEI>';
const cited = async (reference: string) => {
	const { links } = await translated(articleOf('', reference), { provider, supplied: { source } });
	return links.map((link) => link.replace('doi:10.1234/s References ', '').replace(', A Library', ''));
};

describe('an article in TEI', () => {
	it('is described by its head', async () => {
		const { object } = await translated(
			articleOf(
				'<analytic><author><persName><forename>Ada</forename><surname>Doe</surname></persName><idno type="ORCID">' +
					'0000-0002-1825-0097</idno></author><title level="a">A title</title></analytic><monogr>' +
					'<title level="j">Things</title><imprint><date type="published" when="2024-05"/></imprint>' +
					'</monogr><idno type="MD5">0A</idno><idno type="DOI">10.1234/a</idno>',
			),
			{ provider },
		);
		assert.deepEqual(object('doi:10.1234/a'), {
			Type: { Name: 'literature' },
			Title: 'A title',
			Creator: [{ Name: 'Doe, Ada', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }],
			PublicationDate: '2024-05',
			Container: { Title: 'Things' },
		});
	});

	it('cites works by the numbers that were found, else by their addresses or words', async () => {
		const doi = '<idno type="DOI">10.1234/b</idno>';
		assert.deepEqual(await cited(`<analytic>${doi}<ptr target="https://doi.org/10.1234/c"/></analytic>`), [
			'doi:10.1234/b',
		]);
		assert.deepEqual(await cited('<monogr><idno type="arXiv">arXiv:2001.01234[cs.LG]</idno></monogr>'), [
			'arxiv:arXiv:2001.01234',
		]);
		assert.deepEqual(await cited('<analytic/><ptr target="https://doi.org/10.1234/c"/>'), ['doi:10.1234/c']);
		assert.deepEqual(await cited('<analytic/><note type="raw_reference">Roe K. doi 10.1234/d</note>'), [
			'doi:10.1234/d',
		]);
	});

	it('has numbers of archives where those of a journal stand, too', async () => {
		assert.deepEqual(await cited('<analytic/><monogr><idno type="arXiv">2001.01234</idno></monogr>'), [
			'arxiv:arXiv:2001.01234',
		]);
		assert.deepEqual(await cited('<analytic/><monogr><idno type="DOI">10.1234/b</idno></monogr>'), []);
	});

	it('cites a book by its ISBN, and no chapter by that of its book', async () => {
		const book = '<monogr><idno type="ISBN">978-0-306-40615-7</idno></monogr>';
		assert.deepEqual(await cited(book), ['isbn:978-0-306-40615-7']);
		assert.deepEqual(await cited(`<analytic><title>B</title></analytic>${book}`), []);
	});

	it('is the given source, and is left out where neither names it', async () => {
		const text = articleOf('', '<idno type="DOI">10.1234/b</idno>', '<analytic><title>C</title></analytic>');
		const { links, leftOut } = await translated(text, { provider, supplied: { source } });
		assert.deepEqual(links, ['doi:10.1234/s References doi:10.1234/b, A Library']);
		assert.deepEqual(leftOut, ['a reference without an identifier']);
		assert.deepEqual((await translated(text, { provider })).leftOut, ['a work without an identifier (--source)']);
	});

	it('is its own identifier where it has one, whatever source is given', async () => {
		const text = articleOf(
			'<monogr/><idno type="DOI">10.1234/a</idno>',
			'<monogr><idno type="DOI">10.1234/b</idno></monogr>',
		);
		const { links } = await translated(text, { provider, supplied: { source } });
		assert.deepEqual(links, ['doi:10.1234/a References doi:10.1234/b, A Library']);
	});
});
