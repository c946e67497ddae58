import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { given, send } from '../../broker/graph.fixture.ts';
import { type FreshLinkStore, openFreshLinkStore } from '../../engines/sqlite/records/sqlite-link-store.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/search-index.model.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { type IndexWorkerOptions, startIndexWorker } from './index-worker.ts';
import type { Loop } from './loop.ts';

let fresh: FreshLinkStore;
let index: SearchIndex;
let worker: Loop | undefined;

beforeEach(async () => {
	fresh = await openFreshLinkStore();
	index = openModelIndex(createModelStore());
});
afterEach(async () => {
	await worker?.stop();
	await fresh.close();
});

/** Starts a worker for which four links are many, and which looks for itself no more often than once an hour. */
function start(more: Partial<IndexWorkerOptions> = {}): Loop {
	worker = startIndexWorker(fresh.store, index, {
		pollMilliseconds: 3_600_000,
		leaseMilliseconds: 60_000,
		now: Date.now,
		fewestLinks: 4,
		log: { info: () => undefined, warn: (fields) => assert.fail(JSON.stringify(fields)) },
		...more,
	});
	return worker;
}

const fiveLinks = given('A cites B', 'A cites C', 'A cites D', 'A cites E', 'A cites F');

describe('a worker of the index', () => {
	it('applies marks as they come, and tells how many', async () => {
		const updated: number[] = [];
		const { wake, idle } = start({ onUpdated: (marks) => updated.push(marks) });
		await send(fresh.store, given('A cites B'));
		wake();
		await idle();
		assert.deepEqual(updated, [1]);
		assert.equal((await index.size()).links, 1);
	});

	it('looks again by itself, and only then, when it has waited for more to come', async () => {
		let looks = 0;
		const updated = Promise.withResolvers<void>();
		await send(fresh.store, fiveLinks);
		const { store } = fresh;
		const indexLag = () => {
			looks++;
			return store.indexLag();
		};
		fresh = { ...fresh, store: { ...store, indexLag } };
		const { wake, idle } = start({ now: () => looks * 1_000, onUpdated: () => updated.resolve() });
		await idle();
		wake();
		await idle();
		assert.deepEqual([looks, (await index.size()).links], [1, 0]);
		await updated.promise;
		assert.deepEqual([await index.generation(), (await index.size()).links], [2, 5]);
	});

	it('waits for nothing where nothing comes', async () => {
		await send(fresh.store, fiveLinks);
		await start({ now: () => 0, nothingComes: true }).idle();
		assert.deepEqual([await index.generation(), (await index.size()).links], [2, 5]);
	});

	it('tells whoever waits, where that was asked for, that the index cannot be updated', async () => {
		await send(fresh.store, given('A cites B'));
		index = { ...index, update: () => Promise.reject(new Error('the disk is full')) };
		const warned: object[] = [];
		const log = { info: () => undefined, warn: (fields: object) => warned.push(fields) };
		await assert.rejects(start({ log, failsAfterMilliseconds: 50 }).idle(), /the disk is full/);
		assert.ok(warned.length > 1);
	});

	it('has whoever waits wait on while another process builds the index', async () => {
		await send(fresh.store, fiveLinks);
		const { store } = fresh;
		await store.acknowledge(await store.read(async (records) => (await records.marks(10)).map(({ id }) => id)), 1);
		const generation = await store.startRebuild(Date.now(), Date.now() + 60_000, 1);
		let conflicts = 0;
		const under = Promise.withResolvers<void>();
		const warn = () => {
			if (++conflicts === 2) under.resolve();
		};
		const waited = start({ log: { info: () => undefined, warn }, failsAfterMilliseconds: 0 }).idle();
		await under.promise;
		await store.abandonRebuild(generation);
		await waited;
		assert.equal((await index.size()).links, 5);
	});
});
