// Splits objects after one another, one a line or not, into records while they stream by; judges no
// record.
import { createArrayScanner } from './array-scanner.ts';
import { type ChunkBuilder, isSpace } from './chunk-builder.ts';
import { openEnvelope } from './envelope.ts';
import { createRecordFollower, type Scanner } from './record-follower.ts';

const newline = 0x0a;
const openObject = 0x7b;

/** Ends a record, or adds those in it where it is a page of an API that begins in this line. */
function endRecord(file: string, line: number, builder: ChunkBuilder): void {
	const bytes = builder.take();
	const page = openEnvelope(bytes);
	if (page === undefined) {
		builder.add(bytes);
		return;
	}
	const scanner = createArrayScanner(file, line + page.linesBefore, builder);
	scanner.push(page.array, 0);
	scanner.finish();
}

/**
 * Reads objects after one another, each to its last bracket, whatever lines they stand in. Where
 * the first line holds one object and nothing else, all lines do: then a broken one ends with its
 * line and harms no other.
 */
export function createObjectScanner(file: string, firstLine: number, builder: ChunkBuilder): Scanner {
	const follower = createRecordFollower(firstLine);
	let phase: 'between' | 'record' | 'other' = 'between';
	let begins = firstLine;
	let ended = 0;
	let lines: Scanner | undefined;

	/** Passes a byte between records: white space, or the first of something. */
	function passBetween(block: Uint8Array, at: number): number {
		const byte = block[at] as number;
		if (byte === newline && ended === 1 && follower.line === firstLine) {
			lines = createLineScanner(file, firstLine, builder);
			lines.push(block, at);
			return block.length;
		}
		if (byte === newline) follower.line++;
		if (isSpace(byte)) return at + 1;
		phase = byte === openObject ? 'record' : 'other';
		begins = follower.line;
		builder.begin(begins);
		return at;
	}

	/** Passes what is no object to the end of its line; reading it will tell what it is. */
	function passOther(block: Uint8Array, from: number): number {
		const found = block.indexOf(newline, from);
		const end = found === -1 ? block.length : found;
		builder.append(block.subarray(from, end));
		if (found !== -1) endPart();
		return end;
	}

	function passRecord(block: Uint8Array, from: number): number {
		const end = follower.follow(block, from);
		builder.append(block.subarray(from, end));
		if (end !== undefined) endPart();
		return end ?? block.length;
	}

	function endPart(): void {
		endRecord(file, begins, builder);
		phase = 'between';
		ended++;
	}

	return {
		push(block, from) {
			if (lines) {
				lines.push(block, from);
				return;
			}
			for (let at = from; at < block.length; ) {
				if (phase === 'between') at = passBetween(block, at);
				else at = phase === 'record' ? passRecord(block, at) : passOther(block, at);
			}
		},
		finish() {
			if (phase !== 'between') endPart();
			lines?.finish();
		},
	};
}

function createLineScanner(file: string, firstLine: number, builder: ChunkBuilder): Scanner {
	let line = firstLine;
	let within = false;
	return {
		push(block, from) {
			const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
			for (let at = from; at < bytes.length; ) {
				const found = bytes.indexOf(newline, at);
				const end = found === -1 ? bytes.length : found;
				if (!within) {
					while (at < end && isSpace(bytes[at])) at++;
					within = at < end;
					if (within) builder.begin(line);
				}
				if (within) builder.append(bytes.subarray(at, end));
				if (found === -1) return;
				if (within) endRecord(file, line, builder);
				within = false;
				line++;
				at = end + 1;
			}
		},
		finish() {
			if (within) endRecord(file, line, builder);
		},
	};
}
