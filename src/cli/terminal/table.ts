// Lays rows out in columns that fit a width; knows nothing of terminals and of what the rows mean.
import { cutToWidth, displayWidth, printable } from './text-width.ts';

/**
 * Describes a column. A `whole` one is never cut (what people copy, dates, words of a few). One
 * that `leaves` is left out where there is no room for it, the last one first. The one that `leads`
 * gets the room: the others are cut for it, and where it has little all the same, it stands in a
 * line of its own below the rest of its row.
 */
export type Column = { title: string; align?: 'left' | 'right'; whole?: boolean; leaves?: boolean; leads?: boolean };

/** Where the columns stand: their widths, 0 where one is left out, and which is below its row. */
type Layout = { widths: number[]; below: number | null };

const gap = '  ';
const indent = '    ';
const leastWidth = 4;
// Less of a provider than that tells little.
const leastLeavingWidth = 12;
// Of a title, what is worth a column.
const leastLeadingWidth = 30;

/**
 * Renders a table with a line of titles that is `width` wide at most, if the columns that are
 * whole let it; null: nothing is cut. `emphasise` dresses the line of titles.
 */
export function renderTable(
	columns: readonly Column[],
	rows: readonly (readonly string[])[],
	width: number | null,
	emphasise: (line: string) => string = (line) => line,
): string {
	const titles = columns.map(({ title }) => title);
	const cells = rows.map((row) => row.map(printable));
	const { widths, below } = layOut(columns, naturalWidths(columns, [titles, ...cells]), width);
	const line = (row: readonly string[]) =>
		columns
			.flatMap(({ align }, index) => {
				const room = widths[index] ?? 0;
				return room === 0 || index === below ? [] : [pad(cutToWidth(row[index] ?? '', room), room, align)];
			})
			.join(gap)
			.trimEnd();
	const linesOf = (row: readonly string[]) => {
		const text = below === null ? '' : (row[below] ?? '');
		return text === '' ? [line(row)] : [line(row), indent + cutToWidth(text, widths[below as number] ?? 0)];
	};
	return [...linesOf(titles).map(emphasise), ...cells.flatMap(linesOf)].join('\n');
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
	if (width === null) return { widths: [...natural], below: null };
	const leading = columns.findIndex(({ leads }) => leads);
	const beside = fitWidths(columns, natural, width, leading);
	const isReadable = (beside[leading] ?? 0) >= Math.min(leastLeadingWidth, natural[leading] ?? 0);
	if (leading === -1 || isReadable) return { widths: beside, below: null };
	const others = natural.map((one, index) => (index === leading ? 0 : one));
	const widths = fitWidths(columns, others, width, -1);
	widths[leading] = Math.max(leastWidth, width - indent.length);
	return { widths, below: leading };
}

/** Cuts and leaves out columns until they fit; columns of width 0 are not there. */
function fitWidths(columns: readonly Column[], natural: readonly number[], width: number, leading: number): number[] {
	const widths = [...natural];
	const cut = (index: number, least: number) => {
		const one = widths[index] ?? 0;
		const over = tableWidth(widths) - width;
		if (over > 0 && one > least) widths[index] = Math.max(least, one - over);
	};
	const leaving = columns.flatMap(({ leaves }, index) => (leaves ? [index] : [])).toReversed();
	for (const index of leaving) cut(index, leastLeavingWidth);
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
		// Nothing is left to cut: a line too long is better than a table that says nothing.
		if (widest === undefined || (widths[widest] ?? 0) <= leastWidth) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}

function tableWidth(widths: readonly number[]): number {
	const there = widths.filter((one) => one > 0);
	return there.reduce((sum, one) => sum + one, 0) + gap.length * Math.max(0, there.length - 1);
}

function pad(text: string, width: number, align: Column['align']): string {
	const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
	return align === 'right' ? blanks + text : text + blanks;
}
