// Takes a batch of links: checks it whole, stores it durably as a new event; knows no transport and no engine.
import { randomUUID } from 'node:crypto';
import type { LinkBatch } from '../links/link.ts';
import { readLinks } from '../scholix/read-links.ts';
import type { Id, LinkStore } from '../storage/link-store.ts';

export type Submission = {
	/** A JSON array of Scholix link objects, as it came. */
	body: Uint8Array;
	noindex: boolean;
	userId: Id | null;
	/** The W3C traceparent of what brought it, where that is traced. */
	trace?: string;
};

/** Stores a submission; fails with `malformed-json` or `invalid-links` (see readLinks) and then stores nothing. */
export async function acceptEvent(
	store: LinkStore,
	submission: Submission,
	options: { maxLinks: number; now: number },
): Promise<{ eventId: string; sequence: Id; batch: LinkBatch }> {
	const batch = readLinks(submission.body, { maxLinks: options.maxLinks });
	const eventId = randomUUID();
	const [sequence] = await store.accept([
		{
			eventId,
			payload: submission.body,
			links: batch.counts.links,
			noindex: submission.noindex,
			userId: submission.userId,
			now: options.now,
		},
	]);
	return { eventId, sequence: sequence as Id, batch };
}
