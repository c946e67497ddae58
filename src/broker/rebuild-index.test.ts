// Tests in which order a rebuild gives objects and links to the index that it fills.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createModelStore, openModelIndex } from '../search/search-index.model.ts';
import type { IndexBuilder, SearchIndex } from '../search/search-index.ts';
import { type FreshLinkStore, openFreshLinkStore } from '../storage/sqlite/sqlite-link-store.fixture.ts';
import { given, receive } from './graph.fixture.ts';
import { rebuildIndex } from './rebuild-index.ts';

type Step = 'objects' | 'end of objects' | 'links';

/** Opens an index that notes what its builder is given; `fails`: at the first links. */
function notingIndex({ mixes, fails = false }: { mixes: boolean; fails?: boolean }): SearchIndex & { steps: Step[] } {
	const index = openModelIndex(createModelStore());
	const steps: Step[] = [];
	const noting = (builder: IndexBuilder): IndexBuilder => ({
		...builder,
		mixes,
		async addObjects(objects) {
			steps.push('objects');
			await builder.addObjects(objects);
		},
		async endObjects() {
			steps.push('end of objects');
			await builder.endObjects();
		},
		async addLinks(links) {
			if (links.length > 0) steps.push('links');
			if (fails) throw new Error('the disk is full');
			await builder.addLinks(links);
		},
	});
	return { ...index, steps, build: async (generation) => noting(await index.build(generation)) };
}

describe('a rebuild', () => {
	const citations = 3_000;
	let fresh: FreshLinkStore;
	before(async () => {
		fresh = await openFreshLinkStore();
		const texts = Array.from({ length: citations }, (_, at) => `A${at} cites B${at}`);
		await receive(fresh.store, [{ links: given(...texts, 'C hasVersion D', 'A1 cites D'), noindex: false }]);
	});
	after(() => fresh.close());

	const rebuild = (index: SearchIndex) =>
		rebuildIndex(fresh.store, index, {
			destroy: false,
			now: () => 0,
			leaseMilliseconds: 1_000,
			onProgress: () => undefined,
		});

	it('gives links between objects where the index takes them so, and tells when there are no more objects', async () => {
		const index = notingIndex({ mixes: true });
		assert.deepEqual(await rebuild(index), { objects: 2 * citations + 2, links: citations + 1 });
		const [firstLinks, end] = [index.steps.indexOf('links'), index.steps.indexOf('end of objects')];
		assert.ok(firstLinks < end, `links come first as step ${firstLinks}, objects end with step ${end}`);
		assert.ok(index.steps.lastIndexOf('objects') < end);
	});

	it('gives all objects before any link where the index needs them first', async () => {
		const index = notingIndex({ mixes: false });
		assert.deepEqual(await rebuild(index), { objects: 2 * citations + 2, links: citations + 1 });
		const end = index.steps.indexOf('end of objects');
		assert.deepEqual(new Set(index.steps.slice(0, end)), new Set(['objects']));
		assert.deepEqual(new Set(index.steps.slice(end + 1)), new Set(['links']));
	});

	it('that fails between objects and links tells why, and another can begin', async () => {
		await assert.rejects(rebuild(notingIndex({ mixes: true, fails: true })), /the disk is full/);
		const { links } = await rebuild(notingIndex({ mixes: true }));
		assert.equal(links, citations + 1);
	});
});
