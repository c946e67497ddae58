// Reads a file of any dialect as a stream of chunks of the broker's own link objects, ready to be
// submitted; judges no link.
import { BrokerError } from '../../errors.ts';
import { createNameTally, type NameCount } from '../../links/name-counts.ts';
import { type ChunkLimits, createChunkBuilder } from '../json/chunk-builder.ts';
import type { RecordChunk } from '../json/record-chunk.ts';
import { createRecordSplitter } from '../json/split-records.ts';
import type { Dialect, Frame, Told } from './dialect.ts';
import { dialectNamed, dialectOf } from './dialects.ts';
import { frameOf, jsonDocuments, type PlacedDocument, textDocuments } from './frames/documents.ts';
import { type Defaults, type WrittenLink, writeRecord } from './write-record.ts';

type Blocks = AsyncIterable<Uint8Array>;

/** How a file is to be read. */
export type TranslateOptions = {
	/** The name of its dialect; undefined: what it holds tells. */
	from?: string | undefined;
	told: Told;
	/** Who says what nobody is named for, in place of what the dialect says itself. */
	provider?: string | undefined;
	/** The date of links that have none. */
	date: string;
	/** Reports documents that cannot be read, instead of ending at the first. */
	skipInvalid: boolean;
};

/** What a file held. */
export type Translation = {
	file: string;
	/** `scholix` for the broker's own form. */
	dialect: string;
	records: number;
	links: number;
	/** How many of the links have a date of their own. */
	dated: number;
	/** How many links say each relation. */
	relations: readonly NameCount[];
	/** What is no link, and why. */
	leftOut: readonly NameCount[];
	/** Documents that cannot be read, by line. */
	refused: readonly { line: number; problem: string }[];
};

/** The name of the broker's own form. */
export const scholix = 'scholix';

/** So many documents of JSON are held at once. */
const documentsAtOnce = 100;
const largestDocument = 2 ** 27;
const headBytes = 2 ** 16;

/**
 * Translates the blocks of a file. Records of the broker's own form are handed out byte for byte;
 * of all others what they say, as link objects, with the line of the record that says it. `onEnd` is
 * told what the file held. Fails with `bad-file` where its dialect is not known, where nobody is
 * named who says its links, or where it is damaged.
 */
export async function* translateFile(
	file: string,
	blocks: Blocks,
	options: TranslateOptions,
	limits: ChunkLimits,
	onEnd: (translation: Translation) => void,
): AsyncGenerator<RecordChunk> {
	const { head, rest } = await peek(blocks, headBytes);
	if (head.length === 0) return;
	const seen = frameOf(head);
	const chosen = options.from === undefined ? undefined : namedDialect(options.from, seen);
	const frame = chosen?.frame ?? seen;
	const translator = createTranslator(file, options, limits);
	if (options.from === scholix || frame === 'json') {
		yield* translateJson(file, rest, { chosen, translator, limits, isScholix: options.from === scholix });
	} else {
		let dialect = chosen;
		for await (const placed of textDocuments(frame, file, rest)) {
			if (dialect === undefined && 'document' in placed)
				dialect = dialectOf(frame, placed.document as never) ?? unknownForm(file);
			yield* translator.add(placed, dialect);
		}
	}
	yield* translator.finish();
	onEnd(translator.translation());
}

function namedDialect(name: string, frame: Frame): Dialect | undefined {
	if (name === scholix) return undefined;
	const dialect = dialectNamed(name, frame);
	if (dialect !== undefined) return dialect;
	throw new BrokerError(
		'bad-query',
		`There is no dialect ${JSON.stringify(name)}; \`link-broker dialects\` lists them.`,
	);
}

function unknownForm(file: string): never {
	const advice = 'name its dialect with --from; `link-broker dialects` lists them';
	throw new BrokerError('bad-file', `${file} is of no dialect that is known by what it holds; ${advice}.`);
}

type Translator = ReturnType<typeof createTranslator>;
type JsonOptions = { chosen: Dialect | undefined; translator: Translator; limits: ChunkLimits; isScholix: boolean };

