import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { bodyOf, given, readGraph } from '../../broker/graph.fixture.ts';
import { systemClock } from '../../clock.ts';
import { BrokerError } from '../../errors.ts';
import { noCounts } from '../../links/link-event.ts';
import { asAssertion } from '../../store/events.ts';
import type { Records } from '../../store/records.ts';
import { act, by } from '../../store/suite/audit.fixture.ts';
import {
	changedBy,
	counting,
	failingOn,
	leaseMilliseconds,
	noon,
	oneByOne,
	openTestWorkers,
	type TestWorkers,
	whenFirstIsFinished,
} from './event-worker.fixture.ts';
import type { AppliedEvent } from './event-worker.ts';

let test: TestWorkers;
let records: Records;

beforeEach(async () => {
	test = await openTestWorkers();
	records = test.records;
});
afterEach(() => test.close());

describe('a worker', () => {
	it('applies New events, the oldest first, and sets them to Done with their counts', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites B', 'A = C'), given('X cites A'));
		const applied: string[] = [];
		await test.start(records, { onApplied: ({ event }) => applied.push(event.eventId) }).idle();
		assert.deepEqual(applied, eventIds);
		const { state, counts, startedAt, finishedAt, error, attempts } = await test.find(eventIds[1]);
		assert.deepEqual(
			{ state, counts, startedAt, finishedAt, error, attempts },
			{
				state: 'Done',
				counts: {
					...noCounts,
					links: 2,
					ignored: 0,
					containers: 0,
					unknownRelations: [],
					newRelationships: 1,
					newIdentifiers: 1,
					mergedGroups: 1,
				},
				startedAt: noon,
				finishedAt: noon,
				error: null,
				attempts: 1,
			},
		);
		assert.deepEqual(Object.keys((await readGraph(records)).betweenWorks), ['a = c Cites b', 'x Cites a = c']);
	});

	it('has an event in Processing while it applies it', async () => {
		const [eventId] = await test.acceptEach(given('A cites B'));
		const seen: string[] = [];
		const watched: Records = {
			...records,
			change: async (work) => {
				seen.push((await test.find(eventId)).state);
				return records.change(work);
			},
		};
		await test.start(watched).idle();
		assert.deepEqual(seen, ['Processing']);
	});

	it('applies more events than it claims at once', async () => {
		const eventIds = await test.acceptEach(...Array.from({ length: 140 }, (_, n) => given(`A cites B${n}`)));
		const claimed: number[] = [];
		const watched: Records = {
			...records,
			async claim(...asked) {
				const events = await records.claim(...asked);
				claimed.push(events.length);
				return events;
			},
		};
		await test.start(watched).idle();
		assert.deepEqual(claimed, [64, 64, 12, 0]);
		assert.deepEqual(new Set(await test.statesOf(eventIds)), new Set(['Done']));
	});

	it('applies events that come later when it is woken', async () => {
		const worker = test.start();
		await worker.idle();
		const [eventId] = await test.acceptEach(given('A cites B'));
		worker.wake();
		await worker.idle();
		assert.equal((await test.find(eventId)).state, 'Done');
	});

	it('renews and releases nothing while no event waits', async () => {
		const worker = test.start({ ...records, release: () => assert.fail(), renew: () => assert.fail() });
		await worker.idle();
		assert.deepEqual(test.warnings, []);
	});

	it('applies events that are run again', async () => {
		const [eventId] = await test.acceptEach(given('A cites B'));
		const worker = test.start();
		await worker.idle();
		await records.rerun(act, [eventId as string]);
		await worker.idle();
		const { state, counts } = await test.find(eventId);
		assert.deepEqual([state, counts?.newRelationships], ['Done', 0]);
	});

	it('lets a submission that comes meanwhile be stored before the next transaction', async () => {
		await test.acceptEach(given('A cites B'), given('C cites D'));
		const order: string[] = [];
		const submit = () => test.acceptPayload('meanwhile', '[]').then(() => order.push('submission'));
		const watched = whenFirstIsFinished(oneByOne(records), () => setImmediate(submit));
		await test.start(watched, { onApplied: () => order.push('event') }).idle();
		assert.deepEqual(order.slice(0, 3), ['event', 'submission', 'event']);
	});

	it('lets everything else on its thread run before the next transaction', async () => {
		await test.acceptEach(given('A cites B'), given('C cites D'));
		const order: string[] = [];
		const onApplied = () => {
			order.push('event');
			setImmediate(() => order.push('else'));
		};
		await test.start(oneByOne(records), { onApplied }).idle();
		assert.deepEqual(order.slice(0, 3), ['event', 'else', 'event']);
	});
});

