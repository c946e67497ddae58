// Says what use cases do that take several parts of the program; each part has tests of its own.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { systemClock } from '../clock.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../errors.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import { createModelStore, openModelIndex } from '../ports/search/suite/search-index.model.ts';
import { openAccountStore } from '../store/accounts/account-store.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { createBroker } from './broker.ts';
import { createChangeWatch } from './changes/await-changes.ts';
import { builtInDefinitions } from './counting/definitions.ts';
import { given, send } from './graph.fixture.ts';
import { rebuildIndex } from './indexing/rebuild-index.ts';
import { createBodyReading } from './read-bodies.ts';
import { rebuildGraph } from './rebuild-graph.ts';
import { createRecordsWork } from './records-work.ts';

describe('a rebuild of the groups', () => {
	let fresh: TestRecords;
	beforeEach(async () => {
		fresh = await openTestRecords();
		await send(fresh.records, given('A cites B'));
	});
	afterEach(() => fresh.close());

	/** Puts the two works in one group, which no event has asserted. */
	const spoil = () =>
		fresh.records.change(async (transaction) => {
			await transaction.place([1, 2].map((id) => ({ id, identity: 1, version: 1, alone: false })));
		});

	async function rebuild(index: SearchIndex) {
		const { records, database } = fresh;
		const accounts = openAccountStore(database);
		const work = createRecordsWork(records);
		const bodies = createBodyReading({ maxLinksPerEvent: 10, maxBodyBytes: 1_000 });
		const broker = createBroker(
			{ records, accounts, index },
			{ work, bodies },
			{
				...{ leaseMilliseconds: 60_000, overdueAfterSeconds: 300, clock: systemClock },
				definitions: builtInDefinitions,
				watch: createChangeWatch(async () => 0, { pollMilliseconds: 1_000 }),
				disks: {
					free: async () => ({ database: null, 'search index': null }),
					requireRoom: async () => undefined,
					indexBytes: async () => null,
				},
			},
		);
		return broker.rebuildGraph(by, {});
	}

	it('brings the index up to date', async () => {
		const index = openModelIndex(createModelStore());
		const groupsOf = async () => (await index.locateKeys(['a', 'b'])).map(({ identity }) => identity);
		assert.equal((await rebuild(index)).changed, 0);
		assert.deepEqual(await groupsOf(), [1, 2]);
		await spoil();
		await rebuildIndex(fresh.records, index, {
			...{ destroy: false, clock: systemClock, leaseMilliseconds: 60_000, onProgress: () => undefined },
		});
		assert.deepEqual(await groupsOf(), [1, 1]);
		assert.equal((await rebuild(index)).changed, 2);
		assert.deepEqual(await groupsOf(), [1, 2]);
	});

	it('keeps what it has corrected when it is killed, and the index follows', async () => {
		const { records } = fresh;
		const index = openModelIndex(createModelStore());
		const groupsOf = async () => (await index.locateKeys(['a', 'b'])).map(({ identity }) => identity);
		await spoil();
		await rebuildIndex(records, index, {
			...{ destroy: false, clock: systemClock, leaseMilliseconds: 60_000, onProgress: () => undefined },
		});
		const killed = rebuildGraph(records, {
			idsPerRange: 2,
			onProgress() {
				throw new Error('killed');
			},
		});
		await assert.rejects(killed, /killed/);
		assert.deepEqual(await groupsOf(), [1, 1]);
		assert.equal((await rebuild(index)).changed, 0);
		assert.deepEqual(await groupsOf(), [1, 2]);
	});

	it('ends after the present range when it is interrupted, and returns where to continue', async () => {
		const stop = new AbortController();
		await spoil();
		const first = await rebuildGraph(fresh.records, {
			...{ idsPerRange: 2, signal: stop.signal, onProgress: () => stop.abort() },
		});
		assert.equal(first.interruptedAt, 2);
		const rest = await rebuildGraph(fresh.records, { idsPerRange: 2, from: 2 });
		assert.deepEqual([rest.interruptedAt, first.changed + rest.changed], [null, 2]);
	});

	it('says so when the index could not be updated, and what to do', async () => {
		await spoil();
		const index = {
			...openModelIndex(createModelStore()),
			update: () => Promise.reject(new Error('the disk is full')),
		};
		await assert.rejects(
			rebuild(index),
			(error) =>
				error instanceof BrokerError &&
				error.code === 'index-behind' &&
				/groups are rebuilt.*index is not/.test(error.message) &&
				(error.cause as Error).message === 'the disk is full',
		);
		assert.equal((await rebuild(openModelIndex(createModelStore()))).changed, 0);
	});
});
