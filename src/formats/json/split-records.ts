// Splits a JSON array, JSON Lines or objects after one another into records while they stream by;
// judges no record.
import { BrokerError } from '../../errors.ts';
import { createArrayScanner } from './array-scanner.ts';
import { isSpace, newline, openArray, openObject } from './bytes.ts';
import { type ChunkBuilder, type ChunkLimits, createChunkBuilder } from './chunk-builder.ts';
import { createObjectScanner } from './object-scanner.ts';
import type { RecordChunk } from './record-chunk.ts';
import type { Scanner } from './record-follower.ts';

/** Takes a file's bytes in blocks of any size and hands out chunks as they become whole. */
export type RecordSplitter = {
	push(block: Uint8Array): RecordChunk[];
	/** Ends the file and hands out the rest. */
	finish(): RecordChunk[];
};

/**
 * Starts on a file. Its first byte other than white space tells its kind: `[` a JSON array, `{`
 * JSON Lines (one record a line), or objects after one another where the first line holds not just
 * one. An object that is a page of an API stands for the records in it (see openEnvelope). A byte
 * order mark is passed over. Fails with `bad-file` for anything else, and with `malformed-json`
 * where an array breaks off or goes on after its end; messages name the file and the line.
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
