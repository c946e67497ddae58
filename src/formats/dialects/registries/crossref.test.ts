// Says what is read of Crossref's records, in JSON and in XML.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const work = {
	DOI: '10.1234/paper',
	type: 'journal-article',
	title: ['A paper'],
	publisher: 'A Press',
	author: [{ family: 'Curie', given: 'Marie', ORCID: 'https://orcid.org/0000-0002-1825-0097' }, { name: 'A Group' }],
	issued: { 'date-parts': [[2024, 4]] },
	created: { 'date-time': '2024-05-01T10:00:00Z' },
	'reference-count': 3,
};
const stated = ', 2024-05-01T10:00:00Z, Crossref';
const read = async (changes: object) => (await translated(JSON.stringify({ ...work, ...changes }))).links;

describe("Crossref's works in JSON", () => {
	it('are read from a list, a single answer, and a line of the data file', async () => {
		const cited = { ...work, reference: [{ key: '1', DOI: '10.1234/CITED' }] };
		for (const document of [{ 'message-type': 'work-list', message: { items: [cited] } }, { message: cited }, cited]) {
			const { dialect, links } = await translated(JSON.stringify(document));
			assert.equal(dialect, 'crossref');
			assert.deepEqual(links, [`doi:10.1234/paper References doi:10.1234/CITED${stated}`]);
		}
	});

	it('describe their work, where a date may be of a month, or none', async () => {
		const { object } = await translated(JSON.stringify(work));
		assert.deepEqual(object('doi:10.1234/paper'), {
			Type: { Name: 'literature', SubType: 'journal-article' },
			Title: 'A paper',
			Creator: [
				{ Name: 'Curie, Marie', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } },
				{ Name: 'A Group' },
			],
			PublicationDate: '2024-04',
			Publisher: [{ Name: 'A Press' }],
		});
		const none = await translated(JSON.stringify({ ...work, issued: { 'date-parts': [[null]] } }));
		assert.equal(none.object('doi:10.1234/paper')?.PublicationDate, undefined);
	});

	it('cite by DOI alone: an ISSN or ISBN names what holds the cited work', async () => {
		assert.deepEqual(
			await read({
				reference: [
					{ key: '1', ISSN: '1234-5679' },
					{ key: '2', unstructured: 'A book' },
				],
			}),
			[],
		);
	});

	it('are versions of their preprints and manuscripts, not identical with them', async () => {
		const relation = { 'has-preprint': [{ 'id-type': 'doi', id: '10.1234/pre', 'asserted-by': 'object' }] };
		assert.deepEqual(await read({ relation }), [`doi:10.1234/paper IsNewVersionOf doi:10.1234/pre${stated}`]);
		const other = { 'is-preprint-of': [{ 'id-type': 'doi', id: '10.1234/journal', 'asserted-by': 'subject' }] };
		assert.deepEqual(await read({ relation: other }), [
			`doi:10.1234/paper IsPreviousVersionOf doi:10.1234/journal${stated}`,
		]);
	});

	it('keep what an update says of the work, and take a new version for one', async () => {
		const update = [
			{ DOI: '10.1234/old', type: 'new_version' },
			{ DOI: '10.1234/wrong', type: 'retraction' },
		];
		assert.deepEqual(await read({ 'update-to': update }), [
			`doi:10.1234/paper IsNewVersionOf doi:10.1234/old${stated}`,
			`doi:10.1234/paper IsRelatedTo (retraction) doi:10.1234/wrong${stated}`,
		]);
		assert.deepEqual(await read({ 'updated-by': update }), [
			`doi:10.1234/paper IsPreviousVersionOf doi:10.1234/old${stated}`,
			`doi:10.1234/paper IsRelatedTo (retraction) doi:10.1234/wrong${stated}`,
		]);
	});

	it('keep relations that nobody listed by their own words', async () => {
		const relation = { 'is-data-basis-for': [{ 'id-type': 'uri', id: 'https://data.example/1' }] };
		assert.deepEqual(await read({ relation }), [
			`doi:10.1234/paper IsDataBasisFor url:https://data.example/1${stated}`,
		]);
	});
});

const deposit = (inner: string) =>
	'<doi_batch xmlns="http://www.crossref.org/schema/5.3.1"><body><journal><journal_metadata><doi_data>' +
	'<doi>10.1234/journal</doi></doi_data></journal_metadata><journal_article><titles><title>A paper</title>' +
	'</titles><contributors><person_name contributor_role="author"><given_name>Marie</given_name>' +
	'<surname>Curie</surname></person_name><person_name contributor_role="editor"><surname>Bohr</surname>' +
	'</person_name></contributors><publication_date><month>4</month><year>2024</year></publication_date>' +
	`<doi_data><doi>10.1234/paper</doi></doi_data>${inner}</journal_article></journal></body></doi_batch>`;

describe("Crossref's XML", () => {
	it('speaks of the works in it, by the DOI of each, not by those of journals and components', async () => {
		const inner =
			'<citation_list><citation key="1"><doi>10.1234/cited</doi></citation><citation key="2"><cYear>2001</cYear>' +
			'</citation></citation_list><component_list><component><doi_data><doi>10.1234/paper.t1</doi></doi_data>' +
			'</component></component_list>';
		const { dialect, links, object } = await translated(deposit(inner));
		assert.equal(dialect, 'crossref-xml');
		assert.deepEqual(links, [
			'doi:10.1234/paper References doi:10.1234/cited, 2024-04, Crossref',
			'doi:10.1234/paper HasPart doi:10.1234/paper.t1, 2024-04, Crossref',
		]);
		assert.deepEqual(object('doi:10.1234/paper')?.Creator, [{ Name: 'Curie, Marie' }]);
	});

	it('has relations between and within works, with capital letters', async () => {
		const inner =
			'<program xmlns="http://www.crossref.org/relations.xsd"><related_item><intra_work_relation ' +
			'relationship-type="isPreprintOf" identifier-type="doi">10.1234/final</intra_work_relation></related_item>' +
			'<related_item><inter_work_relation relationship-type="isSupplementedBy" ' +
			'identifier-type="uri">https://data.example/1</inter_work_relation></related_item></program>';
		assert.deepEqual((await translated(deposit(inner))).links.sort(), [
			'doi:10.1234/paper IsPreviousVersionOf doi:10.1234/final, 2024-04, Crossref',
			'doi:10.1234/paper IsSupplementedBy url:https://data.example/1, 2024-04, Crossref',
		]);
	});

	it('is dated by the registration in an answer to a query', async () => {
		const cited = '<citation_list><citation><doi>10.1234/c</doi></citation></citation_list>';
		const journal = deposit(cited).replace(/^<doi_batch[^>]*><body>|<\/body><\/doi_batch>$/g, '');
		const answer =
			'<crossref_result xmlns="http://www.crossref.org/qrschema/3.0"><query_result><body><query>' +
			'<crm-item name="created" type="date">2024-05-02T00:00:00Z</crm-item><doi_record><crossref>' +
			`${journal}</crossref></doi_record></query></body></query_result></crossref_result>`;
		assert.deepEqual((await translated(answer)).links, [
			'doi:10.1234/paper References doi:10.1234/c, 2024-05-02T00:00:00Z, Crossref',
		]);
	});
});
