// Tests which table is read from an Excel workbook, and what is refused.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readingLimits } from '../../../links/limits.ts';
import { openFiles } from '../../files/open-files.ts';
import { zipOf } from '../../files/zip.fixture.ts';
import { createReadingBounds } from '../../reading-bounds.ts';
import { translateFile } from '../translate.ts';
import { readWorkbook } from './read-workbook.ts';
import { rowOfTexts, workbookOf } from './workbook.fixture.ts';

async function* blocksOf(workbook: Buffer) {
	yield workbook;
}

const limits = { maxLinks: 10, maxBytes: 10_000 };

async function tableIn(workbook: Buffer): Promise<{ lines: string[]; unread: readonly string[] }> {
	let unread: readonly string[] = [];
	const onUnread = (sheets: readonly string[]) => {
		unread = sheets;
	};
	const needs = { file: 'links.xlsx', bounds: createReadingBounds('links.xlsx'), onUnread };
	const text = Buffer.concat(await Array.fromAsync(readWorkbook(blocksOf(workbook), needs))).toString();
	return { lines: text.split('\n').slice(0, -1), unread };
}

const linesIn = async (rows: string, options?: Parameters<typeof workbookOf>[1]) =>
	(await tableIn(workbookOf([{ name: 'Links', rows }], options))).lines;

describe('the cells of a workbook', () => {
	it('are shared texts in several fonts, texts of their own, values of formulas, numbers and truths', async () => {
		const shared =
			'<si><t>10.1234/a</t></si><si><r><t>10.1234/</t></r><r><rPr><b/></rPr><t>b &amp; c</t></r>' +
			'<rPh sb="0" eb="1"><t>spoken</t></rPh></si>';
		const rows =
			'<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><f>A1</f><v>x</v></c>' +
			'<c r="D1"><v>12345678</v></c><c r="E1"><v>1.2345678E7</v></c><c r="F1"><v>0.5</v></c>' +
			'<c r="G1" t="b"><v>1</v></c><c r="H1" t="e"><v>#N/A</v></c></row>';
		assert.deepEqual(await linesIn(rows, { shared }), ['10.1234/a,10.1234/b & c,x,12345678,12345678,0.5,TRUE,']);
	});

	it('keep their columns and the numbers of their rows', async () => {
		const rows =
			'<row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c></row><row r="5"><c r="A5"><v>3</v></c></row>';
		assert.deepEqual(await linesIn(rows), ['', `,1${','.repeat(25)}2`, '', '', '3']);
	});

	it('are quoted where CSV needs it, and stay on one line', async () => {
		assert.deepEqual(await linesIn(rowOfTexts(1, ['a, "b"', 'two\nlines', 'x;y'])), ['"a, ""b""",two lines,"x;y"']);
	});

	it('are read as Excel shows them: with its escapes, and fifteen digits of a number', async () => {
		assert.deepEqual(await linesIn(rowOfTexts(1, ['two_x000D_\nlines', '_x005F_x0041_', 'a_x_b'])), [
			'two lines,_x0041_,a_x_b',
		]);
		const shared = '<si><t>10.1234/a_x000D_</t></si>';
		const rows =
			'<row r="1"><c t="s"><v>0</v></c><c><v>12345678.000000001</v></c><c><v>0.30000000000000004</v></c></row>';
		assert.deepEqual(await linesIn(rows, { shared }), ['10.1234/a ,12345678,0.3']);
	});

	it('have dates as far as their formats show them', async () => {
		const formats = [
			'yyyy\\-mm\\-dd',
			'd/m/yyyy h:mm',
			'mmm yy',
			'yyyy',
			'0.00',
			'[Red]#,##0 &quot;days&quot;',
			'h:mm',
		];
		const cells = formats.map((_, at) => `<c s="${at + 1}"><v>${at === 1 ? 44928.5 : 45413}</v></c>`);
		assert.deepEqual(await linesIn(`<row>${cells.join('')}<c><v>45413</v></c></row>`, { formats }), [
			'2024-05-01,2023-01-02T12:00:00,2024-05,2024,45413,45413,45413,45413',
		]);
	});

	it('count days from 1904 where the workbook does, and know that 1900 had no 29th of February', async () => {
		const formats = ['yyyy-mm-dd'];
		const cells = (days: readonly number[]) => `<row>${days.map((day) => `<c s="1"><v>${day}</v></c>`).join('')}</row>`;
		assert.deepEqual(await linesIn(cells([1, 59, 61]), { formats }), ['1900-01-01,1900-02-28,1900-03-01']);
		assert.deepEqual(await linesIn(cells([43951]), { formats, from1904: true }), ['2024-05-01']);
	});
});

