import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { about, accept, bodyOf, given, readGraph } from '../../broker/graph.fixture.ts';
import { type PackedBatch, packBatch } from '../../broker/packed-batch.ts';
import { type FreshLinkStore, openFreshLinkStore } from '../../engines/sqlite/records/sqlite-link-store.fixture.ts';
import { BrokerError } from '../../errors.ts';
import type { Link, LinkBatch } from '../../links/link.ts';
import { createBatchBuilder } from '../../links/link-batch.ts';
import type { LinkEvent } from '../../links/link-event.ts';
import type { ClaimedEvent, LinkStore } from '../../ports/records/link-store.ts';
import type { EventReader } from './event-batches.ts';
import { changedBy, failingOn, readerHere, waitedFor } from './event-worker.fixture.ts';
import { applyClaimed, type EventWorker, type EventWorkerOptions, startEventWorker } from './event-worker.ts';

const leaseMilliseconds = 60_000;
const retryMilliseconds = 1_000;
const noon = Date.UTC(2026, 0, 15, 12);

let fresh: FreshLinkStore;
let store: LinkStore;
let now: number;
let workers: EventWorker[];
let warnings: string[];

beforeEach(async () => {
	fresh = await openFreshLinkStore();
	store = fresh.store;
	now = noon;
	workers = [];
	warnings = [];
});
afterEach(async () => {
	for (const worker of workers) await worker.stop();
	await fresh.close();
});

function start(on: LinkStore = store, more: Partial<EventWorkerOptions> = {}): EventWorker {
	const worker = startEventWorker(on, {
		reader: readerHere,
		claimedAtOnce: 16,
		name: `worker-${workers.length}`,
		leaseMilliseconds,
		maxAttempts: 3,
		retryMilliseconds,
		pollMilliseconds: 3_600_000,
		now: () => now,
		log: { info: () => undefined, warn: (_, message) => warnings.push(message) },
		...more,
	});
	workers.push(worker);
	return worker;
}

/** Accepts each list of links as an event of its own. */
const acceptEach = (...events: (readonly Link[])[]) =>
	accept(
		store,
		events.map((links) => ({ links, noindex: false })),
	);

async function acceptPayload(eventId: string, payload: Uint8Array | string): Promise<number> {
	const [sequence] = await store.accept([
		{ eventId, payload: Buffer.from(payload), links: 1, noindex: false, userId: null, now },
	]);
	return sequence as number;
}

async function find(eventId: string | undefined): Promise<LinkEvent> {
	const [event] = await store.events({ eventId: eventId as string, limit: 1 });
	return event as LinkEvent;
}

const statesOf = (eventIds: readonly string[]) =>
	Promise.all(eventIds.map(async (eventId) => (await find(eventId)).state));

/** The store as it is, but changes that begin while `fails` answers true fail. */
const failing = (fails: () => boolean): LinkStore => ({
	...store,
	change: (work) => (fails() ? Promise.reject(new Error('no luck')) : store.change(work)),
});

/** The store as it is, with a count of its changes. */
function counting(on: LinkStore): { counted: LinkStore; transactions(): number } {
	let transactions = 0;
	const change: LinkStore['change'] = (work) => {
		transactions++;
		return on.change(work);
	};
	return { counted: { ...on, change }, transactions: () => transactions };
}

/** The store as it is, with something done when the first event has been finished in its transaction. */
function whenFirstIsFinished(act: () => void): LinkStore {
	let done = false;
	return changedBy(store, (records) => ({
		async finish(...event) {
			const finished = await records.finish(...event);
			if (!done) act();
			done = true;
			return finished;
		},
	}));
}

/** A reader that notes that it reads. */
const noting = (order: string[], { elsewhere }: { elsewhere: boolean }): EventReader => ({
	readsElsewhere: () => elsewhere,
	read(payload) {
		order.push('read');
		return readerHere.read(payload);
	},
});

function batchOf(...links: Link[]): LinkBatch {
	const builder = createBatchBuilder();
	for (const link of links) builder.add(link);
	return builder.build();
}

