// Writes texts as a POSIX shell takes them.

const plain = /^[\w./,:@%+=-]+$/;

/** Writes a text as one word, in quotation marks where it needs them. */
export function shellWord(text: string): string {
	return plain.test(text) ? text : shellQuoted(text);
}

/** Writes a text in quotation marks, within which nothing has a meaning. */
export function shellQuoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
