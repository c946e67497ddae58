// Packs JSON as it is kept: compressed (zstd) where it is long. It does not know what it says.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

// Shorter ones hardly shrink, and compressing costs more than all else that is done with them.
const leastCompressedBytes = 400;

/** Packs an array. */
export function packJson(value: readonly unknown[]): Uint8Array {
	const text = Buffer.from(JSON.stringify(value));
	return text.byteLength < leastCompressedBytes ? text : zstdCompressSync(text);
}

/**
 * Reads what packJson wrote: an array begins with its bracket, what is compressed with another
 * byte.
 */
export function unpackJson(body: Uint8Array): unknown {
	const isPlain = body[0] === '['.charCodeAt(0);
	return JSON.parse(Buffer.from(isPlain ? body : zstdDecompressSync(body)).toString());
}