describe('a worker', () => {
	it('applies New events, the oldest first, and sets them to Done with their counts', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites B', 'A = C'), given('X cites A'));
		const applied: string[] = [];
		await start(store, { onApplied: (event) => applied.push(event.eventId) }).idle();
		assert.deepEqual(applied, eventIds);
		const { state, counts, startedAt, finishedAt, error, attempts } = await find(eventIds[1]);
		assert.deepEqual(
			{ state, counts, startedAt, finishedAt, error, attempts },
			{
				state: 'Done',
				counts: { links: 2, ignored: 0, newRelationships: 1, newIdentifiers: 1, mergedGroups: 1 },
				startedAt: noon,
				finishedAt: noon,
				error: null,
				attempts: 1,
			},
		);
		assert.deepEqual(Object.keys((await readGraph(store)).betweenWorks), ['a = c Cites b', 'x Cites a = c']);
	});

	it('lets a submission that comes meanwhile go before the next event', async () => {
		await acceptEach(given('A cites B'), given('C cites D'));
		const order: string[] = [];
		const submit = () => acceptPayload('meanwhile', '[]').then(() => order.push('submission'));
		const watched = whenFirstIsFinished(() => setImmediate(submit));
		await start(watched, { onApplied: () => order.push('event') }).idle();
		assert.deepEqual(order.slice(0, 3), ['event', 'submission', 'event']);
	});

	it('lets what else has come go before the next event, too', async () => {
		await acceptEach(given('A cites B'), given('C cites D'));
		const order: string[] = [];
		await start(waitedFor(store, { others: true }), {
			onApplied() {
				order.push('event');
				setImmediate(() => order.push('what has come'));
			},
		}).idle();
		assert.deepEqual(order.slice(0, 3), ['event', 'what has come', 'event']);
	});

	it('takes in what was accepted before it claims, as long as there is more, and applies it together', async () => {
		const kept = [['first', 'second'], ['third']];
		const takeIn = async () => {
			const eventIds = kept.shift() ?? [];
			for (const eventId of eventIds) await acceptPayload(eventId, bodyOf(given('A cites B')));
			return eventIds.length > 0;
		};
		const { counted, transactions } = counting(waitedFor(store, { others: false }));
		const applied: string[] = [];
		await start(counted, { takeIn, onApplied: ({ eventId }) => applied.push(eventId) }).idle();
		assert.deepEqual(applied, ['first', 'second', 'third']);
		assert.equal(transactions(), 2);
	});

	it('takes in what comes meanwhile between two transactions', async () => {
		await acceptEach(given('A cites B'), given('A cites C'));
		const order: string[] = [];
		const takeIn = async () => {
			order.push('take in');
			return false;
		};
		await start(waitedFor(store, { others: true }), { takeIn, onApplied: () => order.push('event') }).idle();
		assert.deepEqual(order.slice(0, 4), ['take in', 'event', 'take in', 'event']);
	});

	it('looks again where it has taken in what others have claimed', async () => {
		let rounds = 0;
		const worker = start(store, { takeIn: async () => ++rounds < 3 });
		await worker.idle();
		assert.equal(rounds, 3);
	});

	for (const [what, error] of Object.entries({
		'is damaged': new Error('database disk image is malformed'),
		'cannot be opened': new BrokerError('unavailable', 'Cannot open the database file.'),
	})) {
		it(`tells that the inbox ${what}, and applies what is stored all the same`, async () => {
			const [eventId] = await acceptEach(given('A cites B'));
			await start(store, { takeIn: () => Promise.reject(error) }).idle();
			assert.deepEqual(new Set(warnings), new Set(['What the inbox keeps cannot be taken in; going on without']));
			assert.equal((await find(eventId)).state, 'Done');
		});
	}

	it('claims nothing where it is stopped while it takes in', async () => {
		const begun = Promise.withResolvers<void>();
		const goesOn = Promise.withResolvers<void>();
		const takeIn = async () => {
			begun.resolve();
			await goesOn.promise;
			return true;
		};
		const [eventId] = await acceptEach(given('A cites B'));
		let claims = 0;
		const watched: LinkStore = {
			...store,
			claim(...claim) {
				claims++;
				return store.claim(...claim);
			},
		};
		const worker = start(watched, { takeIn });
		await begun.promise;
		const stopped = worker.stop();
		goesOn.resolve();
		await stopped;
		assert.equal(claims, 0);
		assert.equal((await find(eventId)).state, 'New');
	});

	it('has an event in Processing while it works on it', async () => {
		const [eventId] = await acceptEach(given('A cites B'));
		const seen: string[] = [];
		const watched: LinkStore = {
			...store,
			change: async (work) => {
				seen.push((await find(eventId)).state);
				return store.change(work);
			},
		};
		await start(watched).idle();
		assert.deepEqual(seen, ['Processing']);
	});

	it('takes up events that come later when it is woken', async () => {
		const worker = start();
		await worker.idle();
		const [eventId] = await acceptEach(given('A cites B'));
		worker.wake();
		await worker.idle();
		assert.equal((await find(eventId)).state, 'Done');
	});

	it('takes up events that are run again', async () => {
		const [eventId] = await acceptEach(given('A cites B'));
		const worker = start();
		await worker.idle();
		await store.rerun([eventId as string]);
		await worker.idle();
		const { state, counts } = await find(eventId);
		assert.deepEqual([state, counts?.newRelationships], ['Done', 0]);
	});
});

