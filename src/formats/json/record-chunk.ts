// A stretch of a file's records, ready to be submitted as one event, and the way back from a record to its line; knows no streams.
import { BrokerError, type Problem } from '../../errors.ts';
import type { LinkBatch } from '../../links/link.ts';
import { reportLimits } from '../scholix/limits.ts';
import { readRecords, type Stretch } from '../scholix/read-links.ts';
import { type ParsedJson, parseJson } from './json-text.ts';

/** Holds records of one file that follow each other. The arrays tell of each record where it is, in the payload and in the file. */
export type RecordChunk = {
	/** The file's path, or `standard input`. */
	file: string;
	/** A JSON array of the records, each byte for byte as in the file. */
	payload: Uint8Array<ArrayBuffer>;
	/** How many records the payload holds. */
	links: number;
	/** The line of the first record, from 1. */
	firstLine: number;
	/** Where each record begins and ends in the payload, in bytes. */
	starts: Int32Array;
	ends: Int32Array;
	/** The line in which each record begins, from 1. */
	lines: Int32Array;
	/** Counts each record of the file, from 1. */
	numbers: Int32Array;
};

/** Says what is wrong in one record of a chunk; pointers begin with its position. */
export type WrongChunkRecord = { position: number; line: number; problems: readonly Problem[] };

/**
 * Reads every record of a chunk by itself: the batch that the right ones make, and the wrong ones in order, text that is not JSON included.
 * `withoutRecords` makes the payload that fits the batch. Fails as readRecords does.
 */
export function checkChunk(chunk: RecordChunk): { batch: LinkBatch; wrong: WrongChunkRecord[] } {
	const unparsable = new Map<number, string>();
	const { batch, wrong } = readRecords(parseRecords(chunk, unparsable));
	return {
		batch,
		wrong: wrong.map(({ position, problems }) => {
			const reason = unparsable.get(position);
			const notJson = { pointer: `/${position}`, message: `is not JSON: ${reason}` };
			return { position, line: lineOf(chunk, position), problems: reason === undefined ? problems : [notJson] };
		}),
	};
}

/**
 * Reads a chunk, whole or not at all. Fails with `malformed-json` at the first record that is none, and with `invalid-links`
 * where records are wrong; file and lines are in the messages.
 */
export function readChunk(chunk: RecordChunk): LinkBatch {
	const { batch, wrong } = checkChunk(chunk);
	const [first] = wrong;
	if (first === undefined) return batch;
	const place = placeOf(chunk, first.position);
	const notJson = findUnparsable(chunk);
	if (notJson !== undefined) {
		throw new BrokerError('malformed-json', `${placeOf(chunk, notJson[0])} is not JSON: ${notJson[1]}.`);
	}
	const are = wrong.length === 1 ? 'is' : 'are';
	const lines = `${chunk.firstLine} to ${lineOf(chunk, chunk.links - 1)}`;
	throw new BrokerError(
		'invalid-links',
		`${wrong.length} of ${chunk.links} links in lines ${lines} of ${chunk.file} ${are} not valid. The first problem: ${place}: ${first.problems[0]?.message}.`,
		{ problems: wrong.slice(0, reportLimits.records).flatMap(inLine) },
	);
}

function inLine({ line, problems }: WrongChunkRecord): Problem[] {
	return problems.map((problem) => ({ ...problem, message: `line ${line}: ${problem.message}` }));
}

/** Tells the line of the file in which the record of a pointer begins (`/17/Source` is of record 17); undefined where it names none. */
export function lineOfPointer(chunk: RecordChunk, pointer: string): number | undefined {
	const position = /^\/(\d+)(?:\/|$)/.exec(pointer)?.[1];
	return position === undefined ? undefined : chunk.lines[Number(position)];
}

