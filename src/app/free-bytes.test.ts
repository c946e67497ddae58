import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freeBytes } from './free-bytes.ts';

describe('freeBytes', () => {
	it('frees bytes that have their memory alone, at once', () => {
		const large = () => new Uint8Array(64 << 20).fill(1);
		const before = process.memoryUsage().arrayBuffers;
		for (let round = 0; round < 8; round++) {
			const bytes = large();
			freeBytes(bytes);
			assert.equal(bytes.byteLength, 0);
			assert.ok(process.memoryUsage().arrayBuffers - before < 64 << 20);
		}
	});

	it('leaves alone what is a part of something larger, as small buffers are, and what threads share', () => {
		const one = Uint8Array.of(1, 2, 3);
		const part = one.subarray(1);
		freeBytes(part);
		assert.deepEqual([...one], [1, 2, 3]);
		assert.deepEqual([...part], [2, 3]);
		const shared = new Uint8Array(new SharedArrayBuffer(2));
		freeBytes(shared);
		assert.equal(shared.byteLength, 2);
	});

	it('may be called again', () => {
		const bytes = Uint8Array.of(1);
		freeBytes(bytes);
		assert.doesNotThrow(() => freeBytes(bytes));
	});
});
