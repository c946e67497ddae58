import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { packPayload, unpackPayload } from './packed-payload.ts';

describe('a packed payload', () => {
	const sizes = [0, 1, 199, 200, 3_000, 100_000];
	// Every byte, and nothing that repeats soon.
	const payloadOf = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => (at * at * 31 + at) % 251));

	it('gives back what was packed, byte for byte', () => {
		for (const size of sizes) {
			const payload = payloadOf(size);
			assert.deepEqual(Buffer.from(unpackPayload(packPayload(payload))), payload);
		}
	});

	it('gives back what does not shrink, and what is not known to be so large', () => {
		const payload = randomBytes(300_000);
		const { encoding, body } = packPayload(payload);
		assert.deepEqual(Buffer.from(unpackPayload(packPayload(payload))), payload);
		assert.deepEqual(Buffer.from(unpackPayload({ encoding, body })), payload);
	});

	it('takes no more memory than its bytes, however small', () => {
		for (const size of sizes) {
			const { body } = packPayload(payloadOf(size));
			assert.equal(body.buffer.byteLength, body.byteLength);
		}
	});

	it('stays as it is where it is packed already', () => {
		for (const size of sizes) {
			const packed = packPayload(payloadOf(size));
			assert.equal(packPayload(packed), packed);
		}
	});

	it('is smaller by far where much repeats itself', () => {
		const { encoding, body } = packPayload(Buffer.from('[{"Source":{}}]'.repeat(1_000)));
		assert.equal(encoding, 'zstd');
		assert.ok(body.byteLength < 1_500);
	});
});
