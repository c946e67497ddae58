// Splits JSON arrays, JSON Lines or objects after one another into records while they stream by.

import { BrokerError } from '../../errors.ts';
import type { ReadingBounds } from '../reading-bounds.ts';
import { backslash, closeArray, closeObject, comma, isSpace, newline, openArray, openObject, quote } from './bytes.ts';
import { type ChunkBuilder, type ChunkLimits, createChunkBuilder, type RecordChunk } from './chunk-builder.ts';
import { openEnvelope } from './envelope.ts';

/** Takes a file's bytes in blocks of any size and hands out chunks as they become whole. */
type RecordSplitter = {
	push(block: Uint8Array): RecordChunk[];
	/** Ends the file and hands out the rest. */
	finish(): RecordChunk[];
};

/**
 * Starts on a file. Its first byte other than white space decides its kind: `[` a JSON array, or
 * arrays after one another, as exports of databases have one in each line; `{` JSON Lines (one
 * record a line), or objects after one another where the first line holds not just one. An object
 * that is a page of an API stands for the records in it (see openEnvelope). A byte order mark is
 * passed over. Fails with `bad-file` for anything else, and with `malformed-json` where an array
 * breaks off or goes on after its end; messages name the file and the line. With `bounds`, its
 * records count towards these.
 */
export function createRecordSplitter(file: string, limits: ChunkLimits, bounds?: ReadingBounds): RecordSplitter {
	const builder = createChunkBuilder(file, limits, bounds);
	let scanner: Scanner | undefined;
	let line = 1;
	let offset = 0;

	/**
	 * Passes what comes before the first record; answers where that begins, if it is in this block.
	 */
	function findBeginning(block: Uint8Array): number | undefined {
		for (let at = 0; at < block.length; at++, offset++) {
			const byte = block[at];
			if (byte === newline) line++;
			if (!isSpace(byte) && byte !== byteOrderMark[offset]) return at;
		}
		return undefined;
	}

	return {
		push(block) {
			let from: number | undefined = 0;
			if (scanner === undefined) {
				from = findBeginning(block);
				if (from === undefined) return [];
				scanner = createScanner(block[from] as number, file, line, builder);
			}
			scanner.push(block, from);
			return builder.ready.splice(0);
		},
		finish() {
			scanner?.finish();
			builder.finish();
			return builder.ready.splice(0);
		},
	};
}

const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf];

function createScanner(first: number, file: string, line: number, builder: ChunkBuilder): Scanner {
	if (first === openObject) return createObjectScanner(file, line, builder);
	if (first === openArray) return createArrayScanner(file, line, builder);
	const begins = first > 0x20 && first < 0x7f ? `\`${String.fromCharCode(first)}\`` : `byte 0x${first.toString(16)}`;
	throw new BrokerError(
		'bad-file',
		`${file} holds neither a JSON array nor JSON Lines of links in UTF-8: ` +
			`it begins with ${begins}, not with \`[\` or \`{\`.`,
	);
}

/**
 * Walks through an array: `begin` [ `first` record `next` , `value` record `next` ] `after`, where
 * another one may begin.
 */
function createArrayScanner(file: string, firstLine: number, builder: ChunkBuilder): Scanner {
	const follower = createRecordFollower(firstLine);
	let phase: 'begin' | 'first' | 'value' | 'record' | 'next' | 'after' = 'begin';

	function fail(message: string): never {
		throw new BrokerError('malformed-json', `${file}, line ${follower.line}: ${message}.`);
	}

	/**
	 * Takes a byte between records that is no white space; answers whether a record begins with it.
	 */
	function passBetween(byte: number): boolean {
		const character = String.fromCharCode(byte);
		if (phase === 'begin' || (phase === 'after' && byte === openArray)) phase = 'first';
		else if (phase === 'next' && byte === comma) phase = 'value';
		else if ((phase === 'next' || phase === 'first') && byte === closeArray) phase = 'after';
		else if (phase === 'after') fail('the file continues after the end of its array');
		else if (phase === 'value' && byte === closeArray) fail('a `,` must not stand before `]`');
		else if (byte === comma || byte === closeArray) fail(`expected a link but found \`${character}\``);
		else if (phase === 'next') fail(`expected \`,\` or \`]\` between links but found \`${character}\``);
		else return true;
		return false;
	}

	function passRecord(block: Uint8Array, from: number): number {
		const end = follower.follow(block, from);
		builder.append(block.subarray(from, end));
		if (end === undefined) return block.length;
		builder.end();
		phase = 'next';
		return end;
	}

	return {
		push(block, from) {
			let at = phase === 'record' ? passRecord(block, from) : from;
			while (at < block.length) {
				const byte = block[at] as number;
				if (byte === newline) follower.line++;
				if (isSpace(byte) || !passBetween(byte)) {
					at++;
					continue;
				}
				phase = 'record';
				builder.begin(follower.line);
				at = passRecord(block, at);
			}
		},
		finish() {
			const fault = phase === 'record' ? builder.fault() : undefined;
			if (fault) throw new BrokerError('malformed-json', `${file}, line ${fault.line}: ${fault.message}.`);
			if (phase !== 'after') fail('the file ends before its array does');
		},
	};
}