describe('events that wait', () => {
	it('are applied in one transaction as long as nobody else waits to write', async () => {
		await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const { counted, transactions } = counting(waitedFor(store, { others: false }));
		await start(counted).idle();
		assert.equal(transactions(), 1);
	});

	it('say when each is over, in their transaction too: then its garbage can be collected', async () => {
		await acceptEach(given('A cites B'), given('A cites C'));
		const order: string[] = [];
		const noted = changedBy(waitedFor(store, { others: false }), (records) => ({
			finish(...event) {
				order.push('finished');
				return records.finish(...event);
			},
		}));
		const { counted, transactions } = counting(noted);
		await start(counted, { betweenPieces: () => order.push('between') }).idle();
		assert.equal(transactions(), 1);
		assert.deepEqual(order.slice(0, 4), ['finished', 'between', 'finished', 'between']);
	});

	it('are applied one by one where somebody does who goes first', async () => {
		await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const { counted, transactions } = counting(waitedFor(store, { others: true }));
		await start(counted).idle();
		assert.equal(transactions(), 3);
	});

	it('are applied together up to so many links', async () => {
		const eventIds = ['first', 'second', 'third'];
		const half = { ...batchOf(...given('A cites B')), counts: { links: 10_000, ignored: 0 } };
		const { counted, transactions } = counting(waitedFor(store, { others: false }));
		const worker = startEventWorkerAsleep(counted);
		for (const eventId of eventIds) worker.remember(await acceptPayload(eventId, 'not looked at'), packBatch(half));
		await worker.idle();
		assert.equal(transactions(), 2);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
	});

	/** Tells which events were applied at a time: each of so many links, and with noindex or without, when all are at hand. */
	async function appliedAtATime(...events: { links: number; noindex?: boolean }[]): Promise<string[][]> {
		return appliedIn(waitedFor(store, { others: false }), ...events);
	}

	async function appliedIn(on: LinkStore, ...events: { links: number; noindex?: boolean }[]): Promise<string[][]> {
		const pieces: string[][] = [[]];
		const watched = changedBy(on, (records) => ({
			finish(event, ...more) {
				pieces.at(-1)?.push(event.eventId);
				return records.finish(event, ...more);
			},
		}));
		const worker = startEventWorkerAsleep(watched, { betweenPieces: () => pieces.push([]) });
		for (const [number, { links, noindex = false }] of events.entries()) {
			const [sequence] = await store.accept([
				{ eventId: `${number}`, payload: Buffer.from('not looked at'), links, noindex, userId: null, now },
			]);
			const batch = { ...batchOf(...given(`A cites B${number}`)), counts: { links, ignored: 0 } };
			worker.remember(sequence as number, packBatch(batch));
		}
		await worker.idle();
		return pieces.filter((piece) => piece.length > 0);
	}

	it('are applied several at a time, up to 5,000 links', async () => {
		const thousand = { links: 1_000 };
		assert.deepEqual(await appliedAtATime(...Array(7).fill(thousand)), [
			['0', '1', '2', '3', '4'],
			['5', '6'],
		]);
	});

	it('are applied several at a time in a transaction of their own where a load waits', async () => {
		const events = Array(6).fill({ links: 1_000 });
		const { counted, transactions } = counting(waitedFor(store, { others: true, first: false }));
		assert.deepEqual(await appliedIn(counted, ...events), [['0', '1', '2', '3', '4'], ['5']]);
		assert.equal(transactions(), 2);
	});

	it('are applied alone where somebody waits who goes first', async () => {
		const hurried = waitedFor(store, { others: true, first: true });
		assert.deepEqual(await appliedIn(hurried, { links: 1 }, { links: 1 }), [['0'], ['1']]);
	});

	it('are applied alone where they are large', async () => {
		assert.deepEqual(await appliedAtATime({ links: 4_000 }, { links: 1_001 }, { links: 10_000 }, { links: 1 }), [
			['0'],
			['1'],
			['2'],
			['3'],
		]);
	});

	it('are not applied at a time with those that must not be found yet', async () => {
		const one = { links: 1 };
		const hidden = { links: 1, noindex: true };
		assert.deepEqual(await appliedAtATime(one, one, hidden, hidden, one), [['0', '1'], ['2', '3'], ['4']]);
	});

	it('that are applied at a time each take their share of that time, by their links', async () => {
		const times: [number, number][] = [];
		const worker = startEventWorkerAsleep(waitedFor(store, { others: false }), {
			now: () => (now += 100),
			onApplied: (_, __, ...time) => times.push(time),
		});
		for (const links of [1_000, 3_000]) {
			const batch = { ...batchOf(...given('A cites B')), counts: { links, ignored: 0 } };
			worker.remember(await acceptPayload(`${links}`, 'not looked at'), packBatch(batch));
		}
		await worker.idle();
		const [[from, between], [again, to]] = times as [[number, number], [number, number]];
		assert.ok(from < to);
		assert.equal(between, again);
		assert.equal((to - from) / 4, between - from);
	});

	it('are read while those before them are applied, and not waited for in their transaction', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const order: string[] = [];
		const secondIsRead = Promise.withResolvers<void>();
		let reads = 0;
		const { counted, transactions } = counting(waitedFor(store, { others: false }));
		await start(counted, {
			reader: {
				readsElsewhere: () => true,
				async read(payload) {
					order.push('read');
					if (++reads === 2) await secondIsRead.promise;
					return readerHere.read(payload);
				},
			},
			onApplied() {
				order.push('applied');
				secondIsRead.resolve();
			},
		}).idle();
		assert.deepEqual(order, ['read', 'read', 'read', 'applied', 'applied', 'applied']);
		assert.equal(transactions(), 2);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
	});

	it('are read one by one before their transactions where this thread reads itself', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'));
		const order: string[] = [];
		await start(waitedFor(store, { others: false }), {
			reader: noting(order, { elsewhere: false }),
			onApplied: () => order.push('applied'),
		}).idle();
		assert.deepEqual(order, ['read', 'applied', 'read', 'applied']);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done']);
	});

	it('are not read ahead when they were begun before: that may be what ended the process', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const [first] = await store.claim('killed', now, now + leaseMilliseconds, 2);
		await store.handBack([first as ClaimedEvent], 'killed');
		now += leaseMilliseconds + 1;
		const order: string[] = [];
		await start(waitedFor(store, { others: false }), {
			reader: noting(order, { elsewhere: true }),
			onApplied: () => order.push('applied'),
		}).idle();
		assert.deepEqual(order, ['read', 'applied', 'read', 'applied', 'read', 'applied']);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
	});

	it('are told with when each began and ended', async () => {
		await acceptEach(given('A cites B'), given('A cites C'));
		const times: [number, number][] = [];
		const ticking = {
			now: () => now++,
			onApplied: (_: unknown, __: unknown, ...time: [number, number]) => times.push(time),
		};
		await start(waitedFor(store, { others: false }), ticking).idle();
		const [first, second] = times as [[number, number], [number, number]];
		assert.ok(first[0] < first[1] && first[1] < second[0] && second[0] < second[1], String(times));
	});

	it('stay as claimed where the records are lost amid them, and cost no event a try', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		let isAway = true;
		const away = failingOn(store, 'c', () => new BrokerError('unavailable', 'The database cannot be reached.'));
		const lost: LinkStore = {
			...store,
			change: (work) => (isAway ? away : store).change(work),
		};
		const noticed = Promise.withResolvers<void>();
		const worker = start(lost, { maxAttempts: 1, log: { info: () => undefined, warn: () => noticed.resolve() } });
		await noticed.promise;
		isAway = false;
		await worker.idle();
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
		for (const eventId of eventIds) assert.equal((await find(eventId)).attempts, 1);
	});

	it('are handed back where the worker stops while they are tried one by one', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		let stopped: Promise<void> | undefined;
		const worker = start(failingOn(store, 'c'), {
			onApplied: () => {
				stopped = worker.stop();
			},
		});
		await worker.idle();
		await stopped;
		assert.deepEqual(await statesOf(eventIds), ['Done', 'New', 'New']);
		const tries = await Promise.all(eventIds.map(async (eventId) => (await find(eventId)).attempts));
		assert.deepEqual(tries, [1, 0, 0]);
	});

	it('are tried one by one where they cannot be applied together, so that only those fail that are at fault', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const applied: string[] = [];
		const failed: string[] = [];
		await start(failingOn(store, 'c'), {
			onApplied: ({ eventId }) => applied.push(eventId),
			onFailed: ({ eventId }) => failed.push(eventId),
		}).idle();
		assert.deepEqual(await statesOf(eventIds), ['Done', 'New', 'Done']);
		for (const eventId of eventIds) assert.equal((await find(eventId)).attempts, 1);
		assert.deepEqual(applied, [eventIds[0], eventIds[2]]);
		assert.deepEqual(failed, [eventIds[1]]);
		assert.deepEqual(warnings, [
			'Events cannot be applied together; trying one by one',
			'Event failed; next try in 1000 ms',
		]);
	});
});

