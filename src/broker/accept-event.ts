// Takes a batch of links: reads and checks it whole, then stores it durably as a new event; knows no transport, no thread and no engine.
import { randomUUID } from 'node:crypto';
import { readLinks } from '../formats/scholix/read-links.ts';
import type { LinkBatch } from '../links/link.ts';
import type { Id, LinkStore, NewEvent } from '../ports/records/link-store.ts';
import { type PackedPayload, packPayload } from '../ports/records/packed-payload.ts';

export type Submission = {
	/** A JSON array of Scholix link objects, as it came. */
	body: Uint8Array;
	noindex: boolean;
	userId: Id | null;
	/** The W3C traceparent of what brought it, where that is traced. */
	trace?: string;
};

/** A submission whose links were read: all that storing and applying it needs, as plain data. */
export type ReadSubmission<Batch = LinkBatch> = Omit<Submission, 'body'> & { payload: PackedPayload; batch: Batch };

/** Reads a submission; fails with `malformed-json` or `invalid-links` (see readLinks). */
export function readSubmission(
	{ body, ...submission }: Submission,
	{ maxLinks }: { maxLinks: number },
): ReadSubmission {
	return { ...submission, batch: readLinks(body, { maxLinks }), payload: packPayload(body) };
}

/** Reads what was accepted before, whatever its size: the limits may have been others then. Fails as readSubmission does. */
export function readAccepted(payload: Uint8Array): LinkBatch {
	return readLinks(payload, { maxLinks: Number.POSITIVE_INFINITY });
}

/** Makes the event that a submission becomes. */
export function eventOf(
	{ payload, batch, noindex, userId }: ReadSubmission<Pick<LinkBatch, 'counts'>>,
	now: number,
): NewEvent {
	return { eventId: randomUUID(), payload, links: batch.counts.links, noindex, userId, now };
}

/** Stores submissions that were read; see createSubmissionStore. */
export type SubmissionStore = (
	submission: ReadSubmission<Pick<LinkBatch, 'counts'>>,
) => Promise<{ eventId: string; sequence: Id }>;

/**
 * Creates what stores submissions: those that wait for their turn to write together, when the first of them gets it. One by one, each would wait for
 * a transaction of whoever else writes.
 */
export function createSubmissionStore(store: Pick<LinkStore, 'accept'>, now: () => number): SubmissionStore {
	type Stored = { eventId: string; sequence: Id };
	const waiting: { event: NewEvent; resolve(stored: Stored): void; reject(error: unknown): void }[] = [];
	let underWay = false;

	const storeWaiting = async (): Promise<void> => {
		const together: typeof waiting = [];
		const takeWaiting = () => {
			together.push(...waiting.splice(0));
			return together.map(({ event }) => event);
		};
		try {
			const sequences = await store.accept(takeWaiting);
			for (const [position, { event, resolve }] of together.entries()) {
				resolve({ eventId: event.eventId, sequence: sequences[position] as Id });
			}
		} catch (error) {
			if (together.length === 0) takeWaiting();
			for (const { reject } of together) reject(error);
		}
	};
	const work = async (): Promise<void> => {
		underWay = true;
		while (waiting.length > 0) await storeWaiting();
		underWay = false;
	};
	return (submission) => {
		const { promise, resolve, reject } = Promise.withResolvers<Stored>();
		waiting.push({ event: eventOf(submission, now()), resolve, reject });
		if (!underWay) void work();
		return promise;
	};
}
