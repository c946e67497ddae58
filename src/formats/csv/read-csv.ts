// Reads rows of CSV (RFC 4180) from pieces of text, however long they are.
import { BrokerError } from '../../errors.ts';
import { partsOf, readingLimits } from '../../links/limits.ts';
import type { ReadingBounds } from '../reading-bounds.ts';

/** A row with its cells, and the line in which it begins, from 1. */
export type CsvRow = { cells: string[]; line: number };

/** Reads the cells of each row; see readCsvRows. */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
	for await (const { cells } of readCsvRows(pieces)) yield cells;
}

/**
 * Reads rows; empty lines are left out. The separator is a comma, a semicolon or a tab: of those,
 * the one that the first line has most of (see separatorOf). Fails with `bad-file` where a quotation
 * is not closed, or a row is longer than a mebibyte. With `bounds`, rows and cells count towards
 * these.
 */
export async function* readCsvRows(pieces: AsyncIterable<string>, bounds?: ReadingBounds): AsyncGenerator<CsvRow> {
	let text = '';
	let line = 1;
	let separator: string | undefined;
	for await (const piece of pieces) {
		text += piece;
		separator ??= separatorOf(text, false);
		if (separator === undefined && text.length > readingLimits.rowLength) throw tooLong(line);
		if (separator === undefined) continue;
		const { rows, end, nextLine } = rowsIn(text, separator, line, false);
		text = text.slice(end);
		line = nextLine;
		if (text.length > readingLimits.rowLength) throw tooLong(line);
		yield* counted(rows, bounds);
	}
	const { rows, end, nextLine } = rowsIn(text, separator ?? separatorOf(`${text}\n`, true) ?? ',', line, true);
	if (end < text.length) throw unreadable(`a quotation that begins in line ${nextLine} is never closed`);
	yield* counted(rows, bounds);
}

function* counted(rows: readonly CsvRow[], bounds: ReadingBounds | undefined): Generator<CsvRow> {
	for (const row of rows) {
		bounds?.nextDocument();
		bounds?.add(partsOf.document + row.cells.length, row.line);
		yield row;
	}
}

/** So many titles, remarks and empty rows may stand before the names of the columns. */
export const mostLeadingRows = 20;

const separators = [',', ';', '\t'];

/**
 * Chooses the separator as soon as the first lines decide it: the one that a line has most of, if
 * the next one has it, too, since a title before a table may have any sign. Where no line decides,
 * the first one that has any does. `isAll`: nothing follows the text.
 */
function separatorOf(text: string, isAll: boolean): string | undefined {
	let first: string | undefined;
	let last: string | undefined;
	let lines = 0;
	for (const line of linesOutsideQuotations(text)) {
		if (last !== undefined && line.includes(last)) return last;
		last = mostFrequentIn(line);
		lines++;
		const isData = beginOfIdentifier.test(line);
		if (lines === 1 || !isData) first ??= last;
		if (lines > mostLeadingRows || isData) return first ?? ',';
	}
	return isAll ? (first ?? ',') : undefined;
}

/** A row with such a cell is no title. */
const beginOfIdentifier = /(?:^|[,;\t]) ?(?:doi: ?|https?:|10\.\d{4})/i;

/** Returns the separator that a line has most of, if it has any. */
function mostFrequentIn(line: string): string | undefined {
	const counts = separators.map((name) => ({ name, count: line.split(name).length - 1 }));
	const most = counts.reduce((best, one) => (one.count > best.count ? one : best));
	return most.count > 0 ? most.name : undefined;
}

/** Reads the lines that are whole and not empty, with quotations as they stand between cells cut out. */
function* linesOutsideQuotations(text: string): Generator<string> {
	let line = '';
	// The last sign of `line`, kept beside it: to look into a text that is being joined copies it.
	let before = '';
	for (let at = 0; at < text.length; at++) {
		const sign = text[at] ?? '';
		if (sign === '\n' || sign === '\r') {
			if (line !== '') yield line;
			line = '';
			before = '';
			continue;
		}
		if (sign === '"' && (before === '' || separators.includes(before))) {
			at = closingMark(text, at);
			if (at === -1) return;
		}
		// What follows a quotation begins no other one: its last sign is a mark.
		line += sign;
		before = sign;
	}
}

