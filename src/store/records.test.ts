// Tests what the SQL engines share below the records' contract: which transactions survive power
// loss.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from './../engines/sqlite/records/sqlite-records.fixture.ts';
import type { ExportedEvent } from './event-transfer.ts';
import { openRecords, type Records } from './records.ts';

import { act } from './suite/audit.fixture.ts';
import { claimOne, ignoreChanges, minute, newEvent, noon } from './suite/records.fixture.ts';

describe('transactions that survive power loss', () => {
	let opened: TestRecords;
	let records: Records;
	let durable: boolean[];
	beforeEach(async () => {
		opened = await openTestRecords();
		durable = [];
		records = openRecords({
			...opened.database,
			write(work, options = {}) {
				durable.push(options.durable ?? false);
				return opened.database.write(work, options);
			},
		});
	});
	afterEach(() => opened.close());

	const { now, ...event } = newEvent();
	const foreign: ExportedEvent = {
		...event,
		searchable: true,
		state: 'Done',
		createdAt: now,
		failure: null,
		withdrawn: null,
	};

	it('are those that accept events and run them again, and the one that ends a rebuild', async () => {
		const generation = await records.beginRebuild(noon, noon + minute, 1);
		durable.length = 0;
		await records.accept([newEvent()]);
		await claimOne(records);
		await records.importEvents([foreign]);
		await records.rerun(act, 'errors');
		await records.finishRebuild(generation, 'built', { unindexed: [], entries: [] }, ignoreChanges);
		assert.deepEqual(durable, [true, true, true, true, true]);
	});

	it('are not those that can be done again: applying events and following them in the index', async () => {
		const claimed = await claimOne(records);
		durable.length = 0;
		await records.change(async () => undefined);
		await records.renew(claimed, { worker: 'worker', until: noon });
		await records.acknowledge([], 1, '');
		assert.deepEqual(durable, [false, false, false]);
	});
});
