// Holds every dialect to what the table promises of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecordSplitter } from '../json/split-records.ts';
import type { Syntax } from './dialect.ts';
import { dialects, generalForms } from './dialects.ts';
import { samples } from './samples.fixture.ts';
import { jsonDocuments, textDocuments } from './syntaxes/documents.ts';
import { blocksOf } from './translate-body.ts';
import { translated } from './translated.fixture.ts';

describe('the dialects', () => {
	for (const dialect of dialects) {
		const { name, syntax, example, provider } = dialect;
		const read = (text: string) => translated(text, provider === undefined ? { provider: 'Library' } : {});

		it(`${name} (${syntax}) is detected by its example, which holds a link or names a work twice`, async () => {
			const found = await read(example);
			assert.equal(found.dialect, name);
			assert.ok(found.translation.links + found.translation.described > 0, 'nothing is read');
			assert.deepEqual(found.translation.refused, []);
		});

		it(`${name} (${syntax}) is detected by its samples, which fit no other but general forms`, async () => {
			const own = samples[`${name} ${syntax}`] ?? [];
			assert.ok(own.length > 0, 'the fixture has no sample of it');
			for (const { form, text, links } of own) {
				const found = await read(text);
				assert.deepEqual([form, found.dialect, found.links, found.leftOut], [form, name, links, []]);
				const document = await firstDocument(text, syntax);
				const fitting = dialects.filter((one) => one.syntax === syntax && one.fits(document));
				assert.deepEqual(
					[form, ...fitting.filter((one) => !generalForms.includes(one)).map((one) => one.name)],
					[form, ...(generalForms.includes(dialect) ? [] : [name])],
				);
			}
		});
	}

	it('are not taken for the broker’s own form, nor is that for them', async () => {
		for (const { form, text, links } of samples['scholix json'] ?? []) {
			const found = await translated(text);
			assert.deepEqual([form, found.dialect, found.links], [form, 'scholix', links]);
		}
	});

	it('have samples that name no dialect but these', () => {
		const names = ['scholix json', ...dialects.map(({ name, syntax }) => `${name} ${syntax}`)];
		assert.deepEqual(Object.keys(samples).sort(), names.sort());
	});

	it('have names of small letters, digits and hyphens, each once in a syntax', () => {
		const names = dialects.map(({ name, syntax }) => `${name} ${syntax}`);
		assert.equal(new Set(names).size, names.length);
		for (const { name } of dialects) assert.match(name, /^[a-z][a-z0-9-]*$/);
	});

	it('read whatever they are given without failing', () => {
		for (const document of [
			null,
			1,
			'x',
			[],
			{},
			[null],
			{ data: [null], message: 7, metadata: [] },
			{ attributes: { doi: [] } },
		]) {
			for (const dialect of dialects.filter(({ syntax }) => syntax === 'json')) {
				dialect.fits(document as never);
				assert.ok([...dialect.read(document as never, {})]);
			}
		}
	});

	it('read their examples without failing, whatever stands in the place of any value', () => {
		for (const dialect of dialects.filter(({ syntax }) => syntax === 'json')) {
			const example = JSON.parse(dialect.example);
			for (const way of waysIn(example)) {
				for (const value of unexpected) {
					const document = withValue(example, way, value) as never;
					dialect.fits(document);
					assert.ok([...dialect.read(document, { source: { id: '10.1234/a' } })], `${dialect.name} ${way.join('.')}`);
				}
			}
		}
	});
});

describe('a file that goes on in another form than it began', () => {
	it('is reported to have documents without a record', async () => {
		const [one, other] = ['datacite', 'crossref'].map(
			(name) => dialects.find((dialect) => dialect.name === name)?.example,
		);
		const { dialect, links, leftOut } = await translated(`${one}\n${other}\n[7]\n`);
		assert.equal(dialect, 'datacite');
		assert.equal(links.length, 1);
		assert.deepEqual(leftOut, ['a document without a record of this dialect']);
	});
});

async function firstDocument(text: string, syntax: Syntax): Promise<never> {
	const bytes = Buffer.from(text);
	if (syntax === 'json') {
		const splitter = createRecordSplitter('file', { maxLinks: 1, maxBytes: 2 ** 20 });
		for (const chunk of [...splitter.push(bytes), ...splitter.finish()])
			for (const placed of jsonDocuments(chunk)) if ('document' in placed) return placed.document as never;
	} else {
		for await (const placed of textDocuments(syntax, 'file', blocksOf(bytes)))
			if ('document' in placed) return placed.document as never;
	}
	return assert.fail('there is no document');
}

const unexpected = [null, 0, 12345678, '', 'x', '10.1234/x', true, [], {}, [null], [{}], [[]], { '@id': 7 }];

/** Lists the ways to all values of a document. */
function* waysIn(value: unknown, way: readonly string[] = []): Generator<readonly string[]> {
	yield way;
	if (typeof value !== 'object' || value === null) return;
	for (const [name, member] of Object.entries(value)) yield* waysIn(member, [...way, name]);
}

function withValue(document: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
	if (name === undefined) return value;
	const copy = Array.isArray(document) ? [...document] : { ...Object(document) };
	copy[name] = withValue(copy[name], rest, value);
	return copy;
}
