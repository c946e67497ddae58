// Says that what is told V8 about heaps is understood by the V8 at hand.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cachedDataVersionTag } from 'node:v8';
import { heapsDouble, objectsBeginYoung } from './heap.ts';

for (const [name, tellV8] of Object.entries({ objectsBeginYoung, heapsDouble })) {
	it(`V8 knows the flag of ${name}`, () => {
		// V8 tells flags apart by this number, and prints an unknown one without changing it.
		const before = cachedDataVersionTag();
		tellV8();
		assert.notEqual(cachedDataVersionTag(), before);
	});
}
