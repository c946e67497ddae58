// Tests of the layout of tables.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Column, renderFields, renderTable } from './table.ts';
import { cutToWidth, displayWidth } from './text-width.ts';

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

	it('continues in further lines of a row if a column would be cut too short', () => {
		assert.equal(
			renderTable(columns, rows, 40),
			[
				'ID',
				'    TITLE',
				'    LINKS',
				'doi:10.5281/zenodo.11020',
				'    corner.py: Scatterplot matrices in…',
				'       12',
				'arxiv:1207.4464',
				'    triangle',
				'    1,000',
			].join('\n'),
		);
	});

	it('keeps whole columns that do not fit either', () => {
		const lines = renderTable(columns, rows, 20).split('\n');
		assert.deepEqual(lines.slice(3, 5), ['doi:10.5281/zenodo.11020', '    corner.py: Scat…']);
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

	it('is never wider than the width if its columns can be cut', () => {
		const cells = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.string());
		fc.assert(
			fc.property(fc.array(cells, { maxLength: 5 }), fc.integer({ min: 20, max: 60 }), (rows, width) => {
				const table = renderTable([{ title: 'A' }, { title: 'B', align: 'right' }, { title: 'C' }], rows, width);
				for (const line of table.split('\n')) assert.ok(displayWidth(line) <= width, line);
			}),
		);
	});
});

describe('a table with a main column', () => {
	const columns: Column[] = [
		{ title: 'IDENTIFIER', whole: true },
		{ title: 'TITLE', main: true },
		{ title: 'TYPE', whole: true },
		{ title: 'PUBLISHED', whole: true },
		{ title: 'LINKED', whole: true },
		{ title: 'VERSION', optional: true },
		{ title: 'PROVIDER', optional: true },
	];
	const title = 'The population of long-period transiting exoplanets';
	const row = [
		...['ads:2016AJ....152..206F', title, 'literature', '2016-12', '2016-12-01'],
		...['doi:10.5281/zenodo.53155', 'SAO/NASA Astrophysics Data System'],
	];

	it('cuts other columns for the title, and then omits them', () => {
		const lines = [200, 160, 145, 130, 90].map((width) => renderTable(columns, [row], width).split('\n')[1]);
		const id = 'ads:2016AJ....152..206F';
		const dated = 'literature  2016-12    2016-12-01';
		assert.deepEqual(lines, [
			`${id}  ${title}  ${dated}  doi:10.5281/zenodo.53155  SAO/NASA Astrophysics Data System`,
			`${id}  ${title}  ${dated}  doi:10.5281/zenodo.53155  SAO/NASA Astrophysic…`,
			`${id}  ${title}  ${dated}  doi:10.5281/zenod…  SAO/NASA As…`,
			`${id}  The population of long-period transiting…   ${dated}  doi:10.5281…  SAO/NASA As…`,
			`${id}  The population of long-period…  ${dated}`,
		]);
	});

	it('puts the title below its row if it has no room beside it', () => {
		assert.equal(
			renderTable(columns, [row], 60),
			[
				'IDENTIFIER               TYPE        PUBLISHED  LINKED',
				'    TITLE',
				'ads:2016AJ....152..206F  literature  2016-12    2016-12-01',
				`    ${title}`,
			].join('\n'),
		);
	});

	it('omits optional columns that are whole rather than cutting them', () => {
		const columns: Column[] = [
			{ title: 'NAME', main: true },
			{ title: 'SEEN', whole: true, optional: true },
		];
		const name = 'National Snow and Ice Data Center';
		assert.equal(renderTable(columns, [[name, '2026-02-01 12:00']], 46), `NAME\n${name}`);
	});

	it('puts a title that comes first above its row', () => {
		const columns: Column[] = [
			{ title: 'PROVIDER', main: true },
			{ title: 'LINKS', align: 'right', whole: true },
			{ title: 'FIRST', whole: true, optional: true },
			{ title: 'LAST', whole: true },
			{ title: 'RECEIVED', whole: true },
		];
		const name = 'Bundesanstalt für Geowissenschaften und Rohstoffe';
		const rows = [
			[name, '1,205,311', '2016-01-31', '2026-01-31', '2026-02-01 12:00'],
			['', '7', '', '', ''],
		];
		const [first, wide] = [60, 80].map((width) => renderTable(columns, rows, width));
		assert.equal(
			first,
			[
				'PROVIDER',
				'        LINKS  FIRST       LAST        RECEIVED',
				name,
				'    1,205,311  2016-01-31  2026-01-31  2026-02-01 12:00',
				'            7',
			].join('\n'),
		);
		assert.match(wide ?? '', /^PROVIDER {25,}LINKS {2}LAST {8}RECEIVED\nBundesanstalt für Geowissenschaften un… /);
	});

	it('keeps date and type whole and fits, from 60 to 200 columns, in any script', () => {
		const letters = fc.constantFrom('a', ' ', '天', 'е\u0301', '한', '👩‍🔬', '🇫🇷', 'ﬀ', '\u200b', 'ी', '\t');
		const texts = fc.oneof(
			fc.string({ unit: letters, maxLength: 150 }),
			fc.string({ unit: 'grapheme', maxLength: 60 }),
		);
		const found = fc.record({
			id: fc.string({ unit: fc.constantFrom('1', '0', '.', 'z'), minLength: 3, maxLength: 22 }),
			title: texts,
			version: fc.string({ maxLength: 60 }),
			provider: texts,
		});
		fc.assert(
			fc.property(fc.array(found, { maxLength: 4 }), fc.integer({ min: 60, max: 200 }), (all, width) => {
				const rows = all.map(({ id, title, version, provider }) => [
					...[id, title, 'literature', '2016-12-01', '2017-01-31', version, provider],
				]);
				const lines = renderTable(columns, rows, width).split('\n');
				for (const line of lines) assert.ok(displayWidth(line) <= width, line);
				const begun = lines.filter((line) => /literature {2}2016-12-01 {2}2017-01-31(?: {2}|$)/.test(line));
				assert.equal(begun.length, rows.length);
				for (const { id } of all) assert.ok(begun.some((line) => line.startsWith(id)));
			}),
		);
	});
});

