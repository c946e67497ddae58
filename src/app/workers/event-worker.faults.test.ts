// Says what becomes of events that fail, of workers that end, and of leases that run out.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { about, bodyOf, given, readGraph } from '../../broker/graph.fixture.ts';
import { BrokerError } from '../../errors.ts';
import type { ClaimedEvent } from '../../store/claims.ts';
import type { Records } from '../../store/records.ts';
import {
	batchOf,
	changedBy,
	failingOn,
	leaseMilliseconds,
	oneByOne,
	openTestWorkers,
	retryMilliseconds,
	type TestWorkers,
	whenFirstIsFinished,
} from './event-worker.fixture.ts';
import { applyClaimed, startEventWorker } from './event-worker.ts';

let test: TestWorkers;
let records: Records;

beforeEach(async () => {
	test = await openTestWorkers();
	records = test.records;
});
afterEach(() => test.close());

/** The records as they are, but changes that begin while `fails` answers true fail. */
const failing = (fails: () => boolean): Records => ({
	...records,
	change: (work) => (fails() ? Promise.reject(new Error('no luck')) : records.change(work)),
});

describe('an event that fails', () => {
	it('is tried again after pauses that grow, then stays in Error with its reason', async () => {
		const [eventId] = await test.acceptEach(given('A cites B'));
		const worker = test.start(failing(() => true));
		for (const pause of [retryMilliseconds, 2 * retryMilliseconds]) {
			await worker.idle();
			const { state, dueAt, error } = await test.find(eventId);
			assert.deepEqual({ state, dueAt, error }, { state: 'New', dueAt: test.clock.now + pause, error: 'no luck' });
			test.clock.now += pause - 1;
			await worker.idle();
			assert.equal((await test.find(eventId)).dueAt, test.clock.now + 1);
			test.clock.now++;
		}
		await worker.idle();
		const { state, dueAt, error, attempts, finishedAt } = await test.find(eventId);
		assert.deepEqual(
			{ state, dueAt, error, attempts, finishedAt },
			{ state: 'Error', dueAt: null, error: 'no luck', attempts: 3, finishedAt: test.clock.now },
		);
		assert.deepEqual(test.warnings, [
			'Event failed; next attempt in 1000 ms',
			'Event failed; next attempt in 2000 ms',
			'Event failed permanently',
		]);
	});

	it('is Done when a later try goes well, its reason removed', async () => {
		const [eventId] = await test.acceptEach(given('A cites B'));
		let fails = true;
		const worker = test.start(failing(() => fails));
		await worker.idle();
		fails = false;
		test.clock.now += retryMilliseconds;
		await worker.idle();
		const { state, error, attempts } = await test.find(eventId);
		assert.deepEqual({ state, error, attempts }, { state: 'Done', error: null, attempts: 2 });
	});

	it('is not tried again where its links themselves are wrong', async () => {
		await test.acceptPayload('no JSON', '[{');
		await test.acceptPayload('no links', '[{"Source":1}]');
		await test.start().idle();
		for (const eventId of ['no JSON', 'no links']) {
			const { state, attempts, error } = await test.find(eventId);
			assert.deepEqual([state, attempts], ['Error', 1]);
			assert.ok(error && error.length > 10);
		}
	});

	it('leaves nothing in the records', async () => {
		await test.acceptEach(given('A cites B'));
		await test.acceptPayload('half right', Buffer.from(bodyOf(given('X cites Y'))).subarray(0, -1));
		await test.start().idle();
		assert.deepEqual(Object.keys((await readGraph(records)).works).sort(), ['a', 'b']);
	});

	it('makes nothing known of what it names, also where that was interned ahead', async () => {
		const failing = changedBy({ ...records, singleWriter: false }, () => ({
			assert: async () => {
				throw new Error('no luck');
			},
		}));
		await test.acceptEach(given('A cites B'));
		await test.start(failing, { maxAttempts: 1 }).idle();
		await records.read(async (transaction) => {
			const located = await transaction.locate(
				['a', 'b'].map((key) => ({ scheme: 'doi', key })),
				'all',
			);
			const ids = located.map(({ id }) => id);
			assert.equal(ids.length, 2);
			assert.deepEqual(await transaction.identifiers(ids), []);
			assert.equal((await transaction.identifiers(ids, 'retired')).length, 2);
		});
		const [again] = await test.acceptEach(given('A cites B'));
		await test.start({ ...records, singleWriter: false }).idle();
		assert.equal((await test.find(again)).counts?.newIdentifiers, 2);
	});

	it('blocks no other', async () => {
		await test.acceptPayload('poison', '[{');
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'));
		await test.start(failingOn(records, 'b')).idle();
		assert.deepEqual(await test.statesOf(['poison', ...eventIds]), ['Error', 'New', 'Done']);
	});

	it('is Done where processes that had claimed it were killed before they began it, however many', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'));
		for (const name of ['killed', 'killed too', 'killed again']) {
			for (const _ of eventIds) await records.claim(test.leaseOf(name), test.clock.now, 10);
			test.clock.now += leaseMilliseconds + 1;
		}
		await test.start(records, { maxAttempts: 1 }).idle();
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done']);
		assert.deepEqual(await test.attemptsOf(eventIds), [1, 1]);
	});

	it('stays in Error when it was begun too often and never ended', async () => {
		const [eventId] = await test.acceptEach(given('A cites B'));
		for (const name of ['killed', 'killed too', 'killed again']) {
			const [claimed] = await records.claim(test.leaseOf(name), test.clock.now, 1);
			await records.begin(claimed as ClaimedEvent, name);
			test.clock.now += leaseMilliseconds + 1;
		}
		await test.start().idle();
		const { state, error } = await test.find(eventId);
		assert.equal(state, 'Error');
		assert.match(error ?? '', /begun 3 times and never ended/);
	});

	it('is held alone when its lease ran out: what ended one process takes no other event along', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		await records.claim(test.leaseOf('killed'), test.clock.now, 1);
		test.clock.now += leaseMilliseconds + 1;
		const seen: [string, number][][] = [];
		const watched: Records = {
			...records,
			change: async (work) => {
				const events = await Promise.all(eventIds.map(test.find));
				seen.push(events.map(({ state, attempts }) => [state, attempts]));
				return records.change(work);
			},
		};
		await test.start(watched).idle();
		assert.deepEqual(seen[0], [
			['Processing', 1],
			['New', 0],
			['New', 0],
		]);
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done', 'Done']);
	});

	it('ends in Error alone where it ends the process each time, though others were claimed with it', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const { sequence: deadly } = await test.find(eventIds[1]);
		/**
		 * Runs a worker that neither fails nor releases an event once it reads the deadly one; returns
		 * whether it did.
		 */
		const dies = (name: string): Promise<boolean> =>
			new Promise((resolve) => {
				const payloads: Records['payloads'] = async (sequences) => {
					if (!sequences.includes(deadly as number)) return records.payloads(sequences);
					resolve(true);
					return new Promise(() => undefined);
				};
				const options = { ...test.options(name), maxAttempts: 2, pollMilliseconds: 3_600_000 };
				const worker = startEventWorker({ ...records, payloads }, options);
				void worker.idle().then(() => worker.stop().then(() => resolve(false)));
			});
		let deaths = 0;
		while (await dies(`process-${deaths}`)) {
			deaths++;
			test.clock.now += leaseMilliseconds + 1;
		}
		// The first, together with others, is counted for none of them.
		assert.equal(deaths, 3);
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Error', 'Done']);
	});
});

