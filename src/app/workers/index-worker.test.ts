import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { given, send } from '../../broker/graph.fixture.ts';
import { rebuildIndex } from '../../broker/indexing/rebuild-index.ts';
import { reportOwnership } from '../../broker/indexing/report-ownership.ts';
import { updateIndex } from '../../broker/indexing/update-index.ts';
import { systemClock } from '../../clock.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import type { Records } from '../../store/records.ts';
import { type IndexWorkerOptions, startIndexWorker } from './index-worker.ts';
import type { Loop } from './loop.ts';

let fresh: TestRecords;
let index: SearchIndex;
let worker: Loop | undefined;

beforeEach(async () => {
	fresh = await openTestRecords();
	index = openModelIndex(createModelStore());
});
afterEach(async () => {
	await worker?.stop();
	await fresh.close();
});

/** Starts a worker for which four links are many, and which never polls. */
function start(more: Partial<IndexWorkerOptions> = {}): Loop {
	worker = startIndexWorker(fresh.records, index, {
		pollMilliseconds: 3_600_000,
		leaseMilliseconds: 60_000,
		clock: systemClock,
		fewestLinksToRebuild: 4,
		log: { info: () => undefined, warn: (fields) => assert.fail(JSON.stringify(fields)) },
		...more,
	});
	return worker;
}

const fiveLinks = given('A cites B', 'A cites C', 'A cites D', 'A cites E', 'A cites F');

/** What an index has to show: its generation, and how many links it holds. */
const stateOf = async (searched: SearchIndex) => [await searched.generation(), (await searched.size()).links];

/** Removes all entries from the records, as where an index has applied them. */
async function dropEntries(): Promise<void> {
	const { records } = fresh;
	const entries = await records.read((transaction) => transaction.entries(10, 1_000));
	await records.acknowledge(
		entries.map(({ id }) => id),
		await records.currentGeneration(),
		'',
	);
}

describe('a worker of the index', () => {
	it('delivers outbox entries as they come, and reports how many', async () => {
		const updated: number[] = [];
		const { wake, idle } = start({ onUpdated: (entries) => updated.push(entries) });
		await send(fresh.records, given('A cites B'));
		wake();
		await idle();
		assert.deepEqual(updated, [1]);
		assert.deepEqual(await stateOf(index), [1, 1]);
		assert.equal((await fresh.records.backlog()).entries, 0);
	});

	it('builds the index anew where most of it waits', async () => {
		await send(fresh.records, fiveLinks);
		await start().idle();
		assert.deepEqual(await stateOf(index), [2, 5]);
	});

	it('goes on by itself when an update that failed goes well', async () => {
		await send(fresh.records, given('A cites B'));
		const warned = Promise.withResolvers<void>();
		const working = index;
		let isUnavailable = true;
		index = {
			...working,
			update: (work) => (isUnavailable ? Promise.reject(new Error('unavailable')) : working.update(work)),
		};
		const { idle } = start({ log: { info: () => undefined, warn: () => warned.resolve() } });
		await warned.promise;
		isUnavailable = false;
		await idle();
		assert.deepEqual(await stateOf(working), [1, 1]);
	});

	it('fails for a caller that waits, where that was asked for, when the index cannot be updated', async () => {
		await send(fresh.records, given('A cites B'));
		index = { ...index, update: () => Promise.reject(new Error('the disk is full')) };
		const warned: object[] = [];
		const log = { info: () => undefined, warn: (fields: object) => warned.push(fields) };
		await assert.rejects(start({ log, failsAfterMilliseconds: 50 }).idle(), /the disk is full/);
		assert.ok(warned.length > 1);
	});

	it('has a caller that waits wait on while another process builds the index', async () => {
		const { records } = fresh;
		await send(records, fiveLinks);
		await dropEntries();
		const generation = await records.beginRebuild(Date.now(), Date.now() + 60_000, 1);
		let conflicts = 0;
		const under = Promise.withResolvers<void>();
		const warn = () => {
			if (++conflicts === 2) under.resolve();
		};
		const waited = start({ log: { info: () => undefined, warn }, failsAfterMilliseconds: 0 }).idle();
		await under.promise;
		await records.abandonRebuild(generation);
		await waited;
		assert.equal((await index.size()).links, 5);
	});
});

