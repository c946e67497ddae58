// Event workers on real records whose clock the test sets, and records on which something fails.

import { accept } from '../../broker/graph.fixture.ts';
import { systemClock } from '../../clock.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Link, LinkBatch } from '../../links/link.ts';
import { createBatchBuilder } from '../../links/link-batch.ts';
import type { LinkEvent } from '../../links/link-event.ts';
import { asAssertion } from '../../store/events.ts';
import type { Lease } from '../../store/leases.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { by } from '../../store/suite/audit.fixture.ts';
import { type EventOptions, type EventWorkerOptions, startEventWorker } from './event-worker.ts';
import type { Loop } from './loop.ts';

export const leaseMilliseconds = 60_000;
export const retryMilliseconds = 1_000;
export const noon = Date.UTC(2026, 0, 15, 12);

/**
 * Empty records, and workers on them that never poll; `close` stops these and removes the records.
 */
export type TestWorkers = {
	records: Records;
	/** What all workers take for the time, in milliseconds since 1970; noon at first. */
	clock: { now: number };
	/** What workers have warned of. */
	warnings: string[];
	options(name: string): EventOptions;
	/** Starts a worker on the records, or on what stands in for them. */
	start(on?: Records, more?: Partial<EventWorkerOptions>): Loop;
	/** Accepts each list of links as an event of its own; returns their ids. */
	acceptEach(...events: (readonly Link[])[]): Promise<string[]>;
	acceptPayload(eventId: string, payload: Uint8Array | string): Promise<void>;
	/** Makes a lease of another worker that begins now. */
	leaseOf(worker: string): Lease;
	find(eventId: string | undefined): Promise<LinkEvent>;
	statesOf(eventIds: readonly string[]): Promise<string[]>;
	attemptsOf(eventIds: readonly string[]): Promise<number[]>;
	close(): Promise<void>;
};

/** Opens empty records, without a worker as yet. */
export async function openTestWorkers(): Promise<TestWorkers> {
	const { records, close } = await openTestRecords();
	const clock = { now: noon };
	const warnings: string[] = [];
	const workers: Loop[] = [];
	const options = (name: string): EventOptions => ({
		name,
		leaseMilliseconds,
		maxAttempts: 3,
		retryMilliseconds,
		clock: { ...systemClock, now: () => clock.now, elapsed: () => clock.now },
		log: { info: () => undefined, warn: (_, message) => warnings.push(message) },
	});
	const find = async (eventId: string | undefined) => {
		const [event] = await records.events({ eventId: eventId as string, limit: 1 });
		return event as LinkEvent;
	};
	return {
		records,
		clock,
		warnings,
		options,
		start(on = records, more = {}) {
			const usual = { ...options(`worker-${workers.length}`), pollMilliseconds: 3_600_000 };
			const worker = startEventWorker(on, { ...usual, ...more });
			workers.push(worker);
			return worker;
		},
		acceptEach: (...events) =>
			accept(
				records,
				events.map((links) => ({ links, noindex: false })),
			),
		async acceptPayload(eventId, payload) {
			const event = { eventId, payload: Buffer.from(payload), links: 1, refused: 0, providers: [], noindex: false };
			await records.accept([{ ...asAssertion, ...event, userId: null, submittedBy: by, now: clock.now }]);
		},
		leaseOf: (worker) => ({ worker, until: clock.now + leaseMilliseconds }),
		find,
		statesOf: (eventIds) => Promise.all(eventIds.map(async (eventId) => (await find(eventId)).state)),
		attemptsOf: (eventIds) => Promise.all(eventIds.map(async (eventId) => (await find(eventId)).attempts)),
		async close() {
			for (const worker of workers) await worker.stop();
			await close();
		},
	};
}

/** Makes the batch of one event. */
export function batchOf(...links: Link[]): LinkBatch {
	const builder = createBatchBuilder();
	for (const link of links) builder.add(link);
	return builder.build();
}

/** Returns the records as they are, but what changes them works with these methods instead. */
export function changedBy(records: Records, replace: (transaction: Transaction) => Partial<Transaction>): Records {
	return {
		...records,
		change: (work) =>
			records.change((transaction, snapshot) => work({ ...transaction, ...replace(transaction) }, snapshot)),
	};
}

/** Returns the records as they are, but no event can be applied that speaks of this identifier. */
export function failingOn(records: Records, key: string, error: () => Error = () => new Error('no luck')): Records {
	return changedBy(records, ({ identify }) => ({
		identify(identifiers, as) {
			if (as !== 'reserved' && identifiers.some((one) => one.key === key)) throw error();
			return identify(identifiers, as);
		},
	}));
}

/**
 * Returns the records as they are, but workers can read one event at a time, and so apply each in a
 * transaction of its own.
 */
export function oneByOne(records: Records): Records {
	const payloads: Records['payloads'] = async ([first, ...others]) => {
		const [payload] = await records.payloads([first as number]);
		return [payload, ...others.map(() => undefined)];
	};
	return { ...records, payloads };
}

/** Returns the records as they are, with a count of their changes. */
export function counting(records: Records): { counted: Records; transactions(): number } {
	let transactions = 0;
	const change: Records['change'] = (work) => {
		transactions++;
		return records.change(work);
	};
	return { counted: { ...records, change }, transactions: () => transactions };
}

/**
 * Returns the records as they are, but `act` is called when the first event is finished in its
 * transaction.
 */
export function whenFirstIsFinished(records: Records, act: () => void): Records {
	let isFirst = true;
	return changedBy(records, ({ finish }) => ({
		async finish(...event) {
			const finished = await finish(...event);
			if (isFirst) act();
			isFirst = false;
			return finished;
		},
	}));
}
