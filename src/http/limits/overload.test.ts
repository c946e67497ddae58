// Tests the order in which requests that wait for their turn begin.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOverloadGuard, type Needed } from './overload.ts';

describe('requests with different needs', () => {
	it('take turns, so that many of one kind delay one of another by one request', async () => {
		let now = 0;
		const guard = createOverloadGuard({
			...{ mostRequests: 100, mostResting: 100 },
			...{ clock: () => now, afterReading: setImmediate, later: () => undefined },
		});
		const begun: Needed[] = [];
		let senders = 0;
		const enter = async (needed: Needed) => {
			await guard.enter({ kind: 'address', key: `192.0.2.${senders++}` }, needed);
			begun.push(needed);
		};
		await enter('nothing');
		// So much work has begun that all others queue.
		now = 1_000;
		await Promise.all([enter('records'), enter('records'), enter('records'), enter('index')]);
		assert.deepEqual(begun, ['nothing', 'records', 'index', 'records', 'records']);
	});
});
