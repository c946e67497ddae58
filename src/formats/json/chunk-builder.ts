// Collects the records of a file in chunks of bounded size, each ready to be submitted as one
// event.
import { BrokerError } from '../../errors.ts';
import { partsOf } from '../../links/limits.ts';
import type { ReadingBounds } from '../reading-bounds.ts';
import { isSpace } from './bytes.ts';
import { parseJson } from './json-text.ts';

/** Bounds a chunk: how many records, and how many bytes its payload has. */
export type ChunkLimits = {
	maxLinks: number;
	maxBytes: number;
};

/**
 * Takes records in pieces of bytes, which must not change afterwards. Whole chunks are in `ready`.
 */
export type ChunkBuilder = {
	/** Begins a record that stands in this line; fails with `bad-file` where it is one too many. */
	begin(line: number): void;
	/**
	 * Adds a piece of the record; fails with `bad-file` where the record alone is larger than a chunk
	 * may be, and with `malformed-json` where it is that because a string or object does not end.
	 */
	append(piece: Uint8Array): void;
	/** Ends the record; white space at its end is dropped. */
	end(): void;
	/** Ends the record as `end` does, but hands it out instead of adding it to a chunk. */
	take(): Uint8Array;
	/** Adds a record that was taken. */
	add(bytes: Uint8Array): void;
	/**
	 * Returns where the record so far stops being JSON, by line of the file, if that is before its end.
	 */
	fault(): { line: number; message: string } | undefined;
	/** Makes a chunk of what is left. */
	finish(): void;
	/** Holds whole chunks, oldest first. */
	ready: RecordChunk[];
};

/** How much white space at the end of a record is accepted beyond the limit. */
const spaceAtEnd = 1 << 16;
const brackets = 2;

/**
 * Starts an empty chunk of a file. Its records count towards `bounds` if they come from others.
 * Each chunk is filled as far as the limits allow.
 */
export function createChunkBuilder(file: string, limits: ChunkLimits, bounds?: ReadingBounds): ChunkBuilder {
	const ready: RecordChunk[] = [];
	let records: FileRecord[] = [];
	let payloadBytes = brackets;
	let recordCount = 0;
	let line = 1;
	let pieces: Uint8Array[] = [];
	let pieceBytes = 0;

	function flush(): void {
		if (records.length === 0) return;
		ready.push(createChunk(file, records));
		records = [];
		payloadBytes = brackets;
	}

	function soFar(): Uint8Array {
		return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
	}

	function fault(): { line: number; message: string } | undefined {
		const parsed = parseJson(soFar());
		if ('value' in parsed || parsed.error.atEnd) return undefined;
		return { line: line + parsed.error.line - 1, message: parsed.error.message };
	}

	function refuseLarge(bytes: number, allowed: number): void {
		if (bytes <= allowed) return;
		const found = fault();
		if (found) throw new BrokerError('malformed-json', `${file}, line ${found.line}: ${found.message}.`);
		const message = `this record alone is larger than ${limits.maxBytes} bytes`;
		throw new BrokerError('bad-file', `${file}, line ${line}: ${message}.`);
	}

	function take(): Uint8Array {
		const whole = withoutSpaceAtEnd(soFar());
		// A large record is not to be held twice.
		pieces = [];
		return whole;
	}

	function add(bytes: Uint8Array): void {
		refuseLarge(bytes.length + brackets, limits.maxBytes);
		if (payloadBytes + 1 + bytes.length > limits.maxBytes) flush();
		payloadBytes += bytes.length + (records.length === 0 ? 0 : 1);
		recordCount++;
		records.push({ bytes, line, number: recordCount });
		if (records.length === limits.maxLinks) flush();
	}

	return {
		ready,
		begin(lineOfRecord) {
			line = lineOfRecord;
			bounds?.nextDocument();
			bounds?.add(partsOf.document, line);
			pieces = [];
			pieceBytes = 0;
		},
		append(piece) {
			pieces.push(piece);
			pieceBytes += piece.length;
			// White space at the end does not count, but an endless record must not fill the memory
			// before it ends.
			refuseLarge(pieceBytes, limits.maxBytes + spaceAtEnd);
		},
		fault,
		take,
		add,
		end: () => add(take()),
		finish: flush,
	};
}

function withoutSpaceAtEnd(bytes: Uint8Array): Uint8Array {
	let end = bytes.length;
	while (end > 0 && isSpace(bytes[end - 1])) end--;
	return bytes.subarray(0, end);
}

/** Holds one record of a file. */
export type FileRecord = {
	/** The record byte for byte as in the file, without white space around it. */
	readonly bytes: Uint8Array;
	/** The line in which it begins, from 1. */
	readonly line: number;
	/** Counts the records of the file, from 1. */
	readonly number: number;
};

/** Holds records of one file that follow each other. */
export type RecordChunk = {
	/** The file's path, or `standard input`. */
	readonly file: string;
	/** One record or more, unless withoutRecords left none. */
	readonly records: readonly FileRecord[];
	/** A JSON array of the records, in memory of its own. */
	readonly payload: Uint8Array<ArrayBuffer>;
	/** How many records the payload holds. */
	readonly links: number;
};

/** Makes a chunk of records. */
export function createChunk(file: string, records: readonly FileRecord[]): RecordChunk {
	const separated = records.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [comma, bytes]));
	const payload = new Uint8Array(Buffer.concat([openArray, ...separated, closeArray]));
	return { file, records, payload, links: records.length };
}

const openArray = Buffer.from('[');
const comma = Buffer.from(',');
const closeArray = Buffer.from(']');

/** Makes the chunk without the records at these positions; it may be left without any. */
export function withoutRecords({ file, records }: RecordChunk, positions: Iterable<number>): RecordChunk {
	const removed = new Set(positions);
	return createChunk(
		file,
		records.filter((_, position) => !removed.has(position)),
	);
}
