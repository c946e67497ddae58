// Applies accepted events: claims them, applies each whole, retries with backoff, and releases what
// it has not begun when it stops. To one worker an event is
//
//                      ┌─ finish ──> Done
//   New ── claim ──> held ─ fail ──> New, due after a pause, or Error after its last try
//    ▲                 ├─ renewing or finishing fails: lost to another worker
//    └──── release ────┘
//
// and nothing is claimed while anything is held.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { threadId } from 'node:worker_threads';
import { applyEvents } from '../../broker/apply-event.ts';
import { combineAhead, type ReadEvent } from '../../broker/combine-batches.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { BrokerError, hasCode, isOutage } from '../../errors.ts';
import { readAcceptedLinks } from '../../formats/scholix/read-links.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { EventCounts } from '../../links/link-event.ts';
import type { Settings } from '../../settings.ts';
import type { ClaimedEvent } from '../../store/claims.ts';
import type { Lease } from '../../store/leases.ts';
import type { Records } from '../../store/records.ts';
import { createLoop, type Loop } from './loop.ts';

/** How events are tried. */
export type EventOptions = {
	/** Names this worker among all that share the records; unique. */
	name: string;
	/** Renewed between transactions, so it must be longer than one event takes to apply. */
	leaseMilliseconds: number;
	/** Tries before an event stays in Error. */
	maxAttempts: number;
	/** The pause before the second try; each further one is twice as long. */
	retryMilliseconds: number;
	clock: Clock;
	log: {
		info(fields: object, message: string): void;
		warn(fields: object, message: string): void;
	};
};

/** An event that was applied, and when that began and ended (milliseconds since 1970). */
export type AppliedEvent = {
	event: ClaimedEvent;
	counts: EventCounts;
	startedAt: number;
	endedAt: number;
};

export type EventWorkerOptions = EventOptions & {
	/** How often an idle worker looks without being woken. */
	pollMilliseconds: number;
	/** Resolves when a stop waits no longer for the event under way; without it, it waits on. */
	untilGivenUp?(): Promise<void>;
	/**
	 * Called for each event once its transaction is committed; those of one transaction begin and end
	 * together.
	 */
	onApplied?(applied: AppliedEvent): void;
	/** Called for each try that failed, with the time when it began. */
	onFailed?(event: ClaimedEvent, startedAt: number): void;
};

// A commit, and each statement, costs as much as many links, so small events share a transaction.
// Submissions wait for one to end where one writes at a time, so it stays short: no event is added
// to one that has this many links. More is not claimed either: it is left to idle workers.
const claimedAtOnce = 64;
const linksPerTransaction = 5_000;

/** The step under way has so long to end before its events are released all the same. */
const graceMilliseconds = 200;

/** Starts applying events until stopped. */
export function startEventWorker(records: Records, options: EventWorkerOptions): Loop {
	const { clock } = options;
	// Claimed, and neither ended nor released yet. Where a round fails because the records cannot be
	// reached, the next one releases them, so that an outage costs no event a try.
	let held: readonly ClaimedEvent[] = [];
	const releaseHeld = async () => {
		if (held.length > 0) await records.release(held, options.name);
		held = [];
	};
	const round = async (stopping: () => boolean): Promise<boolean> => {
		await releaseHeld();
		let heldSince = clock.elapsed();
		assert.equal(held.length, 0, 'Events are claimed only while none is held');
		const claimed = await records.claim(leaseOf(options), clock.now(), claimedAtOnce, linksPerTransaction);
		held = claimed;
		held = await suspectAlone(records, claimed, options);
		held = await countLapsed(records, held, options);
		let isTogether = true;
		while (held.length > 0 && !stopping()) {
			const next: readonly ClaimedEvent[] = isTogether ? held : held.slice(0, 1);
			const done = await applyNext(records, next, options);
			assert.ok(done <= next.length && (done > 0 || isTogether), 'A step ends some of the events it was given');
			if (done === 0) isTogether = false;
			held = held.slice(done);
			// Submissions that came meanwhile are stored before the next transaction.
			await clock.turn();
			if (clock.elapsed() - heldSince >= options.leaseMilliseconds / 3) {
				heldSince = clock.elapsed();
				held = await renewAll(records, held, options);
			}
		}
		await releaseHeld();
		return claimed.length > 0;
	};
	const loop = createLoop(round, {
		clock: options.clock,
		pollMilliseconds: options.pollMilliseconds,
		onError: (error) => options.log.warn({ err: error }, outageWords(error)),
	});
	const unsubscribe = records.subscribe?.('events', loop.wake);
	return {
		...loop,
		async stop() {
			await unsubscribe?.();
			const ended = loop.stop();
			const late = options.untilGivenUp?.().then(() => clock.sleep(graceMilliseconds));
			await Promise.race(late === undefined ? [ended] : [ended, late]);
			// Also where a long statement is still under way: it has no effect without the claim. Where this
			// fails, other workers take the events over when the lease has run out.
			await releaseHeld().catch(() => undefined);
			await ended;
		},
	};
}

