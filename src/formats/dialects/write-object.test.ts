// Says that addresses of DOIs are read the quick way as they are by a closer look.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText, schemes } from '../../identifiers/index.ts';
import { examplesOf } from '../../identifiers/schemes/scheme-examples.fixture.ts';
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
