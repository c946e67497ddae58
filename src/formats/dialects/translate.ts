// Reads a file of any dialect as a stream of chunks of the broker's own link objects, ready to be
// submitted.
import { BrokerError } from '../../errors.ts';
import { partsOf, readingLimits } from '../../links/limits.ts';
import { createNameTally, type NameCount } from '../../links/name-counts.ts';
import { type Blocks, peek } from '../files/blocks.ts';
import type { ChunkLimits, RecordChunk } from '../json/chunk-builder.ts';
import { createRecordSplitter } from '../json/split-records.ts';
import { createReadingBounds, type ReadingBounds } from '../reading-bounds.ts';
import { mayBeLink } from '../scholix/record-reading.ts';
import {
	type Dialect,
	type Replacement,
	type Supplied,
	type Syntax,
	scholix,
	type TableReading,
	type WrongCell,
} from './dialect.ts';
import { dialectNamed, dialectOf, unknownDialect } from './dialects.ts';
import { createRecordChunks, type RecordChunks } from './record-chunks.ts';
import { jsonDocuments, type PlacedDocument, syntaxOf, textDocuments } from './syntaxes/documents.ts';
import { mayBeWorkbook } from './syntaxes/encoding.ts';
import { type Defaults, type WrittenLink, type WrittenPart, writeRecord } from './write-record.ts';

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
	/** The file withdraws its links: the statements of their providers about them are withdrawn. */
	isWithdrawn?: true;
};

/** How a file is to be read. */
export type TranslateOptions = {
	/** The name of its dialect; undefined: it is detected. */
	from?: string | undefined;
	supplied: Supplied;
	/** Who says what nobody is named for, in place of what the dialect says itself. */
	provider?: string | undefined;
	/** The date of links that have none. */
	date: string;
	/** Reports documents that cannot be read, instead of ending at the first. */
	skipInvalid: boolean;
	/**
	 * What becomes of links that the file withdraws: chunks of their own (where nothing is
	 * set), no links, or links as all others.
	 */
	withdrawn?: 'apart' | 'left out' | 'as others';
	/** Reads a table of no dialect as one of one's own, instead of refusing it. */
	takeAnyTable?: boolean;
	/** A file of any size: its documents are counted alone, not together (see readingLimits). */
	isStream?: boolean;
	/** The most parts of each, if not those of a body. */
	mostParts?: number;
};

/** A wrong cell of a table, and the line in which its row begins. */
export type PlacedCell = WrongCell & { line: number };

/** What a file held. */
export type Translation = {
	file: string;
	/** `scholix` for the broker's own form. */
	dialect: string;
	records: number;
	links: number;
	/** Links that it withdraws. */
	withdrawn: number;
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
	/** How many cells do not hold what their columns do, and the first hundred of them. */
	wrongCells: { count: number; first: readonly PlacedCell[] };
	/** What the columns of a table were taken for. */
	table?: TableReading;
	/** Documents that cannot be read, by line. */
	refused: readonly { line: number; problem: string }[];
};

/** Why a withdrawn link is left out of a submission that asserts links. */
const withdrawnHere = 'a withdrawn link: to withdraw it here, submit it with action=withdraw';

/** Why a document says nothing. */
const noRecord = 'a document without a record of this dialect';

/** So many documents of JSON are held at once. */
const mostWrongCells = 100;
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

