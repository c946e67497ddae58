// Accepts a batch of links: reads and checks it whole, then stores it durably as a new event. It
// knows no transport, no thread and no engine.
import { randomUUID } from 'node:crypto';
import { readLinks } from '../formats/scholix/read-links.ts';
import type { LinkBatch } from '../links/link.ts';
import type { Events, NewEvent } from '../ports/records/events.ts';
import type { Id } from '../ports/records/graph.ts';

export type Submission = {
	/** A JSON array of Scholix link objects, as it came. */
	body: Uint8Array;
	noindex: boolean;
	userId: Id | null;
	/** The W3C traceparent of the request that brought it, where that is traced. */
	trace?: string;
};

/** An event as it was accepted; `sequence` grows with the order of acceptance. */
export type AcceptedEvent = { eventId: string; sequence: Id };

/**
 * Creates the use case: checks a submission, stores it, and answers once it survives power loss.
 * Fails with `malformed-json` or `invalid-links` (see readLinks) and then stores nothing.
 * Submissions that come while others are being stored are stored together, in one commit.
 */
export function createAcceptEvent(
	records: Pick<Events, 'accept'>,
	{ maxLinks, now }: { maxLinks: number; now(): number },
): (submission: Submission) => Promise<AcceptedEvent> {
	type Waiting = {
		event: NewEvent;
		resolve(accepted: AcceptedEvent): void;
		reject(error: unknown): void;
	};
	let waiting: Waiting[] = [];
	let isStoring = false;
	const storeWaiting = async (): Promise<void> => {
		isStoring = true;
		while (waiting.length > 0) {
			const together = waiting;
			waiting = [];
			try {
				const sequences = await records.accept(together.map(({ event }) => event));
				together.forEach(({ event: { eventId }, resolve }, at) => {
					resolve({ eventId, sequence: sequences[at] as Id });
				});
			} catch (error) {
				for (const { reject } of together) reject(error);
			}
		}
		isStoring = false;
	};
	return async ({ body, noindex, userId }) => {
		const { links } = readLinks(body, { maxLinks }).counts;
		const { promise, resolve, reject } = Promise.withResolvers<AcceptedEvent>();
		const event = { eventId: randomUUID(), payload: body, links, noindex, userId, now: now() };
		waiting.push({ event, resolve, reject });
		if (!isStoring) void storeWaiting();
		return promise;
	};
}

/** Reads what was accepted before, whatever its size: the limits may have been others then. */
export function readAccepted(payload: Uint8Array): LinkBatch {
	return readLinks(payload, { maxLinks: Number.POSITIVE_INFINITY });
}
