// Tests of taking in what the inbox keeps: who is told what, in which order messages come, failures and the end.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Id } from '../storage/link-store.ts';
import { type Intake, startIntake } from './take-in.ts';

/** Lets everything run that waits for nobody. */
const settle = async (): Promise<void> => {
	for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
};

describe('taking in', () => {
	/** What the inbox keeps; each transaction takes two. */
	let kept: string[];
	let stored: string[];
	let told: string[];
	let fails: boolean;
	let rounds: number;
	let hold: Promise<void> | undefined;
	let intake: Intake<string>;
	const store = {
		async takeIn(): Promise<{ eventId: string; sequence: Id }[]> {
			rounds++;
			await hold;
			if (fails) throw new Error('disk full');
			return kept.splice(0, 2).map((eventId) => ({ eventId, sequence: stored.push(eventId) }));
		},
	};
	const start = (pollMilliseconds = 60_000) => {
		intake = startIntake<string>(store, {
			pollMilliseconds,
			remember: (sequence, read) => told.push(`${sequence} ${read}`),
			wake: () => told.push('wake'),
			onError: (error) => told.push((error as Error).message),
		});
	};
	beforeEach(() => {
		[kept, stored, told, fails, rounds, hold] = [[], [], [], false, 0, undefined];
	});
	afterEach(async () => {
		fails = false;
		await intake.stop();
	});

	it('begins at once with what others have left, and goes on as long as there is more', async () => {
		kept = ['a', 'b', 'c'];
		start();
		await settle();
		assert.deepEqual(stored, ['a', 'b', 'c']);
		assert.deepEqual(told, ['wake', 'wake']);
	});

	it('tells what was read of an event under its number, and wakes who applies it', async () => {
		start();
		await settle();
		kept.push('a');
		intake.offer('a', 'text of a');
		await settle();
		assert.deepEqual(told, ['1 text of a', 'wake']);
	});

	it('tells it as well where the event was taken in before its offer came', async () => {
		kept = ['a'];
		start();
		await settle();
		intake.offer('a', 'text of a');
		assert.deepEqual(told, ['wake', '1 text of a']);
	});

	it('wakes who applies events, and keeps nothing, where another process was first', async () => {
		start();
		await settle();
		intake.offer('a', 'text of a');
		await settle();
		assert.deepEqual(told, ['wake']);
		// It comes by again, as after a failure of the other: nothing is told of it any more.
		kept.push('a');
		intake.offer('b', 'text of b');
		await settle();
		assert.deepEqual(told, ['wake', 'wake', 'wake']);
	});

	it('keeps of a hundred what was read while it waits, and takes in all', async () => {
		const begun = Promise.withResolvers<void>();
		hold = begun.promise;
		start();
		for (let n = 1; n <= 150; n++) {
			kept.push(`${n}`);
			intake.offer(`${n}`, `text of ${n}`);
		}
		begun.resolve();
		await intake.stop();
		assert.equal(stored.length, 150);
		const remembered = told.filter((what) => what !== 'wake');
		assert.equal(remembered.length, 100);
		assert.equal(remembered.at(-1), '100 text of 100');
	});

	it('tells of a failure once, whoever waits, and tries again', async () => {
		fails = true;
		start();
		kept.push('a');
		intake.offer('a', 'text of a');
		await settle();
		assert.deepEqual(told, ['disk full']);
		fails = false;
		intake.offer('b', 'text of b');
		await settle();
		assert.deepEqual(told.slice(1, 2), ['1 text of a']);
	});

	it('looks now and then for what others have kept', async () => {
		start(1);
		await settle();
		kept.push('a');
		while (stored.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
	});

	it('takes in what is left when it is stopped, and then nothing more', async () => {
		start();
		await settle();
		kept.push('a', 'b', 'c');
		await intake.stop();
		assert.deepEqual(stored, ['a', 'b', 'c']);
		const before = rounds;
		intake.offer('d', 'text of d');
		await settle();
		assert.equal(rounds, before);
	});

	it('ends where nothing can be taken in', async () => {
		start();
		await settle();
		kept.push('a');
		fails = true;
		await intake.stop();
		assert.deepEqual(told, ['disk full']);
		assert.deepEqual(kept, ['a']);
	});
});
