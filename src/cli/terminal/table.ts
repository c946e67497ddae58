// Lays rows out in columns that fit a width.
import { cutToWidth, displayWidth, printable } from './text-width.ts';

/**
 * Describes a column. A `whole` one is never cut (what people copy, dates, words of a few). One
 * that `leaves` is left out where there is no room for it, the last one first. The one that `leads`
 * gets the room: the others are cut for it, and where it has little all the same, it stands in a
 * line of its own, above the rest of its row where it comes first and below it otherwise. Rows go
 * on in further lines where what is left does not fit into one.
 */
export type Column = { title: string; align?: 'left' | 'right'; whole?: boolean; leaves?: boolean; leads?: boolean };

/** A column of rows of one kind: `of` gives what it shows of a row. */
export type ColumnOf<Row> = Column & { of(row: Row): string };

/** The widths of the columns, 0 for those left out, and the columns of each line of a row. */
type Layout = { widths: number[]; lines: number[][] };

const gap = '  ';
const indent = '    ';
const leastWidth = 4;
// A shorter provider is not recognisable.
const leastCutWidth = 12;
// A shorter title is not worth a column.
const leastLeadingWidth = 30;

/**
 * Renders a table with a line of titles, at most `width` wide if the whole columns allow it. Null
 * cuts nothing. `emphasise` formats the titles.
 */
export function renderTable(
	columns: readonly Column[],
	rows: readonly (readonly string[])[],
	width: number | null,
	emphasise: (line: string) => string = (line) => line,
): string {
	const titles = columns.map(({ title }) => title);
	const cells = rows.map((row) => row.map(printable));
	const { widths, lines } = layOut(columns, naturalWidths(columns, [titles, ...cells]), width);
	const cellOf = (row: readonly string[], index: number) => {
		const room = widths[index] ?? 0;
		return pad(cutToWidth(row[index] ?? '', room), room, columns[index]?.align);
	};
	const linesOf = (row: readonly string[]) => {
		const texts = lines.map((line, place) => {
			const text = line.map((index) => cellOf(row, index)).join(gap);
			return (place === 0 ? text : indent + text).trimEnd();
		});
		return lines.length === 1 ? texts : texts.filter((text) => text !== '');
	};
	return [...linesOf(titles).map(emphasise), ...cells.flatMap(linesOf)].join('\n');
}

/** Renders rows of one kind as a table; see renderTable. */
export function renderRows<Row>(
	columns: readonly ColumnOf<Row>[],
	rows: readonly Row[],
	...layout: [width: number | null, emphasise?: (line: string) => string]
): string {
	return renderTable(
		columns,
		rows.map((row) => columns.map((column) => column.of(row))),
		...layout,
	);
}

/** Renders names and values in two columns, without titles; values are not cut. */
export function renderFields(fields: readonly (readonly [name: string, value: string])[]): string {
	const width = Math.max(...fields.map(([name]) => displayWidth(name)));
	return fields.map(([name, value]) => `${pad(name, width, 'left')}${gap}${printable(value)}`.trimEnd()).join('\n');
}

function naturalWidths(columns: readonly Column[], cells: readonly (readonly string[])[]): number[] {
	return columns.map((_, index) => Math.max(...cells.map((row) => displayWidth(row[index] ?? ''))));
}

function layOut(columns: readonly Column[], natural: readonly number[], width: number | null): Layout {
	if (width === null) return { widths: [...natural], lines: [columns.map((_, index) => index)] };
	const leading = columns.findIndex(({ leads }) => leads);
	const widths = fitWidths(columns, natural, width, leading);
	const isReadable = leading === -1 || (widths[leading] ?? 0) >= Math.min(leastLeadingWidth, natural[leading] ?? 0);
	if (isReadable && tableWidth(widths) <= width) return { widths, lines: [thereOf(widths)] };
	return layOutInLines(columns, natural, width, leading);
}

