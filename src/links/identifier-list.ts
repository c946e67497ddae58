// Reads lists of identifiers as people write and paste them.

/** Bounds the works of a list that is followed. */
export const mostFollowed = 1_000;

// An identifier may hold commas and semicolons, but no white space behind them.
const between = /[\t\r\n]|[,;](?=\s|$)/;
const quotationMarks = /^(["'])(.*)\1$/s;

/**
 * Reads one identifier a line, or several with tabs, or with commas or semicolons and a space
 * between them.
 */
export function readList(text: string): string[] {
	const all = text
		.replace(/^\uFEFF/, '')
		.split(between)
		.map((part) => part.trim().replace(quotationMarks, '$2').trim());
	return [...new Set(all.filter((part) => part !== ''))];
}
