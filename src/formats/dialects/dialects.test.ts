// Holds every dialect to what the table promises of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dialects } from './dialects.ts';
import { translated } from './translated.fixture.ts';

describe('the dialects', () => {
	for (const { name, syntax, example, provider } of dialects) {
		it(`${name} (${syntax}) is detected by its example, which holds a link or names a work twice`, async () => {
			const { dialect, translation } = await translated(example, provider === undefined ? { provider: 'Library' } : {});
			assert.equal(dialect, name);
			assert.ok(translation.links + translation.described > 0, 'nothing is read');
			assert.deepEqual(translation.refused, []);
		});
	}

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
