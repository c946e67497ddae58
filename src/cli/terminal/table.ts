// Lays out rows in columns that fit a width.
import { cutToWidth, displayWidth, printable } from './text-width.ts';

/**
 * Describes a column. A `whole` column is never cut: identifiers, dates, short words. One that is cut
 * `inside` keeps its end, which distinguishes names of versions. `optional`
 * columns are omitted for lack of room, the last one first. The `main` column gets the room of the
 * others. If it still has too little, it takes a line of its own, above the rest of its row if it
 * comes first, otherwise below it. Other columns that do not fit continue in further lines.
 */
export type Column = {
	title: string;
	align?: 'left' | 'right';
	whole?: boolean;
	cut?: 'inside';
	optional?: boolean;
	main?: boolean;
};

/** A column of rows of one kind; `of` returns its text for a row. */
export type ColumnOf<Row> = Column & { of(row: Row): string };

/** The widths of the columns, 0 for those left out, and the columns of each line of a row. */
type Layout = { widths: number[]; lines: number[][] };

const gap = '  ';
const indent = '    ';
const leastWidth = 4;
// A shorter provider is not recognisable.
const leastCutWidth = 12;
// A shorter title is not worth a column.
const leastMainWidth = 30;

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
		const { align, cut } = columns[index] ?? {};
		return pad(cutToWidth(row[index] ?? '', room, cut), room, align);
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
	const width = fields.reduce((widest, [name]) => Math.max(widest, displayWidth(name)), 0);
	return fields.map(([name, value]) => `${pad(name, width, 'left')}${gap}${printable(value)}`.trimEnd()).join('\n');
}

function naturalWidths(columns: readonly Column[], cells: readonly (readonly string[])[]): number[] {
	return columns.map((_, index) => cells.reduce((widest, row) => Math.max(widest, displayWidth(row[index] ?? '')), 0));
}

function layOut(columns: readonly Column[], natural: readonly number[], width: number | null): Layout {
	if (width === null) return { widths: [...natural], lines: [columns.map((_, index) => index)] };
	const main = columns.findIndex(({ main }) => main);
	const widths = fitWidths(columns, natural, width, main);
	const isReadable = main === -1 || (widths[main] ?? 0) >= Math.min(leastMainWidth, natural[main] ?? 0);
	if (isReadable && tableWidth(widths) <= width) return { widths, lines: [shownOf(widths)] };
	return layOutInLines(columns, natural, width, main);
}

/** Divides the columns among several lines of each row; those after the first are indented. */
function layOutInLines(columns: readonly Column[], natural: readonly number[], width: number, main: number): Layout {
	const indented = width - indent.length;
	const others = natural.map((one, index) => (index === main ? 0 : one));
	const room = main === 0 ? indented : width;
	const fitted = fitWidths(columns, others, room, -1);
	const isOneLine = tableWidth(fitted) <= room;
	const widths = fitted.map((one, index) => {
		if (one === 0 || isOneLine) return one;
		return columns[index]?.whole ? (others[index] ?? 0) : Math.min(others[index] ?? 0, indented);
	});
	const order = shownOf(widths);
	if (main === 0) {
		widths[0] = width;
		order.unshift(0);
	} else if (main > 0) {
		widths[main] = Math.min(natural[main] ?? 0, leastMainWidth, indented);
		order.push(main);
	}
	const lines = divide(order, widths, width);
	if (main > 0) {
		// It takes the rest of the last line.
		const left = indented - tableWidth((lines.at(-1) ?? []).map((index) => widths[index] ?? 0));
		widths[main] = Math.min(natural[main] ?? 0, (widths[main] ?? 0) + left);
	}
	return { widths, lines };
}

/** Divides columns, in order, into lines: as many as fit into each, but at least one. */
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

/** Cuts and omits columns until they fit; omitted columns have width 0. */
function fitWidths(columns: readonly Column[], natural: readonly number[], width: number, main: number): number[] {
	const widths = [...natural];
	const cut = (index: number, least: number) => {
		if (columns[index]?.whole) return;
		const one = widths[index] ?? 0;
		const over = tableWidth(widths) - width;
		if (over > 0 && one > least) widths[index] = Math.max(least, one - over);
	};
	const optional = columns.flatMap(({ optional }, index) => (optional ? [index] : [])).toReversed();
	for (const index of optional) cut(index, leastCutWidth);
	const enough = Math.min(leastMainWidth, widths[main] ?? 0);
	for (const index of optional) {
		const others = widths.map((one, place) => (place === main ? enough : one));
		if (tableWidth(others) > width) widths[index] = 0;
	}
	// The room of omitted columns goes to the remaining ones.
	for (const index of optional.toReversed()) {
		const room = width - tableWidth(widths.map((one, place) => (place === main ? (natural[place] ?? 0) : one)));
		if ((widths[index] ?? 0) > 0 && room > 0) {
			widths[index] = Math.min(natural[index] ?? 0, (widths[index] ?? 0) + room);
		}
	}
	if (main !== -1) cut(main, leastWidth);
	const cuttable = columns.flatMap(({ whole, optional }, index) =>
		whole || optional || index === main ? [] : [index],
	);
	while (tableWidth(widths) > width) {
		const [widest] = cuttable.toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
		// A shorter text is useless: the row needs another line.
		if (widest === undefined || (widths[widest] ?? 0) <= leastCutWidth) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}

/** Lists the columns that are not omitted. */
function shownOf(widths: readonly number[]): number[] {
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
