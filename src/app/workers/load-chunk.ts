// Stores one chunk of a file as an event and applies it at once.
import { randomUUID } from 'node:crypto';
import type { LoadedChunk, LoadSteps } from '../../broker/load-files.ts';
import { isOutage } from '../../errors.ts';
import { readAcceptedLinks } from '../../formats/scholix/read-links.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { EventCounts } from '../../links/link-event.ts';
import type { Settings } from '../../settings.ts';
import type { Actor } from '../../store/audit.ts';
import type { ClaimedEvent } from '../../store/claims.ts';
import { asAssertion } from '../../store/events.ts';
import type { LoadOfEvent } from '../../store/loads.ts';
import type { Records } from '../../store/records.ts';
import { applyClaimed, type EventOptions, noteFailure } from './event-worker.ts';

/**
 * Creates what a load, begun by somebody, does with each chunk that was read; its first event is
 * noted in `load`. An event that cannot
 * be applied is left to be tried again by any worker, and the load goes on; where the records
 * cannot be reached, the load ends.
 */
export function createApplyChunk(
	records: Records,
	by: Actor,
	options: EventOptions,
	load: LoadOfEvent,
): LoadSteps['apply'] {
	return async ({ payload, links, batch, refused }, { action, noindex, replaces, fileName, set, part }) => {
		if (links === 0) return { event: null, refused };
		const now = options.clock.now();
		const counts = { links, refused: refused.length };
		const sender = { userId: null, submittedBy: by };
		// A withdraw event does not decide the spelling of its providers.
		const providers = action === 'withdraw' ? [] : batch.providers;
		const event = await records.acceptClaimed(
			{
				...{ eventId: randomUUID(), payload, ...counts, providers, noindex, ...sender, now },
				...{ ...asAssertion, action, takesAll: true, replaces, fileName, set, load, ...(part && { part }) },
			},
			{ worker: options.name, until: now + options.leaseMilliseconds },
		);
		load.first ??= event.sequence;
		return { event: await applyOrNote(records, event, batch, options), refused };
	};
}

/**
 * Applies an event that a load had stored before it was stopped, and that was handed to this one.
 */
export async function applyStored(
	records: Records,
	event: ClaimedEvent,
	options: EventOptions,
): Promise<LoadedChunk['event']> {
	return applyOrNote(records, event, readAcceptedLinks(await records.payload(event.sequence), event.action), options);
}

async function applyOrNote(
	records: Records,
	event: ClaimedEvent,
	batch: LinkBatch,
	options: EventOptions,
): Promise<LoadedChunk['event']> {
	const outcome = await applyClaimed(records, event, batch, options).catch((error) => {
		if (isOutage(error)) throw error;
		return noteFailure(records, event, error, options);
	});
	return loadedEvent(event, batch.counts.links, outcome);
}

type Outcome = EventCounts | Awaited<ReturnType<typeof noteFailure>> | undefined;

/** Returns the counts of an event, or its failure; neither if another worker has it. */
function loadedEvent({ eventId, sequence }: ClaimedEvent, links: number, outcome: Outcome): LoadedChunk['event'] {
	const event = { eventId, sequence, links, counts: null, error: null };
	if (outcome === undefined) return { ...event, state: 'Processing' };
	if ('error' in outcome) return { ...event, ...outcome };
	return { ...event, state: 'Done', counts: outcome };
}

// Whoever submits to a server beside the load waits for the event that is being applied.
const linksPerEventOfOneWriter = 2_000;

/** Returns how many links an event may have that is applied at once. */
export function linksPerEvent({ maxLinksPerEvent }: Settings, { singleWriter }: Records): number {
	return singleWriter ? Math.min(maxLinksPerEvent, linksPerEventOfOneWriter) : maxLinksPerEvent;
}
