// A stretch of a file's records, ready to be submitted as one event; knows no fields.

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
