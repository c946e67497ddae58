// Suite of the records: harvests: they are stored by name, and one worker runs each.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Harvest, HarvestState } from '../harvests.ts';
import type { Records } from '../records.ts';
import { minute, noon, type OpenRecords, recordsForEach, worker } from './records.fixture.ts';

const nothing = { pages: 0, records: 0, links: 0, refused: 0, events: 0 };
const fresh: HarvestState = {
	...{ from: null, run: null, last: null, completeFrom: null, succeededAt: null },
	totals: { ...nothing, failures: 0 },
};
const claim = { worker, now: noon, until: noon + minute };
const hour = 60 * minute;

/** Makes a harvest that never ran. */
export function newHarvest(prefix = '10.1234'): Pick<Harvest, 'name' | 'task' | 'state'> {
	const task = { service: 'datacite', filters: { prefix }, address: null, provider: null };
	return { name: `datacite --prefix ${prefix}`, task, state: fresh };
}

async function numberOf(records: Records, prefix?: string): Promise<number> {
	return (await records.keepHarvest(newHarvest(prefix))).number;
}

export function describeHarvests(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	describeKeeping(records);
	describeClaims(records);
	describeDue(records);
}

function describeKeeping(records: () => Records): void {
	it('are stored once under a name, and listed by number', async () => {
		assert.deepEqual(await records().harvests(), []);
		const kept = await records().keepHarvest(newHarvest());
		const unscheduled = { everySeconds: null, nextAt: null, claimedUntil: null };
		assert.deepEqual(kept, { ...newHarvest(), number: kept.number, ...unscheduled });
		const changed = { ...newHarvest(), state: { ...fresh, from: noon } };
		assert.deepEqual(await records().keepHarvest(changed), kept);
		const other = await numberOf(records(), '10.5678');
		const listed = (await records().harvests()).map(({ number }) => number);
		assert.deepEqual(listed, [kept.number, other]);
	});

	it('are created with a schedule, unless there is one of the name', async () => {
		const wanted = { ...newHarvest(), everySeconds: 3_600, nextAt: noon };
		const made = await Promise.all([records().createHarvest(wanted), records().createHarvest(wanted)]);
		const [one] = made.filter((each) => each !== undefined);
		assert.deepEqual(made.map((each) => each === undefined).sort(), [false, true]);
		assert.deepEqual(await records().harvests(), [one]);
		assert.deepEqual(one, { ...wanted, number: one?.number, claimedUntil: null });
	});

	it('are removed, and their numbers not used again', async () => {
		const first = await numberOf(records());
		assert.equal(await records().removeHarvest(first), true);
		assert.equal(await records().removeHarvest(first), false);
		assert.deepEqual(await records().harvests(), []);
		assert.notEqual(await numberOf(records()), first);
	});
}

function describeClaims(records: () => Records): void {
	it('belong to one worker, until it releases them or its claim is over', async () => {
		const number = await numberOf(records());
		assert.equal((await records().claimHarvest(number, claim))?.claimedUntil, noon + minute);
		const other = { worker: 'other', now: noon + 1, until: noon + minute + 1 };
		assert.equal(await records().claimHarvest(number, other), undefined);
		await records().releaseHarvest(number, 'other', undefined);
		assert.equal(await records().claimHarvest(number, other), undefined);
		await records().releaseHarvest(number, worker, undefined);
		assert.ok(await records().claimHarvest(number, other));
		const late = { worker, now: noon + 2 * minute, until: noon + 3 * minute };
		assert.ok(await records().claimHarvest(number, late));
		assert.equal(await records().renewHarvest(number, other), false);
		assert.equal(await records().renewHarvest(number, { ...late, until: noon + 9 * minute }), true);
		assert.equal((await records().harvests())[0]?.claimedUntil, noon + 9 * minute);
		assert.equal(await records().claimHarvest(number + 1, claim), undefined);
	});

	it('belong to others at once where a claim was written by a clock that was far ahead', async () => {
		const number = await numberOf(records());
		await records().claimHarvest(number, { worker: 'ahead', now: noon + 99 * hour, until: noon + 99 * hour + minute });
		assert.ok(await records().claimHarvest(number, claim));
	});

	it('store the progress of the worker that has them, and of no other', async () => {
		const number = await numberOf(records());
		await records().claimHarvest(number, claim);
		const state = { ...fresh, completeFrom: noon, totals: { ...nothing, links: 7, failures: 1 } };
		assert.equal(await records().noteHarvest(number, 'other', { ...fresh, from: 1 }), false);
		assert.equal(await records().noteHarvest(number, worker, state), true);
		assert.deepEqual((await records().harvests())[0]?.state, state);
	});
}

function describeDue(records: () => Records): void {
	it('are due at their time, the longest first, and next when their schedule says', async () => {
		const [one, two] = [await numberOf(records()), await numberOf(records(), '10.5678')];
		assert.equal(await records().scheduleHarvest(one, { everySeconds: 3_600, nextAt: noon }), true);
		await records().scheduleHarvest(two, { everySeconds: null, nextAt: noon - minute });
		assert.equal(await records().scheduleHarvest(two + 1, { everySeconds: null, nextAt: noon }), false);
		const due = async (now = noon) => records().claimHarvest('due', { worker, now, until: now + minute });
		assert.deepEqual(await due(noon - hour), undefined);
		const first = await due();
		assert.deepEqual([first?.number, first?.nextAt], [two, null]);
		const second = await due();
		assert.deepEqual([second?.number, second?.nextAt], [one, noon + hour]);
		assert.equal(await due(), undefined);
		await records().releaseHarvest(one, worker, undefined);
		await records().releaseHarvest(two, worker, undefined);
		assert.equal(await due(noon + minute), undefined);
		assert.equal((await due(noon + hour))?.number, one);
	});

	it('are due again where the worker that ran them by their schedule has ended', async () => {
		const [one, two] = [await numberOf(records()), await numberOf(records(), '10.5678')];
		await records().scheduleHarvest(one, { everySeconds: 3_600, nextAt: noon });
		for (const number of [one, two]) await records().claimHarvest(number, claim);
		assert.equal(await records().claimHarvest('due', { ...claim, worker: 'other' }), undefined);
		const later = { worker: 'other', now: noon + 2 * minute, until: noon + 3 * minute };
		assert.equal((await records().claimHarvest('due', later))?.number, one);
		assert.equal(await records().claimHarvest('due', { ...later, worker: 'third' }), undefined);
	});

	it('are due when the worker that releases them requests, unless they are paused', async () => {
		const number = await numberOf(records());
		await records().scheduleHarvest(number, { everySeconds: 3_600, nextAt: noon });
		await records().claimHarvest('due', claim);
		await records().releaseHarvest(number, worker, noon + minute);
		assert.equal((await records().harvests())[0]?.nextAt, noon + minute);
		await records().claimHarvest(number, claim);
		await records().scheduleHarvest(number, { everySeconds: 3_600, nextAt: null });
		await records().releaseHarvest(number, worker, noon);
		assert.equal((await records().harvests())[0]?.nextAt, null);
	});
}
