// Says what is read of DataCite's records, in JSON and in XML.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const attributes = {
	doi: '10.1234/DATA',
	registered: '2024-05-01T10:00:00Z',
	titles: [{ title: 'Some <i>data</i>' }],
	creators: [
		{
			name: 'Curie, Marie',
			nameIdentifiers: [{ nameIdentifier: '0000-0002-1825-0097', nameIdentifierScheme: 'ORCID' }],
		},
	],
	publisher: { name: 'A Repository' },
	publicationYear: 2023,
	dates: [{ date: '2023-11-30', dateType: 'Issued' }],
	types: { resourceTypeGeneral: 'Dataset' },
	relatedIdentifiers: [
		{
			relatedIdentifier: 'https://doi.org/10.1234/paper',
			relatedIdentifierType: 'DOI',
			relationType: 'IsSupplementTo',
		},
		{
			relatedIdentifier: 'https://repository.example/old',
			relatedIdentifierType: 'URL',
			relationType: 'IsDerivedFrom',
		},
		null,
	],
};
const record = (changes: object = {}) => ({
	id: '10.1234/data',
	type: 'dois',
	attributes: { ...attributes, ...changes },
});
const links = [
	'doi:10.1234/DATA IsSupplementTo doi:10.1234/paper, 2024-05-01T10:00:00Z, DataCite',
	'doi:10.1234/DATA IsDerivedFrom url:https://repository.example/old, 2024-05-01T10:00:00Z, DataCite',
];

describe("DataCite's records in JSON", () => {
	it('are read from a page, a single answer, a line of the data file, and the attributes alone', async () => {
		for (const document of [{ data: [record()], meta: {} }, { data: record() }, record(), attributes]) {
			const read = await translated(JSON.stringify(document));
			assert.equal(read.dialect, 'datacite');
			assert.deepEqual(read.links, links);
		}
	});

	it('describe their object', async () => {
		const { object } = await translated(JSON.stringify(record()));
		assert.deepEqual(object('doi:10.1234/DATA'), {
			Type: { Name: 'dataset' },
			Title: 'Some <i>data</i>',
			Creator: [{ Name: 'Curie, Marie', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }],
			PublicationDate: '2023-11-30',
			Publisher: [{ Name: 'A Repository' }],
		});
	});

	it('name it by other lasting identifiers as well, and by no address or local number', async () => {
		const identifiers = [
			{ identifier: 'arXiv:2301.00001', identifierType: 'arXiv' },
			{ identifier: 'https://repository.example/records/7', identifierType: 'URL' },
			{ identifier: 'MS-49', identifierType: 'Local accession number' },
		];
		const { links: read } = await translated(JSON.stringify(record({ identifiers, relatedIdentifiers: [] })));
		assert.deepEqual(read, ['doi:10.1234/DATA = arxiv:arXiv:2301.00001, 2024-05-01T10:00:00Z, DataCite']);
	});

	it('say links to items as well, where these have an identifier', async () => {
		const relatedItems = [
			{ relationType: 'IsPublishedIn', titles: [{ title: 'A Journal' }] },
			{
				relationType: 'References',
				relatedItemType: 'Book',
				relatedItemIdentifier: { relatedItemIdentifier: '10.1234/book', relatedItemIdentifierType: 'DOI' },
				titles: [{ title: 'A Book' }],
			},
		];
		const { links: read, object } = await translated(JSON.stringify(record({ relatedIdentifiers: [], relatedItems })));
		assert.deepEqual(read, ['doi:10.1234/DATA References doi:10.1234/book, 2024-05-01T10:00:00Z, DataCite']);
		assert.equal(object('doi:10.1234/book')?.Title, 'A Book');
	});

	it('say nothing by the relationships that DataCite counts', async () => {
		const counted = {
			...record({ relatedIdentifiers: [] }),
			relationships: { citations: { data: [{ id: '10.1234/x', type: 'dois' }] } },
		};
		assert.deepEqual((await translated(JSON.stringify(counted))).links, []);
	});
});

const xml = (kernel: string, inner: string) =>
	`<?xml version="1.0"?>\n<resource xmlns="http://datacite.org/schema/kernel-${kernel}"><identifier ` +
	'identifierType="DOI">\n 10.1234/data </identifier>' +
	`<publicationYear>2023</publicationYear>${inner}</resource>`;
const related =
	'<relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI" ' +
	'relationType="IsCitedBy">https://doi.org/10.1234/paper\n</relatedIdentifier></relatedIdentifiers>';

describe("DataCite's records in XML", () => {
	it('are read whatever version of the schema they name, with white space anywhere', async () => {
		for (const kernel of ['2.2', '3', '4']) {
			const { dialect, links: read } = await translated(xml(kernel, related));
			assert.equal(dialect, 'datacite-xml');
			assert.deepEqual(read, ['doi:10.1234/data IsCitedBy doi:10.1234/paper, 2023, DataCite']);
		}
	});

	it('are dated by their day of issue', async () => {
		const dates =
			'<dates><date dateType="Created">2022-01-01</date><date dateType="Issued">2023-04-05/2023-06-07</date></dates>';
		const { links: read } = await translated(xml('4', related + dates));
		assert.deepEqual(read, ['doi:10.1234/data IsCitedBy doi:10.1234/paper, 2023-04-05, DataCite']);
	});

	it('may be many in an answer of OAI-PMH, with prefixes', async () => {
		const one = (doi: string) =>
			'<record><metadata><d:resource xmlns:d="http://datacite.org/schema/kernel-4"><d:identifier ' +
			`identifierType="DOI">${doi}</d:identifier>` +
			'<d:relatedIdentifiers><d:relatedIdentifier relatedIdentifierType="ARK" ' +
			'relationType="HasPart">ark:/12345/x6</d:relatedIdentifier></d:relatedIdentifiers></d:resource></metadata>' +
			'</record>';
		const { links: read } = await translated(
			`<OAI-PMH><ListRecords>${one('10.1234/a')}${one('10.1234/b')}</ListRecords></OAI-PMH>`,
		);
		assert.deepEqual(read, [
			'doi:10.1234/a HasPart ark:ark:/12345/x6, DataCite',
			'doi:10.1234/b HasPart ark:ark:/12345/x6, DataCite',
		]);
	});

	it('are refused with their line where they are not well-formed', async () => {
		await assert.rejects(translated(xml('4', '\n<titles>\n')), /file, line 5: this is not well-formed XML: /);
	});
});
