// Says what is read of articles in JATS.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

type Article = { meta?: string; refs?: string[]; more?: string; id?: string };

const articleOf = ({ meta = '', refs = [], more = '', id = '10.1234/a' }: Article) =>
	'<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><journal-meta><journal-title>Journal of Things' +
	'</journal-title><publisher><publisher-name>A Press</publisher-name></publisher></journal-meta><article-meta>' +
	`${id && `<article-id pub-id-type="doi">${id}</article-id>`}${meta}</article-meta></front><back><ref-list>` +
	`${refs.map((ref) => `<ref>${ref}</ref>`).join('')}</ref-list></back>${more}</article>`;

const linksOf = async (article: Article) =>
	(await translated(articleOf(article))).links.map((link) =>
		link.replace(/^doi:10.1234\/a /, '').replace(/, A Press$/, ''),
	);
const cited = async (...refs: string[]) => (await linksOf({ refs })).map((link) => link.replace('References ', ''));

describe('an article in JATS', () => {
	it('is described, and its publisher says what it states', async () => {
		const { object, links } = await translated(
			articleOf({
				meta:
					'<article-id pub-id-type="pmc">7654321</article-id><title-group><article-title>A ' +
					'<italic>title</italic><xref>*</xref></article-title></title-group><contrib-group>' +
					'<contrib contrib-type="author"><contrib-id contrib-id-type="orcid">0000-0002-1825-0097' +
					'</contrib-id><name><surname>Doe</surname><given-names>Ada</given-names></name></contrib>' +
					'<contrib contrib-type="author"><collab>A Group<contrib-group><contrib><name><surname>Poe' +
					'</surname></name></contrib></contrib-group></collab></contrib>' +
					'<contrib contrib-type="editor"><name><surname>Roe</surname></name></contrib>' +
					'</contrib-group><pub-date pub-type="collection"><year>2025</year></pub-date>' +
					'<pub-date pub-type="epub"><day>3</day><month>5</month><year>2024</year></pub-date>',
				refs: ['<mixed-citation>doi:10.1234/b</mixed-citation>'],
			}),
		);
		assert.deepEqual(links, ['doi:10.1234/a = pmcid:PMC7654321 References doi:10.1234/b, 2024-05-03, A Press']);
		assert.deepEqual(object('doi:10.1234/a'), {
			Type: { Name: 'literature', SubType: 'JournalArticle' },
			Title: 'A title',
			Creator: [
				{ Name: 'Doe, Ada', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } },
				{ Name: 'A Group' },
			],
			PublicationDate: '2024-05-03',
			Publisher: [{ Name: 'A Press' }],
			Container: { Title: 'Journal of Things' },
		});
	});

	it('cites a work by all its numbers, and by addresses where it has none', async () => {
		const [doi, pmid] = ['<pub-id pub-id-type="doi">10.1234/b</pub-id>', '<pub-id pub-id-type="pmid">1234567</pub-id>'];
		const address = '<ext-link ext-link-type="uri" xlink:href="https://doi.org/10.1234/c">Link</ext-link>';
		assert.deepEqual(await cited(`<element-citation>${doi}${pmid}<comment>${address}</comment></element-citation>`), [
			'doi:10.1234/b = pmid:1234567',
		]);
		assert.deepEqual(await cited(`<mixed-citation>Roe K. ${address}</mixed-citation>`), ['doi:10.1234/c']);
		assert.deepEqual(
			await cited(
				'<nlm-citation>doi: <ext-link ext-link-type="doi" xlink:href="10.1234/d">d</ext-link></nlm-citation>',
			),
			['doi:10.1234/d'],
		);
	});

	it('cites a work by a number of any kind that lasts', async () => {
		const numbered = (kind: string, id: string) =>
			cited(`<element-citation><pub-id pub-id-type="${kind}">${id}</pub-id></element-citation>`);
		assert.deepEqual(await numbered('bibcode', '2021ApJ...910...12B'), ['ads:2021ApJ...910...12B']);
		assert.deepEqual(await numbered('hal', 'hal-01234567'), ['hal:hal-01234567']);
		assert.deepEqual(await numbered('pii', 'S0140-6736(21)00001-2'), []);
	});

	it('has each of several citations in one place, and one that is there in two forms once', async () => {
		const printed = (doi: string) => `<mixed-citation>Roe K. doi:${doi}</mixed-citation>`;
		const marked = (doi: string) => `<element-citation><pub-id pub-id-type="doi">${doi}</pub-id></element-citation>`;
		assert.deepEqual(await cited(printed('10.1234/b') + printed('10.1234/c')), ['doi:10.1234/b', 'doi:10.1234/c']);
		assert.deepEqual(await cited(printed('10.1234/b') + marked('10.1234/b')), ['doi:10.1234/b']);
		assert.deepEqual(
			await cited(`<citation-alternatives>${marked('10.1234/b')}${printed('10.1234/b')}</citation-alternatives>`),
			['doi:10.1234/b'],
		);
	});

	it('has words in each part of a citation, with nothing between them', async () => {
		const citation =
			'<element-citation><comment>doi:10.1234/b</comment><year>2001</year><fpage>17</fpage></element-citation>';
		assert.deepEqual(await cited(citation), ['doi:10.1234/b']);
		assert.deepEqual(await cited('<mixed-citation>Roe K. doi:10.1234/<bold>b</bold>17.</mixed-citation>'), [
			'doi:10.1234/b17',
		]);
	});

	it('cites a book by its ISBN, which of a chapter is not its own', async () => {
		const isbn = '<source>A Book</source><isbn>978-0-306-40615-7</isbn>';
		const book = `<element-citation publication-type="book">${isbn}</element-citation>`;
		const chapter = book.replace('<source>', '<chapter-title>B</chapter-title><source>');
		assert.deepEqual(await cited(book), ['isbn:978-0-306-40615-7']);
		const { object } = await translated(
			articleOf({ refs: [chapter.replace('<isbn>', '<pub-id pub-id-type="doi">10.1234/b</pub-id><isbn>')] }),
		);
		assert.deepEqual([object('doi:10.1234/b')?.Title, object('doi:10.1234/b')?.Container], ['B', { Title: 'A Book' }]);
	});

	it('is supplemented by data of its own, which may be cited outside of the list', async () => {
		const data = (doi: string, use: string) =>
			`<element-citation publication-type="data" specific-use="${use}"><data-title>D</data-title>` +
			`<pub-id pub-id-type="doi">${doi}</pub-id></element-citation>`;
		const more = `<sec>${data('10.1234/d', 'isSupplementedBy')}${data('10.1234/e', 'references')}</sec>`;
		assert.deepEqual(await linksOf({ refs: [data('10.1234/c', 'generated-data')], more }), [
			'IsSupplementedBy doi:10.1234/c',
			'IsSupplementedBy doi:10.1234/d',
			'References doi:10.1234/e',
		]);
	});

	it('counts references that name nothing for good', async () => {
		const { links, leftOut } = await translated(
			articleOf({ refs: ['<mixed-citation>Poe C. Things. 1999;1:2-3. https://example.org/a</mixed-citation>'] }),
		);
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, ['a reference without an identifier']);
	});

	it('corrects, retracts, reviews and translates other articles', async () => {
		const related = (type: string) =>
			`<related-article related-article-type="${type}" ext-link-type="doi" xlink:href="10.1234/b"/>`;
		const says = {
			...{ 'retracted-article': 'IsRelatedTo (retraction)', 'retraction-forward': 'IsRelatedTo (retraction)' },
			...{ 'corrected-article': 'IsRelatedTo (correction)', 'partial-retraction': 'IsRelatedTo (partial_retraction)' },
			...{ companion: 'IsRelatedTo (companion)', 'expression-of-concern': 'IsRelatedTo (expression_of_concern)' },
			...{ preprint: 'IsNewVersionOf', 'peer-reviewed-article': 'Reviews', 'translated-article': 'IsTranslationOf' },
		};
		for (const [type, relation] of Object.entries(says)) {
			assert.deepEqual(await linksOf({ meta: related(type) }), [`${relation} doi:10.1234/b`]);
		}
	});

	it('keeps the references of reviews and replies within it apart', async () => {
		const reply = (id: string) =>
			`<sub-article><front-stub>${id}</front-stub><back><ref-list><ref><mixed-citation>doi:10.1234/c</mixed-citation>` +
			'</ref></ref-list></back></sub-article>';
		const refs = ['<mixed-citation>doi:10.1234/b</mixed-citation>'];
		assert.deepEqual(await linksOf({ refs, more: reply('') }), ['References doi:10.1234/b']);
		assert.deepEqual(await linksOf({ refs, more: reply('<article-id pub-id-type="doi">10.1234/r</article-id>') }), [
			'References doi:10.1234/b',
			'doi:10.1234/r References doi:10.1234/c',
		]);
	});

	it('counts a reply within it that cites and has no identifier', async () => {
		const refs = '<back><ref-list><ref><mixed-citation>doi:10.1234/c</mixed-citation></ref></ref-list></back>';
		const reply = (content: string) => `<response><front-stub/>${content}</response>`;
		const { links, leftOut } = await translated(articleOf({ more: reply(refs) + reply('<body/>') }));
		assert.deepEqual([links, leftOut], [[], ['a part that links and has no identifier']]);
	});

	it('is named by the given source where it names itself by nothing', async () => {
		const text = articleOf({ id: '', refs: ['<mixed-citation>doi:10.1234/b</mixed-citation>'] });
		const { links } = await translated(text, { supplied: { source: { id: '10.1234/s' } } });
		assert.deepEqual(links, ['doi:10.1234/s References doi:10.1234/b, A Press']);
		assert.deepEqual((await translated(text)).leftOut, ['a work without an identifier (--source)']);
	});

	it('stands in sets and in answers of OAI-PMH, too', async () => {
		const article = articleOf({ refs: ['<mixed-citation>doi:10.1234/b</mixed-citation>'] });
		for (const [begin, end] of [
			['<pmc-articleset>', '</pmc-articleset>'],
			['<OAI-PMH><ListRecords><record><metadata>', '</metadata></record></ListRecords></OAI-PMH>'],
		]) {
			assert.equal((await translated(`${begin}${article}${end}`)).links.length, 1);
		}
	});
});
