// Reads anybody's table of links, as librarians keep them: a row each, with two identifiers, or one
// where the source is given.
import { shortened } from '../../../errors/wrong-input.ts';
import { canonicalDate } from '../../../links/link-date.ts';
import { chosenRoles, rowWithoutSource } from '../column-roles.ts';
import type {
	Dialect,
	GivenIdentifier,
	GivenObject,
	GivenRecord,
	Supplied,
	Table,
	TableRow,
	WrongCell,
} from '../dialect.ts';
import { isNothing, readCells, readWord, readWrittenDate, severalIdentifiers, wrongCell } from './cells.ts';
import { cellAt } from './columns.ts';
import { descriptionIn } from './described-columns.ts';
import {
	columnsOfRoles,
	type EndColumns,
	rolesOf,
	type SpreadsheetColumns,
	spreadsheetColumns,
} from './spreadsheet-columns.ts';

/** Tables of one's own. */
export const spreadsheet: Dialect<'table'> = {
	name: 'table',
	title: 'A table of your own: columns of identifiers, if wanted relation, date, provider, titles',
	syntax: 'table',
	replacement: 'statement',
	dateRule: 'its column of dates; else --date or today',
	example: 'source,relation,target,date,provider\n10.1234/paper,Cites,10.1234/data,2024-05-01,A Library\n',
	fits: ({ table }) => spreadsheetColumns(table) !== undefined,
	layout({ table }, supplied) {
		const { columns, problem } = layoutOf(table, supplied);
		if (problem !== undefined) return { problem };
		const roles = rolesOf(columns, table);
		const hasNames = columns?.hasNoNames !== true;
		const rows = hasNames ? table.sample : [table.columns, ...table.sample];
		return {
			hasNames,
			columns: table.columns.map((name, at) => ({
				...{ name: hasNames ? name : '', role: roles[at] ?? '-' },
				values: firstValues(rows, at),
			})),
			rows: rows.slice(0, shownRows),
		};
	},
	*read(row, supplied) {
		const layout = layoutOf(row.table, supplied);
		const { columns } = layout;
		if (columns === undefined) {
			yield { links: [], leftOut: [layout.problem ?? 'a row of a table without identifiers'] };
			return;
		}
		if (columns.hasNoNames && layout.rows === 0) yield readRow(firstRow(row), columns, supplied);
		layout.rows++;
		yield readRow(row, columns, supplied);
	},
};

const shownRows = 5;
const shownValues = 3;
const longestValue = 200;

/** Finds the first different values of a column. */
function firstValues(rows: readonly (readonly string[])[], at: number): string[] {
	const values = new Set<string>();
	for (const row of rows) {
		const value = row[at]?.trim() ?? '';
		if (value !== '') values.add(shortened(value, longestValue));
		if (values.size === shownValues) break;
	}
	return [...values];
}

/** How a table is read, or why it cannot be read as was asked, and how much of it was. */
type Layout = { columns: SpreadsheetColumns | undefined; problem: string | undefined; rows: number };

/** The same is supplied for all rows of a table. */
function layoutOf(table: Table, supplied: Supplied): Layout {
	const known = layouts.get(table);
	if (known !== undefined) return known;
	const layout: Layout = { ...columnsOf(table, supplied), rows: 0 };
	layouts.set(table, layout);
	return layout;
}

const layouts = new WeakMap<Table, Layout>();

function columnsOf(table: Table, supplied: Supplied): Pick<Layout, 'columns' | 'problem'> {
	const found = spreadsheetColumns(table);
	if (supplied.columns === undefined) return { columns: found, problem: undefined };
	const names = found?.hasNoNames ? table.columns.map(() => '') : table.columns;
	const chosen = chosenRoles(supplied.columns, names, rolesOf(found, table));
	if ('problem' in chosen) return { columns: undefined, problem: chosen.problem };
	return { columns: columnsOfRoles(table, chosen.roles), problem: undefined };
}

/** Makes a row of what should be the names of columns, and is a row already. */
function firstRow({ table }: TableRow): TableRow {
	return { table, cells: table.columns, line: 1 };
}

