// Splits a JSON array or JSON Lines into records while it streams by; judges no record.
import { BrokerError } from '../../errors.ts';
import { type ChunkBuilder, type ChunkLimits, createChunkBuilder, isSpace } from './chunk-builder.ts';
import type { RecordChunk } from './record-chunk.ts';

/** Takes a file's bytes in blocks of any size and hands out chunks as they become whole. */
export type RecordSplitter = {
	push(block: Uint8Array): RecordChunk[];
	/** Ends the file and hands out the rest. */
	finish(): RecordChunk[];
};

/** Reads on in a text whose kind is known. */
type Scanner = { push(block: Uint8Array, from: number): void; finish(): void };

/**
 * Starts on a file. Its first byte other than white space tells its kind: `[` a JSON array, `{`
 * JSON Lines (one record a line); a byte order mark is passed over. Fails with `bad-file` for
 * anything else, and with `malformed-json` where an array breaks off or goes on after its end;
 * messages name the file and the line.
 */
export function createRecordSplitter(file: string, limits: ChunkLimits): RecordSplitter {
	const builder = createChunkBuilder(file, limits);
	let scanner: Scanner | undefined;
	let line = 1;
	let offset = 0;

	/**
	 * Passes what comes before the first record; answers where that begins, if it is in this block.
	 */
	function findBeginning(block: Uint8Array): number | undefined {
		for (let at = 0; at < block.length; at++, offset++) {
			const byte = block[at];
			if (byte === 0x0a) line++;
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
const newline = 0x0a;
const quote = 0x22;
const comma = 0x2c;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

function createScanner(first: number, file: string, line: number, builder: ChunkBuilder): Scanner {
	if (first === openObject) return createLineScanner(line, builder);
	if (first === openArray) return createArrayScanner(file, line, builder);
	const begins = first > 0x20 && first < 0x7f ? `\`${String.fromCharCode(first)}\`` : `byte 0x${first.toString(16)}`;
	throw new BrokerError(
		'bad-file',
		`${file} holds neither a JSON array nor JSON Lines of links in UTF-8: it begins with ${begins}, not with \`[\` or \`{\`.`,
	);
}

function createLineScanner(firstLine: number, builder: ChunkBuilder): Scanner {
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
				if (within) builder.end();
				within = false;
				line++;
				at = end + 1;
			}
		},
		finish() {
			if (within) builder.end();
		},
	};
}

/** Walks through an array: `begin` [ `first` record `next` , `value` record `next` ] `after`. */
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
		if (phase === 'begin') phase = 'first';
		else if (phase === 'next' && byte === comma) phase = 'value';
		else if ((phase === 'next' || phase === 'first') && byte === closeArray) phase = 'after';
		else if (phase === 'after') fail('the file goes on after the end of its array');
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
			if (phase !== 'after') fail('the file ends before its array does');
		},
	};
}

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
