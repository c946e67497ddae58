// What tests give event workers that have no other thread at hand.
import { readAccepted } from '../broker/accept-event.ts';
import type { LinkStore, Waiting } from '../storage/link-store.ts';
import type { EventReader } from './event-batches.ts';

/** Reads events in this thread, and says that another one does: what is read ahead is at hand then. */
export const readerHere: EventReader = {
	read: async (payload) => readAccepted(payload),
	readsElsewhere: () => true,
};

/** The store as it is, but somebody else waits for the end of each change, or nobody does. */
export function waitedFor(store: LinkStore, { others }: { others: boolean }): LinkStore {
	const waiting: Waiting = { othersWait: () => others, firstWaits: () => false };
	return { ...store, change: (work) => store.change((records, stream) => work(records, stream, waiting)) };
}
