// Asserts that readers take every value of JSON in every place.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { checkChunk } from '../scholix/read-chunk.ts';
import { type Damaged, withUnexpectedValues } from './damaged.fixture.ts';
import { samplesByName } from './samples.fixture.ts';
import { translateFile } from './translate.ts';
import { blocksOf } from './translate-body.ts';

/** Reads a text to its end; answers an error that is not one of the catalogue. */
async function faultIn({ what, text }: Damaged, from: string): Promise<string | undefined> {
	const options = { from, supplied: {}, provider: 'A Library', date: '2024', skipInvalid: false };
	const limits = { maxLinks: 100, maxBytes: 2 ** 20 };
	try {
		const blocks = blocksOf(Buffer.from(text));
		for await (const { chunk } of translateFile('file', blocks, options, limits, () => undefined)) checkChunk(chunk);
		return undefined;
	} catch (error) {
		return error instanceof BrokerError ? undefined : `${what}: ${(error as Error).stack?.slice(0, 400)}`;
	}
}

describe('any value of JSON in any place', () => {
	for (const { name, syntax, form, text } of samplesByName()) {
		if (syntax !== 'json') continue;
		it(`of ${name} (${form}) ends in records or a refusal`, async () => {
			for (const damaged of withUnexpectedValues(text)) {
				assert.equal(await faultIn(damaged, name), undefined);
			}
		});
	}
});
