// Reads a chunk of a file, stores it as an event that this worker holds and applies it at once, for a load that waits for its end; knows no thread.
import { randomUUID } from 'node:crypto';
import type { LoadedChunk } from '../broker/load-files.ts';
import type { LinkBatch } from '../links/link.ts';
import { checkChunk, type RecordChunk, readChunk, withoutRecords } from '../scholix/record-chunk.ts';
import type { LinkStore } from '../storage/link-store.ts';
import { applyClaimed, type EventWorkerOptions, noteFailure } from './event-worker.ts';

/** What is to be stored of a chunk and applied; plain data, so that one thread reads while another applies. */
export type PreparedChunk = { payload: Uint8Array; links: number; batch: LinkBatch; refused: LoadedChunk['refused'] };

/** Reads a chunk. Fails with `malformed-json` or `invalid-links` unless what is wrong is to be skipped. */
export function prepareChunk(chunk: RecordChunk, { skipInvalid }: { skipInvalid: boolean }): PreparedChunk {
	if (!skipInvalid) return { payload: chunk.payload, links: chunk.links, batch: readChunk(chunk), refused: [] };
	const { batch, wrong } = checkChunk(chunk);
	const positions = wrong.map(({ position }) => position);
	const { payload, links } = positions.length === 0 ? chunk : withoutRecords(chunk, positions);
	return { payload, links, batch, refused: wrong };
}

/** Stores and applies; a failure after it is stored leaves the event to be tried again by any worker. */
export async function applyChunk(
	store: LinkStore,
	{ refused, ...chunk }: PreparedChunk,
	noindex: boolean,
	options: EventWorkerOptions,
): Promise<LoadedChunk> {
	return { event: chunk.links === 0 ? null : await apply(store, chunk, noindex, options), refused };
}

async function apply(
	store: LinkStore,
	{ payload, links, batch }: Omit<PreparedChunk, 'refused'>,
	noindex: boolean,
	options: EventWorkerOptions,
): Promise<LoadedChunk['event']> {
	const now = options.now();
	const submitted = { eventId: randomUUID(), payload, links, noindex, userId: null, now };
	const event = await store.acceptClaimed(submitted, options.name, now + options.leaseMilliseconds);
	const { eventId } = event;
	try {
		const counts = await applyClaimed(store, event, batch, options);
		return { eventId, links, state: counts ? 'Done' : 'Processing', counts: counts ?? null, error: null };
	} catch (error) {
		await noteFailure(store, event, error, options);
		const reason = error instanceof Error ? error.message : String(error);
		return { eventId, links, state: 'New', counts: null, error: reason };
	}
}
