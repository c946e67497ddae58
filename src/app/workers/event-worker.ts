// Works off events: claims them, applies each whole, retries with growing pauses, stops without losing one; knows no engine and no thread.
import { setImmediate as messages } from 'node:timers/promises';
import { applyEvents, type EventToApply } from '../../broker/process-event.ts';
import { rememberingRecords } from '../../broker/remembering-records.ts';
import { hasCode } from '../../errors.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { EventCounts } from '../../links/link-event.ts';
import type { ClaimedEvent, LinkRecords, LinkStore } from '../../ports/records/link-store.ts';
import { createEventBatches, type EventBatches, type EventReader } from './event-batches.ts';
import { createLoop, type Loop } from './loop.ts';

/** How events are tried, whoever holds them. */
export type EventOptions = {
	/** Names this worker among all that share the records; unique. */
	name: string;
	leaseMilliseconds: number;
	/** Tries before an event stays in Error. */
	maxAttempts: number;
	/** The pause before the second try; each further one is twice as long. */
	retryMilliseconds: number;
	now(): number;
	log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
};

export type EventWorkerOptions = EventOptions & {
	/** How often an idle worker looks without being woken. */
	pollMilliseconds: number;
	/** Events claimed at a time; those not begun are handed back when the worker stops. */
	claimedAtOnce: number;
	reader: EventReader;
	/**
	 * Is called before events are claimed, and between the transactions that apply them: stores what was accepted and is not among the events yet, and answers whether there was any.
	 * Nobody waits for that, so it ends no transaction of this worker; and where it fails, those that are stored are applied all the same.
	 */
	takeIn?(): Promise<boolean>;
	/** Called after events that were applied at a time, inside their transaction, when nothing of their links is held any more, and after each round. */
	betweenPieces?(): void;
	/** Told of each event that was applied, when that began, and when it ended but for the commit; of those applied at a time, each has its share of that time, by its links. */
	onApplied?(event: ClaimedEvent, counts: EventCounts, startedAt: number, endedAt: number): void;
	/** Told of each try that failed, and when it began. */
	onFailed?(event: ClaimedEvent, startedAt: number): void;
};

export type EventWorker = Loop & Pick<EventBatches, 'remember' | 'rememberedBytes'>;

/** So many links are applied by one transaction: what it writes waits in the write-ahead log, and what comes meanwhile in memory or the inbox. */
export const linksTogether = 20_000;

// Events of few links cost a quarter more each than of these; and whoever waits to write waits for what is applied at a time.
const linksAtATime = 5_000;

/** Starts working off events until stopped. */
export function startEventWorker(store: LinkStore, options: EventWorkerOptions): EventWorker {
	const batches = createEventBatches(async (sequence) => options.reader.read(await store.payload(sequence)));
	// Claimed here and neither ended nor handed back, for the records could not be reached or the worker stops.
	let left: readonly ClaimedEvent[] = [];
	const handBack = async (events: readonly ClaimedEvent[]) => {
		if (events.length > 0) await store.handBack(events, options.name);
		left = left.filter((event) => !events.includes(event));
	};
	const takeIn = async (): Promise<boolean> => {
		try {
			return (await options.takeIn?.()) ?? false;
		} catch (error) {
			options.log.warn({ err: error }, 'What the inbox keeps cannot be taken in; going on without');
			return false;
		}
	};
	const round = async (stopping: () => boolean): Promise<boolean> => {
		await handBack(left);
		let tookIn = await takeIn();
		if (stopping()) return tookIn;
		let heldSince = options.now();
		const rememberedBefore = batches.lastRemembered();
		const leaseUntil = () => heldSince + options.leaseMilliseconds;
		left = await store.claim(options.name, heldSince, leaseUntil(), options.claimedAtOnce);
		const { length } = left;
		// Others have worked them off; else they would stay until an event is claimed here.
		if (length === 0) batches.forget(rememberedBefore);
		while (left.length > 0) {
			if (left.length < length) {
				// Submissions that have come meanwhile are stored first, where they come to this thread to be stored.
				await messages();
				tookIn = (await takeIn()) || tookIn;
			}
			if (stopping()) break;
			if (options.now() - heldSince >= options.leaseMilliseconds / partsOfLease) {
				heldSince = options.now();
				left = await stillHeld(left, (one) => store.renew(one, options.name, leaseUntil()));
			}
			const [event, ...behind] = left;
			if (!event) break;
			// One that was begun before may end this process as it did the last: the others must not be lost with it.
			if (wasBegunBefore(event)) await handBack(behind);
			const worked = await workOff(store, left, { ...options, batches, stopping });
			left = left.slice(worked);
		}
		return tookIn || length > 0;
	};
	const loop = createLoop(round, {
		pollMilliseconds: options.pollMilliseconds,
		betweenRounds: options.betweenPieces,
		onError: (error) => options.log.warn({ err: error }, 'The records cannot be reached; trying again'),
	});
	const unsubscribe = store.onNews('events', loop.wake);
	return {
		...loop,
		async stop() {
			await unsubscribe();
			await loop.stop();
			// Where that fails, others take them over when their lease has run out.
			await handBack(left).catch(() => undefined);
		},
		remember: batches.remember,
		rememberedBytes: batches.rememberedBytes,
	};
}

