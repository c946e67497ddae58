import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Purpose } from './priority.ts';

/** Returns the priority of a background thread that has lowered its own. */
async function priorityOf(purpose: Purpose): Promise<number> {
	const script = `
		import { getPriority } from 'node:os';
		import { parentPort } from 'node:worker_threads';
		import { lowerPriority } from ${JSON.stringify(new URL('./priority.ts', import.meta.url).href)};
		lowerPriority('${purpose}');
		parentPort.postMessage(getPriority());`;
	const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
	const [priority] = (await once(thread, 'message')) as [number];
	return priority;
}

// Only Linux has priorities of threads; and where the tests have a lower one themselves, all have.
describe('the priority of a background thread', { skip: process.platform !== 'linux' || getPriority() !== 0 }, () => {
	it('is behind that of the thread that answers requests, and the index is last', async () => {
		const [records, index] = [await priorityOf('records'), await priorityOf('index')];
		assert.equal(getPriority(), 0);
		assert.ok(records > 0);
		assert.ok(index > records);
	});
});
