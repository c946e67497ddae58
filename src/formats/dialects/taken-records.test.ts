// Holds every dialect to links that the broker takes, whatever its documents hold.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { readRecord } from '../scholix/read-record.ts';
import type { Dialect } from './dialect.ts';
import { dialects } from './dialects.ts';
import { translateFile } from './translate.ts';

/** Texts that are no names, no identifiers, or cannot be stored; names that every object has. */
const oddTexts = [
	...['', ' ', '\0', 'a\0b', '\ud800', 'x\udc00y', 'constructor', '__proto__', 'toString', '!!!', '123'],
	...['x'.repeat(3_000), `10.1234/${'a'.repeat(5_000)}`, '10.1234/\ud800', 'https://doi.org/', '2024-99-99'],
	...[`Cites${' '.repeat(2_000)}`, 'a\tb', '\u202e', '\ufeff', '10.1234/x', 'https://orcid.org/0000-0002-1825-0098'],
];
const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary' }));
const oddValue = fc.oneof(
	oddText,
	fc.constantFrom(0, 1e308, null, true, [], {}, [[]], [null], { a: 1 }),
	fc.jsonValue(),
);
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Puts a value in the place of one that lies anywhere within another. */
function withOdd(value: unknown, at: number, odd: unknown): unknown {
	if (typeof value !== 'object' || value === null) return odd;
	const names = Object.keys(value);
	const name = names[Math.floor(at * names.length)];
	if (name === undefined) return odd;
	const within = at * names.length - Math.floor(at * names.length);
	const changed = within < 0.1 ? odd : withOdd((value as Record<string, unknown>)[name], (within - 0.1) / 0.9, odd);
	return Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
}

/** Puts a text in the place of a word. */
function withOddWord(text: string, at: number, odd: string): string {
	const words = [...text.matchAll(/[^<>"{},=\n:;]{2,}/g)];
	const word = words[Math.floor(at * words.length)];
	return word === undefined ? odd : text.slice(0, word.index) + odd + text.slice(word.index + word[0].length);
}

function oddDocument({ syntax, example }: Dialect): fc.Arbitrary<string> {
	const changes = fc.array(fc.tuple(place, syntax === 'json' ? oddValue : oddText), { minLength: 1, maxLength: 3 });
	return changes.map((all) =>
		syntax === 'json'
			? JSON.stringify(all.reduce((document, [at, odd]) => withOdd(document, at, odd), JSON.parse(example)))
			: all.reduce((text, [at, odd]) => withOddWord(text, at, String(odd)), example),
	);
}

/** Answers what the broker would refuse of a document; one that is damaged holds nothing. */
async function refusedOf(document: string, from: string): Promise<unknown[]> {
	const options = { from, supplied: { source: { id: '10.1234/source' } }, date: '2024', provider: 'Library' };
	const blocks = (async function* () {
		yield Buffer.from(document);
	})();
	const limits = { maxLinks: 1_000, maxBytes: 2 ** 25 };
	const refused: unknown[] = [];
	try {
		const chunks = translateFile('file', blocks, { ...options, skipInvalid: true }, limits, () => undefined);
		for await (const { chunk } of chunks) {
			for (const { bytes } of chunk.records) {
				const read = readRecord(JSON.parse(Buffer.from(bytes).toString()), 0);
				if ('problems' in read) refused.push(...read.problems);
			}
		}
	} catch (error) {
		if (!(error instanceof BrokerError)) throw error;
	}
	return refused;
}

describe('links of documents that hold anything', () => {
	for (const dialect of dialects) {
		it(`${dialect.name} (${dialect.syntax}): are all taken`, async () => {
			await fc.assert(
				fc.asyncProperty(oddDocument(dialect), async (document) => {
					assert.deepEqual(await refusedOf(document, dialect.name), []);
				}),
				{ numRuns: 150 },
			);
		});
	}
});
