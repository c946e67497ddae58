// Reads anybody's table of links, as librarians keep them: a row each, with two identifiers, or one
// where the source is told. It has no rule of any service's table.
import type { Dialect, GivenIdentifier, GivenObject, GivenRecord, TableRow, Told } from '../dialect.ts';
import { cellAt, oncePerTable } from './columns.ts';
import { readCell } from './identifier-cells.ts';
import { readWord } from './relation-words.ts';
import { type EndColumns, type SpreadsheetColumns, spreadsheetColumns } from './spreadsheet-columns.ts';
import { readWrittenDate } from './written-dates.ts';

/** Tables of one's own. */
export const spreadsheet: Dialect<'table'> = {
	name: 'table',
	title: 'A table of your own: columns of identifiers, if wanted relation, date, provider, titles',
	frame: 'table',
	replacement: 'statement',
	dateRule: 'its column of dates; else --date or today',
	example: 'source,relation,target,date,provider\n10.1234/paper,Cites,10.1234/data,2024-05-01,A Library\n',
	fits: ({ table }) => layoutOf(table).columns !== undefined,
	*read(row, told) {
		const layout = layoutOf(row.table);
		const { columns } = layout;
		if (columns === undefined) {
			yield { links: [], leftOut: ['a row of a table without identifiers'] };
			return;
		}
		if (columns.hasNoNames && layout.rows === 0) yield readRow(firstRow(row), columns, told, layout);
		layout.rows++;
		yield readRow(row, columns, told, layout);
	},
};

/** How a table is read, and how much of it was: so many rows, and wrong cells that were told. */
type Layout = { columns: SpreadsheetColumns | undefined; rows: number; told: number };

const layoutOf = oncePerTable((table): Layout => ({ columns: spreadsheetColumns(table), rows: 0, told: 0 }));

/** Makes a row of what should be the names of columns, and is a row already. */
function firstRow({ table }: TableRow): TableRow {
	return { table, cells: table.columns, line: 1 };
}

function readRow(row: TableRow, columns: SpreadsheetColumns, told: Told, layout: Layout): GivenRecord {
	const problems: string[] = [];
	const target = readEnd(row, columns.target, layout, problems);
	const own = columns.isOfOne ? undefined : readEnd(row, columns.source, layout, problems);
	const source = own ?? (columns.isOfOne && told.source ? { identifiers: [told.source] } : undefined);
	if (columns.isOfOne && source === undefined) problems.push('a row without a source; tell it with --source');
	const { line } = row;
	if (source === undefined || target === undefined) {
		// Empty cells are no mistake: tables have rows between and for later.
		return { links: [], leftOut: problems.length > 0 ? problems : ['a row without two identifiers'], line };
	}
	const word = readWord(cellAt(row, columns.relation) ?? told.relation ?? columns.impliedRelation ?? 'IsRelatedTo');
	const date = cellAt(row, columns.date);
	const { relation = 'IsRelatedTo', subType } = word ?? {};
	return {
		subject: source,
		links: [{ relation, target, subType }],
		date: date === undefined ? undefined : readWrittenDate(date, columns.dateOrder),
		provider: cellAt(row, columns.provider),
		leftOut: problems,
		line,
	};
}

/** Reads the object at one end; of several identifiers those that are right. */
function readEnd(row: TableRow, end: EndColumns, layout: Layout, problems: string[]): GivenObject | undefined {
	const identifiers: GivenIdentifier[] = [];
	for (const { at, schemeAt, scheme } of end.identifiers) {
		const cell = cellAt(row, at);
		if (cell === undefined) continue;
		const reading = readCell(cell, cellAt(row, schemeAt) ?? scheme);
		if (reading.kind === 'identifier') identifiers.push(reading.identifier);
		if (reading.kind === 'wrong') problems.push(wrongCell(row, at, reading.problem, layout));
	}
	if (identifiers.length === 0) return undefined;
	return { identifiers, title: cellAt(row, end.title), type: cellAt(row, end.type) };
}

/** Where there are very many, a column is meant otherwise, and to list them all helps nobody. */
const mostTold = 100;
const longestCell = 60;

function wrongCell({ table, cells, line }: TableRow, at: number, problem: string, layout: Layout): string {
	const column = table.columns[at] ?? '';
	if (layout.told >= mostTold) return `further cells of column ${at + 1} (${column}): ${problem}`;
	layout.told++;
	const cell = JSON.stringify((cells[at] ?? '').slice(0, longestCell));
	return `line ${line}, column ${at + 1} (${column}): ${cell} is ${problem}`;
}
