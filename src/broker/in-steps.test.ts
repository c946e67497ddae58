// Tests of the pace of long requests.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { createPace } from './in-steps.ts';

describe('the pace of long requests', () => {
	it('lets one of them work in each turn of the event loop', async () => {
		const requests = 20;
		const worked: number[] = [];
		let turn = 0;
		let done = 0;
		const run = async () => {
			const pace = createPace(0);
			for (let piece = 0; piece < 3; piece++) {
				await pace();
				worked.push(turn);
			}
			done++;
		};
		const all = Promise.all(Array.from({ length: requests }, run));
		for (; done < requests; turn++) await nextTick();
		await all;
		assert.equal(new Set(worked).size, worked.length);
	});

	it('gives each of them its turn', async () => {
		const order: string[] = [];
		const run = async (name: string) => {
			const pace = createPace(0);
			for (let piece = 0; piece < 3; piece++) {
				await pace();
				order.push(name);
			}
		};
		await Promise.all([run('a'), run('b')]);
		assert.deepEqual(order, ['a', 'b', 'a', 'b', 'a', 'b']);
	});
});
