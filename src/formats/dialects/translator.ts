// Translates the documents of a file one by one into chunks of link objects, and counts what they
// held.
import { BrokerError } from '../../errors.ts';
import { partsOf } from '../../links/limits.ts';
import { createNameTally, type NameCount } from '../../links/name-counts.ts';
import type { ChunkLimits, RecordChunk } from '../json/chunk-builder.ts';
import type { ReadingBounds } from '../reading-bounds.ts';
import {
	type Dialect,
	type Replacement,
	type Supplied,
	scholix,
	type TableReading,
	type WrongCell,
} from './dialect.ts';
import { createRecordChunks, type RecordChunks } from './record-chunks.ts';
import type { PlacedDocument } from './syntaxes/documents.ts';
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
	/** The provider of links for which the file names none, instead of that of the dialect. */
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
	/** Reads a table of unknown form as the user's own, instead of refusing it. */
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
	/** The provider of links for which the file names none. */
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

const mostWrongCells = 100;

export type Translator = ReturnType<typeof createTranslator>;
export type Bounded = { limits: ChunkLimits; bounds: ReadingBounds };

/** Creates it for one file; `limits` are those of the chunks, `bounds` those of reading. */
export function createTranslator(file: string, options: TranslateOptions, { limits, bounds }: Bounded) {
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

function fixedColumns(dialect: string): BrokerError {
	return new BrokerError(
		'bad-query',
		`The columns of ${dialect} are fixed. Column roles can be chosen for your own tables only.`,
	);
}
