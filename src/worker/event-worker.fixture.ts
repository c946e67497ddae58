// What tests give event workers that have no other thread at hand.
import { readAccepted } from '../broker/accept-event.ts';
import type { LinkStore, Waiting } from '../storage/link-store.ts';
import type { EventWorkerOptions } from './event-worker.ts';

/** Options of a worker that reads events itself. */
export const inThisThread: Pick<EventWorkerOptions, 'claimedAtOnce' | 'read'> = {
	claimedAtOnce: 16,
	read: async (payload) => readAccepted(payload),
};

/** The store as it is, but somebody else waits for the end of each change, or nobody does. */
export function waitedFor(store: LinkStore, { others }: { others: boolean }): LinkStore {
	const waiting: Waiting = { othersWait: () => others, firstWaits: () => false };
	return { ...store, change: (work) => store.change((records, stream) => work(records, stream, waiting)) };
}