/** Makes the chunk without the records at these positions, in the order of the file; it may be left without any. */
export function withoutRecords(chunk: RecordChunk, positions: Iterable<number>): RecordChunk {
	const removed = new Set(positions);
	const kept = Array.from(chunk.starts.keys()).filter((position) => !removed.has(position));
	const payload = Buffer.allocUnsafeSlow(chunk.payload.length);
	const starts = new Int32Array(kept.length);
	const ends = new Int32Array(kept.length);
	let length = payload.write('[');
	kept.forEach((position, at) => {
		if (at > 0) length += payload.write(',', length);
		const record = bytesOf(chunk, position);
		payload.set(record, length);
		starts[at] = length;
		length += record.length;
		ends[at] = length;
	});
	length += payload.write(']', length);
	const pick = (numbers: Int32Array) => Int32Array.from(kept, (position) => numbers[position] as number);
	return {
		...chunk,
		payload: payload.subarray(0, length),
		links: kept.length,
		firstLine: kept.length === 0 ? chunk.firstLine : lineOf(chunk, kept[0] as number),
		starts,
		ends,
		lines: pick(chunk.lines),
		numbers: pick(chunk.numbers),
	};
}

// What is read of so many records is forgotten before the next ones are parsed: it need not outlive a collection of garbage.
const stretchLength = 100;

/** Parses the records stretch by stretch; notes the reasons of those that are not JSON. */
function* parseRecords(chunk: RecordChunk, unparsable: Map<number, string>): Generator<Stretch> {
	for (let from = 0; from < chunk.links; from += stretchLength) {
		yield parseStretch(chunk, from, Math.min(from + stretchLength, chunk.links), unparsable);
	}
}

const firstOfByteOrderMark = 0xef;

/** Parses a stretch whole where it is what it should be, else each record by itself, so that one that is not JSON harms no other. */
function parseStretch(chunk: RecordChunk, from: number, to: number, unparsable: Map<number, string>): Stretch {
	const { payload, starts, ends } = chunk;
	const whole = parseAsArray(payload.subarray((starts[from] as number) - 1, (ends[to - 1] as number) + 1));
	if ('value' in whole && Array.isArray(whole.value) && whole.value.length === to - from) {
		return { records: whole.value, riskyText: whole.riskyText };
	}
	const stretch = { records: [] as unknown[], riskyText: false };
	for (let position = from; position < to; position++) {
		const bytes = bytesOf(chunk, position);
		const record = parseJson(bytes);
		// As a text of its own it may begin so, but not in the midst of an array, as which it is kept.
		if (bytes[0] === firstOfByteOrderMark) unparsable.set(position, 'it begins with a byte order mark');
		else if ('error' in record) unparsable.set(position, record.error.message);
		else stretch.riskyText ||= record.riskyText;
		stretch.records.push('value' in record && !unparsable.has(position) ? record.value : undefined);
	}
	return stretch;
}

const brackets = [0x5b, 0x5d] as const;

/** Parses records, with what stands before and after them in the payload: its brackets, or commas, for which brackets stand as long as that takes. */
function parseAsArray(bytes: Uint8Array): ParsedJson {
	const last = bytes.length - 1;
	const around = [bytes[0] as number, bytes[last] as number] as const;
	[bytes[0], bytes[last]] = brackets;
	try {
		return parseJson(bytes);
	} finally {
		[bytes[0], bytes[last]] = around;
	}
}

/** Finds the first record that is not JSON: its position and what is wrong. */
function findUnparsable(chunk: RecordChunk): [position: number, reason: string] | undefined {
	const unparsable = new Map<number, string>();
	for (const _ of parseRecords(chunk, unparsable)) if (unparsable.size > 0) break;
	return unparsable.entries().next().value;
}

function bytesOf({ payload, starts, ends }: RecordChunk, position: number): Uint8Array {
	return payload.subarray(starts[position], ends[position]);
}

function placeOf(chunk: RecordChunk, position: number): string {
	return `${chunk.file}, line ${lineOf(chunk, position)} (record ${chunk.numbers[position]})`;
}

function lineOf(chunk: RecordChunk, position: number): number {
	return chunk.lines[position] as number;
}
