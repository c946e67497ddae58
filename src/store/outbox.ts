// The contract of the outbox: what the search index must still learn, committed with the change
// that it speaks of. It knows no index.
import type { Lease } from './events.ts';
import type { Id, Placement, RelationshipKey } from './graph.ts';

/**
 * What an index must look at again after one event. An entry names identifiers and no states: the
 * records' present state is read when it is delivered, so entries may be delivered twice and late.
 */
export type OutboxEntry = {
	/** Relationships that were asserted, each once. */
	relationships: readonly RelationshipKey[];
	/** Identifiers whose group is new, or changed its description, members or versions. */
	changed: readonly Id[];
	/** Identifiers whose groups took in other groups. */
	regrouped: readonly Id[];
	/**
	 * Identifiers that left a group which still stands, or may stand again, and the groups that were
	 * left. Their links are looked at even where the index has them where the records do: they may
	 * have been elsewhere meanwhile, and so may their links.
	 */
	parted: readonly Id[];
};

/** What noindex events did to groups, as in an outbox entry. */
export type DeferredChanges = Pick<OutboxEntry, 'changed' | 'regrouped' | 'parted'>;

/** An entry as enqueued; an `id` is never used twice and grows. */
export type StoredEntry = { id: Id; event: Id; entry: OutboxEntry };

/** Reads and writes the outbox inside a transaction. */
export interface Outbox {
	/** Enqueues an entry; it is committed with everything else in the transaction. */
	enqueue(event: Id, entry: OutboxEntry): Promise<void>;
	/**
	 * Lists entries that wait, oldest first, as long as those before name fewer than `size`
	 * relationships and identifiers; the first in any case.
	 */
	entries(limit: number, size: number): Promise<StoredEntry[]>;
	/**
	 * Remembers which identifiers a noindex event changed, regrouped and parted, until an indexed event
	 * touches the same groups or the index is rebuilt. A rebuild that is under way gets the whole
	 * entry: some of its parts may show what the event did, and some may not.
	 */
	defer(event: Id, entry: OutboxEntry): Promise<void>;
	/** Lists what was deferred for the Version groups of these identifiers. */
	deferredFor(places: readonly Placement[]): Promise<DeferredChanges>;
	/** Forgets what was deferred for these identifiers. */
	forgetDeferred(ids: readonly Id[]): Promise<void>;
}

/** Hands out the entries that wait, so that no two processes work on the same. */
export interface OutboxClaims {
	/**
	 * Hands out entries that wait and that no other worker holds, the oldest first, no more than
	 * `limit`, and as long as those before name fewer than `size` relationships and identifiers; the
	 * first in any case. What this worker holds already is handed out to it again; what another one
	 * holds, once its lease has run out before `now`. A lease that ends later than any can that was
	 * begun by now is void, as in Events.claim.
	 */
	claimEntries(lease: Lease, now: number, bounds: { limit: number; size: number }): Promise<StoredEntry[]>;
	/** Prolongs the claims of those that the worker still holds. */
	renewEntries(entries: readonly Id[], lease: Lease): Promise<void>;
	/** Hands back those of these entries that the worker still holds. */
	releaseEntries(entries: readonly Id[], worker: string): Promise<void>;
}
