// Tests when those who submit wait for those who apply.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createPace, type PaceOptions } from './pace.ts';

let waiting: number;
let asked: number;
beforeEach(() => {
	waiting = 0;
	asked = 0;
});

const waitingBytes = async () => {
	asked++;
	return waiting;
};

/** A pace that has heard how much waits now. */
async function paceThatKnows(options: Partial<PaceOptions> = {}) {
	const pace = createPace({
		waitingBytes,
		mostBytes: 100,
		pauseMilliseconds: 1,
		longestMilliseconds: 60_000,
		...options,
	});
	await pace();
	await turn();
	return pace;
}

/** Tells whether something has not come to its end some turns and milliseconds later. */
async function stillWaits(ending: Promise<void>): Promise<boolean> {
	const later = new Promise<boolean>((resolve) => setTimeout(resolve, 20, true));
	return Promise.race([ending.then(() => false), later]);
}

async function millisecondsOf(answer: Promise<void>): Promise<number> {
	const startedAt = performance.now();
	await answer;
	return performance.now() - startedAt;
}

describe('the pace of submissions', () => {
	it('lets answers out at once while no more waits than may', async () => {
		waiting = 100;
		const pace = await paceThatKnows();
		assert.equal(await stillWaits(pace()), false);
	});

	it('has an answer wait while more waits, and lets it out when less does', async () => {
		waiting = 101;
		const pace = await paceThatKnows();
		const answer = pace();
		assert.equal(await stillWaits(answer), true);
		waiting = 100;
		await answer;
	});

	it('lets an answer out when it has waited long enough', async () => {
		waiting = 101;
		const pace = await paceThatKnows({ longestMilliseconds: 30 });
		assert.ok((await millisecondsOf(pace())) >= 29);
	});

	it('lets answers out for a while when waiting has not helped, and has them wait again then', async () => {
		waiting = 101;
		const pace = await paceThatKnows({ longestMilliseconds: 30, helplessMilliseconds: 200 });
		await pace();
		assert.ok((await millisecondsOf(pace())) < 25);
		await new Promise((resolve) => setTimeout(resolve, 210));
		assert.ok((await millisecondsOf(pace())) >= 29);
	});

	it('has the next answer wait, too, where waiting has helped', async () => {
		waiting = 200;
		const pace = await paceThatKnows({ longestMilliseconds: 30 });
		const first = pace();
		waiting = 150;
		await first;
		assert.ok((await millisecondsOf(pace())) >= 29);
	});

	it('does not wait for what was heard long ago', async () => {
		waiting = 101;
		const pace = await paceThatKnows({ freshMilliseconds: 50, pauseMilliseconds: 1_000 });
		await new Promise((resolve) => setTimeout(resolve, 60));
		waiting = 0;
		assert.equal(await stillWaits(pace()), false);
	});

	it('waits for no answer about what waits', async () => {
		const pace = createPace({ waitingBytes: () => new Promise(() => undefined), mostBytes: 0 });
		assert.equal(await stillWaits(pace()), false);
		assert.equal(await stillWaits(pace()), false);
	});

	it('asks one question at a time, however many submit', async () => {
		let answer: (bytes: number) => void = () => undefined;
		const pace = createPace({
			waitingBytes: () => {
				asked++;
				return new Promise((resolve) => {
					answer = resolve;
				});
			},
		});
		await Promise.all([pace(), pace(), pace()]);
		assert.equal(asked, 1);
		answer(0);
		await turn();
		await pace();
		assert.equal(asked, 2);
	});

	it('holds nobody up where nobody can tell', async () => {
		waiting = 101;
		let fails = false;
		const pace = createPace({
			waitingBytes: () => (fails ? Promise.reject(new Error('ended')) : waitingBytes()),
			mostBytes: 100,
			pauseMilliseconds: 1,
			longestMilliseconds: 60_000,
		});
		await pace();
		await turn();
		const answer = pace();
		assert.equal(await stillWaits(answer), true);
		fails = true;
		await answer;
	});
});
