// Tests which version of software or data is read from each dialect that states it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bibtexEntry } from '../bibtex/bibtex.ts';
import { translated } from './translated.fixture.ts';

const doi = '10.1234/tide';
const related = { identifier: '10.1234/paper', relation: 'isSupplementTo', scheme: 'doi' };

/** Reads the version that a text states of 10.1234/tide. */
async function versionOf(document: string | object): Promise<string | undefined> {
	const content = typeof document === 'string' ? document : JSON.stringify(document);
	const supplied = { source: { id: '10.1234/citing', scheme: 'doi' } };
	const { object } = await translated(content, { provider: 'A Library', supplied });
	const stated = object(`doi:${doi}`);
	assert.ok(stated, 'it is read');
	return stated.Edition;
}

describe('the version of software or data', () => {
	it('is read of records of DataCite', async () => {
		const relatedIdentifiers = [
			{ relatedIdentifier: '10.1234/paper', relatedIdentifierType: 'DOI', relationType: 'Cites' },
		];
		assert.equal(await versionOf({ data: { attributes: { doi, version: '2.0.1', relatedIdentifiers } } }), '2.0.1');
		assert.equal(await versionOf({ data: { attributes: { doi, version: null, relatedIdentifiers } } }), undefined);
		const xml =
			`<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">${doi}</identifier>` +
			'<version>2.0.1</version><relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI" ' +
			'relationType="Cites">10.1234/paper</relatedIdentifier></relatedIdentifiers></resource>';
		assert.equal(await versionOf(xml), '2.0.1');
	});

	it('is read of records of Zenodo and InvenioRDM', async () => {
		const metadata = { title: 'Tide', version: 'v1.4', related_identifiers: [related] };
		assert.equal(await versionOf({ doi, conceptdoi: '10.1234/all', metadata }), 'v1.4');
		const record = {
			pids: { doi: { identifier: doi } },
			parent: { pids: { doi: { identifier: '10.1234/all' } } },
			metadata: { title: 'Tide', version: 'v1.4' },
		};
		assert.equal(await versionOf(record), 'v1.4');
	});

	it('is read of schema.org, CodeMeta and CFF', async () => {
		const cites = { '@type': 'ScholarlyArticle', '@id': 'https://doi.org/10.1234/paper' };
		const described = { '@id': `https://doi.org/${doi}`, name: 'Tide', citation: [cites] };
		const page = { '@context': 'https://schema.org', '@type': 'Dataset', ...described };
		assert.equal(await versionOf({ ...page, version: '3' }), '3');
		const codemeta = { '@context': 'https://doi.org/10.5063/schema/codemeta-2.0', '@type': 'SoftwareSourceCode' };
		assert.equal(await versionOf({ ...codemeta, ...described, softwareVersion: '3.1', version: '3' }), '3.1');
		const cff = [
			...['cff-version: 1.2.0', 'message: Cite it.', 'title: Tide', `doi: ${doi}`, 'version: 0.9.1'],
			...['authors:', '  - name: Reef', 'references:', '  - type: article', '    doi: 10.1234/paper', '    title: P'],
		];
		assert.equal(await versionOf(cff.join('\n')), '0.9.1');
	});

	it('is written to BibTeX as a version, and read back', async () => {
		const Identifiers = [{ ID: doi, IDScheme: 'doi' }];
		const entry = bibtexEntry({ Identifiers, Title: 'Tide', Type: { Name: 'software' }, Edition: '2.0.1' });
		assert.match(entry, /version = \{2\.0\.1\}/);
		assert.equal(await versionOf(entry), '2.0.1');
	});
});
