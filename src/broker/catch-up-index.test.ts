import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createModelStore, openModelIndex } from '../search/search-index.model.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { ClaimedEvent, LinkStore } from '../storage/link-store.ts';
import { type FreshLinkStore, openFreshLinkStore } from '../storage/sqlite/sqlite-link-store.fixture.ts';
import { catchUpIndex } from './catch-up-index.ts';
import { accept, applyNow, forever, given, send, testWorker } from './graph.fixture.ts';
import { updateIndex } from './update-index.ts';

let fresh: FreshLinkStore;
let store: LinkStore;
let index: SearchIndex;

beforeEach(async () => {
	fresh = await openFreshLinkStore();
	store = fresh.store;
	index = openModelIndex(createModelStore());
});
afterEach(() => fresh.close());

const longAfter = 1e12;

/** Catches up where four links are many; answers how many marks were applied. */
async function catchUp({ toCome = null as number | null, now = longAfter } = {}): Promise<number> {
	const options = { now: () => now, leaseMilliseconds: 1_000, linksToCome: () => toCome, fewestLinks: 4 };
	const { marks, lookAgainMilliseconds } = await catchUpIndex(store, index, options);
	assert.equal(lookAgainMilliseconds, (await store.indexLag(now)).links > 0 && marks === 0 ? 1_000 : undefined);
	return marks;
}

/** When the last event was applied whose mark waits. */
const lastApplied = async () => (await store.indexLag(0)).lastAt;

/** Brings so many links into the index by their marks. */
async function indexed(...texts: string[]): Promise<void> {
	await send(store, given(...texts));
	await updateIndex(store, index);
}

const sizeOf = async () => ({ generation: await index.generation(), links: (await index.size()).links });

describe('an index that lacks something', () => {
	it('is built anew where most of it waits, and nothing waits then', async () => {
		await indexed('A cites B');
		await send(store, given('A cites C', 'A cites D'));
		await send(store, given('A cites E', 'A cites F'));
		assert.equal(await catchUp(), 2);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 5 });
		assert.equal(await catchUp(), 0);
		assert.equal((await store.indexLag(0)).links, 0);
	});

	it('is changed where little waits beside what it holds', async () => {
		await indexed(...Array.from({ length: 8 }, (_, number) => `A cites B${number}`));
		await send(store, given('A cites C', 'A cites D', 'A cites E', 'A cites F'));
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 12 });
	});

	it('is changed where little waits at all', async () => {
		await send(store, given('A cites B', 'A cites C', 'A cites D'));
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 3 });
	});

	it('waits for the end of a load while most of it waits', async () => {
		await send(store, given('A cites B', 'A cites C'));
		assert.equal(await catchUp({ toCome: 1 }), 0);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 0 });
		await send(store, given('A cites D', 'A cites E'));
		assert.equal(await catchUp(), 2);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 4 });
	});

	it('is changed during a load where little waits beside what it holds', async () => {
		await indexed('A cites B', 'A cites C', 'A cites D', 'A cites E');
		await send(store, given('A cites F'));
		assert.equal(await catchUp({ toCome: 1 }), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 5 });
	});

	it('waits for the end of a load that will bring most of it', async () => {
		await indexed('A cites B', 'A cites C', 'A cites D', 'A cites E');
		await send(store, given('A cites F'));
		assert.equal(await catchUp({ toCome: 10 }), 0);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 4 });
	});

	it('waits for what keeps coming, until that comes to an end', async () => {
		await send(store, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		const at = await lastApplied();
		assert.equal(await catchUp({ now: at + 999 }), 0);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 0 });
		assert.equal(await catchUp({ now: at + 1_000 }), 1);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 4 });
	});

	it('waits for what keeps coming no longer than until that is three times what it holds', async () => {
		await indexed('A cites B', 'A cites C', 'A cites D', 'A cites E', 'A cites F');
		await send(store, given(...Array.from({ length: 14 }, (_, number) => `A cites G${number}`)));
		const now = await lastApplied();
		assert.equal(await catchUp({ now }), 0);
		await send(store, given('A cites H'));
		assert.equal(await catchUp({ now }), 2);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 20 });
	});

	it('does not wait where it is known that nothing comes', async () => {
		await send(store, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		assert.equal(await catchUp({ toCome: 0, now: await lastApplied() }), 1);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 4 });
	});

	it('waits for what was accepted and is more than a thirty-second part of what there is', async () => {
		const links = Array.from({ length: 64 }, (_, number) => `A cites B${number}`);
		await send(store, given(...links));
		const waiting = given('A cites C', 'A cites D', 'A cites E');
		await accept(store, [{ links: waiting, noindex: false }]);
		assert.equal(await catchUp(), 0);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 0 });
		const [claimed] = await store.claim(testWorker, longAfter, forever, 1);
		await applyNow(store, claimed as ClaimedEvent, waiting);
		await accept(store, [{ links: given('A cites F', 'A cites G'), noindex: false }]);
		assert.equal(await catchUp(), 2);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 67 });
	});

	it('is changed at once by little, whatever comes', async () => {
		await indexed(...Array.from({ length: 8 }, (_, number) => `A cites B${number}`));
		await send(store, given('A cites C'));
		await accept(store, [{ links: given('A cites D', 'A cites E', 'A cites F', 'A cites G'), noindex: false }]);
		assert.equal(await catchUp({ now: await lastApplied() }), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 9 });
	});

	it('is changed where something stored must not be found yet', async () => {
		await send(store, given('A cites X'), { noindex: true });
		await send(store, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 4 });
	});

	it('is changed where another rebuild is under way', async () => {
		await send(store, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		await store.startRebuild(longAfter, longAfter + 1, 1);
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 4 });
	});
});
