// Says what becomes of work that is given up, on real records and an index in memory.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { accept, given, readGraph, send } from '../broker/graph.fixture.ts';
import { systemClock } from '../clock.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { relationsOfGroups } from '../links/relation.ts';
import { createModelStore, openModelIndex } from '../ports/search/suite/search-index.model.ts';
import type { Records } from '../store/records.ts';
import { createGivingUp, GivenUp, giveUp, indexGivenUp, recordsGivenUp, untilGivenUp } from './giving-up.ts';
import { type EventWorkerOptions, startEventWorker } from './workers/event-worker.ts';

const options = (warnings: string[]): EventWorkerOptions => ({
	name: 'stopping',
	leaseMilliseconds: 60_000,
	maxAttempts: 1,
	retryMilliseconds: 1,
	pollMilliseconds: 60_000,
	clock: systemClock,
	log: { info: () => undefined, warn: (_, message) => warnings.push(message) },
});

describe('work that is given up', () => {
	let fresh: TestRecords;
	beforeEach(async () => {
		fresh = await openTestRecords();
	});
	afterEach(() => fresh.close());

	it('fails at its next step, and leaves nothing in the records', async () => {
		const givingUp = createGivingUp();
		const records = recordsGivenUp(fresh.records, givingUp);
		const change = records.change(async (transaction) => {
			await transaction.place([{ id: 1, identity: 1, version: 1, alone: false }]);
			giveUp(givingUp);
			await transaction.place([{ id: 2, identity: 1, version: 1, alone: false }]);
		});
		await assert.rejects(change, GivenUp);
		assert.deepEqual((await readGraph(fresh.records)).works, {});
	});

	it('sees, until then, no more of the records than it asks for', async () => {
		const records = recordsGivenUp(fresh.records, createGivingUp());
		await send(fresh.records, given('A cites B'), { noindex: true });
		const asserted = (scope?: 'covered') =>
			records.snapshot(async (_, snapshot) => {
				const found: unknown[] = [];
				for await (const rows of snapshot.assertions(relationsOfGroups)) for (const row of rows) found.push(row);
				return found.length;
			}, scope);
		assert.deepEqual([await asserted(), await asserted('covered')], [1, 0]);
	});

	it('leaves an event New, with all of its tries, and says nothing', async () => {
		const [eventId] = await accept(fresh.records, [{ links: given('A cites B'), noindex: false }]);
		const givingUp = createGivingUp();
		const begun = Promise.withResolvers<void>();
		const warnings: string[] = [];
		const records = recordsGivenUp(fresh.records, givingUp);
		const worker = startEventWorker(
			{
				...records,
				change: (work) =>
					records.change(async (...seen) => {
						begun.resolve();
						await new Promise((resolve) => setTimeout(resolve, 20));
						return work(...seen);
					}),
			},
			options(warnings),
		);
		await begun.promise;
		const stopped = worker.stop();
		giveUp(givingUp);
		await stopped;
		const [event] = await fresh.records.events({ eventId: eventId as string, limit: 1 });
		assert.deepEqual([event?.state, event?.attempts, warnings], ['New', 0, []]);
	});

	it('leaves an event New also where its transaction does not end', async () => {
		const [eventId] = await accept(fresh.records, [{ links: given('A cites B'), noindex: false }]);
		const givingUp = createGivingUp();
		const begun = Promise.withResolvers<void>();
		const stuck: Records = {
			...fresh.records,
			change() {
				begun.resolve();
				return new Promise(() => undefined);
			},
		};
		const worker = startEventWorker(stuck, { ...options([]), untilGivenUp: () => untilGivenUp(givingUp) });
		await begun.promise;
		void worker.stop();
		giveUp(givingUp);
		const find = async () => (await fresh.records.events({ eventId: eventId as string, limit: 1 }))[0];
		for (let tries = 0; tries < 200 && (await find())?.state !== 'New'; tries++) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		const event = await find();
		assert.deepEqual([event?.state, event?.attempts], ['New', 0]);
	});

	it('fails in an update of the index, of which nothing is seen, and in a build, which can be abandoned', async () => {
		const givingUp = createGivingUp();
		const index = indexGivenUp(openModelIndex(createModelStore()), givingUp);
		await index.begin(2);
		const builder = await index.open(2, 'links', 1);
		const update = index.update(async (writer) => {
			await writer.writeSyncToken(async () => 'half');
			giveUp(givingUp);
			await writer.apply({ removed: [], objects: [], links: [] });
		});
		await assert.rejects(update, GivenUp);
		assert.equal(await index.syncToken(), '');
		await assert.rejects(async () => builder.addLinks([]), GivenUp);
		await index.remove(2);
	});
});
