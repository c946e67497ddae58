// Stores a submission as an event that this worker holds and applies it at once, for a load that waits for its end; knows no thread.
import { randomUUID } from 'node:crypto';
import type { Submission } from '../broker/accept-event.ts';
import type { LoadedChunk } from '../broker/load-files.ts';
import { readLinks } from '../scholix/read-links.ts';
import type { LinkStore } from '../storage/link-store.ts';
import { applyClaimed, type EventWorkerOptions, noteFailure } from './event-worker.ts';

/** Fails with `malformed-json` or `invalid-links`, storing nothing; any later failure leaves the event to be tried again by any worker. */
export async function applySubmission(
	store: LinkStore,
	submission: Submission,
	options: EventWorkerOptions & { maxLinks: number },
): Promise<LoadedChunk> {
	const batch = readLinks(submission.body, { maxLinks: options.maxLinks });
	const now = options.now();
	const event = await store.acceptClaimed(
		{
			eventId: randomUUID(),
			payload: submission.body,
			links: batch.counts.links,
			noindex: submission.noindex,
			userId: submission.userId,
			now,
		},
		options.name,
		now + options.leaseMilliseconds,
	);
	const outcome = { eventId: event.eventId, links: batch.counts.links };
	try {
		const counts = await applyClaimed(store, event, batch, options);
		return { ...outcome, state: counts ? 'Done' : 'Processing', counts: counts ?? null, error: null };
	} catch (error) {
		await noteFailure(store, event, error, options);
		return { ...outcome, state: 'New', counts: null, error: error instanceof Error ? error.message : String(error) };
	}
}
