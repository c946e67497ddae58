// Lays rows out in columns that fit a width; knows nothing of terminals and of what the rows mean.
import { cutToWidth, displayWidth, printable } from './text-width.js';

/**
 * Describes a column; `whole` ones are never cut (what people copy: ids), the others are cut first.
 */
                                                                                  

const gap = '  ';
const leastWidth = 4;

/**
 * Renders a table with a line of titles. Where it is wider than `width`, the widest columns are cut
 * first; null: nothing is cut. `emphasise` dresses the line of titles.
 */
export function renderTable(
	columns                   ,
	rows                                ,
	width               ,
	emphasise                           = (line) => line,
)         {
	const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(printable))];
	const widths = fitWidths(columns, naturalWidths(columns, cells), width);
	const lines = cells.map((row) =>
		columns
			.map(({ align }, index) => pad(cutToWidth(row[index] ?? '', widths[index] ?? 0), widths[index] ?? 0, align))
			.join(gap)
			.trimEnd(),
	);
	return lines.map((line, index) => (index === 0 ? emphasise(line) : line)).join('\n');
}

/** Renders names and values in two columns, without titles; values are not cut. */
export function renderFields(fields                                                     )         {
	const width = Math.max(...fields.map(([name]) => displayWidth(name)));
	return fields.map(([name, value]) => `${pad(name, width, 'left')}${gap}${printable(value)}`.trimEnd()).join('\n');
}

function naturalWidths(columns                   , cells                                )           {
	return columns.map((_, index) => Math.max(...cells.map((row) => displayWidth(row[index] ?? ''))));
}

function fitWidths(columns                   , natural                   , width               )           {
	const widths = [...natural];
	if (width === null) return widths;
	const room = width - gap.length * (columns.length - 1);
	while (widths.reduce((sum, one) => sum + one, 0) > room) {
		const widest = widestToCut(columns, widths);
		// Nothing is left to cut: a line too long is better than a table that says nothing.
		if (widest === undefined) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}

function widestToCut(columns                   , widths                   )                     {
	let found                    ;
	for (const [index, width] of widths.entries()) {
		if (columns[index]?.whole || width <= leastWidth) continue;
		if (found === undefined || width > (widths[found] ?? 0)) found = index;
	}
	return found;
}

function pad(text        , width        , align                 )         {
	const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
	return align === 'right' ? blanks + text : text + blanks;
}
