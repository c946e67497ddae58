// Reads a file of any dialect as a stream of chunks of the broker's own link objects, ready to be
// submitted; judges no link.
import { BrokerError } from '../../errors.ts';
import { createNameTally, type NameCount } from '../../links/name-counts.ts';
import { type Blocks, peek } from '../files/blocks.ts';
import type { ChunkLimits } from '../json/chunk-builder.ts';
import type { RecordChunk } from '../json/record-chunk.ts';
import { createRecordSplitter } from '../json/split-records.ts';
import type { Dialect, Frame, Replacement, Told } from './dialect.ts';
import { dialectNamed, dialectOf, unknownDialect } from './dialects.ts';
import { frameOf, jsonDocuments, type PlacedDocument, textDocuments } from './frames/documents.ts';
import { createRecordChunks } from './record-chunks.ts';
import { type Defaults, type WrittenLink, writeRecord } from './write-record.ts';

/**
 * Links that are ready to be submitted, and what becomes of those that their records do not say
 * again; undefined where that is for the submitter to say. `continues` is a link of the record that
 * goes on from the chunk before.
 */
export type LinkChunk = {
	chunk: RecordChunk;
	/** The name of the dialect that it is read from. */
	dialect: string;
	replacement: Replacement | undefined;
	continues?: WrittenLink | undefined;
};

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
	/** Objects that are described, and have no link. */
	described: number;
	/** How many of the links have a date of their own. */
	dated: number;
	/** Which date that is, in a few words, and the date of the others. */
	dateRule: string | undefined;
	date: string;
	/** Who says what the file names nobody for. */
	provider: string | undefined;
	/** How many links say each relation. */
	relations: readonly NameCount[];
	/** What is no link, and why. */
	leftOut: readonly NameCount[];
	/** Documents that cannot be read, by line. */
	refused: readonly { line: number; problem: string }[];
};

/** The name of the broker's own form. */
export const scholix = 'scholix';

/** Why a document says nothing. */
const noRecord = 'a document without a record of this dialect';

/** So many documents of JSON are held at once. */
const documentsAtOnce = 100;
const largestDocument = 2 ** 27;
const headBytes = 2 ** 16;

/**
 * Translates the blocks of a file. Records of the broker's own form are handed out byte for byte;
 * of all others what they say, as link objects, with the line of the record that says it. `onEnd`
 * is told what the file held. Fails with `bad-file` where its dialect is not known, where nobody is
 * named who says its links, or where it is damaged.
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
	const translation = translator.translation();
	if (translation.records === 0 && frame !== 'json' && isFilled(head)) unknownForm(file);
	onEnd(translation);
}

function namedDialect(name: string, frame: Frame): Dialect | undefined {
	if (name === scholix) return undefined;
	const dialect = dialectNamed(name, frame);
	if (dialect !== undefined) return dialect;
	throw unknownDialect(name);
}

function isFilled(head: Uint8Array): boolean {
	return new TextDecoder().decode(head).trim() !== '';
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
): AsyncGenerator<LinkChunk> {
	// What is the broker's own is handed out as it is split, so the limits are those of a chunk.
	const own = createRecordSplitter(file, limits);
	const others = createRecordSplitter(file, { maxLinks: documentsAtOnce, maxBytes: largestDocument });
	let dialect = chosen;
	const splitter = chosen === undefined ? own : others;
	let isOwn: boolean | undefined = isScholix ? true : chosen === undefined ? undefined : false;
	const take = function* (chunks: RecordChunk[]): Generator<LinkChunk> {
		for (const chunk of chunks) {
			if (isOwn === undefined) {
				dialect = firstDialect(chunk);
				isOwn = dialect === undefined;
			}
			if (isOwn) {
				translator.countOwn(chunk);
				yield { chunk, dialect: scholix, replacement: undefined };
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
	const chunks = createRecordChunks(file, limits);
	const relations = createNameTally();
	const leftOut = createNameTally();
	const refused: { line: number; problem: string }[] = [];
	const counts = { dialect: scholix, records: 0, links: 0, described: 0, dated: 0 };
	let rules: Pick<Translation, 'dateRule' | 'provider'> = { dateRule: undefined, provider: undefined };
	let replacement: Replacement | undefined;
	const ready = () => chunks.ready().map((ready): LinkChunk => ({ ...ready, dialect: counts.dialect, replacement }));

	function refuse(line: number, problem: string): void {
		if (!options.skipInvalid) throw new BrokerError('bad-file', `${file}, line ${line}: this ${problem}.`);
		refused.push({ line, problem });
	}

	return {
		/** Translates a document; hands out chunks as they become whole. */
		*add(placed: PlacedDocument, dialect: Dialect | undefined): Generator<LinkChunk> {
			if (dialect === undefined) return;
			counts.dialect = dialect.name;
			replacement = dialect.replacement;
			rules = { dateRule: dialect.dateRule, provider: options.provider ?? dialect.provider };
			if ('problem' in placed) {
				refuse(placed.line, placed.problem);
				return;
			}
			const defaults: Defaults = { provider: rules.provider, date: options.date };
			const before = counts.records;
			for (const record of dialect.read(placed.document as never, options.told)) {
				const line = record.line ?? placed.line;
				const written = writeRecord(record, defaults);
				counts.records++;
				counts.dated += written.dated;
				for (const reason of written.leftOut) leftOut.add(reason);
				counts.links += written.links.length;
				counts.described += written.descriptions.length;
				for (const link of written.links) relations.add(link.RelationshipType.Name);
				chunks.add([...written.links, ...written.descriptions], line, replacement === 'record');
				yield* ready();
			}
			// A file may go on in another form than it began.
			if (counts.records === before) leftOut.add(noRecord);
		},
		countOwn({ links }: RecordChunk): void {
			counts.records += links;
			counts.links += links;
			counts.dated += links;
		},
		*finish(): Generator<LinkChunk> {
			chunks.finish();
			yield* ready();
		},
		translation: (): Translation => ({
			...{ file, ...counts, ...rules, date: options.date, refused },
			...{ relations: relations.mostFrequent(), leftOut: leftOut.mostFrequent() },
		}),
	};
}