/** Finds the mark that closes a quotation, in which marks are doubled; -1 where there is none. */
function closingMark(text: string, open: number): number {
	let at = text.indexOf('"', open + 1);
	while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}

/**
 * Reads the rows that are whole, and returns where they end; `line` is that of the first, and
 * `isAll`: nothing follows the text.
 */
function rowsIn(
	text: string,
	separator: string,
	line: number,
	isAll: boolean,
): { rows: CsvRow[]; end: number; nextLine: number } {
	const rows: CsvRow[] = [];
	let end = 0;
	let nextLine = line;
	let cells: string[] = [];
	let at = 0;
	while (at < text.length) {
		const cell = cellAt(text, at, separator);
		// A cell that ends with the text may go on in the next piece.
		if (!cell || (cell.next >= text.length && !isAll)) break;
		cells.push(cell.value);
		at = cell.next;
		const mark = text[at] ?? '\n';
		at += 1;
		if (mark === separator) continue;
		if (mark === '\r') {
			if (at === text.length && !isAll) break;
			if (text[at] === '\n') at += 1;
		}
		if (cells.length > 1 || cells[0] !== '') rows.push({ cells, line: nextLine });
		cells = [];
		nextLine += linesIn(text, end, at);
		end = Math.min(at, text.length);
	}
	if (isAll && at === text.length && cells.length > 0) {
		// A separator ends the text.
		rows.push({ cells: [...cells, ''], line: nextLine });
		end = text.length;
	}
	return { rows, end, nextLine };
}

/** Counts the ends of lines in a stretch: `\n`, `\r\n` or `\r`. */
function linesIn(text: string, from: number, to: number): number {
	let lines = 0;
	for (let at = from; at < to; at++) {
		if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) lines++;
	}
	return lines;
}

/**
 * Reads a cell; undefined where its quotation is not closed yet. Programs that separate by tabs often
 * quote nothing, so a mark may be the first sign of a title.
 */
function cellAt(text: string, start: number, separator: string): { value: string; next: number } | undefined {
	let value = '';
	let at = start;
	if (text[start] === '"' && !(separator === '\t' && isMarkOnly(text, start))) {
		at += 1;
		for (let quote = text.indexOf('"', at); ; quote = text.indexOf('"', at)) {
			if (quote === -1) return undefined;
			value += text.slice(at, quote);
			at = quote + 1;
			if (text[at] !== '"') break;
			value += '"';
			at += 1;
		}
	}
	let next = at;
	while (next < text.length && text[next] !== separator && text[next] !== '\n' && text[next] !== '\r') next += 1;
	return { value: value + text.slice(at, next), next };
}

/**
 * Returns whether what a mark opens is no quotation: the cell goes on behind its end, or it goes over a
 * tab and the end of a line.
 */
function isMarkOnly(text: string, open: number): boolean {
	const close = closingMark(text, open);
	if (close !== -1 && !/[\t\r\n]/.test(text[close + 1] ?? '\n')) return true;
	const tab = text.indexOf('\t', open);
	return tab !== -1 && hasLineEnd(text, tab, close === -1 ? text.length : close);
}

function hasLineEnd(text: string, from: number, to: number): boolean {
	for (let at = from; at < to; at++) {
		if (text[at] === '\n' || text[at] === '\r') return true;
	}
	return false;
}

function tooLong(line: number): BrokerError {
	return unreadable(`the row of line ${line} is longer than a mebibyte; is a quotation mark never closed?`);
}

function unreadable(what: string): BrokerError {
	return new BrokerError('bad-file', `The CSV cannot be read: ${what}.`);
}
