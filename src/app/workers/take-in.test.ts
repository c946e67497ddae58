// Tests of taking in what the inbox keeps: who is told what, in which order messages come, failures and the end.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { TakenIn } from '../../ports/records/link-store.ts';
import { createIntake, type Intake } from './take-in.ts';

describe('taking in', () => {
	/** What the inbox keeps; each transaction takes two. */
	let kept: string[];
	let stored: string[];
	let told: string[];
	let fails: boolean;
	let hold: Promise<void> | undefined;
	let intake: Intake<string>;
	beforeEach(() => {
		[kept, stored, told, fails, hold] = [[], [], [], false, undefined];
		const store = {
			async takeIn(): Promise<TakenIn> {
				await hold;
				if (fails) throw new Error('disk full');
				const found = kept.splice(0, 2);
				const fresh = found.filter((eventId) => !stored.includes(eventId));
				return { taken: fresh.map((eventId) => ({ eventId, sequence: stored.push(eventId) })), found: found.length };
			},
		};
		intake = createIntake<string>(store, {
			remember: (sequence, read) => told.push(`${sequence} ${read}`),
			bytesOf: (read) => Number(/of (\d+) bytes/.exec(read)?.[1] ?? 1),
		});
	});

	it('tells what was read of an event under its number', async () => {
		kept.push('a');
		intake.offer('a', 'text of a');
		assert.deepEqual(told, []);
		assert.equal(await intake.takeIn(), true);
		assert.deepEqual(told, ['1 text of a']);
		assert.equal(await intake.takeIn(), false);
		assert.deepEqual(told, ['1 text of a']);
	});

	it('tells it as well where the event was taken in before its offer came', async () => {
		kept.push('a');
		await intake.takeIn();
		intake.offer('a', 'text of a');
		assert.deepEqual(told, ['1 text of a']);
	});

	it('takes in what others have left, of which there is nothing to tell', async () => {
		kept.push('a', 'b', 'c');
		assert.deepEqual([await intake.takeIn(), await intake.takeIn(), await intake.takeIn()], [true, true, false]);
		assert.deepEqual(stored, ['a', 'b', 'c']);
		assert.deepEqual(told, []);
	});

	it('tells and keeps nothing where another process was first', async () => {
		intake.offer('a', 'text of a');
		assert.equal(await intake.takeIn(), false);
		// It comes by again, as after a failure of the other: nothing is told of it any more.
		kept.push('a');
		assert.equal(await intake.takeIn(), true);
		assert.deepEqual(told, []);
	});

	it('forgets what came before something that it takes in, and keeps what came after', async () => {
		// Another process was first for the one before, and more than this takes at once is there.
		kept.push('b', 'c', 'd', 'e');
		intake.offer('a', `text of ${15 * 2 ** 20} bytes`);
		for (const eventId of ['b', 'c', 'd']) intake.offer(eventId, `text of ${eventId}`);
		await intake.takeIn();
		intake.offer('e', `text of ${15 * 2 ** 20} bytes`);
		await intake.takeIn();
		assert.deepEqual(told, ['1 text of b', '2 text of c', '3 text of d', '4 text of 15728640 bytes']);
	});

	it('goes on behind what is stored already, as a process leaves it that dies while it takes in', async () => {
		stored.push('a', 'b');
		kept.push('a', 'b', 'c');
		intake.offer('c', 'text of c');
		assert.equal(await intake.takeIn(), true);
		assert.deepEqual(told, []);
		assert.equal(await intake.takeIn(), true);
		assert.deepEqual(told, ['3 text of c']);
		assert.equal(await intake.takeIn(), false);
	});

	it('keeps what is offered while nothing is found for the next time', async () => {
		const found = Promise.withResolvers<void>();
		hold = found.promise;
		const nothing = intake.takeIn();
		intake.offer('a', 'text of a');
		found.resolve();
		assert.equal(await nothing, false);
		kept.push('a');
		await intake.takeIn();
		assert.deepEqual(told, ['1 text of a']);
	});

	it('keeps 16 MiB of what was read while it waits, and takes in all', async () => {
		for (let n = 1; n <= 6; n++) {
			kept.push(`${n}`);
			intake.offer(`${n}`, `text of ${4 * 2 ** 20} bytes`);
		}
		await intake.takeInAll();
		assert.equal(stored.length, 6);
		assert.deepEqual(
			told.map((words) => words[0]),
			['1', '2', '3', '4'],
		);
		kept.push('7');
		intake.offer('7', `text of ${16 * 2 ** 20} bytes`);
		await intake.takeInAll();
		assert.equal(told.length, 5);
	});

	it('tells how much is offered that is not taken in yet', async () => {
		intake.offer('a', 'of 100 bytes');
		intake.offer('b', 'of 50 bytes');
		assert.equal(intake.offeredBytes(), 150);
		kept.push('a');
		await intake.takeIn();
		assert.equal(intake.offeredBytes(), 50);
	});

	it('fails as the records do, and keeps what it knows for the next time', async () => {
		kept.push('a');
		intake.offer('a', 'text of a');
		fails = true;
		await assert.rejects(intake.takeIn(), /disk full/);
		await assert.rejects(intake.takeInAll(), /disk full/);
		fails = false;
		await intake.takeIn();
		assert.deepEqual(told, ['1 text of a']);
	});
});
