// Stores a chunk of a file as an event that this worker holds and applies it at once, for a load that waits for its end; knows no thread.
import { randomUUID } from 'node:crypto';
import type { LoadedChunk } from '../broker/load-files.ts';
import type { LinkBatch } from '../links/link.ts';
import { checkChunk, type RecordChunk, readChunk, withoutRecords } from '../scholix/record-chunk.ts';
import type { LinkStore } from '../storage/link-store.ts';
import { applyClaimed, type EventWorkerOptions, noteFailure } from './event-worker.ts';

/**
 * Fails with `malformed-json` or `invalid-links`, storing nothing; any later failure leaves the event to be tried again by any worker.
 * The chunk is read at once; `inTurn` calls for the rest when those handed over before are done.
 */
export async function applyChunk(
	store: LinkStore,
	chunk: RecordChunk,
	choice: { noindex: boolean; skipInvalid: boolean },
	{ inTurn, ...options }: EventWorkerOptions & { inTurn<T>(work: () => Promise<T>): Promise<T> },
): Promise<LoadedChunk> {
	const applyInTurn = (those: RecordChunk, batch: LinkBatch) =>
		inTurn(() => apply(store, those, batch, choice.noindex, options));
	if (!choice.skipInvalid) return { event: await applyInTurn(chunk, readChunk(chunk)), refused: [] };
	const { batch, wrong } = checkChunk(chunk);
	const good =
		wrong.length === 0
			? chunk
			: withoutRecords(
					chunk,
					wrong.map(({ position }) => position),
				);
	const event = good.links === 0 ? null : await applyInTurn(good, batch);
	return { event, refused: wrong };
}

async function apply(
	store: LinkStore,
	chunk: RecordChunk,
	batch: LinkBatch,
	noindex: boolean,
	options: EventWorkerOptions,
): Promise<LoadedChunk['event']> {
	const now = options.now();
	const submitted = { eventId: randomUUID(), payload: chunk.payload, links: chunk.links, noindex, userId: null, now };
	const event = await store.acceptClaimed(submitted, options.name, now + options.leaseMilliseconds);
	const { eventId } = event;
	try {
		const counts = await applyClaimed(store, event, batch, options);
		return { eventId, links: chunk.links, state: counts ? 'Done' : 'Processing', counts: counts ?? null, error: null };
	} catch (error) {
		await noteFailure(store, event, error, options);
		const reason = error instanceof Error ? error.message : String(error);
		return { eventId, links: chunk.links, state: 'New', counts: null, error: reason };
	}
}
