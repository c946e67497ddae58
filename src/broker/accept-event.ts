// Takes a batch of links: reads and checks it whole, then stores it durably as a new event; knows no transport, no thread and no engine.
import { randomUUID } from 'node:crypto';
import type { LinkBatch } from '../links/link.ts';
import { readLinks } from '../scholix/read-links.ts';
import type { Id, LinkStore } from '../storage/link-store.ts';
import { type PackedPayload, packPayload } from '../storage/packed-payload.ts';

export type Submission = {
	/** A JSON array of Scholix link objects, as it came. */
	body: Uint8Array;
	noindex: boolean;
	userId: Id | null;
	/** The W3C traceparent of what brought it, where that is traced. */
	trace?: string;
};

/** A submission whose links were read: all that storing and applying it needs, as plain data. */
export type ReadSubmission = Omit<Submission, 'body'> & { payload: PackedPayload; batch: LinkBatch };

/** Reads a submission; fails with `malformed-json` or `invalid-links` (see readLinks). */
export function readSubmission(
	{ body, ...submission }: Submission,
	{ maxLinks }: { maxLinks: number },
): ReadSubmission {
	return { ...submission, batch: readLinks(body, { maxLinks }), payload: packPayload(body) };
}

/** Stores a submission that was read. */
export async function storeSubmission(
	store: LinkStore,
	{ payload, batch, noindex, userId }: ReadSubmission,
	now: number,
): Promise<{ eventId: string; sequence: Id }> {
	const eventId = randomUUID();
	const [sequence] = await store.accept([{ eventId, payload, links: batch.counts.links, noindex, userId, now }]);
	return { eventId, sequence: sequence as Id };
}
