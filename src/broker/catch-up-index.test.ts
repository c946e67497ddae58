import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type FreshLinkStore, openFreshLinkStore } from '../engines/sqlite/records/sqlite-link-store.fixture.ts';
import type { ClaimedEvent, LinkStore } from '../ports/records/link-store.ts';
import { createModelStore, openModelIndex } from '../ports/search/search-index.model.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import { createCatchUp } from './catch-up-index.ts';
import { applyNow, bodyOf, forever, given, send, testWorker } from './graph.fixture.ts';
import { updateIndex } from './update-index.ts';
import { lookMilliseconds } from './wait-for-more.ts';

let fresh: FreshLinkStore;
let store: LinkStore;
let index: SearchIndex;
let now: number;
/** What catches up while more may come. */
let catchUpOnce: ReturnType<typeof createCatchUp>;
let works = 0;
/** What it has said last of whether it waits. */
let waits: boolean | undefined;

beforeEach(async () => {
	fresh = await openFreshLinkStore();
	store = fresh.store;
	index = openModelIndex(createModelStore());
	now = 0;
	waits = undefined;
	catchUpOnce = createCatchUp(store, index, optionsNow());
});
afterEach(() => fresh.close());

/** Four links are many. */
const optionsNow = () => ({
	now: () => now,
	leaseMilliseconds: 1_000,
	fewestLinks: 4,
	onWaits: (it: boolean) => {
		waits = it;
	},
});

/** Catches up while more may come; answers how many marks were applied. */
async function catchUp(): Promise<number> {
	const { marks, lookAgainMilliseconds } = await catchUpOnce();
	assert.equal(lookAgainMilliseconds, marks === 0 && (await store.indexLag()).links > 0 ? lookMilliseconds : undefined);
	return marks;
}

/** Catches up when nothing comes any more. */
const catchUpAtEnd = async () => (await createCatchUp(store, index, { ...optionsNow(), nothingComes: true })()).marks;