describe('the sheet of a workbook', () => {
	it('is the first that holds something and is not hidden; the others are named', async () => {
		const row = (text: string) => rowOfTexts(1, [text]);
		const { lines, unread } = await tableIn(
			workbookOf([
				{ name: 'Lists', isHidden: true, rows: row('hidden') },
				{ name: 'Empty', rows: '<row r="1"><c r="A1"/></row>' },
				{ name: 'Links', rows: row('first') },
				{ name: 'Notes', rows: row('second') },
			]),
		);
		assert.deepEqual([lines, unread], [['first'], ['Notes']]);
	});

	it('is bounded: a cell at the end of the sheet makes no cells before it', async () => {
		const far = Array.from({ length: 200 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`);
		await assert.rejects(linesIn(far.join('')), new RegExp(`more than ${readingLimits.parts} parts`));
	});

	it('is bounded in what it inflates to', async () => {
		const filler = `<row>${'<c/>'.repeat(600_000)}</row>`;
		await assert.rejects(linesIn(filler), new RegExp(`more than ${readingLimits.parts} parts`));
		const padded = `<row>${' '.repeat(readingLimits.documentLength)}</row>`;
		await assert.rejects(linesIn(padded), /workbook of more than 134217728 bytes. Save its sheet as CSV/);
	});
});

describe('what is no workbook', () => {
	it('is refused with what to do', async () => {
		for (const [file, problem] of [
			[Buffer.from('d0cf11e0a1b11ae1', 'hex'), /workbook of Excel 97 \(\.xls\), or has a password\. Save it as \.xlsx/],
			[zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }), /OpenDocument/],
			[zipOf({ 'links.csv': 'a,b' }), /is a zip archive, not an Excel workbook/],
			[zipOf({ 'xl/workbook.xml': '<workbook' }), /not well-formed XML/],
			[workbookOf([{ name: 'Links', isHidden: true, rows: rowOfTexts(1, ['a']) }]), /sheets are all empty or hidden/],
			[workbookOf([{ name: 'Links', rows: '<row></c>' }]), /links\.xlsx is damaged/],
			[workbookOf([{ name: 'Links', rows: '<row/>' }]).subarray(0, 300), /links\.xlsx is damaged/],
		] as const) {
			await assert.rejects(tableIn(file), problem);
		}
	});
});

describe('a workbook of no known dialect', () => {
	it('is refused with the sheet that was read', async () => {
		const sheets = [
			['A report', 'on links'],
			['10.1234/a', '10.1234/b'],
		].map((texts, at) => ({ name: `Sheet ${at}`, rows: rowOfTexts(1, texts) }));
		const options = { supplied: {}, provider: 'A Library', date: '2024', skipInvalid: false };
		const chunks = translateFile('a.xlsx', blocksOf(workbookOf(sheets)), options, limits, () => undefined);
		await assert.rejects(Array.fromAsync(chunks), /^BrokerError: The first filled sheet of a\.xlsx is of no dialect/);
	});
});

describe('the files of a folder', () => {
	it('have workbooks as they are, also within an archive', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'workbooks-'));
		const workbook = workbookOf([{ name: 'Links', rows: rowOfTexts(1, ['a']) }]);
		await writeFile(join(folder, 'links.xlsx'), workbook);
		await writeFile(join(folder, 'packed.zip'), zipOf({ 'in/more.xlsx': workbook }));
		const opened: [string, string][] = [];
		for await (const { name, blocks } of openFiles(folder)) {
			const bytes = Buffer.concat(await Array.fromAsync(blocks));
			opened.push([name.slice(folder.length + 1), bytes.subarray(0, 2).toString()]);
		}
		await rm(folder, { recursive: true });
		assert.deepEqual(opened, [
			['links.xlsx', 'PK'],
			['packed.zip:in/more.xlsx', 'PK'],
		]);
	});
});
