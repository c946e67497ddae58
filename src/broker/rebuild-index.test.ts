// Tests who derives what of a rebuild, in which order, and how it ends where a part fails.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type FreshLinkStore, openFreshLinkStore } from '../engines/sqlite/records/sqlite-link-store.fixture.ts';
import { createModelStore, type ModelStore, openModelIndex } from '../ports/search/search-index.model.ts';
import type { IndexBuilder, SearchIndex } from '../ports/search/search-index.ts';
import { given, receive } from './graph.fixture.ts';
import { type ObjectsElsewhere, type RebuildOptions, rebuildIndex } from './rebuild-index.ts';
import { type FillingObjects, fillObjectsApart } from './rebuild-objects.ts';

type Step = 'objects' | 'links';

/** Opens an index that notes what its builder is given; `fails`: at the first links. */
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
	return { ...index, steps, build: async (generation) => noting(await index.build(generation)) };
}

const citations = 3_000;
const whole = { objects: 2 * citations + 2, links: citations + 1 };

describe('a rebuild', () => {
	let fresh: FreshLinkStore;
	before(async () => {
		fresh = await openFreshLinkStore();
		const texts = Array.from({ length: citations }, (_, at) => `A${at} cites B${at}`);
		await receive(fresh.store, [{ links: given(...texts, 'C hasVersion D', 'A1 cites D'), noindex: false }]);
	});
	after(() => fresh.close());

	const rebuild = (index: SearchIndex, options: Partial<RebuildOptions> = {}) =>
		rebuildIndex(fresh.store, index, {
			destroy: false,
			now: () => 0,
			leaseMilliseconds: 1_000,
			onProgress: () => undefined,
			...options,
		});

	/** Fills in objects by another handle of the index and by the one that is given of the records, as another thread does. */
	function elsewhere(store: ModelStore, { fails = false, begins = true } = {}) {
		const ended: string[] = [];
		const start = (onDerived: (more: number) => void): ObjectsElsewhere => {
			const index = notingIndex(store);
			let filling: FillingObjects | undefined;
			return {
				ready: async () => undefined,
				async begin(order) {
					if (!begins) throw new Error('states cannot be shared here');
					const addTo = await index.buildObjects?.(order.generation);
					assert.ok(addTo);
					const failing = { ...addTo, addObjects: async () => assert.fail('the other disk is full') };
					filling = fillObjectsApart(
						fresh.store,
						{ buildObjects: async () => (fails ? failing : addTo) },
						order,
						onDerived,
					);
					await filling.begun;
				},
				filled: async () => filling?.filled,
				async stop() {
					filling?.stop();
					await filling?.filled.then(
						() => ended.push('filled'),
						(error: Error) => ended.push(error.message),
					);
				},
			};
		};
		return { start, ended };
	}

	it('gives all objects before any link', async () => {
		const index = notingIndex(createModelStore());
		assert.deepEqual(await rebuild(index), whole);
		const end = index.steps.indexOf('links');
		assert.deepEqual(new Set(index.steps.slice(0, end)), new Set(['objects']));
		assert.deepEqual(new Set(index.steps.slice(end)), new Set(['links']));
	});

	it('leaves the objects to another thread, and counts what either has derived', async () => {
		const store = createModelStore();
		const index = notingIndex(store);
		const { start, ended } = elsewhere(store);
		let done = 0;
		const onProgress = (progress: { done: number }) => {
			done = progress.done;
		};
		assert.deepEqual(await rebuild(index, { objectsElsewhere: start, fewestBytesElsewhere: 0, onProgress }), whole);
		assert.deepEqual(new Set(index.steps), new Set(['links']));
		assert.deepEqual(ended, ['filled']);
		assert.ok(done >= whole.objects + citations, `${done} derived`);
	});

	it('starts no other thread where there is little to derive, or where the index wants the objects first', async () => {
		const start = () => assert.fail('started');
		await rebuild(openModelIndex(createModelStore()), { objectsElsewhere: start, fewestBytesElsewhere: 2 ** 40 });
		const { buildObjects: _, ...index } = openModelIndex(createModelStore());
		await rebuild(index, { objectsElsewhere: start, fewestBytesElsewhere: 0 });
	});

	it('does all by itself where the other thread cannot begin', async () => {
		const store = createModelStore();
		const index = notingIndex(store);
		const { start } = elsewhere(store, { begins: false });
		assert.deepEqual(await rebuild(index, { objectsElsewhere: start, fewestBytesElsewhere: 0 }), whole);
		assert.deepEqual(new Set(index.steps), new Set(['objects', 'links']));
	});

	it('that fails at the links tells why, ends the other thread, and another can begin', async () => {
		const store = createModelStore();
		const { start, ended } = elsewhere(store);
		const options = { objectsElsewhere: start, fewestBytesElsewhere: 0 };
		await assert.rejects(rebuild(notingIndex(store, { fails: true }), options), /the disk is full/);
		assert.equal(ended.length, 1);
		assert.deepEqual(await rebuild(notingIndex(store), options), whole);
	});

	it('that fails at the objects, in another thread, tells why, and another can begin', async () => {
		const store = createModelStore();
		const failing = { objectsElsewhere: elsewhere(store, { fails: true }).start, fewestBytesElsewhere: 0 };
		await assert.rejects(rebuild(notingIndex(store), failing), /the other disk is full/);
		assert.deepEqual(await rebuild(notingIndex(store)), whole);
	});
});
