// Reads a file of any dialect as a stream of chunks of the broker's own link objects, ready to be
// submitted.
import { BrokerError } from '../../errors.ts';
import { readingLimits } from '../../links/limits.ts';
import { type Blocks, peek } from '../files/blocks.ts';
import type { ChunkLimits, RecordChunk } from '../json/chunk-builder.ts';
import { createRecordSplitter } from '../json/split-records.ts';
import { createReadingBounds, type ReadingBounds } from '../reading-bounds.ts';
import { mayBeLink } from '../scholix/record-reading.ts';
import { type Dialect, type Syntax, scholix } from './dialect.ts';
import { dialectNamed, dialectOf, unknownDialect } from './dialects.ts';
import { jsonDocuments, type PlacedDocument, syntaxOf, textDocuments } from './syntaxes/documents.ts';
import { mayBeWorkbook } from './syntaxes/encoding.ts';
import {
	type Bounded,
	createTranslator,
	type LinkChunk,
	type TranslateOptions,
	type Translation,
	type Translator,
} from './translator.ts';

export type { LinkChunk, PlacedCell, TranslateOptions, Translation } from './translator.ts';

/** So many documents of JSON are held at once. */
const documentsAtOnce = 100;
/** Excel allows no longer names of sheets. */
const longestSheet = 31;
const headBytes = 2 ** 16;

/**
 * Translates the blocks of a file. Records of the broker's own form are handed out byte for byte;
 * of all others what they say, as link objects, with the line of the record that says it. `onEnd`
 * receives what the file held. Fails with `bad-file` where its dialect is not known, where nobody is
 * named who says its links, where it is damaged, or where it goes beyond the bounds.
 */
export async function* translateFile(
	file: string,
	blocks: Blocks,
	options: TranslateOptions,
	limits: ChunkLimits,
	onEnd: (translation: Translation) => void,
): AsyncGenerator<LinkChunk> {
	const { head, rest } = await peek(blocks, headBytes);
	if (head.length === 0) return;
	const isWorkbook = mayBeWorkbook(head);
	const seen = isWorkbook ? 'table' : syntaxOf(head);
	const chosen = chosenDialect(options, seen);
	const syntax = chosen?.syntax ?? seen;
	const bounds = createReadingBounds(file, options);
	const translator = createTranslator(file, options, { limits, bounds });
	const content = isWorkbook ? await sheetOf(file, rest, bounds, translator) : rest;
	const form = { ...options, syntax, file: isWorkbook ? `The first filled sheet of ${file}` : file };
	if (options.from === scholix || syntax === 'json') {
		yield* translateJson(file, content, { chosen, translator, limits, bounds, isScholix: options.from === scholix });
	} else {
		let dialect = chosen;
		for await (const placed of textDocuments(syntax, file, content, bounds, translator.leaveOut)) {
			if (dialect === undefined && 'document' in placed) dialect = foundDialect(placed, form);
			yield* translator.add(placed, dialect);
		}
	}
	yield* translator.finish();
	const translation = translator.translation();
	if (translation.records === 0 && syntax !== 'json' && isFilled(head)) throw unknownForm(form.file, chosen);
	onEnd(translation);
}

/** Reads a workbook as the table in its first sheet; its packages are loaded where a file needs them. */
async function sheetOf(file: string, blocks: Blocks, bounds: ReadingBounds, { leaveOut }: Translator): Promise<Blocks> {
	const { readWorkbook } = await import('./syntaxes/read-workbook.ts');
	return readWorkbook(blocks, { file, bounds, onUnread: (sheets) => sheets.map(unreadSheet).forEach(leaveOut) });
}

function unreadSheet(name: string): string {
	return `the further sheet ${JSON.stringify(name.slice(0, longestSheet))} of the workbook`;
}

/** Where the columns of a table are given, it is a table of one's own, unless its JSON says what it is. */
function chosenDialect({ from, supplied }: TranslateOptions, seen: Syntax): Dialect | undefined {
	const isFound = from === undefined && (supplied.columns === undefined || seen === 'json');
	return isFound ? undefined : namedDialect(from ?? 'table', seen);
}

function namedDialect(name: string, syntax: Syntax): Dialect | undefined {
	if (name === scholix) return undefined;
	const dialect = dialectNamed(name, syntax);
	if (dialect !== undefined) return dialect;
	throw unknownDialect(name);
}

function isFilled(head: Uint8Array): boolean {
	return new TextDecoder().decode(head).trim() !== '';
}

function foundDialect(
	{ document }: Extract<PlacedDocument, { document: unknown }>,
	{ syntax, file, takeAnyTable }: Pick<TranslateOptions, 'takeAnyTable'> & { syntax: Syntax; file: string },
): Dialect {
	const found = dialectOf(syntax, document as never) ?? (takeAnyTable ? dialectNamed('table', syntax) : undefined);
	if (found === undefined || found.syntax !== syntax) throw unknownForm(file);
	return found;
}

/** Says that a file is of no dialect, or not of the chosen one. */
export function unknownForm(file: string, chosen?: Dialect): BrokerError {
	if (chosen) return new BrokerError('bad-file', `${file} contains no record of the dialect ${chosen.name}.`);
	const advice = 'name it with --from (over HTTP, with dialect=); `link-broker dialects` lists all';
	return new BrokerError('bad-file', `${file} is of no dialect that is known; ${advice}.`);
}

type JsonOptions = Bounded & { chosen: Dialect | undefined; translator: Translator; isScholix: boolean };

async function* translateJson(
	file: string,
	blocks: Blocks,
	{ chosen, translator, limits, bounds, isScholix }: JsonOptions,
): AsyncGenerator<LinkChunk> {
	// What is the broker's own is handed out as it is split, so the limits are those of a chunk.
	const own = createRecordSplitter(file, limits, bounds);
	const atOnce = { maxLinks: documentsAtOnce, maxBytes: readingLimits.documentLength };
	const others = createRecordSplitter(file, atOnce, bounds);
	let dialect = chosen;
	const splitter = chosen === undefined ? own : others;
	let isOwn: boolean | undefined = isScholix ? true : chosen === undefined ? undefined : false;
	const take = function* (chunks: RecordChunk[]): Generator<LinkChunk> {
		for (const chunk of chunks) {
			if (isOwn === undefined) {
				const first = firstDialect(file, chunk);
				isOwn = first === scholix;
				dialect = first === scholix ? undefined : first;
			}
			if (isOwn) {
				translator.countOwn(chunk);
				yield { chunk, dialect: scholix, replacement: undefined };
			} else for (const placed of jsonDocuments(chunk, bounds)) yield* translator.add(placed, dialect);
		}
	};
	for await (const block of blocks) yield* take(splitter.push(block));
	yield* take(splitter.finish());
}

/** Finds the dialect of the first record that is of any. */
function firstDialect(file: string, chunk: RecordChunk): Dialect | typeof scholix {
	let isDamaged = false;
	for (const placed of jsonDocuments(chunk)) {
		if ('problem' in placed) isDamaged = true;
		else {
			const dialect = dialectOf('json', placed.document);
			if (dialect !== undefined) return dialect;
			if (mayBeLink(placed.document)) return scholix;
		}
	}
	// What is wrong with the text is of more help than that its dialect is not known.
	if (isDamaged) return scholix;
	throw unknownForm(file);
}
