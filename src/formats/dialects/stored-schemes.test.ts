// Tests that whatever scheme a dialect stores is in the table of schemes: what is stored is found in
// every form.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { schemes } from '../../identifiers/index.ts';
import { samplesByName } from './samples.fixture.ts';
import { jsonDocuments } from './syntaxes/documents.ts';
import { translateFile } from './translate.ts';
import { lastingSchemes } from './write-object.ts';
import type { WrittenLink } from './write-record.ts';

const known: ReadonlySet<string> = new Set(schemes.map(({ name }) => name));

/** Reads a file and lists the schemes of the identifiers in what is stored. */
async function schemesIn(text: string): Promise<string[]> {
	const blocks = (async function* () {
		yield Buffer.from(text);
	})();
	const options = { supplied: {}, provider: 'Library', date: '2024', skipInvalid: false };
	const limits = { maxLinks: 1_000, maxBytes: 2 ** 20 };
	const found = new Set<string>();
	for await (const { chunk } of translateFile('file', blocks, options, limits, () => undefined)) {
		for (const placed of jsonDocuments(chunk)) {
			if (!('document' in placed)) continue;
			const { Source, Target } = placed.document as WrittenLink;
			for (const { IDScheme } of [...Source.Identifier, ...Target.Identifier]) found.add(IDScheme);
		}
	}
	return [...found];
}

describe('a scheme that is stored', () => {
	for (const { name, form, text } of samplesByName()) {
		it(`is in the table of schemes: ${name}, ${form}`, async () => {
			assert.deepEqual(
				(await schemesIn(text)).filter((scheme) => !known.has(scheme)),
				[],
			);
		});
	}

	it('is in the table of schemes where the code of a dialect names it', async () => {
		const named: string[] = [];
		for await (const path of glob('**/*.ts', { cwd: import.meta.dirname })) {
			if (/\.(?:test|fixture)\.ts$/.test(path)) continue;
			const code = await readFile(join(import.meta.dirname, path), 'utf8');
			for (const [, scheme = ''] of code.matchAll(/\bscheme: '=?(\w+)'/g)) named.push(scheme);
			// Pairs of what a service calls a scheme and its name.
			const [, pairs = ''] = /const schemes: ReadonlyMap<string, string> = new Map\(\[([^;]*)\]\);/.exec(code) ?? [];
			for (const [, scheme = ''] of pairs.matchAll(/, '(\w+)'\]/g)) named.push(scheme);
		}
		assert.ok(new Set(named).size > 5);
		assert.deepEqual(
			// Tables also name the field that has the scheme.
			named.filter((scheme) => !known.has(scheme) && !/scheme|type$/i.test(scheme)),
			[],
		);
	});

	it('is in the table of schemes where it names a work for good', () => {
		assert.deepEqual(lastingSchemes.difference(known), new Set());
	});
});
