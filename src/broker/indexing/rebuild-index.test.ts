// Tests in which order a rebuild derives its parts, and how it ends where one fails.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Clock, systemClock } from '../../clock.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { IndexBuilder } from '../../ports/search/index-generations.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createModelStore, type ModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { given, receive } from '../graph.fixture.ts';
import { rebuildIndex } from './rebuild-index.ts';
import type { RebuildOptions } from './rebuild-options.ts';

type Step = 'objects' | 'links';

/** Opens an index that notes what its builder gets; `fails`: at the first links. */
function notingIndex(store: ModelStore, { fails = false } = {}): SearchIndex & { steps: Step[] } {
	const index = openModelIndex(store);
	const steps: Step[] = [];
	const noting = (builder: IndexBuilder): IndexBuilder => ({
		...builder,
		async addObjects(objects) {
			steps.push('objects');
			await builder.addObjects(objects);
		},
		async addLinks(links) {
			if (links.length > 0) steps.push('links');
			if (fails) throw new Error('the disk is full');
			await builder.addLinks(links);
		},
	});
	return { ...index, steps, open: async (...part) => noting(await index.open(...part)) };
}

/** Opens an index that is built in parts and is delayed once, with the first objects. */
function delayedIndex(store: ModelStore, hold: () => Promise<void>): SearchIndex {
	const index = openModelIndex(store, citations);
	let isHeldUp = true;
	const open: SearchIndex['open'] = async (...part) => {
		const builder = await index.open(...part);
		const addObjects: typeof builder.addObjects = async (objects) => {
			if (isHeldUp) {
				isHeldUp = false;
				await hold();
			}
			await builder.addObjects(objects);
		};
		return { ...builder, addObjects };
	};
	return { ...index, open };
}

const citations = 3_000;
const whole = { objects: 2 * citations + 2, links: citations + 1 };

describe('a rebuild', () => {
	let fresh: TestRecords;
	before(async () => {
		fresh = await openTestRecords();
		const texts = Array.from({ length: citations }, (_, at) => `A${at} cites B${at}`);
		await receive(fresh.records, [{ links: given(...texts, 'C hasVersion D', 'A1 cites D'), noindex: false }]);
	});
	after(() => fresh.close());

	const rebuild = (index: SearchIndex, options: Partial<RebuildOptions> = {}) =>
		rebuildIndex(fresh.records, index, {
			destroy: false,
			clock: systemClock,
			leaseMilliseconds: 1_000,
			onProgress: () => undefined,
			...options,
		});

	it('passes in all objects before any link', async () => {
		const index = notingIndex(createModelStore());
		assert.deepEqual(await rebuild(index), whole);
		const end = index.steps.indexOf('links');
		assert.deepEqual(new Set(index.steps.slice(0, end)), new Set(['objects']));
		assert.deepEqual(new Set(index.steps.slice(end)), new Set(['links']));
	});

	it('counts what is derived', async () => {
		let done = 0;
		const onProgress = (progress: { done: number }) => {
			done = progress.done;
		};
		await rebuild(openModelIndex(createModelStore()), { onProgress });
		assert.ok(done >= whole.objects + citations, `${done} derived`);
	});

	it('that fails returns the reason, and another can begin', async () => {
		const store = createModelStore();
		await assert.rejects(rebuild(notingIndex(store, { fails: true })), /the disk is full/);
		assert.deepEqual(await rebuild(notingIndex(store)), whole);
	});

	it('in parts is finished by others that took a part over from a delayed process', async () => {
		const store = createModelStore();
		let ahead = 0;
		const clock: Clock = {
			...systemClock,
			now: () => systemClock.now() + ahead,
			sleep: (milliseconds, signal) => systemClock.sleep(Math.min(milliseconds, 2), signal),
		};
		const lost = Promise.withResolvers<void>();
		const records = {
			...fresh.records,
			async renewPart(...part: Parameters<typeof fresh.records.renewPart>) {
				const isHeld = await fresh.records.renewPart(...part);
				if (!isHeld) lost.resolve();
				return isHeld;
			},
		};
		const options = { destroy: false, clock, leaseMilliseconds: 60_000, onProgress: () => undefined };
		const index = delayedIndex(store, async () => {
			ahead = 3_600_000;
			await rebuildIndex(fresh.records, openModelIndex(store, citations), { ...options, onlyTakePart: true });
			await lost.promise;
		});
		assert.deepEqual(await rebuildIndex(records, index, options), whole);
	});
});
