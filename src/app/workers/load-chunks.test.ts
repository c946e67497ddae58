import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { about, bodyOf, given, readGraph } from '../../broker/graph.fixture.ts';
import { columnsOf } from '../../broker/packed-batch.ts';
import { type FreshLinkStore, openFreshLinkStore } from '../../engines/sqlite/records/sqlite-link-store.fixture.ts';
import { BrokerError } from '../../errors.ts';
import { readLinks } from '../../formats/scholix/read-links.ts';
import type { Link } from '../../links/link.ts';
import type { LinkStore } from '../../ports/records/link-store.ts';
import { packPayload } from '../../ports/records/packed-payload.ts';
import { failingOn } from './event-worker.fixture.ts';
import { createChunkLoader, type PreparedChunk } from './load-chunks.ts';

let fresh: FreshLinkStore;
let store: LinkStore;

beforeEach(async () => {
	fresh = await openFreshLinkStore();
	store = fresh.store;
});
afterEach(() => fresh.close());

function loaderOn(on: LinkStore, { maxAttempts = 3 } = {}) {
	const quiet = { info: () => undefined, warn: () => undefined };
	return createChunkLoader(on, {
		name: 'load',
		leaseMilliseconds: 60_000,
		maxAttempts,
		retryMilliseconds: 1_000,
		now: Date.now,
		log: quiet,
	});
}

function chunkOf(...links: Link[]): PreparedChunk {
	const payload = bodyOf(links);
	return {
		payload: packPayload(payload),
		links: links.length,
		batch: columnsOf(readLinks(payload, { maxLinks: 10 })),
		refused: [],
	};
}

const citing = (cited: string): PreparedChunk => chunkOf(...given(`10.1234/a cites 10.1234/${cited}`));

/** The store as it is, with a count of the transactions of loads, for whose end others wait, a submission among them, if they are said to. */
function counted({
	others,
	submission = false,
}: {
	others: boolean;
	submission?: boolean;
}): LinkStore & { transactions(): number } {
	let transactions = 0;
	return {
		...store,
		load: (work) => {
			transactions++;
			const waiting = { othersWait: () => others, firstWaits: () => submission };
			return store.load((records, loading) => work(records, { ...loading, ...waiting }));
		},
		transactions: () => transactions,
	};
}

const states = async () => (await store.events({ limit: 100 })).toReversed().map(({ state }) => state);

