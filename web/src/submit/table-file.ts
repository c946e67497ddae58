// The file or text that somebody wants to submit, and what can be said of it before it is sent;
// knows no request.
import { isWorkbook, pastedName, problem } from '../../../src/http/pages/operator/submit/submit-words.ts';

/** A table: what is sent, and how it is called. */
export type TableFile = { name: string; content: Blob };

/** No setting of a broker takes more in one request. */
const mostBytes = 500_000_000;

/** Says why a file cannot be a table of text, in words; undefined where it may be one. */
export async function problemOfFile({ content }: TableFile): Promise<string | undefined> {
	if (content.size === 0) return problem.empty;
	if (content.size > mostBytes) {
		return 'It has more than 500 megabytes, which no request may have. Load it on the command line instead.';
	}
	const begin = new Uint8Array(await content.slice(0, 4).arrayBuffer());
	return isWorkbook(begin) ? problem.workbook : undefined;
}

/** Makes a file of pasted rows. */
export function pastedTable(text: string): TableFile {
	return { name: pastedName, content: new Blob([text]) };
}