// Claims are renewed when so much of their lease is over; what is left is for the next transaction.
const partsOfLease = 3;

/** Renews claims, and answers those that were not lost. */
async function stillHeld(
	events: readonly ClaimedEvent[],
	renew: (event: ClaimedEvent) => Promise<boolean>,
): Promise<readonly ClaimedEvent[]> {
	const held: ClaimedEvent[] = [];
	for (const event of events) if (await renew(event)) held.push(event);
	return held;
}

function wasBegunBefore({ attempts }: ClaimedEvent): boolean {
	return attempts > 1;
}

type Working = EventWorkerOptions & { batches: EventBatches; stopping(): boolean };

/**
 * Works off the first of the events, and in the same transaction those behind it that are at hand, as long as nobody else waits to write; answers
 * how many were worked off. Each commit writes every page that it touches, and costs as much as applying 1,000 links.
 */
async function workOff(store: LinkStore, events: readonly ClaimedEvent[], working: Working): Promise<number> {
	const { batches, log } = working;
	const [first] = events as [ClaimedEvent];
	const startedAt = working.now();
	let begun = 1;
	try {
		if (first.attempts > working.maxAttempts) throw new NeverEnded(first.attempts - 1);
		readAhead(events, working);
		await batches.of(first);
		const applied = await store.change(async (records, _, waiting) => {
			// Where the engine runs this again, it begins with the same one.
			begun = 0;
			const remembering = rememberingRecords(records);
			const done: Applied[] = [];
			let links = 0;
			do {
				// A load that waits has as many applied in its turn; whoever goes first waits for as little as may be.
				const several = records.exclusive && !waiting.firstWaits();
				const piece = takePiece(events.slice(begun), several, working);
				begun += piece.length;
				for (const one of await applyPiece(remembering, piece, working)) {
					done.push(one);
					links += one.counts.links;
				}
				// Where this runs again, or each is tried for itself, they are read again: that is seldom, and to keep them all would take as much again.
				batches.forget((events[begun - 1] as ClaimedEvent).sequence);
				working.betweenPieces?.();
				readAhead(events.slice(begun), working);
				await messages();
			} while (mayFollow(events[begun], working) && links < linksTogether && !waiting.othersWait());
			return done;
		});
		for (const { event, counts, ...times } of applied)
			working.onApplied?.(event, counts, times.startedAt, times.endedAt);
	} catch (error) {
		// That is no fault of the event's.
		if (isUnavailable(error)) throw error;
		if (begun > 1) {
			// Each for itself tells which, and why.
			log.warn({ err: error, events: begun }, 'Events cannot be applied together; trying one by one');
			const together = events.slice(0, begun);
			for (begun = 0; begun < together.length && !working.stopping(); begun++)
				await workOff(store, together.slice(begun, begun + 1), working);
		} else if (!(error instanceof ClaimLost)) {
			working.onFailed?.(first, startedAt);
			await noteFailure(store, first, error, working);
		}
	} finally {
		if (begun > 0) batches.forget((events[begun - 1] as ClaimedEvent).sequence);
	}
	return begun;
}

type Applied = { event: ClaimedEvent; counts: EventCounts; startedAt: number; endedAt: number };

/** Takes the first of the events, and those behind it that can be applied at a time with it where several may be. */
function takePiece(
	events: readonly ClaimedEvent[],
	several: boolean,
	working: Working,
): [ClaimedEvent, ...ClaimedEvent[]] {
	const { batches } = working;
	const [first, ...behind] = events as [ClaimedEvent, ...ClaimedEvent[]];
	const piece: [ClaimedEvent, ...ClaimedEvent[]] = [first];
	if (!several) return piece;
	let links = batches.linksAtHand(first) ?? linksAtATime;
	for (const event of behind) {
		links += batches.linksAtHand(event) ?? linksAtATime;
		if (links > linksAtATime || event.noindex !== first.noindex || !mayFollow(event, working)) break;
		piece.push(event);
	}
	return piece;
}