function outageWords(error: unknown): string {
	if (hasCode(error, 'insufficient-storage')) return 'No room is left to apply events; trying again';
	return 'The records cannot be reached; trying again';
}

function leaseOf({ name, clock, leaseMilliseconds }: EventOptions): Lease {
	return { worker: name, until: clock.now() + leaseMilliseconds };
}

/**
 * Releases all others where an event was tried before. It may have ended the process that tried it,
 * so it is applied alone: no other event is lost with it.
 */
async function suspectAlone(
	records: Records,
	claimed: readonly ClaimedEvent[],
	{ name }: EventOptions,
): Promise<readonly ClaimedEvent[]> {
	const suspect = claimed.find(({ attempts }) => attempts > 1);
	if (suspect === undefined) return claimed;
	const others = claimed.filter((event) => event !== suspect);
	if (others.length > 0) await records.release(others, name);
	return [suspect];
}

/**
 * Counts the attempt of an event whose lease ran out before it is applied, since it may end this
 * process, too; it was claimed alone. All others are counted when they end: what a killed process
 * had claimed may never have been begun.
 */
async function countLapsed(
	records: Records,
	claimed: readonly ClaimedEvent[],
	{ name, maxAttempts }: EventOptions,
): Promise<readonly ClaimedEvent[]> {
	const [event] = claimed;
	if (!event?.hasLapsed || event.attempts > maxAttempts) return claimed;
	const begun = await records.begin(event, name);
	return begun ? [begun] : [];
}

/** Renews claims, and returns those that were not lost. */
async function renewAll(
	records: Records,
	events: readonly ClaimedEvent[],
	options: EventOptions,
): Promise<readonly ClaimedEvent[]> {
	const held: ClaimedEvent[] = [];
	for (const event of events) if (await records.renew(event, leaseOf(options))) held.push(event);
	return held;
}

/**
 * Applies the first of the events, and small ones behind it in the same transaction; returns how
 * many it dealt with: none where several cannot be applied together and are to be tried one by one.
 */
async function applyNext(
	records: Records,
	events: readonly ClaimedEvent[],
	options: EventWorkerOptions,
): Promise<number> {
	const [first] = events as [ClaimedEvent];
	const startedAt = options.clock.now();
	let read: readonly ReadEvent[] = [];
	try {
		if (first.attempts > options.maxAttempts) throw new NeverEnded(first.attempts - 1);
		read = await readTogether(records, events);
		for (const applied of await applyTogether(records, read, options)) options.onApplied?.(applied);
	} catch (error) {
		// No fault of the event.
		if (isOutage(error)) throw error;
		if (read.length > 1) {
			options.log.warn(
				{ err: error, events: read.length },
				'Events cannot be applied together; applying them one by one',
			);
			return 0;
		}
		if (!(error instanceof ClaimLost)) {
			options.onFailed?.(first, startedAt);
			await noteFailure(records, first, error, options);
		}
	}
	return Math.max(1, read.length);
}

/**
 * Reads the first event, and those behind it that can be read and fit into the same transaction.
 * Where others write at the same time, an event that withdraws is applied alone, since they wait for
 * it.
 */