describe('an event that fails', () => {
	it('is tried again after pauses that grow, then stays in Error with its reason', async () => {
		const [eventId] = await acceptEach(given('A cites B'));
		const worker = start(failing(() => true));
		for (const pause of [retryMilliseconds, 2 * retryMilliseconds]) {
			await worker.idle();
			const { state, dueAt, error } = await find(eventId);
			assert.deepEqual({ state, dueAt, error }, { state: 'New', dueAt: now + pause, error: 'no luck' });
			now += pause - 1;
			await worker.idle();
			assert.equal((await find(eventId)).dueAt, now + 1);
			now++;
		}
		await worker.idle();
		const { state, dueAt, error, attempts, finishedAt } = await find(eventId);
		assert.deepEqual(
			{ state, dueAt, error, attempts, finishedAt },
			{ state: 'Error', dueAt: null, error: 'no luck', attempts: 3, finishedAt: now },
		);
		assert.deepEqual(warnings, [
			'Event failed; next try in 1000 ms',
			'Event failed; next try in 2000 ms',
			'Event failed for good',
		]);
	});

	it('is Done when a later try goes well, its reason forgotten', async () => {
		const [eventId] = await acceptEach(given('A cites B'));
		let fails = true;
		const worker = start(failing(() => fails));
		await worker.idle();
		fails = false;
		now += retryMilliseconds;
		await worker.idle();
		const { state, error, attempts } = await find(eventId);
		assert.deepEqual({ state, error, attempts }, { state: 'Done', error: null, attempts: 2 });
	});

	it('is not tried again where its links themselves are wrong', async () => {
		await acceptPayload('no JSON', '[{');
		await acceptPayload('no links', '[{"Source":1}]');
		await start().idle();
		for (const eventId of ['no JSON', 'no links']) {
			const { state, attempts, error } = await find(eventId);
			assert.deepEqual([state, attempts], ['Error', 1]);
			assert.ok(error && error.length > 10);
		}
	});

	it('leaves nothing in the records', async () => {
		await acceptEach(given('A cites B'));
		await acceptPayload('half right', Buffer.from(bodyOf(given('X cites Y'))).subarray(0, -1));
		await start().idle();
		assert.deepEqual(Object.keys((await readGraph(store)).works).sort(), ['a', 'b']);
	});

	it('blocks no other', async () => {
		await acceptPayload('poison', '[{');
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'));
		let first = true;
		const fails = () => {
			const failsNow = first;
			first = false;
			return failsNow;
		};
		await start(failing(fails)).idle();
		assert.deepEqual(await statesOf(['poison', ...eventIds]), ['Error', 'New', 'Done']);
	});

	it('is given up when it was begun too often and never ended', async () => {
		const [eventId] = await acceptEach(given('A cites B'));
		for (const name of ['killed', 'killed too', 'killed again']) {
			await store.claim(name, now, now + leaseMilliseconds, 1);
			now += leaseMilliseconds + 1;
		}
		await start().idle();
		const { state, error } = await find(eventId);
		assert.equal(state, 'Error');
		assert.match(error ?? '', /begun 3 times and never ended/);
	});

	it('is worked on alone when it was begun before: what killed one worker takes no other event along', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		await store.claim('killed', now, now + leaseMilliseconds, 1);
		now += leaseMilliseconds + 1;
		const seen: [string, number][][] = [];
		const watched: LinkStore = {
			...store,
			change: async (work) => {
				const events = await Promise.all(eventIds.map(find));
				seen.push(events.map(({ state, attempts }) => [state, attempts]));
				return store.change(work);
			},
		};
		await start(watched).idle();
		assert.deepEqual(seen[0], [
			['Processing', 2],
			['New', 0],
			['New', 0],
		]);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
	});

	it('is not applied together with those before it when it was begun before', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'));
		const [first] = await store.claim('killed', now, now + leaseMilliseconds, 2);
		await store.handBack([first as ClaimedEvent], 'killed');
		now += leaseMilliseconds + 1;
		const { counted, transactions } = counting(waitedFor(store, { others: false }));
		await start(counted).idle();
		assert.equal(transactions(), 2);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done']);
	});
});

