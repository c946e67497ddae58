// Reads a table (CSV, by comma, semicolon or tab) as rows with the names of their columns.
import { BrokerError } from '../../../errors.ts';
import { type CsvRow, mostLeadingRows, readCsvRows } from '../../csv/read-csv.ts';
import type { ReadingBounds } from '../../reading-bounds.ts';
import type { Table, TableRow } from '../dialect.ts';
import { isLongText, readCell } from '../tables/cells.ts';

/** So many rows decide what the columns hold. */
const sampleRows = 100;
/**
 * No table of links has so many columns; what they are is found by comparing them with each other.
 */
const mostColumns = 2_000;

/**
 * Reads the rows behind the one that names the columns: the first one, unless titles stand before it
 * (see leadingRows), each of which `onTitle` receives. Fails as readCsvRows does, and with
 * `bad-file` where there are too many columns. A row with other columns than the names is handed
 * out as it is.
 */
export async function* readTable(
	pieces: AsyncIterable<string>,
	bounds: ReadingBounds,
	onTitle: (line: number) => void = () => undefined,
): AsyncGenerator<TableRow> {
	const rows = withoutTitles(readCsvRows(withoutByteOrderMark(pieces), bounds), onTitle);
	const first = await rows.next();
	if (first.done) return;
	const columns = first.value.cells.map((cell) => cell.trim());
	if (columns.length > mostColumns) {
		throw new BrokerError('bad-file', `the table has ${columns.length} columns; ${mostColumns} are allowed.`);
	}
	const waiting: { cells: string[]; line: number }[] = [];
	const table: Table = { columns, sample: [] };
	const withSample = () => Object.assign(table, { sample: waiting.map(({ cells }) => cells) });
	let isSampled = false;
	for await (const { cells, line } of rows) {
		const row = { cells: cells.map((cell) => cell.trim()), line };
		if (isSampled) yield { table, ...row };
		else waiting.push(row);
		if (isSampled || waiting.length < sampleRows) continue;
		withSample();
		isSampled = true;
		for (const held of waiting) yield { table, ...held };
	}
	if (isSampled) return;
	withSample();
	for (const held of waiting) yield { table, ...held };
}

/** Leaves out what stands before the names of the columns. */
async function* withoutTitles(rows: AsyncGenerator<CsvRow>, onTitle: (line: number) => void): AsyncGenerator<CsvRow> {
	let held: CsvRow[] | undefined = [];
	for await (const row of rows) {
		if (held === undefined) yield row;
		else {
			if (held.length > 0 || !isSeparatorLine(row)) held.push(row);
			const titles = leadingRows(held);
			if (titles === undefined) continue;
			for (const { line } of held.slice(0, titles)) onTitle(line);
			yield* held.slice(titles);
			held = undefined;
		}
	}
	yield* held ?? [];
}

/**
 * Counts the rows before the names of the columns; undefined: the next row must be seen. Titles and
 * remarks fill one cell, as in the exports of spreadsheets, and what follows them fills several.
 * Where an identifier or a number comes first, the rows are those of a table, and nothing of it is
 * passed over.
 */
function leadingRows(rows: readonly CsvRow[]): number | undefined {
	const last = rows.at(-1)?.cells.filter((cell) => cell.trim() !== '');
	if (last === undefined) return undefined;
	if (!isRemark(last)) {
		if (last.some(mayBeIdentifier)) return 0;
		if (last.length > 1) return rows.length - 1;
	}
	return rows.length > mostLeadingRows ? 0 : undefined;
}

/** Dimensions says in a sentence what it exported; its commas are no separators. */
function isRemark([first = '']: readonly string[]): boolean {
	return /^\s*About the data:/.test(first);
}

function mayBeIdentifier(cell: string): boolean {
	if (isLongText(cell)) return false;
	return /^\s*\d+(?:\.0+)?\s*$/.test(cell) || readCell(cell, undefined).kind === 'identifier';
}

/** `sep=;` is what spreadsheet programs write before the names of columns, and is no row. */
function isSeparatorLine({ cells, line }: { cells: string[]; line: number }): boolean {
	return line === 1 && /^sep=$/i.test(cells[0] ?? '') && cells.length <= 2 && (cells[1] ?? '') === '';
}

async function* withoutByteOrderMark(pieces: AsyncIterable<string>): AsyncGenerator<string> {
	let isFirst = true;
	for await (const piece of pieces) {
		yield isFirst && piece.charCodeAt(0) === 0xfeff ? piece.slice(1) : piece;
		if (piece !== '') isFirst = false;
	}
}
