// Tests of changing the schedule of a harvest.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { act } from '../store/suite/audit.fixture.ts';
import { testHarvest } from './harvest.fixture.ts';
import { changeHarvest, type Harvest, type HarvestResult } from './harvests.ts';

let opened: TestRecords;
beforeEach(async () => {
	opened = await openTestRecords();
});
afterEach(() => opened.close());

const { now } = act;
const hour = 3_600_000;

/** Changes the schedule of a harvest to so many hours; answers the hours until its next run. */
async function changed(
	to: number | null,
	{ last, ...schedule }: Pick<Harvest, 'everySeconds' | 'nextAt'> & { last?: Partial<HarvestResult> | null },
): Promise<number | null> {
	const made = testHarvest(last ?? {}, schedule);
	const state = last === null ? { ...made.state, last: null } : made.state;
	const { number = 0 } = (await opened.records.createHarvest({ ...made, state })) ?? {};
	const { nextAt } = await changeHarvest(opened.records, { act, number, everySeconds: to && to * 3_600 });
	const [stored] = await opened.records.harvests();
	assert.deepEqual([stored?.everySeconds, stored?.nextAt], [to && to * 3_600, nextAt]);
	return nextAt && (nextAt - now) / hour;
}

describe('a changed schedule', () => {
	const began = { beganAt: now - 2 * hour };
	const scheduled = { everySeconds: 6 * 3_600, nextAt: now + 4 * hour };

	it('counts from the beginning of the last run, and begins now where that is over', async () => {
		assert.equal(await changed(24, { ...scheduled, last: began }), 22);
	});

	it('begins now where its next run is overdue', async () => {
		assert.equal(await changed(1, { ...scheduled, last: began }), 0);
	});

	it('begins now for a harvest that never ran', async () => {
		assert.equal(await changed(24, { everySeconds: null, nextAt: null, last: null }), 0);
	});

	it('keeps a run that is planned sooner because the last one failed', async () => {
		assert.equal(await changed(24, { ...scheduled, nextAt: now + hour, last: { ...began, outcome: 'failed' } }), 1);
	});

	it('keeps a run that is due', async () => {
		assert.equal(await changed(null, { ...scheduled, nextAt: now }), 0);
	});

	it('leaves a paused harvest paused', async () => {
		assert.equal(await changed(24, { ...scheduled, nextAt: null }), null);
	});

	it('of none plans no run', async () => {
		assert.equal(await changed(null, scheduled), null);
	});

	it('is recorded with the one before', async () => {
		await changed(24, scheduled);
		const [entry] = await opened.records.auditEntries({ limit: 1 });
		assert.deepEqual([entry?.action, entry?.subject], ['harvest.changed', 'datacite --prefix 10.1234']);
		assert.deepEqual(entry?.detail, { every_seconds: 86_400, before: 21_600 });
	});

	it('fails for a number that no harvest has', async () => {
		const changing = changeHarvest(opened.records, { act, number: 9, everySeconds: null });
		await assert.rejects(changing, { code: 'not-found', message: /^There is no harvest 9;/ });
		assert.deepEqual(await opened.records.auditEntries({ limit: 1 }), []);
	});
});
