// Reads texts in YAML 1.2 as values; it knows no dialect.
import { parseAllDocuments } from 'yaml';
import { BrokerError } from '../../../errors.ts';

/**
 * Reads the documents of a text. Dates stay texts. Fails with `bad-file` where it is no YAML, with
 * the line.
 */
export function* readYaml(text: string, file: string): Generator<{ value: unknown; line: number }> {
	// Aliases may make gigabytes of a short text; no dialect needs them.
	const documents = parseAllDocuments(text, { schema: 'core', prettyErrors: true });
	if (!Array.isArray(documents)) return;
	for (const document of documents) {
		const [error] = document.errors;
		if (error) {
			const [{ line = 1 } = {}] = error.linePos ?? [];
			const reason = error.message.split(/ at line \d|\n/)[0]?.replace(/[.:]$/, '');
			throw new BrokerError('bad-file', `${file}, line ${line}: this is not YAML: ${reason}.`, { cause: error });
		}
		const begin = document.range?.[0] ?? 0;
		yield { value: document.toJS({ maxAliasCount: 100 }), line: text.slice(0, begin).split('\n').length };
	}
}
