import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createSharedNumber, readShared, setShared } from './shared-number.ts';

describe('a shared number', () => {
	it('is what was set last, in every thread that has it', async () => {
		const number = createSharedNumber();
		assert.equal(readShared(number), 0);
		setShared(number, 2 ** 31 - 1);
		const other = new Worker(
			`const { parentPort, workerData } = require('node:worker_threads');
			parentPort.postMessage(Atomics.load(workerData, 0));
			Atomics.store(workerData, 0, 7);`,
			{ eval: true, workerData: number },
		);
		const [seen] = await once(other, 'message');
		await once(other, 'exit');
		assert.deepEqual([seen, readShared(number)], [2 ** 31 - 1, 7]);
	});
});
