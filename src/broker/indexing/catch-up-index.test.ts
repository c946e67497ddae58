import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import type { Records } from '../../store/records.ts';
import { given, send } from '../graph.fixture.ts';
import { catchUpIndex } from './catch-up-index.ts';
import { updateIndex } from './update-index.ts';

let fresh: TestRecords;
let records: Records;
let index: SearchIndex;

beforeEach(async () => {
	fresh = await openTestRecords();
	records = fresh.records;
	index = openModelIndex(createModelStore());
});
afterEach(() => fresh.close());

const clock = { ...systemClock, now: () => 0 };

/** Catches up once; four links are many. Returns how many entries it delivered. */
const catchUp = async (on: Records = records) =>
	(await catchUpIndex(on, index, { clock, leaseMilliseconds: 1_000, fewestLinksToRebuild: 4 })).entries;

/** Brings links into the index by their entries. */
async function indexed(...texts: string[]): Promise<void> {
	await send(records, given(...texts));
	await updateIndex(records, index);
}

const sizeOf = async () => ({ generation: await index.generation(), links: (await index.size()).links });

describe('an index that lacks something', () => {
	it('is rebuilt where most of it waits, and nothing waits then', async () => {
		await indexed('A cites B');
		await send(records, given('A cites C', 'A cites D'));
		await send(records, given('A cites E', 'A cites F'));
		assert.equal(await catchUp(), 2);
		assert.deepEqual(await sizeOf(), { generation: 2, links: 5 });
		assert.equal(await catchUp(), 0);
		assert.equal((await records.indexLag()).links, 0);
	});

	it('is updated where few changes wait compared with its content', async () => {
		await indexed(...Array.from({ length: 8 }, (_, number) => `A cites B${number}`));
		await send(records, given('A cites C', 'A cites D', 'A cites E', 'A cites F'));
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 12 });
	});

	it('is updated where few changes wait in total', async () => {
		await send(records, given('A cites B', 'A cites C', 'A cites D'));
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 3 });
	});

	it('is updated where a stored event is unindexed', async () => {
		await send(records, given('A cites X'), { noindex: true });
		await send(records, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 4 });
	});

	it('is updated where a noindex event comes once the rebuild has begun', async () => {
		await send(records, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		const disturbed: Records = {
			...records,
			async beginRebuild(...rebuild) {
				const generation = await records.beginRebuild(...rebuild);
				await send(records, given('A cites X'), { noindex: true });
				return generation;
			},
		};
		assert.equal(await catchUp(disturbed), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 4 });
	});

	it('is updated where another rebuild is under way', async () => {
		await send(records, given('A cites B', 'A cites C', 'A cites D', 'A cites E'));
		await records.beginRebuild(0, 1_000, 1);
		assert.equal(await catchUp(), 1);
		assert.deepEqual(await sizeOf(), { generation: 1, links: 4 });
	});
});

describe('an index that lacks nothing', () => {
	it('is not written to, nor are the records', async () => {
		await indexed('A cites B');
		const refuse = () => assert.fail('something is written');
		const idle = { ...records, claimEntries: refuse, announceSyncToken: refuse, acknowledge: refuse, change: refuse };
		const unchanged = { ...index, update: refuse, build: refuse };
		assert.deepEqual(await catchUpIndex(idle, unchanged, { clock, leaseMilliseconds: 1_000 }), {
			entries: 0,
			areClaimedByOthers: false,
		});
	});
});

describe('an index whose missing changes another process has claimed', () => {
	it('is left to that one, until its claim has run out', async () => {
		await send(records, given('A cites B'));
		await records.claimEntries({ worker: 'another', until: 10_000 }, 0, { limit: 64, size: 10_000 });
		const options = { clock, leaseMilliseconds: 1_000 };
		assert.deepEqual(await catchUpIndex(records, index, options), { entries: 0, areClaimedByOthers: true });
		const later = { ...options, clock: { ...systemClock, now: () => 10_001 } };
		assert.deepEqual(await catchUpIndex(records, index, later), { entries: 1, areClaimedByOthers: false });
		assert.deepEqual(await sizeOf(), { generation: 1, links: 1 });
	});
});