describe('a loader of chunks', () => {
	it('makes each chunk an event of its own, applied and kept byte for byte', async () => {
		const chunk = citing('b');
		const { event, refused } = await loaderOn(store).load(chunk, false);
		assert.equal(event?.state, 'Done');
		assert.equal(event?.counts?.newRelationships, 1);
		assert.deepEqual(refused, []);
		const [stored] = await store.events({ limit: 1 });
		assert.equal(stored?.eventId, event?.eventId);
		assert.deepEqual(
			Buffer.from(await store.payload(stored?.sequence as number)),
			Buffer.from(bodyOf(given('10.1234/a cites 10.1234/b'))),
		);
	});

	it('applies what waits together in one transaction', async () => {
		const on = counted({ others: false });
		const loader = loaderOn(on);
		await Promise.all(['b', 'c', 'd', 'e'].map((target) => loader.load(citing(target), false)));
		assert.equal(on.transactions(), 1);
		assert.deepEqual(await states(), ['Done', 'Done', 'Done', 'Done']);
	});

	it('tells of each chunk that its turn has come, also where the engine runs the transaction again', async () => {
		let runs = 0;
		const loader = loaderOn({
			...store,
			load: async (work) => {
				const conflict = store.load(async (records, loading) => {
					await work(records, loading);
					throw new Error('conflict');
				});
				if (++runs === 1) await conflict.catch(() => undefined);
				return store.load(work);
			},
		});
		const taken: string[] = [];
		const loaded = await Promise.all(
			['b', 'c'].map((target) => loader.load(citing(target), false, () => taken.push(target))),
		);
		assert.deepEqual(taken, ['b', 'c']);
		assert.deepEqual(
			loaded.map(({ event }) => event?.state),
			['Done', 'Done'],
		);
		assert.deepEqual(await states(), ['Done', 'Done']);
	});

	it('ends its transaction after the chunk at hand where others wait to write', async () => {
		const on = counted({ others: true });
		const loader = loaderOn(on);
		await Promise.all(['b', 'c', 'd'].map((target) => loader.load(citing(target), false)));
		assert.equal(on.transactions(), 3);
	});

	it('tells at each turn whether a write that somebody waits for waited when the turn before was over', async () => {
		for (const submission of [false, true]) {
			const loader = loaderOn(counted({ others: true, submission }));
			const told: boolean[] = [];
			const tell = (hurriedWaited: boolean) => told.push(hurriedWaited);
			await Promise.all(['b', 'c', 'd'].map((target) => loader.load(citing(target), false, tell)));
			assert.deepEqual(told, [false, submission, submission]);
		}
	});

	it('gives a later chunk the last word', async () => {
		const titled = (Title: string) => chunkOf(about('10.1234/a', { Title }), ...given('10.1234/a cites 10.1234/b'));
		const loader = loaderOn(store);
		await Promise.all([loader.load(titled('early'), false), loader.load(titled('late'), false)]);
		assert.match(Object.values((await readGraph(store)).works).join(), /late/);
	});

	it('applies the others where one cannot be, and leaves that one to be tried again', async () => {
		const loader = loaderOn(failingOn(store, '10.1234/wrong'));
		const loaded = await Promise.all(['b', 'wrong', 'c'].map((target) => loader.load(citing(target), false)));
		assert.deepEqual(
			loaded.map(({ event }) => [event?.state, event?.error]),
			[
				['Done', null],
				['New', 'no luck'],
				['Done', null],
			],
		);
		assert.deepEqual(await states(), ['Done', 'New', 'Done']);
		assert.equal(Object.keys((await readGraph(store)).betweenWorks).length, 2);
	});

	it('stores nothing where nothing can be stored, says so, and goes on with what comes next', async () => {
		const broken: LinkStore = {
			...store,
			load: () => Promise.reject(new Error('disk full')),
			acceptClaimed: () => Promise.reject(new Error('disk full')),
		};
		let fails = true;
		const loader = loaderOn({
			...store,
			load: (work) => (fails ? broken : store).load(work),
			acceptClaimed: (...event) => (fails ? broken : store).acceptClaimed(...event),
		});
		await assert.rejects(loader.load(citing('b'), false), /disk full/);
		assert.deepEqual(await states(), []);
		fails = false;
		assert.equal((await loader.load(citing('b'), false)).event?.state, 'Done');
	});

	it('stores nothing that comes after what could not be stored because others held the records too long', async () => {
		let tries = 0;
		const loader = loaderOn({
			...store,
			load: (work) =>
				tries++ === 0
					? Promise.reject(new BrokerError('unavailable', 'Another process has been writing for too long.'))
					: store.load(work),
		});
		const loading = ['b', 'c', 'd'].map((target) => loader.load(citing(target), false));
		for (const one of loading) await assert.rejects(one, /too long/);
		assert.deepEqual(await states(), []);
	});

	it('says that an event is in Error after its only try', async () => {
		const loader = loaderOn(failingOn(store, '10.1234/wrong'), { maxAttempts: 1 });
		const { event } = await loader.load(citing('wrong'), false);
		assert.deepEqual([event?.state, event?.error], ['Error', 'no luck']);
		assert.deepEqual(await states(), ['Error']);
	});

	it('makes no event of a chunk that holds no good record', async () => {
		const refused = [{ line: 3, problems: [{ pointer: '/0', message: 'is wrong' }] }];
		const loaded = await loaderOn(store).load({ ...citing('b'), links: 0, refused }, false);
		assert.deepEqual(loaded, { event: null, refused });
		assert.deepEqual(await states(), []);
	});
});
