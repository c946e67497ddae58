// Tests when those who submit wait for those who apply.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createPace, type PaceOptions } from './pace.ts';

let waiting: number;
let applied: number;
beforeEach(() => {
	waiting = 0;
	applied = 0;
});

const createTestPace = (options: Partial<PaceOptions> = {}) =>
	createPace({
		waitingBytes: () => waiting,
		progress: () => applied,
		mostBytes: 100,
		pauseMilliseconds: 1,
		longestMilliseconds: 60_000,
		helplessMilliseconds: 60_000,
		...options,
	});

/** A pace since whose beginning something was applied. */
function paceThatHelps(options: Partial<PaceOptions> = {}) {
	const pace = createTestPace(options);
	applied++;
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
		const pace = paceThatHelps();
		assert.equal(await stillWaits(pace()), false);
	});

	it('has an answer wait while more waits, and lets it out when less does', async () => {
		waiting = 101;
		const pace = paceThatHelps();
		const answer = pace();
		assert.equal(await stillWaits(answer), true);
		waiting = 100;
		await answer;
	});

	it('lets an answer out when it has waited long enough', async () => {
		waiting = 101;
		const pace = paceThatHelps({ longestMilliseconds: 30 });
		assert.ok((await millisecondsOf(pace())) >= 29);
	});

	it('has the next answer wait, too', async () => {
		waiting = 101;
		const pace = paceThatHelps({ longestMilliseconds: 30 });
		await pace();
		assert.ok((await millisecondsOf(pace())) >= 29);
	});

	it('lets answers out where nothing was applied for long, and has them wait again when something is, however much came meanwhile', async () => {
		waiting = 200;
		const pace = paceThatHelps({ helplessMilliseconds: 30 });
		assert.ok((await millisecondsOf(pace())) >= 29);
		assert.equal(await stillWaits(pace()), false);
		applied++;
		assert.equal(await stillWaits(pace()), true);
	});

	it('lets answers out where nothing was ever applied', async () => {
		waiting = 101;
		assert.equal(await stillWaits(createTestPace()()), false);
	});
});