describe('records that cannot be reached', () => {
	/** The store, away while it is told so: `work` says at which of its doings. */
	const awayAt = (work: 'change' | 'claim', isAway: () => boolean): LinkStore => ({
		...store,
		[work]: (...words: never[]) =>
			isAway()
				? Promise.reject(new BrokerError('unavailable', 'The database cannot be reached.'))
				: (store[work] as (...words: never[]) => Promise<unknown>)(...words),
	});

	for (const work of ['claim', 'change'] as const) {
		it(`cost no event a try when they are lost at a ${work}, and work goes on when they are back`, async () => {
			const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
			const noticed = Promise.withResolvers<void>();
			let isAway = true;
			const log = { info: () => undefined, warn: () => noticed.resolve() };
			const worker = start(
				awayAt(work, () => isAway),
				{ log, maxAttempts: 1 },
			);
			await noticed.promise;
			isAway = false;
			await worker.idle();
			assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
			for (const eventId of eventIds) assert.equal((await find(eventId)).attempts, 1);
		});
	}

	it('get back what was claimed when the worker stops', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'));
		const noticed = Promise.withResolvers<void>();
		const log = { info: () => undefined, warn: () => noticed.resolve() };
		const worker = start(
			awayAt('change', () => true),
			{ log },
		);
		await noticed.promise;
		await worker.stop();
		assert.deepEqual(await statesOf(eventIds), ['New', 'New']);
		for (const eventId of eventIds) assert.equal((await find(eventId)).attempts, 0);
	});
});

