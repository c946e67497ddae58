// Says what becomes of short texts that would take long to read, or stand for very long ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasCode } from '../../../errors.ts';
import { translated } from '../translated.fixture.ts';
import { syntaxOf } from './documents.ts';

const provider = { provider: 'Library' };

/** Aliases of aliases, nine each time: `b: &b [*a,*a,…]`. */
const aliases = [...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`)}]`);

describe('a short text', () => {
	it('of BibTeX whose abbreviations double again and again keeps its identifiers', async () => {
		const doubling = Array.from({ length: 40 }, (_, at) => `@string{a${at + 1} = a${at} # a${at}}`);
		const text = ['@string{a0 = {long}}', ...doubling, '@article{k, title = a40, doi = {10.1234/a}}'].join('\n');
		const { object } = await translated(text, provider);
		assert.ok((object('doi:10.1234/a')?.Title?.length ?? 0) < 2 ** 17);
	});

	it('of YAML whose aliases multiply is refused with its name', async () => {
		const text = ['cff-version: 1.2.0', 'a: &a [x]', ...aliases].join('\n');
		await assert.rejects(translated(text, provider), (error) => hasCode(error, 'bad-file'));
	});

	it('of many documents of YAML takes time in proportion', { timeout: 20_000 }, async () => {
		const { translation } = await translated('cff-version: 1.2.0\n---\n'.repeat(10_000), provider);
		assert.ok(translation.records >= 10_000);
	});

	it('of empty lines is detected at once as a table', { timeout: 2_000 }, () => {
		assert.equal(syntaxOf(Buffer.from(`a${'\n'.repeat(2 ** 16)}`)), 'table');
		assert.equal(syntaxOf(Buffer.from(`@${'\n'.repeat(2 ** 16)}`)), 'table');
	});
});

describe('a table', () => {
	it('is refused where its first row never ends', async () => {
		await assert.rejects(translated('a'.repeat(2 ** 20 + 1), provider), (error) => hasCode(error, 'bad-file'));
	});

	it('of thousands of columns is refused', async () => {
		const row = (cell: string) => Array(100_000).fill(cell).join(',');
		await assert.rejects(translated(`${row('type')}\n${row('doi')}\n`, provider), (error) =>
			hasCode(error, 'bad-file'),
		);
	});
});
