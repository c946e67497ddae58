// Fuzzes every boundary a little; npm run test:fuzz does it for long.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fuzz, tryBoundary } from './fuzz.ts';

describe('whatever comes over a boundary', () => {
	it('is refused in words or read back unchanged, in bounded time', async () => {
		assert.deepEqual(await fuzz({ cases: 3_000, seed: 2_026 }, () => undefined), []);
	});
});

describe('a seed that fails', () => {
	it('finds the same input again', async () => {
		const property = fc.property(fc.string(), (text) => assert.ok(!text.includes('a'))) as fc.IRawProperty<unknown>;
		const find = async () =>
			(await tryBoundary({ name: 'texts', share: 1, property }, { numRuns: 1_000, seed: 7 }))?.split('\n')[0];
		const logged = await find();
		assert.match(logged ?? '', /^texts fails on \["a"\]$/);
		assert.equal(await find(), logged);
	});
});