function fixedColumns(dialect: string): BrokerError {
	return new BrokerError(
		'bad-query',
		`The columns of ${dialect} are fixed. Column roles can be chosen for your own tables only.`,
	);
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

type Translator = ReturnType<typeof createTranslator>;
type Bounded = { limits: ChunkLimits; bounds: ReadingBounds };
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

function createTranslator(file: string, options: TranslateOptions, { limits, bounds }: Bounded) {
	const chunks = createRecordChunks(file, limits);
	const withdrawn = createRecordChunks(file, limits);
	// The pairs of objects of the links in it, which are withdrawn after what is in `chunks`.
	const withdrawnBetween = new Set<string>();
	const relations = createNameTally();
	const leftOut = createNameTally();
	const refused: { line: number; problem: string }[] = [];
	const wrongCells = { count: 0, first: [] as PlacedCell[] };
	let table: TableReading | undefined;
	const counts = { dialect: scholix, records: 0, links: 0, withdrawn: 0, described: 0, dated: 0 };
	let rules: Pick<Translation, 'dateRule' | 'provider'> = { dateRule: undefined, provider: undefined };
	let replacement: Replacement | undefined;
	function* ready(): Generator<LinkChunk> {
		for (const one of chunks.ready()) yield { ...one, dialect: counts.dialect, replacement };
	}

	/** Hands out all that is held: what is asserted, and then what is withdrawn. */
	function* flush(): Generator<LinkChunk> {
		chunks.finish();
		yield* ready();
		withdrawn.finish();
		withdrawnBetween.clear();
		for (const { chunk } of withdrawn.ready()) yield { chunk, dialect: counts.dialect, replacement, isWithdrawn: true };
	}

	function* addWithdrawn(link: WrittenLink, line: number): Generator<LinkChunk> {
		counts.withdrawn++;
		withdrawnBetween.add(between(link));
		withdrawn.begin(line, false);
		addTo(withdrawn, link, line);
		if (withdrawnBetween.size >= limits.maxLinks) yield* flush();
	}

	function* addPart(part: WrittenPart, line: number): Generator<LinkChunk> {
		if (part.kind === 'left out') {
			leftOut.add(part.reason);
			bounds.add(partsOf.leftOut, line);
			return;
		}
		const { kind, link } = part;
		if (kind === 'withdrawn' && options.withdrawn === 'left out') leftOut.add(withdrawnHere);
		else if (kind === 'withdrawn' && options.withdrawn !== 'as others') yield* addWithdrawn(link, line);
		else {
			if (kind === 'description') counts.described++;
			else {
				counts.links++;
				if (kind === 'link' && part.isDated) counts.dated++;
				relations.add(link.RelationshipType.Name);
			}
			// A link that is asserted after it was withdrawn counts.
			if (withdrawnBetween.size > 0 && withdrawnBetween.has(between(link))) yield* flush();
			addTo(chunks, link, line);
			yield* ready();
		}
	}

	/** What a record says once may stand in each of its links. */
	function addTo(into: RecordChunks, link: WrittenLink, line: number): void {
		bounds.add(into.add(link) * partsOf.writtenCharacters, line);
	}

	function refuse(line: number, problem: string): void {
		if (!options.skipInvalid) throw new BrokerError('bad-file', `${file}, line ${line}: this ${problem}.`);
		refused.push({ line, problem });
	}

	/** Reports wrong cells by their place, and how many there are of each kind. */
	function addWrongCells(cells: readonly WrongCell[], line: number): void {
		for (const cell of cells.toSorted((one, other) => one.column - other.column)) {
			wrongCells.count++;
			if (wrongCells.first.length < mostWrongCells) wrongCells.first.push({ line, ...cell });
			leftOut.add(`${cell.problem} in column ${cell.column} (${cell.name})`);
		}
	}

	/** Finds out once a file how its columns are read. */
	function readLayout(document: never, dialect: Dialect): void {
		const layout = dialect.layout?.(document, options.supplied);
		if (layout === undefined) {
			if (options.supplied.columns !== undefined) throw fixedColumns(dialect.name);
			return;
		}
		if ('problem' in layout) throw new BrokerError('bad-file', `${file}: ${layout.problem}.`);
		table = layout;
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
			if (counts.records === 0 && table === undefined) readLayout(placed.document as never, dialect);
			const defaults: Defaults = { provider: rules.provider, date: options.date };
			const before = counts.records;
			for (const record of dialect.read(placed.document as never, options.supplied)) {
				const line = record.line ?? placed.line;
				counts.records++;
				addWrongCells(record.wrongCells ?? [], line);
				chunks.begin(line, replacement === 'record');
				for (const part of writeRecord(record, defaults)) yield* addPart(part, line);
				chunks.end();
				yield* ready();
			}
			// A file may go on in another form than it began.
			if (counts.records === before) leftOut.add(noRecord);
		},
		/** Reports something that is part of no document. */
		leaveOut: (reason: string): void => leftOut.add(reason),
		countOwn({ links }: RecordChunk): void {
			if (options.supplied.columns !== undefined) throw fixedColumns(scholix);
			counts.records += links;
			counts.links += links;
			counts.dated += links;
		},
		*finish(): Generator<LinkChunk> {
			yield* flush();
		},
		translation: (): Translation => ({
			...{ file, ...counts, ...rules, date: options.date, refused, wrongCells },
			...(table && { table }),
			...{ relations: relations.mostFrequent(), leftOut: leftOut.mostFrequent() },
		}),
	};
}

/** Names the two objects of a link, whichever is its Source. */
function between({ Source, Target }: WrittenLink): string {
	const names = [Source, Target].map(({ Identifier: [first] }) => `${first?.IDScheme}:${first?.ID}`.toLowerCase());
	return names.sort().join('\n');
}