describe('an index that does not belong to the records', () => {
	/** Collects what is logged. */
	function listen() {
		const messages: string[] = [];
		const note = (_: object, message: string) => void messages.push(message);
		return { messages, log: { info: note, warn: note } };
	}

	const rebuildOptions = { destroy: false, clock: systemClock, leaseMilliseconds: 60_000, onProgress: () => undefined };
	const rebuilt = ['The search index does not belong to the records; rebuilding it', 'The search index was built'];

	it('is built anew where it is empty and the records are not', async () => {
		await send(fresh.records, given('A cites B'));
		await dropEntries();
		const { messages, log } = listen();
		await start({ log }).idle();
		assert.deepEqual(messages, rebuilt);
		assert.deepEqual(await stateOf(index), [2, 1]);
	});

	it('is built anew where the records were restored to an earlier time, or are others', async () => {
		const { records } = fresh;
		const lost = await openTestRecords();
		await send(lost.records, given('X cites Y'));
		await updateIndex(lost.records, index);
		// What nobody asserted here: neither before the records have anything, nor beside it.
		await start({ log: listen().log }).idle();
		assert.deepEqual(await stateOf(index), [2, 0]);
		await worker?.stop();
		await send(records, given('A cites B'));
		const { messages, log } = listen();
		await start({ log }).idle();
		assert.deepEqual([messages, await stateOf(index)], [[], [2, 1]]);
		await lost.close();
	});

	it('is built anew while the worker waits for work, as when the records become those of another time', async () => {
		const { messages, log } = listen();
		const { wake, idle } = start({ log });
		await idle();
		const other = await openTestRecords();
		await rebuildIndex(other.records, index, rebuildOptions);
		await other.close();
		wake();
		await idle();
		assert.deepEqual(messages, rebuilt);
		assert.equal(await reportOwnership(fresh.records, index), 'own');
	});

	it('is built anew where it cannot be read, also before anything was indexed', async () => {
		let isDamaged = true;
		const whole = index;
		index = {
			...whole,
			syncToken: async () => (isDamaged ? undefined : whole.syncToken()),
			async switchTo(...given) {
				await whole.switchTo(...given);
				isDamaged = false;
			},
		};
		const { messages, log } = listen();
		await start({ log }).idle();
		assert.deepEqual(messages, [
			'The search index is lost, damaged or of a format that is too old; rebuilding it',
			'The search index was built',
		]);
		assert.deepEqual(await stateOf(index), [2, 0]);
	});

	it('is not built anew where an update was cut short on either side of its commit', async () => {
		const { records } = fresh;
		await send(records, given('A cites B'));
		const failing = (part: Partial<Records>) => ({ ...records, ...part });
		const dies = async () => Promise.reject(new Error('the process has ended'));
		await assert.rejects(updateIndex(failing({ acknowledge: dies }), index));
		assert.equal((await index.size()).links, 1);
		await send(records, given('A cites C'));
		const working = index;
		const uncommitted: SearchIndex = {
			...working,
			update: (work) =>
				working.update(async (writer) => {
					await work(writer);
					return dies();
				}),
		};
		await assert.rejects(updateIndex(records, uncommitted));
		const { messages, log } = listen();
		await start({ log }).idle();
		assert.deepEqual(messages, []);
		assert.deepEqual(await stateOf(index), [1, 2]);
	});

	it('is left alone where neither holds anything', async () => {
		const { messages, log } = listen();
		await start({ log }).idle();
		assert.deepEqual(messages, []);
		assert.deepEqual(await stateOf(index), [1, 0]);
	});

	it('is built anew where it is younger than the records know, as after these were restored', async () => {
		const other = await openTestRecords();
		await send(other.records, given('X cites Y', 'X cites Z'));
		for (let time = 0; time < 2; time++) await rebuildIndex(other.records, index, rebuildOptions);
		await other.close();
		await send(fresh.records, given('A cites B'));
		const { messages, log } = listen();
		await start({ log }).idle();
		assert.deepEqual(messages, rebuilt);
		assert.deepEqual(await stateOf(index), [4, 1]);
		assert.equal(await fresh.records.currentGeneration(), 4);
	});

	it('is switched without being built where only that was missing', async () => {
		await send(fresh.records, given('A cites B'));
		const cutShort: SearchIndex = {
			...index,
			async switchTo(_, before) {
				await before?.();
				throw new Error('the process has ended');
			},
		};
		await assert.rejects(rebuildIndex(fresh.records, cutShort, rebuildOptions));
		assert.deepEqual(await stateOf(index), [1, 0]);
		const { messages, log } = listen();
		await start({ log }).idle();
		assert.deepEqual(messages, []);
		assert.deepEqual(await stateOf(index), [2, 1]);
	});
});
