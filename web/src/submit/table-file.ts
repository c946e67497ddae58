// The file or text that somebody wants to submit, and what can be said of it before it is sent;
// knows no request.

/** A table: what is sent, and how it is called. */
export type TableFile = { name: string; content: Blob };

/** No setting of a broker takes more in one request. */
const mostBytes = 500_000_000;

/** Says why a file cannot be a table of text, in words; undefined where it may be one. */
export async function problemOfFile({ content }: TableFile): Promise<string | undefined> {
	if (content.size === 0) return 'There is nothing in it.';
	if (content.size > mostBytes) {
		return 'It has more than 500 megabytes, which no request may have. Load it on the command line instead.';
	}
	const begin = new Uint8Array(await content.slice(0, 4).arrayBuffer());
	const isWorkbook = signatures.some((signature) => signature.every((byte, at) => begin[at] === byte));
	if (!isWorkbook) return undefined;
	return 'This is a workbook or an archive. Save the sheet as CSV (in Excel: “CSV UTF-8”) and choose that file.';
}

/** ZIP archives, which newer workbooks are, and the older form of workbooks. */
const signatures = [
	[0x50, 0x4b, 0x03, 0x04],
	[0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** Makes a file of pasted rows. */
export function pastedTable(text: string): TableFile {
	return { name: 'pasted rows', content: new Blob([text]) };
}
