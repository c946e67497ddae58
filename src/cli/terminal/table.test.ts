// Tests of the layout of tables.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Column, renderFields, renderTable } from './table.ts';
import { displayWidth } from './text-width.ts';

const columns: Column[] = [{ title: 'ID', whole: true }, { title: 'TITLE' }, { title: 'LINKS', align: 'right' }];
const rows = [
	['doi:10.5281/zenodo.11020', 'corner.py: Scatterplot matrices in Python', '12'],
	['arxiv:1207.4464', 'triangle', '1,000'],
];

describe('a table', () => {
	it('stands in columns two spaces apart, numbers to the right', () => {
		assert.equal(
			renderTable(columns, rows, null),
			[
				'ID                        TITLE                                      LINKS',
				'doi:10.5281/zenodo.11020  corner.py: Scatterplot matrices in Python     12',
				'arxiv:1207.4464           triangle                                   1,000',
			].join('\n'),
		);
	});

	it('is cut to the width, the widest column first and whole ones never', () => {
		assert.equal(
			renderTable(columns, rows, 50),
			[
				'ID                        TITLE              LINKS',
				'doi:10.5281/zenodo.11020  corner.py: Scatt…     12',
				'arxiv:1207.4464           triangle           1,000',
			].join('\n'),
		);
	});

	it('keeps whole columns where there is no room for them either', () => {
		const lines = renderTable(columns, rows, 20).split('\n');
		assert.ok(lines[1]?.startsWith('doi:10.5281/zenodo.11020  cor…'));
	});

	it('keeps its columns with wide characters', () => {
		assert.equal(
			renderTable(
				[{ title: 'TITLE' }, { title: 'N' }],
				[
					['天文学', '1'],
					['abc', '2'],
				],
				null,
			),
			['TITLE   N', '天文学  1', 'abc     2'].join('\n'),
		);
	});

	it('has no control characters from its cells, and one line for each row', () => {
		const table = renderTable([{ title: 'TITLE' }], [['a\u001b[2J\nb']], null);
		assert.equal(table, 'TITLE\na [2J b');
	});

	it('dresses the line of titles alone', () => {
		const table = renderTable([{ title: 'A' }], [['x']], null, (line) => `<${line}>`);
		assert.equal(table, '<A>\nx');
	});

	it('is never wider than the width where its columns can be cut', () => {
		const cells = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.string());
		fc.assert(
			fc.property(fc.array(cells, { maxLength: 5 }), fc.integer({ min: 20, max: 60 }), (rows, width) => {
				const table = renderTable([{ title: 'A' }, { title: 'B', align: 'right' }, { title: 'C' }], rows, width);
				for (const line of table.split('\n')) assert.ok(displayWidth(line) <= width, line);
			}),
		);
	});
});

describe('fields', () => {
	it('stand below each other, names and values', () => {
		assert.equal(
			renderFields([
				['event', 'x'],
				['new links', '1\n2'],
			]),
			'event      x\nnew links  1 2',
		);
	});
});
