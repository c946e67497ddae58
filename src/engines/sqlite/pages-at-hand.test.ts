// Tests of when SQLite gives the pages of a connection back.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createPagesAtHand, type PagesAtHand } from './pages-at-hand.ts';

describe('the pages of a connection', () => {
	let executed: string[];
	let pages: PagesAtHand;

	beforeEach(() => {
		mock.timers.enable({ apis: ['setTimeout'] });
		executed = [];
		pages = createPagesAtHand((sql) => executed.push(sql), 1_000);
	});
	afterEach(() => mock.timers.reset());

	it('are given back when it has rested for so long, once', () => {
		pages.rests();
		mock.timers.tick(999);
		assert.deepEqual(executed, []);
		mock.timers.tick(10_000);
		assert.deepEqual(executed, ['pragma shrink_memory']);
	});

	it('stay as long as it rests for less', () => {
		for (let time = 0; time < 5; time++) {
			pages.rests();
			mock.timers.tick(999);
		}
		assert.deepEqual(executed, []);
	});

	it('stay while it is at work, however long that takes', () => {
		pages.rests();
		pages.inUse();
		mock.timers.tick(60_000);
		assert.deepEqual(executed, []);
		pages.rests();
		mock.timers.tick(1_000);
		assert.equal(executed.length, 1);
	});

	it('are given back again after it was used again', () => {
		for (let time = 0; time < 2; time++) {
			pages.rests();
			mock.timers.tick(1_000);
		}
		assert.equal(executed.length, 2);
	});

	it('need not be given back by one that is about to be closed', () => {
		pages.rests();
		pages.end();
		pages.rests();
		mock.timers.tick(1_000);
		assert.deepEqual(executed, []);
	});
});
