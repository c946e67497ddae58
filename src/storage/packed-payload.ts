// Packs the payloads of events for storage, and unpacks them byte for byte; knows no table.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A payload as it is kept. */
export type PackedPayload = { encoding: 'identity' | 'zstd'; body: Uint8Array };

// Below, a payload does not shrink.
const leastCompressedBytes = 200;

/** Packs a payload, unless it is packed already: large ones shrink to a tenth and less. */
export function packPayload(payload: Uint8Array | PackedPayload): PackedPayload {
	if (!(payload instanceof Uint8Array)) return payload;
	if (payload.byteLength < leastCompressedBytes) return { encoding: 'identity', body: alone(payload) };
	return { encoding: 'zstd', body: alone(zstdCompressSync(payload)) };
}

/** Gives bytes a buffer of their own: small ones share one of 64 KiB with others, which goes along to other threads and is kept with them. */
function alone(bytes: Uint8Array): Uint8Array {
	return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** Gives back what packPayload was given. */
export function unpackPayload({ encoding, body }: PackedPayload): Uint8Array {
	return encoding === 'zstd' ? zstdDecompressSync(body) : body;
}
