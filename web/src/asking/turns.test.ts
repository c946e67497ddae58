import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTurns } from './turns.ts';

describe('turns', () => {
	it('let no more tasks run at a time than they should, in the order they came', async () => {
		const inTurn = createTurns(2);
		const started: number[] = [];
		const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
		const tasks = ends.map(({ promise }, at) =>
			inTurn(() => {
				started.push(at);
				return promise;
			}),
		);
		await Promise.resolve();
		assert.deepEqual(started, [0, 1]);
		ends[1]?.resolve();
		await tasks[1];
		assert.deepEqual(started, [0, 1, 2]);
		// One that comes just as another ends does not overtake those that wait.
		ends[0]?.resolve();
		const late = inTurn(async () => void started.push(9));
		for (const { resolve } of ends) resolve();
		await Promise.all([...tasks, late]);
		assert.deepEqual(started, [0, 1, 2, 3, 4, 9]);
	});

	it('go on after a task that fails', async () => {
		const inTurn = createTurns(1);
		const failing = inTurn(() => Promise.reject(new Error('no')));
		const next = inTurn(async () => 'yes');
		await assert.rejects(failing, /no/);
		assert.equal(await next, 'yes');
	});
});
