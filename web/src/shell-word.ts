// Writes texts as a POSIX shell takes them.

/** Writes a text in quotation marks, within which nothing has a meaning. */
export function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