async function readTogether(records: Records, events: readonly ClaimedEvent[]): Promise<ReadEvent[]> {
	const goesAlone = ({ action }: ClaimedEvent) => action !== 'assert' && !records.singleWriter;
	const end = events.findIndex(
		(event, at) => at > 0 && (goesAlone(event) || goesAlone(events[at - 1] as ClaimedEvent)),
	);
	const together = end === -1 ? events : events.slice(0, end);
	const payloads = await records.payloads(together.map(({ sequence }) => sequence));
	const read: ReadEvent[] = [];
	let links = 0;
	for (const [at, event] of together.entries()) {
		if (links >= linksPerTransaction) break;
		try {
			const payload = payloads[at];
			if (!payload) throw new BrokerError('internal', `The payload of event number ${event.sequence} is missing.`);
			const batch = readAcceptedLinks(payload, event.action);
			read.push({ event, batch });
			links += batch.counts.links;
		} catch (error) {
			if (read.length === 0) throw error;
			break;
		}
	}
	return read;
}

/** Applies events, with their states, in one transaction: all of them or none. */
async function applyTogether(
	records: Records,
	events: readonly ReadEvent[],
	{ name, clock }: EventOptions,
): Promise<AppliedEvent[]> {
	const startedAt = clock.now();
	const batches = await combineAhead(records, events);
	return records.change(async (transaction) => {
		const counts = await applyEvents(transaction, batches, records);
		const endedAt = clock.now();
		const ended = events.map(({ event }, at) => [event, counts[at] as EventCounts] as const);
		if (!(await transaction.finish(ended, name, endedAt))) throw new ClaimLost();
		return ended.map(([event, brought]) => ({ event, counts: brought, startedAt, endedAt }));
	});
}

/**
 * Applies a claimed event in one transaction with its state; undefined where the claim was lost and
 * nothing was done.
 */
export async function applyClaimed(
	records: Records,
	event: ClaimedEvent,
	batch: LinkBatch,
	options: EventOptions,
): Promise<EventCounts | undefined> {
	try {
		const [applied] = await applyTogether(records, [{ event, batch }], options);
		return applied?.counts;
	} catch (error) {
		if (error instanceof ClaimLost) return undefined;
		throw error;
	}
}

class ClaimLost extends Error {
	constructor() {
		super('Another worker has taken the event over.');
	}
}

/** Keeps an event that ends the process each time from being tried for ever. */
class NeverEnded extends Error {
	constructor(times: number) {
		super(`Its processing was begun ${times} times and never ended: perhaps it needs more memory than there is.`);
	}
}

/**
 * Notes that an event failed: due again after a pause, or in Error after its last try; answers
 * which, and why.
 */
export async function noteFailure(
	records: Records,
	event: ClaimedEvent,
	error: unknown,
	options: EventOptions,
): Promise<{ state: 'New' | 'Error'; error: string }> {
	const reason = error instanceof Error ? error.message : String(error);
	const isInvalid = hasCode(error, 'invalid-links') || hasCode(error, 'malformed-json');
	const isLast = isInvalid || event.attempts >= options.maxAttempts;
	const pause = options.retryMilliseconds * 2 ** (event.attempts - 1);
	options.log.warn(
		{ event_id: event.eventId, attempts: event.attempts, err: error },
		isLast ? 'Event failed permanently' : `Event failed; next attempt in ${pause} ms`,
	);
	const retryAt = isLast ? null : options.clock.now() + pause;
	await records.fail(event, options.name, { reason, retryAt, now: options.clock.now() });
	return { state: isLast ? 'Error' : 'New', error: reason };
}

/** Makes the options of an event worker, with a name that no other worker has. */
export function eventOptions(settings: Settings, role: string, log: EventOptions['log']): EventOptions {
	return {
		name: `${role}-${process.pid}-${threadId}-${randomUUID().slice(0, 8)}`,
		leaseMilliseconds: settings.leaseSeconds * 1000,
		maxAttempts: settings.maxAttempts,
		retryMilliseconds: settings.retrySeconds * 1000,
		clock: systemClock,
		log,
	};
}
