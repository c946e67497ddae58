// Says how CSV is read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { csvLine } from './csv.ts';
import { readCsv } from './read-csv.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
	for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

const read = (text: string, length = 1_000) => Array.fromAsync(readCsv(inPieces(text, length)));

describe('CSV', () => {
	it('has rows of cells, with either end of line and with none at the end', async () => {
		assert.deepEqual(await read('a,b\r\nc,\n\n,d'), [
			['a', 'b'],
			['c', ''],
			['', 'd'],
		]);
		assert.deepEqual(await read('a,'), [['a', '']]);
		assert.deepEqual(await read(''), []);
		assert.deepEqual(await read('one'), [['one']]);
	});

	it('has cells in quotation marks, with separators, lines and doubled marks within', async () => {
		assert.deepEqual(await read('"a, b","c ""d""\r\ne",f\n'), [['a, b', 'c "d"\r\ne', 'f']]);
		assert.deepEqual(await read('""\n"a"b,\n'), [['ab', '']]);
	});

	it('is separated by what the first line with cells has most of: commas, semicolons or tabs', async () => {
		assert.deepEqual(await read('a;b;"c,d"\n1,5;2;3\n'), [
			['a', 'b', 'c,d'],
			['1,5', '2', '3'],
		]);
		for (const text of ['a\tb\n1\t2', '\r\n\na\tb\n1\t2'])
			for (const length of [1, 2, 100])
				assert.deepEqual(await read(text, length), [
					['a', 'b'],
					['1', '2'],
				]);
	});

	it('may have names of columns with line breaks and separators in quotation marks', async () => {
		for (const length of [1, 3, 100])
			assert.deepEqual(await read('"a\n(a, b, c)";"""b"", c\r\nd";e\n1,5;2;3\n', length), [
				['a\n(a, b, c)', '"b", c\r\nd', 'e'],
				['1,5', '2', '3'],
			]);
	});

	it('is not separated by the signs of a title before its rows', async () => {
		for (const length of [1, 100]) {
			assert.deepEqual(await read('A title, of 2024\n\na;b\n1,5;2\n', length), [
				...[['A title, of 2024'], ['a', 'b'], ['1,5', '2']],
			]);
			assert.deepEqual(await read('"One; two"\na\tb\n', length), [['One; two'], ['a', 'b']]);
			assert.deepEqual(await read('a;b\nc\n', length), [['a', 'b'], ['c']]);
		}
		const lists = 'doi\n10.1234/a;b\n10.1234/c;d\n';
		assert.deepEqual(await read(lists), [['doi'], ['10.1234/a;b'], ['10.1234/c;d']]);
	});

	it('may have a mark for the first sign of a cell, where tabs separate', async () => {
		const text = 'a\tb\n"A" thing\tc\n"A thing\td\ne\t5"\n"f\t""g"""\th\n"i\nj"\tk\n"l\tm';
		const cells = [
			['a', 'b'],
			['"A" thing', 'c'],
			['"A thing', 'd'],
			['e', '5"'],
			['f\t"g"', 'h'],
			['i\nj', 'k'],
		];
		for (const length of [1, 2, 3, 7, 1_000]) {
			assert.deepEqual(await read(`${text}\n`, length), [...cells, ['"l', 'm']]);
		}
	});

	it('reads the same in pieces of any length', async () => {
		const cell = fc.stringMatching(/^[ab",;\r\n]{0,4}$/);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(cell, { minLength: 2, maxLength: 3 })),
				fc.integer({ min: 1, max: 7 }),
				async (rows, length) => {
					// The first line says that commas separate.
					const all = [['x', 'y', 'z'], ...rows];
					const text = all.map((cells) => csvLine(cells)).join('');
					assert.deepEqual(await read(text, length), all);
				},
			),
		);
	});

	it('is read in time proportional to its length, whatever signs its first line has', async () => {
		for (const [part, count] of [
			['a"', 250_000],
			['"a",', 120_000],
			['a, ""b', 80_000],
		] as const) {
			const begunAt = performance.now();
			await read(`${part.repeat(count)},b\n`, 2 ** 16);
			const took = performance.now() - begunAt;
			// Where each mark costs a copy of the line, it takes minutes.
			assert.ok(took < 5_000, `${part}: ${Math.round(took)} ms`);
		}
	});

	it('is refused where a quotation is never closed', async () => {
		const isRefused = (error: unknown) => error instanceof BrokerError && error.code === 'bad-file';
		await assert.rejects(read('a,"b\nc,d\n'), isRefused);
		await assert.rejects(read(`a,"${'b'.repeat(2 ** 21)}`, 2 ** 16), isRefused);
	});
});
