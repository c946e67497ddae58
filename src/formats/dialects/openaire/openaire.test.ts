// Says what is read of ScholeXplorer, its API in three versions and its dump.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (document: unknown) => translated(JSON.stringify(document));

describe('a link of ScholeXplorer', () => {
	const link = (subType: string) => ({
		...{
			HarvestDate: '2024-05-02',
			LinkPublicationDate: '2024-05-01',
			LinkProvider: [{ name: 'Datacite' }, { name: 'Crossref' }],
		},
		RelationshipType: { Name: 'IsRelatedTo', SubType: subType, SubTypeSchema: 'datacite' },
		source: {
			Identifier: [
				{ ID: '10.1234/a', IDScheme: 'doi' },
				{ ID: '50|doi_dedup::1', IDScheme: 'openaireIdentifier' },
				{ ID: '77', IDScheme: 'mag_id' },
				{ ID: '12', IDScheme: 'pbmid' },
			],
			...{ Type: 'publication', subType: 'Doctoral thesis', Title: 'A thesis' },
		},
		target: { Identifier: [{ ID: '10.1234/b', IDScheme: 'url' }], Type: 'dataset' },
	});

	it('is asserted by each of its providers, without the numbers of the hub', async () => {
		const { dialect, links, object } = await read({ totalLinks: 1, result: [link('issupplementto')] });
		assert.equal(dialect, 'scholexplorer');
		assert.deepEqual(links, [
			'doi:10.1234/a = pmid:12 issupplementto doi:10.1234/b, 2024-05-01, Datacite',
			'doi:10.1234/a = pmid:12 issupplementto doi:10.1234/b, 2024-05-01, Crossref',
		]);
		assert.deepEqual(object('doi:10.1234/a')?.Type, { Name: 'literature', SubType: 'Doctoral thesis' });
	});

	it('between texts that a machine finds alike is left out, what it says of them is kept', async () => {
		const { links, leftOut, translation } = await read(link('hasamongtopnsimilardocuments'));
		assert.deepEqual(links, ['doi:10.1234/a = pmid:12, 0001, Datacite'.replace(', 0001', '')]);
		assert.deepEqual(leftOut, ['alike as a machine finds']);
		assert.equal(translation.described, 2);
	});
});

it('a link of Scholix v1 is read for each relation and provider; an unknown relation is IsRelatedTo', async () => {
	const { dialect, links } = await read({
		link: {
			...{ publicationDate: '2016-05-01', linkProvider: [{ name: 'Datacite' }] },
			relationship: [{ name: 'unknown', schema: 'datacite' }],
			source: { identifier: [{ identifier: '10.1234/a', schema: 'doi' }], objectType: 'dataset' },
			target: { identifier: [{ identifier: '12', schema: 'pubmed' }], objectType: { type: 'publication' } },
		},
	});
	assert.equal(dialect, 'scholix-v1');
	assert.deepEqual(links, ['doi:10.1234/a IsRelatedTo pmid:12, 2016-05-01, Datacite']);
});

it('a link of version 1 of the API is read with all of its providers, types and creators', async () => {
	const end = (identifier: string, type: string) => ({
		identifiers: [
			{ identifier, schema: 'doi' },
			{ identifier: '50|x::1', schema: 'dnetIdentifier' },
			{ identifier: '12', schema: 'pbmid' },
		],
		...{ title: 'T', objectType: { type, subtype: 'Thesis' }, publisher: [{ name: 'A Press' }] },
		creators: [{ name: 'Doe, Ada', identifiers: [{ identifier: '0000-0002-1825-0097', schema: 'orcid' }] }],
	});
	const { links, object, leftOut } = await read([
		{
			linkProvider: [{ name: 'A Hub', identifiers: [] }, { name: 'Another Hub' }],
			relationship: { name: 'unknown', schema: 'datacite', inverseRelationship: '' },
			...{ source: end('10.1234/a', 'publication'), target: end('10.1234/b', 'dataset') },
		},
		{
			...{ linkProvider: [], relationship: { name: 'references' }, source: end('10.1234/a', 'x') },
			target: end('10.1234/b', 'x'),
		},
	]);
	assert.deepEqual(links, [
		'doi:10.1234/a = pmid:12 IsRelatedTo doi:10.1234/b = pmid:12, A Hub',
		'doi:10.1234/a = pmid:12 IsRelatedTo doi:10.1234/b = pmid:12, Another Hub',
	]);
	assert.deepEqual(object('doi:10.1234/a'), {
		...{ Type: { Name: 'literature', SubType: 'Thesis' }, Title: 'T', Publisher: [{ Name: 'A Press' }] },
		Creator: [{ Name: 'Doe, Ada', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }],
	});
	assert.deepEqual(leftOut, ['no LinkProvider']);
});

