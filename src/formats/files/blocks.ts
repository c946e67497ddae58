// Looks at the beginning of a stream of bytes and unpacks it where it is compressed.
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

/** Bytes as they stream by. */
export type Blocks = AsyncIterable<Uint8Array>;

/** So many bytes are read and unpacked at once. */
export const blockBytes = 1 << 18;

/** Unpacks bytes that are gzip or Zstandard; hands out others as they are. */
export async function* decompressed(blocks: Blocks): Blocks {
	const { head, rest } = await peek(blocks, 4);
	const decompressor = decompressorFor(head);
	if (decompressor === undefined) {
		yield* rest;
		return;
	}
	// An error of the source ends the last stream of the pipeline, and the iteration over it fails
	// with that.
	yield* pipeline(Readable.from(rest), decompressor, () => {}) as Transform & Blocks;
}

/** Chooses by the first bytes: gzip (RFC 1952, 2.3.1) or Zstandard (RFC 8878, 3.1.1). */
function decompressorFor(head: Uint8Array): Transform | undefined {
	const magic = Buffer.from(head).toString('hex');
	if (magic.startsWith('1f8b')) return createGunzip({ chunkSize: blockBytes });
	if (magic.startsWith('28b52ffd')) return createZstdDecompress({ chunkSize: blockBytes });
	return undefined;
}

/**
 * Looks at so many bytes at the beginning, fewer where the file is shorter; `rest` begins with them.
 */
export async function peek(blocks: Blocks, bytes: number): Promise<{ head: Uint8Array; rest: Blocks }> {
	const iterator = blocks[Symbol.asyncIterator]();
	const held: Uint8Array[] = [];
	for (let length = 0; length < bytes; ) {
		const { value, done } = await iterator.next();
		if (done) break;
		held.push(value);
		length += value.length;
	}
	return { head: Buffer.concat(held).subarray(0, bytes), rest: joined(held, iterator) };
}

async function* joined(held: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>): Blocks {
	try {
		yield* held;
		yield* { [Symbol.asyncIterator]: () => iterator };
	} finally {
		// Closes the file where the reader stops early.
		await iterator.return?.();
	}
}
