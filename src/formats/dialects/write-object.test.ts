// Tests how identifiers of foreign documents are read: addresses of DOIs read the quick way, and wrong
// check digits reported.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText, schemes } from '../../identifiers/index.ts';
import { examplesOf } from '../../identifiers/schemes/scheme-examples.fixture.ts';
import { translated } from './translated.fixture.ts';
import { readGiven } from './write-object.ts';

describe('an identifier of which nobody says the scheme', () => {
	it('is what its text shows, also where it is the address of a DOI', () => {
		const written = schemes.flatMap(({ name }) =>
			examplesOf(name).examples.flatMap(({ value, url, spellings = [] }) => [value, url ?? '', ...spellings]),
		);
		const dois = written.filter((text) => /^10\.\d+\/\S+$/.test(text)).map((text) => `https://doi.org/${text}`);
		assert.ok(dois.length > 10);
		for (const text of [...written, ...dois]) {
			const reading = readText(text);
			const expected = reading.kind === 'one' ? reading.candidates[0] : undefined;
			assert.deepEqual(readGiven({ id: text }) ?? null, expected ?? null, text);
		}
	});
});

describe('what stands in the place of an identifier', () => {
	it('names nothing where it is words, or a number that is none of the scheme', () => {
		for (const [id, scheme] of [
			...['n/a', 'None', '-', 'in press', 'ARTN 17', '10.1234', 'S0140(24)2'].map((text) => [text, 'doi']),
			...['0', 'N/A', 'see note 3'].map((text) => [text, 'pmid']),
			...['unavailable', '000'].map((text) => [text, 'ads']),
			['hardback', 'isbn'],
		] as const) {
			assert.equal(readGiven({ id, scheme }), undefined, `${scheme}: ${id}`);
		}
		assert.equal(readGiven({ id: 'none', scheme: 'shelf mark' })?.value, 'none');
	});

	it('is the first DOI where there are several', () => {
		for (const mark of ['; ', ', ', ' ', '|', ';doi:', ' (print) ', '; https://doi.org/']) {
			assert.equal(readGiven({ id: `10.1234/a${mark}10.5678/b`, scheme: 'doi' })?.value, '10.1234/a', mark);
		}
		const serial = '10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2';
		assert.equal(readGiven({ id: serial, scheme: 'doi' })?.value, serial);
	});
});

describe('a number with a wrong check digit', () => {
	const isbn = '978-3-16-148410-1';
	const issn = '0378-5956';
	const codemeta = (fields: object) =>
		JSON.stringify({ '@context': 'https://w3id.org/codemeta/3.0', '@type': 'SoftwareSourceCode', ...fields });
	const cff =
		'cff-version: 1.2.0\nmessage: x\ntitle: x\nauthors: []\ndoi: 10.5281/zenodo.1\nreferences:\n  - type: article\n';
	const zenodo = (identifier: string) => ({
		doi: '10.5281/zenodo.2',
		conceptdoi: '10.5281/zenodo.1',
		metadata: { related_identifiers: [{ relation: 'cites', identifier }] },
	});
	const documents: Readonly<Record<string, [document: string, leftOut: string[]]>> = {
		'names no target': [
			codemeta({ identifier: '10.5281/zenodo.1', citation: { '@id': `isbn:${isbn}` } }),
			['References: the target has an ISBN with a wrong check digit'],
		],
		'stands beside a right identifier of the subject': [
			codemeta({ identifier: ['10.5281/zenodo.1', `issn:${issn}`] }),
			['an ISSN with a wrong check digit'],
		],
		'stands beside a right identifier of the target': [
			`${cff}    doi: 10.1234/a\n    identifiers:\n      - type: isbn\n        value: ${isbn}\n`,
			['an ISBN with a wrong check digit'],
		],
		'is all that a related identifier has': [
			JSON.stringify(zenodo(isbn)),
			['cites: the target has an ISBN with a wrong check digit'],
		],
		'is the address of an entry': [
			`@book{a, title = {A}, url = {ISBN ${isbn}}}\n`,
			['Cites: the target has an ISBN with a wrong check digit'],
		],
		'stands in the column of another work': [
			`citing,cited\n10.1234/a,${isbn}\n10.1234/a,10.1234/b\n`,
			['an ISBN with a wrong check digit in column 2 (cited)'],
		],
		'stands in the column of a second identifier': [
			`doi,isbn\n10.1234/a,${isbn}\n`,
			['an ISBN with a wrong check digit in column 2 (isbn)'],
		],
	};
	for (const [where, [document, leftOut]] of Object.entries(documents)) {
		it(`is counted as left out where it ${where}`, async () => {
			const supplied = { source: { id: '10.1234/source' } };
			assert.deepEqual((await translated(document, { provider: 'A Library', supplied })).leftOut, leftOut);
			const right = document.replace(isbn, '978-3-16-148410-0').replace(issn, '0378-5955');
			assert.deepEqual((await translated(right, { provider: 'A Library', supplied })).leftOut, []);
		});
	}

	it('is kept where the document itself names its scheme', async () => {
		const { links, leftOut } = await translated(`@book{a, title = {A}, isbn = {${isbn}}}\n`, {
			provider: 'A Library',
			supplied: { source: { id: '10.1234/source' }, relation: 'Cites' },
		});
		assert.deepEqual(links, [`doi:10.1234/source Cites isbn:${isbn}, A Library`]);
		assert.deepEqual(leftOut, []);
	});
});
