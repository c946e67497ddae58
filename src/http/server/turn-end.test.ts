import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createTurnEnd } from './turn-end.ts';

describe('the end of a turn', () => {
	it('lets all that wait for it go on together, when the turn is over', async () => {
		const order: string[] = [];
		const endOfTurn = createTurnEnd(() => 0);
		for (const answer of ['one', 'two']) void endOfTurn().then(() => order.push(answer));
		await Promise.resolve();
		order.push('the turn goes on');
		await turn();
		assert.deepEqual(order, ['the turn goes on', 'one', 'two']);
	});

	it('comes early where what is made beside takes long', async () => {
		let milliseconds = 0;
		const order: string[] = [];
		const endOfTurn = createTurnEnd(() => milliseconds);
		void endOfTurn().then(() => order.push('ready at once'));
		milliseconds = 30;
		await endOfTurn();
		order.push('long search');
		void endOfTurn().then(() => order.push('begun later'));
		await Promise.resolve();
		order.push('the turn goes on');
		await turn();
		assert.deepEqual(order, ['ready at once', 'long search', 'the turn goes on', 'begun later']);
	});
});
