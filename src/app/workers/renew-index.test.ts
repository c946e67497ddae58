// Tests that an index of an older format is replaced in time, and answers until then.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { given, send } from '../../broker/graph.fixture.ts';
import { updateIndex } from '../../broker/indexing/update-index.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { openSqliteIndex } from '../../engines/sqlite/index/sqlite-index.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Loop } from './loop.ts';
import { startIndexRenewal } from './renew-index.ts';

const before = { written: 1, oldest: 1, flagRules: 1 };
const after = { ...before, written: 2 };

let fresh: TestRecords;
let folder: string;
let index: SearchIndex;
let renewal: Loop | undefined;

const open = (formats: typeof before) => openSqliteIndex(join(folder, 'search.db'), { formats });

beforeEach(async () => {
	fresh = await openTestRecords();
	folder = await mkdtemp(join(tmpdir(), 'link-broker-renewal-'));
	const old = await open(before);
	await send(fresh.records, given('A cites B'));
	await updateIndex(fresh.records, old);
	await old.close();
	index = await open(after);
});
afterEach(async () => {
	await renewal?.stop();
	await index.close();
	await fresh.close();
	await rm(folder, { recursive: true });
});

/** A stopped clock; `sleeping` resolves with the length of each sleep, which `wake` ends. */
function stoppedClock() {
	let elapsed = 0;
	let asleep = Promise.withResolvers<number>();
	let waking = Promise.withResolvers<void>();
	const clock: Clock = {
		...systemClock,
		elapsed: () => elapsed,
		sleep: (milliseconds, signal) => {
			asleep.resolve(milliseconds);
			waking = Promise.withResolvers();
			signal?.addEventListener('abort', () => waking.resolve());
			return waking.promise;
		},
	};
	return {
		clock,
		sleeping: () => asleep.promise,
		wakeAt(time: number) {
			elapsed = time;
			asleep = Promise.withResolvers();
			waking.resolve();
		},
	};
}

/** Starts the renewal; `meanwhile` runs once the rebuild has opened its own handles. */
function start(clock: Clock, formats: typeof before, meanwhile: () => Promise<void> = async () => undefined): string[] {
	const messages: string[] = [];
	const note = (_: object, message: string) => void messages.push(message);
	const handles = async () => {
		const own = await open(formats);
		await meanwhile();
		return { records: fresh.records, index: own, close: own.close };
	};
	renewal = startIndexRenewal(index, handles, {
		clock,
		leaseMilliseconds: 60_000,
		delayMilliseconds: 300_000,
		log: { info: note, warn: note },
	});
	return messages;
}

const links = async () => (await index.size()).links;

describe('the renewal of an index', () => {
	it('replaces one of an older format after the delay; until then that one answers and is updated', async () => {
		const { clock, sleeping, wakeAt } = stoppedClock();
		const seen: number[] = [];
		const messages = start(clock, after, async () => {
			seen.push(await links());
			await send(fresh.records, given('A cites D'));
			await updateIndex(fresh.records, index);
			seen.push(await links());
		});
		assert.equal(await sleeping(), 300_000);
		assert.deepEqual([await index.outdated(), await index.generation()], ['format', 1]);
		await send(fresh.records, given('A cites C'));
		await updateIndex(fresh.records, index);
		wakeAt(300_000);
		await sleeping();
		assert.deepEqual(seen, [2, 3]);
		assert.deepEqual([await index.outdated(), await index.generation(), await links()], [undefined, 2, 3]);
		assert.deepEqual(messages, [
			'An earlier version of the program has built the search index; a new one is being built beside it',
			'The search index was built',
		]);
	});

	it('leaves one of its own format alone', async () => {
		await index.close();
		index = await open(before);
		const { clock, sleeping, wakeAt } = stoppedClock();
		const messages = start(clock, before, () => assert.fail('it builds'));
		await sleeping();
		wakeAt(300_000);
		await sleeping();
		assert.deepEqual([messages, await index.generation()], [[], 1]);
	});

	it('waits while another process builds one, and logs this once', async () => {
		const generation = await fresh.records.beginRebuild(Date.now(), Date.now() + 60_000, 1);
		const { clock, sleeping, wakeAt } = stoppedClock();
		const messages = start(clock, after);
		await sleeping();
		wakeAt(300_000);
		assert.equal(await sleeping(), 10_000);
		wakeAt(310_000);
		assert.equal(await sleeping(), 10_000);
		assert.equal(messages.length, 1);
		await fresh.records.abandonRebuild(generation);
		wakeAt(320_000);
		await sleeping();
		assert.deepEqual([await index.outdated(), await links()], [undefined, 1]);
		assert.equal(messages.at(-1), 'The search index was built');
	});
});