describe('records that cannot be reached', () => {
	/** The records, but these methods fail while `isUnavailable` returns true. */
	const unavailableAt = (
		methods: readonly ('change' | 'claim' | 'release')[],
		isUnavailable: () => boolean,
	): Records => {
		const replaced = methods.map((method) => [
			method,
			(...values: never[]) =>
				isUnavailable()
					? Promise.reject(new BrokerError('unavailable', 'The database cannot be reached.'))
					: (records[method] as (...values: never[]) => Promise<unknown>)(...values),
		]);
		return { ...records, ...Object.fromEntries(replaced) };
	};

	for (const method of ['claim', 'change'] as const) {
		it(`cost no event a try when they are lost at a ${method}, and work goes on when they are back`, async () => {
			const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
			const noticed = Promise.withResolvers<void>();
			let isUnavailable = true;
			const log = { info: () => undefined, warn: () => noticed.resolve() };
			const worker = test.start(
				unavailableAt([method], () => isUnavailable),
				{ log, maxAttempts: 1 },
			);
			await noticed.promise;
			isUnavailable = false;
			await worker.idle();
			assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done', 'Done']);
			assert.deepEqual(await test.attemptsOf(eventIds), [1, 1, 1]);
		});
	}

	it('cost no event a try when they are lost while it is applied, and back before its lease has run out', async () => {
		const [eventId] = await test.acceptEach(given('A cites B'));
		const noticed = Promise.withResolvers<void>();
		let isUnavailable = false;
		const lost = unavailableAt(['change', 'claim', 'release'], () => isUnavailable);
		const dropped: Records = {
			...lost,
			async payloads(sequences) {
				isUnavailable = true;
				return records.payloads(sequences);
			},
		};
		let failures = 0;
		const warn = () => {
			if (++failures === 2) noticed.resolve();
		};
		const worker = test.start(dropped, { log: { info: () => undefined, warn }, maxAttempts: 1 });
		await noticed.promise;
		dropped.payloads = records.payloads;
		isUnavailable = false;
		await worker.idle();
		const { state, attempts } = await test.find(eventId);
		assert.deepEqual([state, attempts], ['Done', 1]);
	});

	it('get back what was claimed when the worker stops', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'));
		const noticed = Promise.withResolvers<void>();
		const log = { info: () => undefined, warn: () => noticed.resolve() };
		const worker = test.start(
			unavailableAt(['change'], () => true),
			{ log },
		);
		await noticed.promise;
		await worker.stop();
		assert.deepEqual(await test.statesOf(eventIds), ['New', 'New']);
		assert.deepEqual(await test.attemptsOf(eventIds), [0, 0]);
	});

	it('do not keep a worker from stopping', async () => {
		const [eventId] = await test.acceptEach(given('A cites B'));
		const noticed = Promise.withResolvers<void>();
		const log = { info: () => undefined, warn: () => noticed.resolve() };
		const worker = test.start(
			unavailableAt(['change', 'release'], () => true),
			{ log },
		);
		await noticed.promise;
		await worker.stop();
		assert.equal((await test.find(eventId)).state, 'Processing');
	});
});

