// Reads a list of identifiers from what was pasted or chosen; what each of them means, the broker
// says.

/** The identifiers, each once, and how many came again. */
export type IdentifierList = { ids: readonly string[]; again: number };

// An identifier may hold commas and semicolons, but no white space behind them.
const between = /[\t\r\n]|[,;](?=\s|$)/;
const quotationMarks = /^(["'])(.*)\1$/s;

/**
 * Reads one identifier a line, or several with tabs, or with commas or semicolons and a space
 * between them.
 */
export function readList(text: string): IdentifierList {
	const all = text
		.replace(/^\uFEFF/, '')
		.split(between)
		.map((part) => part.trim().replace(quotationMarks, '$2').trim())
		.filter((part) => part !== '');
	const ids = [...new Set(all)];
	return { ids, again: all.length - ids.length };
}
