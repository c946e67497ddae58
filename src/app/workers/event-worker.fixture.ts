// What tests give event workers that have no other thread at hand.
import { readAccepted } from '../../broker/accept-event.ts';
import type { LinkRecords, LinkStore, Waiting } from '../../ports/records/link-store.ts';
import type { EventReader } from './event-batches.ts';

/** Reads events in this thread, and says that another one does: what is read ahead is at hand then. */
export const readerHere: EventReader = {
	read: async (payload) => readAccepted(payload),
	readsElsewhere: () => true,
};

/** The store as it is, but somebody else waits for the end of each change, or nobody does; who goes first, unless it says otherwise. */
export function waitedFor(
	store: LinkStore,
	{ others, first = others }: { others: boolean; first?: boolean },
): LinkStore {
	const waiting: Waiting = { othersWait: () => others, firstWaits: () => first };
	return { ...store, change: (work) => store.change((records, stream) => work(records, stream, waiting)) };
}

/** The store as it is, but what applies an event, one of a load too, works with these records instead. */
export function changedBy(store: LinkStore, replace: (records: LinkRecords) => Partial<LinkRecords>): LinkStore {
	const replaced = (records: LinkRecords): LinkRecords => ({ ...records, ...replace(records) });
	return {
		...store,
		change: (work) => store.change((records, ...more) => work(replaced(records), ...more)),
		load: (work) => store.load((records, loading) => work(replaced(records), loading)),
	};
}

/** The store as it is, but nothing can be applied that speaks of this identifier. */
export function failingOn(store: LinkStore, key: string, error: () => Error = () => new Error('no luck')): LinkStore {
	return changedBy(store, (records) => ({
		identify: (identifiers) => {
			if (identifiers.some((one) => one.key === key)) throw error();
			return records.identify(identifiers);
		},
	}));
}