describe('events that wait', () => {
	it('are applied in one transaction where one transaction at a time writes', async () => {
		await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const { counted, transactions } = counting(records);
		await test.start(counted).idle();
		assert.equal(transactions(), 1);
	});

	it('are interned in a transaction before their own where several may write', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const { counted, transactions } = counting({ ...records, singleWriter: false });
		await test.start(counted).idle();
		assert.equal(transactions(), 2);
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done', 'Done']);
		assert.deepEqual(Object.keys((await readGraph(records)).betweenWorks), ['a Cites b', 'a Cites c', 'a Cites d']);
	});

	it('that withdraw something go alone where several may write, since all others wait for them', async () => {
		await test.acceptEach(given('A cites B'), given('A cites C'));
		const body = { payload: Buffer.from(bodyOf(given('A cites B'))), links: 1, refused: 0, providers: [] };
		const taken = { eventId: 'taken', noindex: false, userId: null, submittedBy: by, now: test.clock.now };
		await records.accept([{ ...asAssertion, ...body, ...taken, action: 'withdraw', takesAll: true }]);
		await test.acceptEach(given('A cites D'));
		const together: string[][] = [];
		const noted = changedBy({ ...records, singleWriter: false }, ({ finish }) => ({
			finish(ended, ...more) {
				together.push(ended.map(([{ action }]) => action));
				return finish(ended, ...more);
			},
		}));
		await test.start(noted).idle();
		assert.deepEqual(together, [['assert', 'assert'], ['withdraw'], ['assert']]);
	});

	it('are applied in one transaction up to 5,000 links', async () => {
		const payload = bodyOf(Array(2_500).fill(given('A cites B')[0]));
		const eventIds = ['0', '1', '2', '3', '4', '5', '6'];
		for (const eventId of eventIds) await test.acceptPayload(eventId, payload);
		const transactions: string[][] = [];
		const watched: Records = {
			...records,
			change(work) {
				transactions.push([]);
				return records.change(work);
			},
		};
		const noted = changedBy(watched, ({ finish }) => ({
			finish(ended, ...more) {
				transactions.at(-1)?.push(...ended.map(([{ eventId }]) => eventId));
				return finish(ended, ...more);
			},
		}));
		await test.start(noted).idle();
		assert.deepEqual(transactions, [['0', '1'], ['2', '3'], ['4', '5'], ['6']]);
		assert.deepEqual(new Set(await test.statesOf(eventIds)), new Set(['Done']));
	});

	it('keep what must not be found apart from what may be, in one transaction too', async () => {
		const events = [given('A cites B'), given('C cites D'), given('E cites F')];
		const noindex = [false, true, false];
		for (const [at, links] of events.entries()) {
			const event = {
				eventId: `${at}`,
				payload: bodyOf(links),
				links: 1,
				refused: 0,
				providers: [],
				userId: null,
				submittedBy: by,
				now: test.clock.now,
			};
			await records.accept([{ ...asAssertion, ...event, noindex: noindex[at] as boolean }]);
		}
		const { counted, transactions } = counting(records);
		await test.start(counted).idle();
		assert.equal(transactions(), 1);
		assert.deepEqual(Object.keys((await readGraph(records)).betweenWorks), ['a Cites b', 'e Cites f']);
	});

	it('have the times when they began and ended: those of one transaction together', async () => {
		await test.acceptEach(given('A cites B'), given('A cites C'));
		const applied: AppliedEvent[] = [];
		await test
			.start(records, {
				clock: { ...systemClock, now: () => test.clock.now++ },
				onApplied: (event) => applied.push(event),
			})
			.idle();
		const times = applied.map(({ startedAt, endedAt }) => [startedAt, endedAt] as const);
		assert.deepEqual(times[0], times[1]);
		assert.ok(times.every(([startedAt, endedAt]) => startedAt < endedAt));
	});

	it('are tried one by one where they cannot be applied together, so that only those at fault fail', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const applied: string[] = [];
		const failed: string[] = [];
		await test
			.start(failingOn(records, 'c'), {
				onApplied: ({ event }) => applied.push(event.eventId),
				onFailed: ({ eventId }) => failed.push(eventId),
			})
			.idle();
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'New', 'Done']);
		assert.deepEqual(await test.attemptsOf(eventIds), [1, 1, 1]);
		assert.deepEqual(applied, [eventIds[0], eventIds[2]]);
		assert.deepEqual(failed, [eventIds[1]]);
		assert.deepEqual(test.warnings, [
			'Events cannot be applied together; applying them one by one',
			'Event failed; next attempt in 1000 ms',
		]);
	});

	it('are applied up to one that cannot be read, which then fails alone', async () => {
		const [first] = await test.acceptEach(given('A cites B'));
		await test.acceptPayload('unreadable', '[{');
		const [last] = await test.acceptEach(given('A cites C'));
		const { counted, transactions } = counting(records);
		await test.start(counted).idle();
		assert.equal(transactions(), 2);
		assert.deepEqual(await test.statesOf([first as string, 'unreadable', last as string]), ['Done', 'Error', 'Done']);
		assert.deepEqual(test.warnings, ['Event failed permanently']);
	});

	it('are not applied together with one that was begun before', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		const [first, , third] = await records.claim(test.leaseOf('killed'), test.clock.now, 3);
		if (first && third) await records.release([first, third], 'killed');
		test.clock.now += leaseMilliseconds + 1;
		const applied: string[][] = [];
		const watched: Records = {
			...records,
			change(work) {
				applied.push([]);
				return records.change(work);
			},
		};
		const noted = changedBy(watched, ({ finish }) => ({
			finish(ended, ...more) {
				applied.at(-1)?.push(...ended.map(([{ eventId }]) => eventId));
				return finish(ended, ...more);
			},
		}));
		await test.start(noted).idle();
		assert.deepEqual(applied, [[eventIds[1]], [eventIds[0], eventIds[2]]]);
	});

	it('are released where the records are lost amid them, and cost no event a try', async () => {
		const eventIds = await test.acceptEach(given('A cites B'), given('A cites C'), given('A cites D'));
		let isUnavailable = true;
		const unavailable = failingOn(
			records,
			'c',
			() => new BrokerError('unavailable', 'The database cannot be reached.'),
		);
		const lost: Records = { ...records, change: (work) => (isUnavailable ? unavailable : records).change(work) };
		const noticed = Promise.withResolvers<void>();
		const log = { info: () => undefined, warn: () => noticed.resolve() };
		const worker = test.start(lost, { maxAttempts: 1, log });
		await noticed.promise;
		isUnavailable = false;
		await worker.idle();
		assert.deepEqual(await test.statesOf(eventIds), ['Done', 'Done', 'Done']);
		assert.deepEqual(await test.attemptsOf(eventIds), [1, 1, 1]);
	});
});
