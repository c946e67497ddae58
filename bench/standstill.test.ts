import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { measureStandstill } from './standstill.ts';

describe('the standstill of a machine', () => {
	it('is a part of the time that is watched', async () => {
		const startedAt = performance.now();
		const part = await measureStandstill(0.2);
		assert.ok(performance.now() - startedAt >= 200);
		assert.ok(part >= 0 && part < 1, `${part}`);
	});

	it('grows where others take the processors', async () => {
		const others = Array.from({ length: 2 * availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
		try {
			await Promise.all(others.map((other) => new Promise((resolve) => other.once('online', resolve))));
			assert.ok((await measureStandstill(0.5)) > 0.2);
		} finally {
			await Promise.all(others.map((other) => other.terminate()));
		}
	});
});
