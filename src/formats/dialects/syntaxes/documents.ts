// Splits a file into documents, by the syntax that it has.
import { BrokerError } from '../../../errors.ts';
import type { RecordChunk } from '../../json/chunk-builder.ts';
import { parseJson } from '../../json/json-text.ts';
import type { DocumentOf, Syntax } from '../dialect.ts';
import { encodingOf } from './encoding.ts';
import { readBibtex } from './read-bibtex.ts';
import { readTable } from './read-table.ts';

/** A document and the line in which it begins, or why a stretch of the file is none. */
export type PlacedDocument<F extends Syntax = Syntax> =
	| { document: DocumentOf[F]; line: number }
	| { problem: string; line: number };

/** Texts of XML, YAML and BibTeX are read whole; so long may they be, in UTF-16 units. */
export const longestText = 2 ** 27;

/** Returns the syntax of a file by its beginning, of some kilobytes. */
export function syntaxOf(head: Uint8Array): Syntax {
	const text = decode(head).trimStart();
	if (text.startsWith('{') || text.startsWith('[')) return 'json';
	if (text.startsWith('<')) return 'xml';
	if (/^[@%]/.test(text) && /^[ \t]*@\w+\s*[{(]/m.test(text)) return 'bibtex';
	if (/^cff-version\s*:/m.test(text)) return 'yaml';
	return 'table';
}

/** Reads the records of a chunk as JSON, each by itself. */
export function* jsonDocuments({ records }: RecordChunk): Generator<PlacedDocument<'json'>> {
	for (const record of records) yield jsonDocument(record);
}

/** Its text is not held while the document is looked at. */
function jsonDocument({ bytes, line }: RecordChunk['records'][number]): PlacedDocument<'json'> {
	const parsed = parseJson(bytes);
	if ('value' in parsed) return { document: parsed.value, line };
	return { problem: `is not JSON: ${parsed.error.message}`, line: line + parsed.error.line - 1 };
}

/** Reads the documents of a file that is not JSON. Fails with `bad-file` where it is damaged. */
export async function* textDocuments(
	syntax: Exclude<Syntax, 'json'>,
	file: string,
	blocks: AsyncIterable<Uint8Array>,
): AsyncGenerator<PlacedDocument> {
	if (syntax === 'table') {
		for await (const row of named(file, readTable(decoded(blocks)))) yield { document: row, line: row.line };
		return;
	}
	const text = await wholeText(file, blocks);
	// Their packages are loaded where a file needs them.
	if (syntax === 'xml') {
		const { readXml } = await import('./read-xml.ts');
		for (const root of readXml(text, file)) yield { document: root, line: root.line };
	}
	if (syntax === 'yaml') {
		const { readYaml } = await import('./read-yaml.ts');
		for (const { value, line } of readYaml(text, file)) yield { document: value, line };
	}
	if (syntax === 'bibtex') for (const entry of readBibtex(text, file)) yield { document: entry, line: entry.line };
}

/** Puts the file's name before what is wrong in it. */
async function* named<T>(file: string, values: AsyncGenerator<T>): AsyncGenerator<T> {
	try {
		yield* values;
	} catch (cause) {
		if (!(cause instanceof BrokerError) || cause.message.startsWith(file)) throw cause;
		throw new BrokerError('bad-file', `${file}: ${cause.message}`, { cause });
	}
}

async function wholeText(file: string, blocks: AsyncIterable<Uint8Array>): Promise<string> {
	const pieces: string[] = [];
	let length = 0;
	for await (const piece of decoded(blocks)) {
		pieces.push(piece);
		length += piece.length;
		if (length > longestText) {
			throw new BrokerError('bad-file', `${file} is one document of more than ${longestText} characters; split it.`);
		}
	}
	return pieces.join('');
}

async function* decoded(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let decoder: TextDecoder | undefined;
	for await (const block of blocks) {
		decoder ??= new TextDecoder(encodingOf(block));
		yield decoder.decode(block, { stream: true });
	}
	if (decoder) yield decoder.decode();
}

function decode(head: Uint8Array): string {
	return new TextDecoder(encodingOf(head)).decode(head);
}
