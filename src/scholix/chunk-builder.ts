// Puts the bytes of records together into chunks of bounded size; knows nothing of what surrounds records in a file.
import { BrokerError } from '../errors.ts';
import type { RecordChunk } from './record-chunk.ts';

/** Bounds a chunk: how many records, and how many bytes its payload has. */
export type ChunkLimits = { maxLinks: number; maxBytes: number };

/** Takes records in pieces of bytes. What has become a whole chunk waits in `ready`. */
export type ChunkBuilder = {
	/** Begins a record that stands in this line. */
	begin(line: number): void;
	/** Adds a piece of the record's bytes; fails with `bad-file` where the record alone is larger than a chunk may be. */
	append(bytes: Uint8Array, from: number, to: number): void;
	/** Ends the record; white space at its end is dropped. */
	end(): void;
	/** Makes a chunk of what is left. */
	finish(): void;
	/** Hands out whole chunks, oldest first. */
	ready: RecordChunk[];
};

const bytesAtFirst = 1 << 16;
/** How much white space at the end of a record is borne beyond the limit. */
const spaceAtEnd = 1 << 16;
const brackets = 2;
const comma = 0x2c;
const openArray = 0x5b;
const closeArray = 0x5d;

/** Starts an empty chunk of a file. Each chunk is filled as far as the limits allow. */
export function createChunkBuilder(file: string, limits: ChunkLimits): ChunkBuilder {
	const ready: RecordChunk[] = [];
	let out = newPayload(Math.min(bytesAtFirst, limits.maxBytes));
	let length = 1;
	let starts: number[] = [];
	let ends: number[] = [];
	let lines: number[] = [];
	let recordStart = 1;
	let recordLine = 1;
	let finished = 0;

	/** Makes a chunk of the complete records; the one under way moves on to the next chunk. */
	function flush(): void {
		const end = ends.at(-1) as number;
		const begun = Buffer.from(out.subarray(recordStart, length));
		makeRoom(1);
		out[end] = closeArray;
		ready.push({
			file,
			payload: out.subarray(0, end + 1),
			links: starts.length,
			firstLine: lines[0] as number,
			starts: Int32Array.from(starts),
			ends: Int32Array.from(ends),
			lines: Int32Array.from(lines),
			numbers: Int32Array.from(starts, (_, position) => finished + position + 1),
		});
		finished += starts.length;
		out = newPayload(Math.min(limits.maxBytes, out.length));
		out.set(begun, 1);
		length = 1 + begun.length;
		recordStart = 1;
		starts = [];
		ends = [];
		lines = [];
	}

	/** Makes the buffer larger where this many bytes more do not fit. */
	function makeRoom(bytes: number): void {
		const needed = length + bytes;
		if (needed <= out.length) return;
		const larger = newPayload(Math.max(needed, out.length * 2));
		larger.set(out.subarray(0, length));
		out = larger;
	}

	function refuseLarge(bytes: number, allowed: number): void {
		if (bytes <= allowed) return;
		const message = `this record alone is larger than ${limits.maxBytes} bytes`;
		throw new BrokerError('bad-file', `${file}, line ${recordLine}: ${message}.`);
	}

	return {
		ready,
		begin(line) {
			makeRoom(1);
			if (starts.length > 0) out[length++] = comma;
			recordStart = length;
			recordLine = line;
		},
		append(bytes, from, to) {
			// Not the last word: white space at the end does not count, only must not fill the memory either.
			refuseLarge(length + to - from - recordStart, limits.maxBytes + spaceAtEnd);
			makeRoom(to - from);
			out.set(bytes.subarray(from, to), length);
			length += to - from;
		},
		end() {
			while (length > recordStart && isSpace(out[length - 1])) length--;
			refuseLarge(length - recordStart + brackets, limits.maxBytes);
			if (length + 1 > limits.maxBytes) flush();
			starts.push(recordStart);
			ends.push(length);
			lines.push(recordLine);
			recordStart = length;
			if (starts.length === limits.maxLinks) flush();
		},
		finish() {
			if (starts.length > 0) flush();
		},
	};
}

/** Tells whether a byte is white space of JSON. */
export function isSpace(byte: number | undefined): boolean {
	return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function newPayload(bytes: number): Buffer {
	const payload = Buffer.allocUnsafeSlow(bytes);
	payload[0] = openArray;
	return payload;
}
