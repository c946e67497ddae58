// Says that what is told V8 about heaps is understood by the V8 at hand.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cachedDataVersionTag } from 'node:v8';
import { heapsDouble } from './heap.ts';

it('V8 knows the flag with which heaps double', () => {
	// V8 tells flags apart by this number, and prints an unknown one without changing it.
	const before = cachedDataVersionTag();
	heapsDouble();
	assert.notEqual(cachedDataVersionTag(), before);
});