/** Leaves marks of so many links that came, between works of which nobody has heard. */
const come = (links: number) =>
	send(store, given(...Array.from({ length: links }, () => `N${++works} cites N${++works}`)));

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
		assert.equal(await catchUpAtEnd(), 2);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 5 });
		assert.equal(await catchUpAtEnd(), 0);
		assert.equal((await store.indexLag()).links, 0);
	});

	it('is changed where little waits beside what it holds', async () => {
		await indexed(...Array.from({ length: 8 }, (_, number) => `A cites B${number}`));
		await send(store, given('A cites C', 'A cites D', 'A cites E', 'A cites F'));
		assert.equal(await catchUpAtEnd(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 12 });
	});

	it('is changed where little waits at all', async () => {
		await send(store, given('A cites B', 'A cites C', 'A cites D'));
		assert.equal(await catchUpAtEnd(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 3 });
	});

	it('waits for more where nobody knows what comes, as long as it comes', async () => {
		await come(4);
		assert.equal(await catchUp(), 0);
		now += lookMilliseconds;
		await come(500);
		assert.equal(await catchUp(), 0);
		now += lookMilliseconds;
		assert.equal((await index.size()).links, 0);
		assert.equal(await catchUp(), 2);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 504 });
	});

	it('says when it waits, and when it does so no longer, before it works', async () => {
		await come(3);
		await catchUp();
		assert.equal(waits, false);
		await come(4);
		await catchUp();
		assert.equal(waits, true);
		now += lookMilliseconds;
		const building = catchUp();
		while (waits) await turn();
		assert.equal((await index.size()).links, 3);
		await building;
		assert.deepEqual([waits, (await index.size()).links], [false, 7]);
	});

	it('waits for what was accepted and comes at once', async () => {
		await come(4);
		assert.equal(await catchUp(), 0);
		const accepted = given(...Array.from({ length: 500 }, (_, number) => `A cites B${number}`));
		const [sequence] = await store.accept([
			{ eventId: 'accepted', payload: bodyOf(accepted), links: 500, noindex: false, userId: null, now },
		]);
		now += lookMilliseconds;
		assert.equal(await catchUp(), 0);
		const [event] = await store.claim(testWorker, now, forever, 1);
		assert.equal(event?.sequence, sequence);
		await applyNow(store, event as ClaimedEvent, accepted);
		now += lookMilliseconds;
		assert.equal(await catchUp(), 0);
		now += lookMilliseconds;
		assert.equal(await catchUp(), 2);
	});

	/** Accepts an event of links between works of which nobody has heard, as many as that; nobody applies it. */
	const accept = (links: number) =>
		store.accept([
			{ eventId: `accepted-${links}`, payload: Buffer.from('[]'), links, noindex: false, userId: null, now },
		]);

	it('waits for what was accepted also where hardly anything else waits', async () => {
		await indexed('A cites B');
		await come(1);
		await accept(500);
		assert.equal(await catchUp(), 0);
		now += lookMilliseconds;
		assert.equal(await catchUp(), 0);
		assert.equal((await index.size()).links, 1);
	});

	it('is changed by little where what was accepted does not come for two minutes, and then by all at once', async () => {
		await indexed(...Array.from({ length: 400 }, (_, number) => `A cites B${number}`));
		for (let event = 0; event < 150; event++) await come(1);
		await accept(500_000);
		for (; now < 120_000; now += lookMilliseconds) assert.equal(await catchUp(), 0);
		let marks = 0;
		while (marks < 150) {
			const applied = await catchUp();
			assert.ok(applied > 0);
			marks += applied;
		}
		assert.deepEqual(await sizeOf(), { generation: 1, links: 550 });
		// Nothing waits now, so it waits anew the next time.
		assert.equal(await catchUp(), 0);
		await come(1);
		assert.equal(await catchUp(), 0);
	});

	it('does not look more than four times a second for what was accepted', async () => {
		let looks = 0;
		const { linksToApply } = store;
		const counted: LinkStore = {
			...store,
			linksToApply(at) {
				looks++;
				return linksToApply(at);
			},
		};
		const counting = createCatchUp(counted, index, optionsNow());
		for (let event = 0; event < 20; event++) {
			await come(1);
			await counting();
			now += 50;
		}
		assert.equal(looks, 4);
	});

	it('waits for nothing where it lacks nothing yet', async () => {
		await accept(500_000);
		assert.deepEqual(await catchUpOnce(), { marks: 0 });
	});

	it('has waited for that, and waits anew the next time', async () => {
		for (const generation of [2, 3]) {
			now += 600_000;
			await come(4);
			assert.equal(await catchUp(), 0);
			now += lookMilliseconds;
			assert.equal(await catchUp(), 1);
			assert.equal(await index.generation(), generation);
		}
	});

	it('is changed by little at once, also where nobody knows what comes', async () => {
		await indexed(...Array.from({ length: 8 }, (_, number) => `A cites B${number}`));
		await send(store, given('A cites C'));
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 9 });
	});

	it('is changed by several rounds of marks at a time where it is told to be', async () => {
		await indexed(...Array.from({ length: 600 }, (_, number) => `A cites B${number}`));
		for (let event = 0; event < 150; event++) await come(1);
		const inRounds = createCatchUp(store, index, { ...optionsNow(), nothingComes: true, update: { rounds: 2 } });
		assert.deepEqual([await inRounds(), await inRounds()], [{ marks: 128 }, { marks: 22 }]);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 750 });
	});

	it('is changed where something stored must not be found yet', async () => {
		await send(store, given('A cites X'), { noindex: true });
		await send(store, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		assert.equal(await catchUpAtEnd(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 4 });
	});

	it('is changed where another rebuild is under way', async () => {
		await send(store, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		await store.startRebuild(0, 1_000, 1);
		assert.equal(await catchUpAtEnd(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 4 });
	});
});
