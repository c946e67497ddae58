// Writes lines of CSV (RFC 4180) that are safe to open in a spreadsheet; knows no column.

/** Writes a line of cells, with its end. */
export function csvLine(cells                   )         {
	return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Writes one cell. Text that a spreadsheet would run as a formula (it begins with = + - or @, white
 * space and quotation marks aside) gets an apostrophe before it, which spreadsheets take for "this
 * is text" (OWASP, CSV Injection). So does what begins like that behind a semicolon, a tab or a
 * line break, since a spreadsheet may take those for the end of a cell, whatever the quotation
 * marks say.
 */
function csvCell(text        )         {
	const guarded = text.replace(formula, "$&'");
	return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

// The full-width forms are folded to the plain ones by some spreadsheets. A run of white space is
// looked at where it begins alone: from each place within it the pattern would cost its square.
const formula = /(?:^|;|(?<![\s\p{Cf}"])(?=[\s\p{Cf}"]*[\t\r\n]))[\s\p{Cf}"]*(?=[=+\-@＝＋－＠])/gu;
