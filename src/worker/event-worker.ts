// Works off events: claims them, applies each whole, retries with growing pauses, stops without losing one; knows no engine and no thread.
import { setImmediate as messages } from 'node:timers/promises';
import { applyEvent } from '../broker/process-event.ts';
import { BrokerError } from '../errors.ts';
import type { LinkBatch } from '../links/link.ts';
import type { EventCounts } from '../links/link-event.ts';
import { readLinks } from '../scholix/read-links.ts';
import type { ClaimedEvent, LinkRecords, LinkStore } from '../storage/link-store.ts';
import { createLoop, type Loop } from './loop.ts';

export type EventWorkerOptions = {
	/** Names this worker among all that share the records; unique. */
	name: string;
	leaseMilliseconds: number;
	/** Tries before an event stays in Error. */
	maxAttempts: number;
	/** The pause before the second try; each further one is twice as long. */
	retryMilliseconds: number;
	/** How often an idle worker looks without being woken. */
	pollMilliseconds: number;
	now(): number;
	log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
	/** Told of each event that was applied, and when that began. */
	onApplied?(event: ClaimedEvent, counts: EventCounts, startedAt: number): void;
	/** Told of each try that failed, and when it began. */
	onFailed?(event: ClaimedEvent, startedAt: number): void;
};

export type EventWorker = Loop & {
	/** Keeps what was read of an event that is about to be claimed here, so that it need not be read again. */
	remember(sequence: number, batch: LinkBatch): void;
};

// Events claimed at once; what is claimed and not begun is handed back when the worker stops.
const claimedAtOnce = 4;
// Batches read ahead that are kept; beyond, events are read from storage again.
const rememberedLinks = 40_000;

/** Starts working off events until stopped. */
export function startEventWorker(store: LinkStore, options: EventWorkerOptions): EventWorker {
	const remembered = new Map<number, LinkBatch>();
	// Claimed here and neither ended nor handed back, for the records could not be reached.
	let left: readonly ClaimedEvent[] = [];
	const handBackLeft = async () => {
		if (left.length > 0) await store.handBack(left, options.name);
		left = [];
	};
	const round = async (stopping: () => boolean): Promise<boolean> => {
		await handBackLeft();
		const now = options.now();
		const claimed = await store.claim(options.name, now, now + options.leaseMilliseconds, claimedAtOnce);
		for (const [position, event] of claimed.entries()) {
			left = claimed.slice(position);
			// Submissions that have come meanwhile are stored first.
			if (position > 0) await messages();
			if (stopping()) return true;
			// The ones behind may have waited for most of their lease.
			if (position > 0 && !(await store.renew(event, options.name, options.now() + options.leaseMilliseconds)))
				continue;
			const behind = claimed.slice(position + 1);
			// One that was begun before may end this process as it did the last: the others must not be lost with it.
			const alone = event.attempts > 1 && behind.length > 0;
			if (alone) {
				await store.handBack(behind, options.name);
				left = [event];
			}
			await workOff(store, event, remembered, options);
			if (alone) break;
		}
		left = [];
		return claimed.length > 0;
	};
	const loop = createLoop(round, {
		pollMilliseconds: options.pollMilliseconds,
		onError: (error) => options.log.warn({ err: error }, 'The records cannot be reached; trying again'),
	});
	const unsubscribe = store.onNews('events', loop.wake);
	return {
		...loop,
		async stop() {
			await unsubscribe();
			await loop.stop();
			// Where that fails, others take them over when their lease has run out.
			await handBackLeft().catch(() => undefined);
		},
		remember(sequence, batch) {
			let kept = batch.counts.links;
			for (const { counts } of remembered.values()) kept += counts.links;
			if (kept <= rememberedLinks) remembered.set(sequence, batch);
		},
	};
}

async function workOff(
	store: LinkStore,
	event: ClaimedEvent,
	remembered: Map<number, LinkBatch>,
	options: EventWorkerOptions,
): Promise<void> {
	const startedAt = options.now();
	try {
		if (event.attempts > options.maxAttempts) throw new NeverEnded(event.attempts - 1);
		const batch =
			remembered.get(event.sequence) ?? readLinks(await store.payload(event.sequence), { maxLinks: Infinity });
		const counts = await applyClaimed(store, event, batch, options);
		if (counts) options.onApplied?.(event, counts, startedAt);
	} catch (error) {
		// That is no fault of the event's.
		if (isUnavailable(error)) throw error;
		options.onFailed?.(event, startedAt);
		await noteFailure(store, event, error, options);
	} finally {
		// Events are claimed oldest first: what is remembered of older ones was done by others.
		for (const sequence of remembered.keys()) if (sequence <= event.sequence) remembered.delete(sequence);
	}
}

/** Applies a claimed event in one transaction with its state; undefined where the claim was lost and nothing was done. */
export async function applyClaimed(
	store: LinkStore,
	event: ClaimedEvent,
	batch: LinkBatch,
	options: Pick<EventWorkerOptions, 'name' | 'now'>,
): Promise<EventCounts | undefined> {
	try {
		return await store.change((records) => applyTo(records, event, batch, options));
	} catch (error) {
		if (error instanceof ClaimLost) return undefined;
		throw error;
	}
}

/** Applies a claimed event, with its state, in the transaction of `records`; fails where the claim was lost, so that nothing is done. */
export async function applyTo(
	records: LinkRecords,
	event: ClaimedEvent,
	batch: LinkBatch,
	{ name, now }: Pick<EventWorkerOptions, 'name' | 'now'>,
): Promise<EventCounts> {
	const counts = await applyEvent(records, event, batch);
	if (!(await records.finish(event, name, counts, now()))) throw new ClaimLost();
	return counts;
}

/** Tells whether the records cannot be reached. */
export function isUnavailable(error: unknown): boolean {
	return error instanceof BrokerError && error.code === 'unavailable';
}

class ClaimLost extends Error {}

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
	options: EventWorkerOptions,
): Promise<'New' | 'Error'> {
	const reason = error instanceof Error ? error.message : String(error);
	// What is wrong with the links themselves stays wrong.
	const hopeless = error instanceof BrokerError && (error.code === 'invalid-links' || error.code === 'malformed-json');
	const last = hopeless || event.attempts >= options.maxAttempts;
	const pause = options.retryMilliseconds * 2 ** (event.attempts - 1);
	options.log.warn(
		{ event_id: event.eventId, attempts: event.attempts, err: error },
		last ? 'Event failed for good' : `Event failed; next try in ${pause} ms`,
	);
	await store.fail(event, options.name, reason, last ? null : options.now() + pause, options.now());
	return last ? 'Error' : 'New';
}
