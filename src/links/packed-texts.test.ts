// Tests of many texts in one piece of memory.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type DigestedText, digestText } from './digested-text.ts';
import { packTexts, unpackTexts } from './packed-texts.ts';

const read = ({ text, digest }: DigestedText) => ({ text, digest });

describe('packed texts', () => {
	it('are given back as they were, with their digests', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
				const packed = structuredClone(packTexts(texts));
				assert.deepEqual(unpackTexts(packed).map(read), texts.map(digestText));
			}),
		);
	});

	it('go to another thread without being copied', () => {
		const packed = packTexts(['Über 東京', '']);
		const moved = structuredClone(packed, { transfer: [packed.bytes.buffer] });
		assert.equal(packed.bytes.byteLength, 0);
		assert.deepEqual(unpackTexts(moved).map(read), ['Über 東京', ''].map(digestText));
	});
});
