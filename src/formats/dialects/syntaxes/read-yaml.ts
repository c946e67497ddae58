// Reads texts in YAML 1.2 as values.
import { type Document, parseAllDocuments } from 'yaml';
import { BrokerError } from '../../../errors.ts';

/**
 * Reads the documents of a text. Dates stay texts. Fails with `bad-file` where it is no YAML, with
 * the line.
 */
export function* readYaml(text: string, file: string): Generator<{ value: unknown; line: number }> {
	const documents = parseAllDocuments(text, { schema: 'core', prettyErrors: true });
	if (!Array.isArray(documents)) return;
	let line = 1;
	let counted = 0;
	for (const document of documents) {
		const [error] = document.errors;
		if (error) throw notYaml(file, error.linePos?.[0].line ?? 1, error);
		const begin = document.range?.[0] ?? 0;
		line += text.slice(counted, begin).split('\n').length - 1;
		counted = begin;
		yield { value: readValue(document, file, line), line };
	}
}

/** Aliases may make gigabytes of a short text; no dialect needs many. */
function readValue(document: Document.Parsed, file: string, line: number): unknown {
	try {
		return document.toJS({ maxAliasCount: 100 });
	} catch (cause) {
		throw notYaml(file, line, cause as Error);
	}
}

function notYaml(file: string, line: number, cause: Error): BrokerError {
	const reason = cause.message.split(/ at line \d|\n/)[0]?.replace(/[.:]$/, '');
	return new BrokerError('bad-file', `${file}, line ${line}: this is not YAML: ${reason}.`, { cause });
}