describe('a worker that stops', () => {
	it('ends after the event at hand and hands back the others, as if never claimed', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const finished = Promise.withResolvers<void>();
		const worker = start(whenFirstIsFinished(finished.resolve));
		await finished.promise;
		await worker.stop();
		const events = await Promise.all(eventIds.map(find));
		assert.deepEqual(
			events.map(({ state, attempts }) => [state, attempts]),
			[
				['Done', 1],
				['New', 0],
				['New', 0],
			],
		);
		await start().idle();
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
	});

	it('claims nothing more', async () => {
		const worker = start();
		await worker.stop();
		const [eventId] = await acceptEach(given('A cites B'));
		worker.wake();
		await worker.idle();
		assert.equal((await find(eventId)).state, 'New');
	});
});

describe('a lost lease', () => {
	it('is taken over, and the loser changes nothing', async () => {
		const [eventId] = await acceptEach([about('A', { Title: 'Once' })]);
		const [lost] = (await store.claim('slow', now, now + leaseMilliseconds, 1)) as [ClaimedEvent];
		now += leaseMilliseconds + 1;
		await start().idle();
		const before = await find(eventId);
		assert.equal(before.state, 'Done');
		const loser = { name: 'slow', now: () => now };
		const late = batchOf(about('A', { Title: 'Late' }), ...given('A cites B'));
		assert.equal(await applyClaimed(store, lost, late, loser), undefined);
		assert.deepEqual(await find(eventId), before);
		assert.deepEqual((await readGraph(store)).works, { a: '{"Title":"Once"}' });
	});

	it('is taken over also where the loser comes to its end first: only who holds the event may finish it', async () => {
		await acceptEach(given('A cites B'));
		const [lost] = (await store.claim('slow', now, now + leaseMilliseconds, 1)) as [ClaimedEvent];
		now += leaseMilliseconds + 1;
		const [taken] = (await store.claim('fast', now, now + leaseMilliseconds, 1)) as [ClaimedEvent];
		const batch = batchOf(...given('A cites B'));
		assert.equal(await applyClaimed(store, lost, batch, { name: 'slow', now: () => now }), undefined);
		assert.deepEqual((await readGraph(store)).works, {});
		const counts = await applyClaimed(store, taken, batch, { name: 'fast', now: () => now });
		assert.equal(counts?.newRelationships, 1);
	});

	it('of an event that waited behind others is noticed before it is begun', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'));
		const applied: string[] = [];
		let taken: Promise<ClaimedEvent[]> | undefined;
		const alone = waitedFor(store, { others: true });
		const slow: LinkStore = {
			...store,
			change: async (work) => {
				now += leaseMilliseconds + 1;
				taken ??= store.claim('other', now, now + leaseMilliseconds, 2);
				await taken;
				return alone.change(work);
			},
		};
		await start(slow, { onApplied: ({ eventId }) => applied.push(eventId) }).idle();
		assert.deepEqual(applied, []);
		assert.deepEqual(
			(await taken)?.map(({ eventId }) => eventId),
			eventIds,
		);
		assert.deepEqual(await statesOf(eventIds), ['Processing', 'Processing']);
	});

	it('of an event that is applied together with others takes these not along', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const robbed: LinkStore = {
			...store,
			async claim(worker, ...when) {
				const claimed = await store.claim(worker, ...when);
				const [, second] = claimed;
				if (second) {
					await store.handBack([second], worker);
					await store.claim('other', now, now + leaseMilliseconds, 1);
				}
				return claimed;
			},
		};
		const applied: string[] = [];
		await start(robbed, { onApplied: ({ eventId }) => applied.push(eventId) }).idle();
		assert.deepEqual(applied, [eventIds[0], eventIds[2]]);
		assert.deepEqual(warnings, ['Events cannot be applied together; trying one by one']);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Processing', 'Done']);
	});

	it('is renewed for events that wait behind others', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const alone = waitedFor(store, { others: true });
		const claimedByOthers: string[] = [];
		const slow: LinkStore = {
			...store,
			async change(work) {
				now += leaseMilliseconds / 2;
				for (const { eventId } of await store.claim('other', now, now + leaseMilliseconds, 10))
					claimedByOthers.push(eventId);
				return alone.change(work);
			},
		};
		await start(slow).idle();
		assert.deepEqual(claimedByOthers, []);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
		assert.deepEqual(
			(await Promise.all(eventIds.map(find))).map(({ attempts }) => attempts),
			[1, 1, 1],
		);
	});

	it('is renewed once before each transaction, however long that takes', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'));
		const slow: LinkStore = {
			...waitedFor(store, { others: true }),
			async renew(...claim) {
				now += leaseMilliseconds / 2;
				return store.renew(...claim);
			},
		};
		const takeIn = async () => {
			now += leaseMilliseconds / 2;
			return false;
		};
		const worker = start(slow, { takeIn });
		let over = false;
		// A worker that renewed again and again would never come to its end.
		await Promise.race([
			worker.idle().then(() => (over = true)),
			new Promise((resolve) => setTimeout(resolve, 5_000).unref()),
		]);
		await worker.stop();
		assert.ok(over);
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done']);
	});

	it('is renewed no more often than that takes', async () => {
		const eventIds = await acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		let renewals = 0;
		const counted: LinkStore = {
			...waitedFor(store, { others: true }),
			renew(...claim) {
				renewals++;
				return store.renew(...claim);
			},
		};
		await start(counted).idle();
		assert.deepEqual(await statesOf(eventIds), ['Done', 'Done', 'Done']);
		assert.equal(renewals, 0);
	});
});