describe('a worker that stops', () => {
	it('ends after the transaction under way and releases the other events, as if never claimed', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const finished = Promise.withResolvers<void>();
		const worker = test.start(whenFirstIsFinished(oneByOne(records), finished.resolve));
		await finished.promise;
		await worker.stop();
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'New', 'New']);
		assert.deepEqual(await test.attemptsOf(eventIds), [1, 0, 0]);
		await test.start().idle();
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done', 'Done']);
	});

	it('releases events that it tries one by one after they failed together', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		let stopped: Promise<void> | undefined;
		const worker = test.start(failingOn(records, 'c'), {
			onApplied: () => {
				stopped = worker.stop();
			},
		});
		await worker.idle();
		await stopped;
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'New', 'New']);
		assert.deepEqual(await test.attemptsOf(eventIds), [1, 0, 0]);
	});

	it('claims nothing more', async () => {
		const worker = test.start();
		await worker.stop();
		const [eventId] = await test.acceptEach(given('A cites B'));
		worker.wake();
		await worker.idle();
		assert.equal((await test.find(eventId)).state, 'New');
	});
});

describe('a lost lease', () => {
	it('is taken over, and the loser changes nothing', async () => {
		const [eventId] = await test.acceptEach([about('A', { Title: 'Once' })]);
		const [lost] = (await records.claim(test.leaseOf('slow'), test.clock.now, 1)) as [ClaimedEvent];
		test.clock.now += leaseMilliseconds + 1;
		await test.start().idle();
		const before = await test.find(eventId);
		assert.equal(before.state, 'Done');
		const late = batchOf(about('A', { Title: 'Late' }), ...given('A cites B'));
		assert.equal(await applyClaimed(records, lost, late, test.options('slow')), undefined);
		assert.deepEqual(await test.find(eventId), before);
		assert.deepEqual((await readGraph(records)).works, { a: '{"Title":"Once"}' });
	});

	it('is taken over also where the loser ends first: only the worker that holds the event may finish it', async () => {
		await test.acceptEach(given('A cites B'));
		const [lost] = (await records.claim(test.leaseOf('slow'), test.clock.now, 1)) as [ClaimedEvent];
		test.clock.now += leaseMilliseconds + 1;
		const [taken] = (await records.claim(test.leaseOf('fast'), test.clock.now, 1)) as [ClaimedEvent];
		const batch = batchOf(...given('A cites B'));
		assert.equal(await applyClaimed(records, lost, batch, test.options('slow')), undefined);
		assert.deepEqual((await readGraph(records)).works, {});
		const counts = await applyClaimed(records, taken, batch, test.options('fast'));
		assert.equal(counts?.newRelationships, 1);
	});

	for (const [how, wrap] of Object.entries({ 'one by one': oneByOne, together: (all: Records) => all })) {
		it(`of events that are applied ${how} is noticed before anything of them is written`, async () => {
			const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'));
			const applied: string[] = [];
			let taken: Promise<ClaimedEvent[]> | undefined;
			const claimAll = async (name: string) => {
				const claim = () => records.claim(test.leaseOf(name), test.clock.now, 2);
				return [...(await claim()), ...(await claim())];
			};
			const slow: Records = {
				...wrap(records),
				change: async (work) => {
					test.clock.now += leaseMilliseconds + 1;
					taken ??= claimAll('other');
					await taken;
					return records.change(work);
				},
			};
			await test.start(slow, { onApplied: ({ event }) => applied.push(event.eventId) }).idle();
			assert.deepEqual(applied, []);
			assert.deepEqual(
				(await taken)?.map(({ eventId }) => eventId),
				eventIds,
			);
			assert.deepEqual((await readGraph(records)).works, {});
		});
	}

	it('of an event that is applied together with others takes these not along', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const robbed: Records = {
			...records,
			async claim(lease, ...asked) {
				const claimed = await records.claim(lease, ...asked);
				const [, second] = claimed;
				if (second) {
					await records.release([second], lease.worker);
					await records.claim(test.leaseOf('other'), test.clock.now, 1);
				}
				return claimed;
			},
		};
		const applied: string[] = [];
		await test.start(robbed, { onApplied: ({ event }) => applied.push(event.eventId) }).idle();
		assert.deepEqual(applied, [eventIds[0], eventIds[2]]);
		assert.deepEqual(test.warnings, ['Events cannot be applied together; applying them one by one']);
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Processing', 'Done']);
	});
});