function readRow(row: TableRow, columns: SpreadsheetColumns, supplied: Supplied): GivenRecord {
	const wrongCells: WrongCell[] = [];
	const targets = readEnd(row, columns.target, wrongCells);
	const own = columns.isOfOne ? [] : readEnd(row, columns.source, wrongCells);
	const sources = columns.isOfOne && supplied.source ? [{ identifiers: [supplied.source] }] : own;
	const { line } = row;
	const [subject] = sources;
	const [work] = targets;
	// A row of one work says nothing of links, but what the work is.
	if (subject === undefined && targets.length === 1 && work && isDescribed(work)) {
		return { links: [], objects: [work], wrongCells, line };
	}
	if (subject === undefined || targets.length === 0) {
		const reason = columns.isOfOne && subject === undefined ? rowWithoutSource : undefined;
		// Empty cells are no mistake: tables have rows between and for later.
		const leftOut = reason ?? (wrongCells.length > 0 ? undefined : 'a row without two identifiers');
		return { links: [], leftOut: leftOut === undefined ? [] : [leftOut], wrongCells, line };
	}
	// Pairs in order, or each with all: the row leaves that open.
	if (sources.length > 1 && targets.length > 1) {
		return { links: [], leftOut: ['a row with several works at both ends'], wrongCells, line };
	}
	const word = readWord(cellAt(row, columns.relation) ?? supplied.relation ?? columns.impliedRelation ?? 'IsRelatedTo');
	const { relation = 'IsRelatedTo', subType } = word ?? {};
	const providers = providersIn(row, columns.provider);
	const links = sources.values().flatMap((source) =>
		targets.values().flatMap((target) =>
			providers.values().map((provider) => ({
				...(source !== subject && { source }),
				...{ relation, target, subType, provider },
			})),
		),
	);
	return { subject, links, date: readDate(row, columns, wrongCells), wrongCells, line };
}

/** Returns whether a row says more of a work than one identifier. */
function isDescribed({ identifiers, title, publicationDate, creators = [] }: GivenObject): boolean {
	return identifiers.length > 1 || title !== undefined || publicationDate !== undefined || creators.length > 0;
}

/** A column of `providers` has semicolons between their names, as the broker writes them. */
function providersIn(row: TableRow, at: number): readonly (string | undefined)[] {
	const cell = cellAt(row, at);
	if (cell === undefined || !/providers$/i.test(row.table.columns[at] ?? '')) return [cell];
	return cell.split(';').map((name) => name.trim());
}

/** A link whose date cannot be read has that of links without one. */
function readDate(row: TableRow, { date, dateOrder }: SpreadsheetColumns, wrong: WrongCell[]): string | undefined {
	const cell = cellAt(row, date);
	if (cell === undefined || isNothing(cell)) return undefined;
	const read = readWrittenDate(cell, dateOrder);
	if (read !== undefined && canonicalDate(read) !== undefined) return read;
	wrong.push(wrongCell(row, date, 'not a date'));
	return undefined;
}

/**
 * Reads the objects at one end: one with the identifiers of several columns, of those that are
 * right, where one cell may have several; or from one column each of those in its cell.
 */
function readEnd(row: TableRow, end: EndColumns, wrong: WrongCell[]): GivenObject[] {
	const cells = end.identifiers.flatMap(({ at, schemeAt, scheme }) => {
		const cell = cellAt(row, at);
		return cell === undefined ? [] : [{ at, readings: readCells(cell, cellAt(row, schemeAt) ?? scheme) }];
	});
	const isOneColumn = end.identifiers.length === 1;
	// Two cells of several are as many works or one: the row leaves that open.
	const areUnclear = cells.filter(({ readings }) => readings.length > 1).length > 1;
	const identifiers: GivenIdentifier[] = [];
	for (const { at, readings } of cells) {
		if (areUnclear && readings.length > 1) {
			wrong.push(wrongCell(row, at, severalIdentifiers));
			continue;
		}
		for (const reading of readings) {
			if (reading.kind === 'identifier') identifiers.push(reading.identifier);
			if (reading.kind === 'wrong') wrong.push(wrongCell(row, at, reading.problem));
		}
	}
	if (identifiers.length === 0) return [];
	if (isOneColumn && identifiers.length > 1) return identifiers.map((one) => ({ identifiers: [one] }));
	return [
		{
			identifiers,
			...descriptionIn(row, end.described),
		},
	];
}
