// Quotes texts for a POSIX shell.

/** Writes a text in single quotes, in which no character is special. */
export function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