describe('what a worker remembers of an event', () => {
	/** Takes all the room that there is, and cannot be unpacked. */
	const large: PackedBatch = {
		packed: { encoding: 'identity', body: new Uint8Array(2 ** 25) },
		counts: { links: 1, ignored: 0 },
	};

	it('is applied instead of reading the event again', async () => {
		const sequence = await acceptPayload('remembered', 'not looked at');
		const worker = startEventWorkerAsleep();
		worker.remember(sequence, packBatch(batchOf(...given('A cites B'))));
		await worker.idle();
		assert.equal((await find('remembered')).state, 'Done');
	});

	it('is no more than so much; the rest is read from storage', async () => {
		const batch = batchOf(...given('A cites B'));
		const worker = startEventWorkerAsleep();
		worker.remember(await acceptPayload('first', 'not looked at'), packBatch(batch));
		const [second] = (await acceptEach(given('A cites C'))) as [string];
		worker.remember((await find(second)).sequence, large);
		worker.remember(await acceptPayload('third', 'not looked at'), packBatch(batch));
		await worker.idle();
		assert.deepEqual(await statesOf(['first', second, 'third']), ['Done', 'Done', 'Done']);
	});

	it('is forgotten when another worker has done the event', async () => {
		const taken = await acceptPayload('taken', 'not looked at');
		await store.claim('other', now, now + leaseMilliseconds, 1);
		const worker = startEventWorkerAsleep();
		worker.remember(taken, large);
		await acceptEach(given('A cites B'));
		await worker.idle();
		const later = await acceptPayload('later', 'not looked at');
		worker.remember(later, packBatch(batchOf(...given('A cites B'))));
		await worker.idle();
		assert.equal((await find('later')).state, 'Done');
	});

	it('is forgotten when other workers have done all', async () => {
		const worker = startEventWorkerAsleep();
		worker.remember(await acceptPayload('taken', 'not looked at'), large);
		assert.equal(worker.rememberedBytes(), 2 ** 25);
		await store.claim('other', now, now + leaseMilliseconds, 1);
		await worker.idle();
		assert.equal(worker.rememberedBytes(), 0);
	});

	it('stays where it comes while nothing is found to be claimed', async () => {
		let claims = 0;
		const worker = start({
			...store,
			async claim(...asked) {
				const claimed = await store.claim(...asked);
				if (claims++ > 0) return claimed;
				const sequence = await acceptPayload('come meanwhile', 'not looked at');
				worker.remember(sequence, packBatch(batchOf(...given('A cites B'))));
				return [];
			},
		});
		await worker.idle();
		worker.wake();
		await worker.idle();
		assert.equal((await find('come meanwhile')).state, 'Done');
	});
});

/** Starts a worker that claims nothing before it is asked to be idle. */
function startEventWorkerAsleep(on = store, more: Partial<EventWorkerOptions> = {}): EventWorker {
	let asleep = true;
	const sleeping: LinkStore = { ...on, claim: (...asked) => (asleep ? Promise.resolve([]) : store.claim(...asked)) };
	const worker = start(sleeping, more);
	return {
		...worker,
		idle: () => {
			asleep = false;
			return worker.idle();
		},
	};
}