async function* translateJson(
	file: string,
	blocks: Blocks,
	{ chosen, translator, limits, isScholix }: JsonOptions,
): AsyncGenerator<RecordChunk> {
	// What is the broker's own is handed out as it is split, so the limits are those of a chunk.
	const own = createRecordSplitter(file, limits);
	const others = createRecordSplitter(file, { maxLinks: documentsAtOnce, maxBytes: largestDocument });
	let dialect = chosen;
	const splitter = chosen === undefined ? own : others;
	let isOwn: boolean | undefined = isScholix ? true : chosen === undefined ? undefined : false;
	const take = function* (chunks: RecordChunk[]): Generator<RecordChunk> {
		for (const chunk of chunks) {
			if (isOwn === undefined) {
				dialect = firstDialect(chunk);
				isOwn = dialect === undefined;
			}
			if (isOwn) {
				translator.countOwn(chunk);
				yield chunk;
			} else for (const placed of jsonDocuments(chunk)) yield* translator.add(placed, dialect);
		}
	};
	for await (const block of blocks) yield* take(splitter.push(block));
	yield* take(splitter.finish());
}

/** Finds the dialect of the first record that is JSON; undefined where that is the broker's own. */
function firstDialect(chunk: RecordChunk): Dialect | undefined {
	for (const placed of jsonDocuments(chunk)) {
		if ('document' in placed) return dialectOf('json', placed.document);
	}
	return undefined;
}

function createTranslator(file: string, options: TranslateOptions, limits: ChunkLimits) {
	const builder = createChunkBuilder(file, limits);
	const relations = createNameTally();
	const leftOut = createNameTally();
	const refused: { line: number; problem: string }[] = [];
	const counts = { dialect: scholix, records: 0, links: 0, dated: 0 };

	function refuse(line: number, problem: string): void {
		if (!options.skipInvalid) throw new BrokerError('bad-file', `${file}, line ${line}: this ${problem}.`);
		refused.push({ line, problem });
	}

	function addLink(link: WrittenLink, line: number): void {
		counts.links++;
		relations.add(link.RelationshipType.Name, 1);
		builder.begin(line);
		builder.add(Buffer.from(JSON.stringify(link)));
	}

	return {
		/** Translates a document; hands out chunks as they become whole. */
		*add(placed: PlacedDocument, dialect: Dialect | undefined): Generator<RecordChunk> {
			if (dialect === undefined) return;
			counts.dialect = dialect.name;
			if ('problem' in placed) {
				refuse(placed.line, placed.problem);
				return;
			}
			const defaults: Defaults = { provider: options.provider ?? dialect.provider, date: options.date };
			for (const record of dialect.read(placed.document as never, options.told)) {
				const line = record.line ?? placed.line;
				const written = writeRecord(record, defaults);
				counts.records++;
				counts.dated += written.dated;
				for (const reason of written.leftOut) leftOut.add(reason, 1);
				for (const link of written.links) addLink(link, line);
				yield* builder.ready.splice(0);
			}
		},
		countOwn({ links }: RecordChunk): void {
			counts.records += links;
			counts.links += links;
			counts.dated += links;
		},
		*finish(): Generator<RecordChunk> {
			builder.finish();
			yield* builder.ready.splice(0);
		},
		translation: (): Translation => ({
			...{ file, ...counts, refused },
			...{ relations: relations.mostFrequent(), leftOut: leftOut.mostFrequent() },
		}),
	};
}

/** Looks at the first bytes and gives them back with the rest. */
async function peek(blocks: Blocks, bytes: number): Promise<{ head: Uint8Array; rest: Blocks }> {
	const iterator = blocks[Symbol.asyncIterator]();
	const held: Uint8Array[] = [];
	for (let length = 0; length < bytes; ) {
		const { value, done } = await iterator.next();
		if (done) break;
		held.push(value);
		length += value.length;
	}
	return { head: Buffer.concat(held).subarray(0, bytes), rest: joined(held, iterator) };
}

async function* joined(held: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
	try {
		yield* held;
		yield* { [Symbol.asyncIterator]: () => iterator };
	} finally {
		// Closes the file where the reader stops early.
		await iterator.return?.();
	}
}