/** Ends records; `line` is the one in which the record begins. */
type EndRecord = (line: number) => void;

/**
 * Ends records, and adds those in a record that is a page of an API instead of it. Only where the
 * first record of a file is a page, others are looked at: most files hold no pages.
 */
function createRecordEnd(file: string, builder: ChunkBuilder): EndRecord {
	let mayBePages = true;
	return (line) => {
		const bytes = builder.take();
		const page = mayBePages ? openEnvelope(bytes) : undefined;
		if (page === undefined) {
			mayBePages = false;
			builder.add(bytes);
			return;
		}
		const scanner = createArrayScanner(file, line + page.linesBefore, builder);
		scanner.push(page.array, 0);
		scanner.finish();
	};
}

/**
 * Reads objects after one another, each to its last bracket, whatever lines they stand in. Where
 * the first line holds one object and nothing else, all lines do: then a broken one ends with its
 * line and harms no other.
 */
function createObjectScanner(file: string, firstLine: number, builder: ChunkBuilder): Scanner {
	const follower = createRecordFollower(firstLine);
	const endRecord = createRecordEnd(file, builder);
	let phase: 'between' | 'record' | 'other' = 'between';
	let begins = firstLine;
	let ended = 0;
	let lines: Scanner | undefined;

	/** Passes a byte between records: white space, or the first of something. */
	function passBetween(block: Uint8Array, at: number): number {
		const byte = block[at] as number;
		if (byte === newline && ended === 1 && follower.line === firstLine) {
			lines = createLineScanner(firstLine, builder, endRecord);
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

	/** Passes what is no object to the end of its line; reading it will report what it is. */
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
		endRecord(begins);
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

function createLineScanner(firstLine: number, builder: ChunkBuilder, endRecord: EndRecord): Scanner {
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
				if (within) endRecord(line);
				within = false;
				line++;
				at = end + 1;
			}
		},
		finish() {
			if (within) endRecord(line);
		},
	};
}

/** Reads on in a text whose kind is known. */
type Scanner = { push(block: Uint8Array, from: number): void; finish(): void };

/** Follows records through blocks, and counts lines. */
type RecordFollower = {
	line: number;
	/**
	 * Follows a record: an object or array to its last bracket, anything else to what cannot be of
	 * it. Answers where it has ended, if it has.
	 */
	follow(block: Uint8Array, from: number): number | undefined;
};

/** Only strings and brackets are followed; whether a record is JSON is seen when it is parsed. */
function createRecordFollower(firstLine: number): RecordFollower {
	let depth = 0;
	let inString = false;
	let escaped = false;

	/** Follows a string from within; answers where it has ended, or the end of the block. */
	function followString(block: Uint8Array, from: number): number {
		let at = escaped ? from + 1 : from;
		escaped = false;
		for (; at < block.length; at++) {
			const byte = block[at];
			if (byte === backslash) {
				at++;
				escaped = at === block.length;
			} else if (byte === newline) follower.line++;
			else if (byte === quote) {
				inString = false;
				return at + 1;
			}
		}
		return block.length;
	}

	const follower: RecordFollower = {
		line: firstLine,
		follow(block, from) {
			let at = from;
			while (at < block.length) {
				if (inString) {
					at = followString(block, at);
					continue;
				}
				const byte = block[at++];
				if (byte === quote) inString = true;
				else if (byte === openObject || byte === openArray) depth++;
				else if (depth === 0) {
					if (byte === comma || byte === closeArray || isSpace(byte)) return at - 1;
				} else if (byte === closeObject || byte === closeArray) {
					depth--;
					if (depth === 0) return at;
				} else if (byte === newline) follower.line++;
			}
			return undefined;
		},
	};
	return follower;
}
