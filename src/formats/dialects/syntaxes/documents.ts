// Splits a file into documents, by the syntax that it has.
import { isAscii } from 'node:buffer';
import { BrokerError } from '../../../errors.ts';
import { readingLimits } from '../../../links/limits.ts';
import { blockBytes } from '../../files/blocks.ts';
import type { FileRecord, RecordChunk } from '../../json/chunk-builder.ts';
import { parseJson } from '../../json/json-text.ts';
import { createReadingBounds, type ReadingBounds } from '../../reading-bounds.ts';
import type { DocumentOf, Syntax } from '../dialect.ts';
import { encodingOf, undeclaredEncoding } from './encoding.ts';
import { readBibtex } from './read-bibtex.ts';
import { readTable } from './read-table.ts';
import { isTagged, readTagged } from './read-tagged.ts';

/** A document and the line in which it begins, or why a stretch of the file is none. */
export type PlacedDocument<F extends Syntax = Syntax> =
	| { document: DocumentOf[F]; line: number }
	| { problem: string; line: number };

/** Returns the syntax of a file by its beginning, of some kilobytes. */
export function syntaxOf(head: Uint8Array): Syntax {
	const text = decode(head).trimStart();
	if (text.startsWith('{') || text.startsWith('[')) return 'json';
	if (text.startsWith('<')) return 'xml';
	if (/^[@%]/.test(text) && /^[ \t]*@\w+\s*[{(]/m.test(text)) return 'bibtex';
	// Databases write their name and a date before the first entry.
	if (/^@[a-z]+\{[^\s,{}]{1,200},\s*$/im.test(text)) return 'bibtex';
	if (isTagged(text)) return 'tagged';
	if (/^cff-version\s*:/m.test(text)) return 'yaml';
	return 'table';
}

/** Reads the records of a chunk as JSON, each by itself; their values count towards the bounds. */
export function* jsonDocuments({ records }: RecordChunk, bounds?: ReadingBounds): Generator<PlacedDocument<'json'>> {
	for (const record of records) {
		bounds?.nextDocument();
		yield jsonDocument(record, bounds);
	}
}

/** Parses a record. Its text is released before the document is read. */
function jsonDocument({ bytes, line }: FileRecord, bounds: ReadingBounds | undefined): PlacedDocument<'json'> {
	const parsed = parseJson(bytes);
	if ('error' in parsed) return { problem: `is not JSON: ${parsed.error.message}`, line: line + parsed.error.line - 1 };
	bounds?.add(parsed.values, line);
	return { document: parsed.value, line };
}

/**
 * Reads the documents of a file that is not JSON, within the bounds. `leaveOut` receives why
 * something of it belongs to no document. Fails with `bad-file` where it is damaged.
 */
export async function* textDocuments(
	syntax: Exclude<Syntax, 'json'>,
	file: string,
	blocks: AsyncIterable<Uint8Array>,
	bounds = createReadingBounds(file),
	leaveOut: (reason: string) => void = () => undefined,
): AsyncGenerator<PlacedDocument> {
	if (syntax === 'table') {
		const rows = readTable(decoded(blocks), bounds, () => leaveOut('a row before the names of the columns'));
		for await (const row of named(file, rows)) yield { document: row, line: row.line };
		return;
	}
	const text = await wholeText(file, blocks);
	// Their packages are loaded where a file needs them.
	if (syntax === 'xml') {
		const { readXml } = await import('./read-xml.ts');
		for (const root of readXml(text, file, bounds)) yield { document: root, line: root.line };
	}
	if (syntax === 'yaml') {
		const { readYaml } = await import('./read-yaml.ts');
		for (const { value, line } of readYaml(text, file, bounds)) yield { document: value, line };
	}
	if (syntax === 'bibtex')
		for (const entry of readBibtex(text, file, bounds)) yield { document: entry, line: entry.line };
	if (syntax === 'tagged')
		for (const entry of readTagged(text, file, bounds)) yield { document: entry, line: entry.line };
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
		if (length > readingLimits.documentLength) {
			const most = readingLimits.documentLength;
			throw new BrokerError('bad-file', `${file} is one document of more than ${most} characters; split it.`);
		}
	}
	return pieces.join('');
}

/**
 * Decodes in pieces, also a body, which comes as one block. An encoding that is not declared shows in
 * the first block that is not ASCII, which may be far behind the beginning.
 */
async function* decoded(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let decoder: TextDecoder | undefined;
	let isPlain = true;
	for await (const block of blocks) {
		const isFirst = decoder === undefined;
		decoder ??= new TextDecoder(encodingOf(block));
		if (isPlain && !isAscii(block)) {
			isPlain = false;
			if (!isFirst && decoder.encoding === 'utf-8') decoder = new TextDecoder(undeclaredEncoding(block));
		}
		for (let at = 0; at < block.length; at += blockBytes) {
			yield decoder.decode(block.subarray(at, at + blockBytes), { stream: true });
		}
	}
	if (decoder) yield decoder.decode();
}

function decode(head: Uint8Array): string {
	return new TextDecoder(encodingOf(head)).decode(head);
}
