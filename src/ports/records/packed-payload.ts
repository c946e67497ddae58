// Packs the payloads of events for storage, and unpacks them byte for byte; knows no table.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A payload as it is kept. */
export type PackedPayload = {
	encoding: 'identity' | 'zstd';
	body: Uint8Array;
	/** How many bytes it was, where that is known: then it is unpacked in one piece, in two thirds of the time. */
	unpackedBytes?: number;
};

// Below, a payload does not shrink.
const leastCompressedBytes = 200;
// Pieces of this size and less are all that zlib makes by itself, to be put together afterwards.
const usualPieceBytes = 16_384;
// Links shrink to less.
const largestShare = 1 / 4;

/** Packs a payload, unless it is packed already: large ones shrink to a tenth and less. */
export function packPayload(payload: Uint8Array | PackedPayload): PackedPayload {
	if (!(payload instanceof Uint8Array)) return payload;
	const unpackedBytes = payload.byteLength;
	if (unpackedBytes < leastCompressedBytes) return { encoding: 'identity', body: alone(payload) };
	const body = zstdCompressSync(payload, { chunkSize: pieceOf(unpackedBytes * largestShare) });
	return { encoding: 'zstd', body: alone(body), unpackedBytes };
}

/** Gives bytes a buffer of their own: small ones share one of 64 KiB with others, which goes along to other threads and is kept with them. */
function alone(bytes: Uint8Array): Uint8Array {
	return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** Gives back what packPayload was given. */
export function unpackPayload({ encoding, body, unpackedBytes = 0 }: PackedPayload): Uint8Array {
	// A piece that is full has zlib begin another one.
	return encoding === 'zstd' ? zstdDecompressSync(body, { chunkSize: pieceOf(unpackedBytes + 1) }) : body;
}

function pieceOf(bytes: number): number {
	return Math.max(usualPieceBytes, Math.ceil(bytes));
}
