import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { accept } from '../broker/graph.fixture.ts';
import { createModelStore, openModelIndex } from '../ports/search/suite/search-index.model.ts';
import { insufficientStorage } from '../store/insufficient-storage.ts';
import { keepReserve, keepReserveOfIndex } from './disk-reserve.ts';
import { openTestWorkers, type TestWorkers } from './workers/event-worker.fixture.ts';

const isFull = { code: 'insufficient-storage' };

/** A disk that the test fills. */
function openDisk() {
	const state = { isFull: true };
	return {
		state,
		async requireRoom() {
			if (state.isFull) throw insufficientStorage('database');
		},
	};
}

describe('records whose disk is nearly full', () => {
	let fresh: TestWorkers;
	beforeEach(async () => {
		fresh = await openTestWorkers();
	});
	afterEach(() => fresh.close());

	it('take no event, and take them again when there is room', async () => {
		const disk = openDisk();
		const records = keepReserve(fresh.records, disk);
		await assert.rejects(accept(records, [{ links: [], noindex: false }]), isFull);
		assert.equal((await records.incident())?.failure.code, 'insufficient-storage');
		disk.state.isFull = false;
		assert.equal(await records.incident(), null);
		assert.equal((await accept(records, [{ links: [], noindex: false }])).length, 1);
	});

	it('have what was accepted wait, which costs it no try, and applied when there is room', async () => {
		const disk = openDisk();
		const [eventId] = await fresh.acceptEach([]);
		const failed = Promise.withResolvers<void>();
		const worker = fresh.start(keepReserve(fresh.records, disk), {
			log: { info: () => undefined, warn: (_, message) => failed.resolve(fresh.warnings.push(message) as never) },
		});
		await failed.promise;
		assert.deepEqual(fresh.warnings, ['No room is left to apply events; trying again']);
		const waiting = await fresh.find(eventId);
		assert.deepEqual([waiting.state, waiting.attempts], ['New', 0]);
		disk.state.isFull = false;
		await worker.idle();
		const { state, attempts } = await fresh.find(eventId);
		assert.deepEqual([state, attempts], ['Done', 1]);
	});
});

describe('an index whose disk is nearly full', () => {
	it('is neither changed nor built, and is when there is room', async () => {
		const disk = openDisk();
		const index = keepReserveOfIndex(openModelIndex(createModelStore()), disk);
		await assert.rejects(
			index.update(async () => undefined),
			isFull,
		);
		await assert.rejects(index.begin(2), isFull);
		disk.state.isFull = false;
		await index.update(async () => undefined);
		await index.begin(2);
		const builder = await index.open(2, 'objects', 1);
		disk.state.isFull = true;
		await assert.rejects(builder.addObjects([]), isFull);
		await assert.rejects(builder.addLinks([]), isFull);
		await index.remove(2);
	});

	it('answers searches', async () => {
		const index = keepReserveOfIndex(openModelIndex(createModelStore()), openDisk());
		assert.deepEqual(await index.size(), { objects: 0, links: 0 });
	});
});