async function applyPiece(
	records: LinkRecords,
	piece: readonly [ClaimedEvent, ...ClaimedEvent[]],
	working: Working,
): Promise<Applied[]> {
	let startedAt = working.now();
	const events: EventToApply[] = [];
	for (const event of piece) events.push({ event, batch: await working.batches.of(event) });
	const counts = await applyTo(records, events as [EventToApply, ...EventToApply[]], working);
	const links = counts.reduce((sum, one) => sum + one.links, 0);
	const allEndedAt = working.now();
	const perLink = (allEndedAt - startedAt) / Math.max(1, links);
	return piece.map((event, at) => {
		const one = counts[at] as EventCounts;
		const endedAt = at === piece.length - 1 ? allEndedAt : Math.round(startedAt + one.links * perLink);
		const applied = { event, counts: one, startedAt, endedAt };
		startedAt = endedAt;
		return applied;
	});
}

/** Has others read what comes next, if there are others; here, what is read ahead would hold up the transaction. */
function readAhead(events: readonly ClaimedEvent[], { batches, reader }: Working): void {
	// One that was begun before may have ended the process while it was read.
	const begunBefore = events.findIndex(wasBegunBefore);
	if (reader.readsElsewhere()) batches.readAhead(begunBefore < 0 ? events : events.slice(0, begunBefore));
}

function mayFollow(event: ClaimedEvent | undefined, { batches, stopping }: Working): boolean {
	return event !== undefined && !wasBegunBefore(event) && batches.linksAtHand(event) !== undefined && !stopping();
}

/** Applies a claimed event in one transaction with its state; undefined where the claim was lost and nothing was done. */
export async function applyClaimed(
	store: LinkStore,
	event: ClaimedEvent,
	batch: LinkBatch,
	options: Pick<EventOptions, 'name' | 'now'>,
): Promise<EventCounts | undefined> {
	try {
		const [counts] = await store.change((records) => applyTo(records, [{ event, batch }], options));
		return counts;
	} catch (error) {
		if (error instanceof ClaimLost) return undefined;
		throw error;
	}
}

/** Applies claimed events (see applyEvents), with their states, in the transaction of `records`; fails where a claim was lost, so that nothing is done. */
export async function applyTo(
	records: LinkRecords,
	events: readonly [EventToApply, ...EventToApply[]],
	{ name, now }: Pick<EventOptions, 'name' | 'now'>,
): Promise<[EventCounts, ...EventCounts[]]> {
	const counts = await applyEvents(records, events);
	for (const [at, { event }] of events.entries()) {
		if (!(await records.finish(event, name, counts[at] as EventCounts, now()))) throw new ClaimLost();
	}
	return counts;
}

/** Tells whether the records cannot be reached. */
export function isUnavailable(error: unknown): boolean {
	return hasCode(error, 'unavailable');
}

class ClaimLost extends Error {
	constructor() {
		super('Another worker has taken the event over.');
	}
}

/** Keeps an event that kills whoever works on it from being tried for ever. */
class NeverEnded extends Error {
	constructor(times: number) {
		super(`Its processing was begun ${times} times and never ended: perhaps it needs more memory than there is.`);
	}
}

/** Notes that an event failed: due again after a pause, or in Error after its last try; answers which. */
export async function noteFailure(
	store: LinkStore,
	event: ClaimedEvent,
	error: unknown,
	options: EventOptions,
): Promise<'New' | 'Error'> {
	const reason = error instanceof Error ? error.message : String(error);
	// What is wrong with the links themselves stays wrong.
	const hopeless = hasCode(error, 'invalid-links') || hasCode(error, 'malformed-json');
	const last = hopeless || event.attempts >= options.maxAttempts;
	const pause = options.retryMilliseconds * 2 ** (event.attempts - 1);
	options.log.warn(
		{ event_id: event.eventId, attempts: event.attempts, err: error },
		last ? 'Event failed for good' : `Event failed; next try in ${pause} ms`,
	);
	await store.fail(event, options.name, reason, last ? null : options.now() + pause, options.now());
	return last ? 'Error' : 'New';
}