/** Divides the columns among several lines of each row; those after the first are indented. */
function layOutInLines(columns: readonly Column[], natural: readonly number[], width: number, leading: number): Layout {
	const indented = width - indent.length;
	const others = natural.map((one, index) => (index === leading ? 0 : one));
	const room = leading === 0 ? indented : width;
	const fitted = fitWidths(columns, others, room, -1);
	const isOneLine = tableWidth(fitted) <= room;
	const widths = fitted.map((one, index) => {
		if (one === 0 || isOneLine) return one;
		return columns[index]?.whole ? (others[index] ?? 0) : Math.min(others[index] ?? 0, indented);
	});
	const order = thereOf(widths);
	if (leading === 0) {
		widths[0] = width;
		order.unshift(0);
	} else if (leading > 0) {
		widths[leading] = Math.min(natural[leading] ?? 0, leastLeadingWidth, indented);
		order.push(leading);
	}
	const lines = divide(order, widths, width);
	if (leading > 0) {
		// It stands in the last line, and has what is left of it.
		const left = indented - tableWidth((lines.at(-1) ?? []).map((index) => widths[index] ?? 0));
		widths[leading] = Math.min(natural[leading] ?? 0, (widths[leading] ?? 0) + left);
	}
	return { widths, lines };
}

/** Puts columns, in order, into lines: into each as many as it has room for, one at least. */
function divide(order: readonly number[], widths: readonly number[], width: number): number[][] {
	const lines: number[][] = [];
	for (const index of order) {
		const line = lines.at(-1);
		const room = lines.length > 1 ? width - indent.length : width;
		const together = [...(line ?? []), index].map((one) => widths[one] ?? 0);
		if (line && tableWidth(together) <= room) line.push(index);
		else lines.push([index]);
	}
	return lines;
}

/** Cuts and leaves out columns until they fit; columns of width 0 are not there. */
function fitWidths(columns: readonly Column[], natural: readonly number[], width: number, leading: number): number[] {
	const widths = [...natural];
	const cut = (index: number, least: number) => {
		if (columns[index]?.whole) return;
		const one = widths[index] ?? 0;
		const over = tableWidth(widths) - width;
		if (over > 0 && one > least) widths[index] = Math.max(least, one - over);
	};
	const leaving = columns.flatMap(({ leaves }, index) => (leaves ? [index] : [])).toReversed();
	for (const index of leaving) cut(index, leastCutWidth);
	const enough = Math.min(leastLeadingWidth, widths[leading] ?? 0);
	for (const index of leaving) {
		const others = widths.map((one, place) => (place === leading ? enough : one));
		if (tableWidth(others) > width) widths[index] = 0;
	}
	// What a column that was left out gave is for those that stay.
	for (const index of leaving.toReversed()) {
		const room = width - tableWidth(widths.map((one, place) => (place === leading ? (natural[place] ?? 0) : one)));
		if ((widths[index] ?? 0) > 0 && room > 0) {
			widths[index] = Math.min(natural[index] ?? 0, (widths[index] ?? 0) + room);
		}
	}
	if (leading !== -1) cut(leading, leastWidth);
	const cuttable = columns.flatMap(({ whole, leaves }, index) => (whole || leaves || index === leading ? [] : [index]));
	while (tableWidth(widths) > width) {
		const [widest] = cuttable.toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
		// A shorter text is useless: the row needs another line.
		if (widest === undefined || (widths[widest] ?? 0) <= leastCutWidth) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}

/** The columns that are not left out. */
function thereOf(widths: readonly number[]): number[] {
	return widths.flatMap((one, index) => (one > 0 ? [index] : []));
}

function tableWidth(widths: readonly number[]): number {
	const there = widths.filter((one) => one > 0);
	return there.reduce((sum, one) => sum + one, 0) + gap.length * Math.max(0, there.length - 1);
}

function pad(text: string, width: number, align: Column['align']): string {
	const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
	return align === 'right' ? blanks + text : text + blanks;
}