describe('any table', () => {
	const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '天', 'é'), maxLength: 70 });
	const column = fc.record({
		...{ whole: fc.boolean(), optional: fc.boolean() },
		align: fc.constantFrom('left' as const, 'right' as const),
		cells: fc.tuple(text, text),
	});
	const tables = fc.record({
		...{ columns: fc.array(column, { minLength: 1, maxLength: 6 }), leading: fc.integer({ min: -1, max: 5 }) },
		width: fc.integer({ min: 60, max: 200 }),
	});

	it('fits, shows whole columns unless they are omitted, and shows the main column', () => {
		fc.assert(
			fc.property(tables, ({ columns: made, leading, width }) => {
				const columns = made.map(({ cells: _, ...column }, index) => ({
					...{ ...column, title: `T${index}` },
					...(index === leading && { main: true, whole: false, optional: false }),
				}));
				const rows = [0, 1].map((row) => made.map(({ cells }) => cells[row] ?? ''));
				const lines = renderTable(columns, rows, width).split('\n');
				const shown = lines.join('\n');
				const wholeOnes = made.filter(({ whole }, index) => whole && index !== leading).flatMap(({ cells }) => cells);
				const longest = Math.max(0, ...wholeOnes.map((cell) => displayWidth(cell)));
				for (const line of lines) assert.ok(displayWidth(line) <= Math.max(width, longest + 4), line);
				for (const { title, whole, optional, ...column } of columns) {
					if (!optional || 'main' in column) assert.ok(shown.includes(title), title);
					const cells = made[Number(title.slice(1))]?.cells ?? [];
					if (whole && shown.includes(title)) for (const cell of cells) assert.ok(shown.includes(cell), cell);
					if (!('main' in column)) continue;
					for (const cell of cells) assert.ok(shown.includes(cutToWidth(cell, 28).replace(/…$/, '')), cell);
				}
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