it('a link of Scholix in XML is read in both versions, whatever the letter case of names', async () => {
	const v3 =
		'<scholix xmlns="http://www.scholix.org"><LinkPublicationDate>2020-05-01</LinkPublicationDate>' +
		'<LinkProvider><name>DataCite</name></LinkProvider><LinkProvider><Name>Crossref</Name></LinkProvider>' +
		'<RelationshipType><Name>IsRelatedTo</Name><SubType>IsPartOf</SubType></RelationshipType>' +
		'<source><Identifier><ID>10.1234/a</ID><IDScheme>doi</IDScheme></Identifier><Title>Data</Title></source>' +
		'<Target><Identifier><ID>12</ID><IDScheme>pmid</IDScheme></Identifier><Type><Name>literature</Name></Type>' +
		'</Target></scholix>';
	const { dialect, links, object } = await translated(`<links>${v3}</links>`);
	assert.equal(dialect, 'scholix-xml');
	assert.deepEqual(links, [
		'doi:10.1234/a IsRelatedTo (IsPartOf) pmid:12, 2020-05-01, DataCite',
		'doi:10.1234/a IsRelatedTo (IsPartOf) pmid:12, 2020-05-01, Crossref',
	]);
	assert.equal(object('doi:10.1234/a')?.Title, 'Data');
	const v1 = await translated(
		'<link xmlns="http://www.scholix.org"><publicationDate>2006</publicationDate><linkProvider><name>X</name>' +
			'</linkProvider><relationship><name>references</name></relationship><source><identifier><identifier>10.1234/a' +
			'</identifier><schema>doi</schema></identifier></source><target><identifier><identifier>10.1234/b</identifier>' +
			'<schema>doi</schema></identifier></target></link>',
	);
	assert.deepEqual(v1.links, ['doi:10.1234/a references doi:10.1234/b, 2006, X']);
});

describe("ScholeXplorer's dump", () => {
	const relationship = (pids: string[], types: string[]) => ({
		...{ sourcePid: pids, sourcePidType: types, sourceType: 'publication', relationType: 'References' },
		...{ targetPid: ['10.1234/b'], targetPidType: ['doi'], linkProviders: ['Crossref'], publicationDate: '2024-05-01' },
	});
	const sourceOf = async (pids: string[], types: string[]) =>
		(await read(relationship(pids, types))).links[0]?.split(' References')[0];

	it('has the schemes of identifiers as a set, so that a number may be of none', async () => {
		assert.equal(await sourceOf(['12345678'], ['pmid']), 'pmid:12345678');
		assert.equal(await sourceOf(['10.1234/a', '12345678'], ['doi', 'pmid']), 'doi:10.1234/a = pmid:12345678');
		assert.equal(await sourceOf(['10.1234/a', '12345678'], ['doi', 'pmid', 'mag_id']), 'doi:10.1234/a');
	});

	it('describes entities, with all identifiers of each', async () => {
		const { links, object } = await read({
			...{ dnetIdentifier: '50|doi::1', objectType: 'dataset', title: 'Data', publicationDate: '2024-05-01' },
			identifier: [
				{ identifier: '10.1234/a', schema: 'doi' },
				{ identifier: 'ark:/12345/x6', schema: 'ark' },
			],
			collectedFrom: [{ provider: { name: 'Datacite' } }],
		});
		assert.deepEqual(links, ['doi:10.1234/a = ark:ark:/12345/x6, 2024-05-01, Datacite']);
		assert.equal(object('doi:10.1234/a')?.Title, 'Data');
	});
});
