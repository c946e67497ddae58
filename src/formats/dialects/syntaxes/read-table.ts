// Reads a table (CSV, by comma, semicolon or tab) as rows with the names of their columns.
import { BrokerError } from '../../../errors.ts';
import { readCsvRows } from '../../csv/read-csv.ts';
import type { ReadingBounds } from '../../reading-bounds.ts';
import type { Table, TableRow } from '../dialect.ts';

/** So many rows decide what the columns hold. */
const sampleRows = 100;
/**
 * No table of links has so many columns; what they are is found by comparing them with each other.
 */
const mostColumns = 2_000;

/**
 * Reads the rows behind the first one, which names the columns. Fails as readCsvRows does, and
 * with `bad-file` where there are too many of them. A row
 * with other columns than the first is handed out as it is.
 */
export async function* readTable(pieces: AsyncIterable<string>, bounds: ReadingBounds): AsyncGenerator<TableRow> {
	const rows = readCsvRows(withoutByteOrderMark(pieces), bounds);
	let first = await rows.next();
	if (!first.done && isSeparatorLine(first.value)) first = await rows.next();
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