describe('the lease of events that wait behind others', () => {
	let eventIds: string[];
	beforeEach(async () => {
		eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
	});

	it('is renewed, so that no other worker takes them', async () => {
		const claimedByOthers: string[] = [];
		const slow: Records = {
			...oneByOne(records),
			async change(work) {
				test.clock.now += leaseMilliseconds / 2;
				const others = await records.claim(test.leaseOf('other'), test.clock.now, 10);
				claimedByOthers.push(...others.map(({ eventId }) => eventId));
				return records.change(work);
			},
		};
		await test.start(slow).idle();
		assert.deepEqual(claimedByOthers, []);
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done', 'Done']);
		assert.deepEqual(await test.attemptsOf(eventIds), [1, 1, 1]);
	});

	it('is renewed once before each transaction, however long that takes', async () => {
		const renewed: string[] = [];
		const slow: Records = {
			...oneByOne(records),
			change(work) {
				test.clock.now += leaseMilliseconds / 2;
				return records.change(work);
			},
			async renew(event, lease) {
				test.clock.now += leaseMilliseconds / 2;
				renewed.push(event.eventId);
				return records.renew(event, lease);
			},
		};
		await test.start(slow).idle();
		assert.deepEqual(renewed, [eventIds[1], eventIds[2], eventIds[2]]);
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done', 'Done']);
	});

	it('is not renewed again while a third of the new one has not passed', async () => {
		const renewed: string[] = [];
		let transactions = 0;
		const slowAtFirst: Records = {
			...oneByOne(records),
			change(work) {
				if (++transactions === 1) test.clock.now += leaseMilliseconds / 2;
				return records.change(work);
			},
			renew(event, lease) {
				renewed.push(event.eventId);
				return records.renew(event, lease);
			},
		};
		await test.start(slowAtFirst).idle();
		assert.deepEqual(renewed, [eventIds[1], eventIds[2]]);
	});

	it('is not renewed while a third of it has not passed', async () => {
		await test.start({ ...oneByOne(records), renew: () => assert.fail() }).idle();
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done', 'Done']);
		assert.deepEqual(test.warnings, []);
	});
});
