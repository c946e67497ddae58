// Puts the bytes of records together into chunks of bounded size; knows nothing of what surrounds records in a file.
import { BrokerError } from '../../errors.ts';
import type { RecordChunk } from './record-chunk.ts';

/** Bounds a chunk: how many records, and how many bytes its payload has. */
export type ChunkLimits = {
	maxLinks: number;
	maxBytes: number;
	/** Tells how many records the next chunk of a file has, where not as many; the first one has as many as allowed. */
	furtherLinks?(): number;
};

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
/** How much larger than the last chunk the next one may become before its bytes move. */
const roomToGrow = 1.25;
const brackets = 2;
const openArray = Buffer.from('[');
const comma = Buffer.from(',');
const closeArray = Buffer.from(']');

/** Starts an empty chunk of a file. Each chunk is filled as far as the limits allow. */
export function createChunkBuilder(file: string, limits: ChunkLimits): ChunkBuilder {
	const ready: RecordChunk[] = [];
	let open = openChunk(Math.min(bytesAtFirst, limits.maxBytes));
	let recordStart = open.length;
	let recordLine = 1;
	let finished = 0;
	let mostLinks = limits.maxLinks;

	/** Makes a chunk of the complete records; the one under way moves on to the next chunk. */
	function flush(): void {
		const begun = open.out.subarray(recordStart, open.length);
		const bytesOfRecord = open.length / open.starts.length;
		mostLinks = Math.min(limits.maxLinks, limits.furtherLinks?.() ?? limits.maxLinks);
		const expected = Math.ceil(bytesOfRecord * Math.min(mostLinks, open.starts.length + 1) * roomToGrow);
		const next = openChunk(Math.min(limits.maxBytes, Math.max(bytesAtFirst, expected)));
		addBytes(next, begun);
		ready.push(closeChunk(open, file, finished));
		finished += open.starts.length;
		open = next;
		recordStart = next.length - begun.length;
	}

	function refuseLarge(bytes: number, allowed: number): void {
		if (bytes <= allowed) return;
		const message = `this record alone is larger than ${limits.maxBytes} bytes`;
		throw new BrokerError('bad-file', `${file}, line ${recordLine}: ${message}.`);
	}

	return {
		ready,
		begin(line) {
			if (open.starts.length > 0) addBytes(open, comma);
			recordStart = open.length;
			recordLine = line;
		},
		append(bytes, from, to) {
			// Not the last word: white space at the end does not count, only must not fill the memory either.
			refuseLarge(open.length + to - from - recordStart, limits.maxBytes + spaceAtEnd);
			addBytes(open, bytes.subarray(from, to));
		},
		end() {
			while (open.length > recordStart && isSpace(open.out[open.length - 1])) open.length--;
			refuseLarge(open.length - recordStart + brackets, limits.maxBytes);
			if (open.length + 1 > limits.maxBytes) flush();
			open.starts.push(recordStart);
			open.ends.push(open.length);
			open.lines.push(recordLine);
			recordStart = open.length;
			if (open.starts.length === mostLinks) flush();
		},
		finish() {
			if (open.starts.length > 0) flush();
		},
	};
}

/** Tells whether a byte is white space of JSON. */
export function isSpace(byte: number | undefined): boolean {
	return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** A chunk that is being filled: `length` bytes of `out`, of which the last may be of a record that has not ended. */
type OpenChunk = { out: Buffer<ArrayBuffer>; length: number; starts: number[]; ends: number[]; lines: number[] };

function openChunk(bytes: number): OpenChunk {
	const chunk = { out: Buffer.allocUnsafeSlow(bytes), length: 0, starts: [], ends: [], lines: [] };
	addBytes(chunk, openArray);
	return chunk;
}

function addBytes(chunk: OpenChunk, bytes: Uint8Array): void {
	const length = chunk.length + bytes.length;
	if (length > chunk.out.length) {
		const larger = Buffer.allocUnsafeSlow(Math.max(length, chunk.out.length * 2));
		larger.set(chunk.out.subarray(0, chunk.length));
		chunk.out = larger;
	}
	chunk.out.set(bytes, chunk.length);
	chunk.length = length;
}

/** Ends a chunk after its last complete record; `before` counts the records of the file in earlier chunks. */
function closeChunk(chunk: OpenChunk, file: string, before: number): RecordChunk {
	chunk.length = chunk.ends.at(-1) as number;
	addBytes(chunk, closeArray);
	return {
		file,
		payload: chunk.out.subarray(0, chunk.length),
		links: chunk.starts.length,
		firstLine: chunk.lines[0] as number,
		starts: Int32Array.from(chunk.starts),
		ends: Int32Array.from(chunk.ends),
		lines: Int32Array.from(chunk.lines),
		numbers: Int32Array.from(chunk.starts, (_, position) => before + position + 1),
	};
}
