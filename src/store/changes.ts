// The contract of the log of what counts: which assertions came to count and ceased to, numbered in
// the order in which that was committed. It knows no filter and no form of it.
import type { IdentifierName } from './evidence.ts';
import type { Assertion, Id, RelationshipKey } from './graph.ts';

/** What an entry tells: a provider's assertion of a relationship began to count, or ceased to. */
export type ChangeKind = 'asserted' | 'withdrawn';

/** One entry of the log, but for its number and its time. */
export type Change = {
	kind: ChangeKind;
	/** Asserted: nobody had asserted the relationship before; withdrawn: nobody does any more. */
	isEdge: boolean;
	source: Id;
	relation: number;
	target: Id;
	provenance: Id;
	/** The event that made the assertion. */
	event: Id;
	/** What it tells of the works: what that event said of them, or what is known of them by now. */
	words: 'said' | 'known';
};

/** An entry as it is kept. Numbers begin at 1, without gaps; `at` never goes back. */
export type StoredChange = Change & { number: number; at: number };

/**
 * Assertions of one event that came to count, or that it took back, and that the log keeps back.
 */
export type KeptChanges = { event: Id; gained: readonly Assertion[]; lost: readonly Assertion[] };

/** Chooses entries of the log. */
export type ChangeQuery = {
	/** Those after this number, the oldest first (the default, from 0 on). */
	after?: number;
	/** Those before this number, the newest first; without `after`. */
	before?: number;
	/** Leaves out most entries of events that never named one of these identifiers. */
	naming?: readonly Id[];
	/** Ends when so many are read, or some more. */
	entries: number;
};

/** Writes and reads the log inside a transaction. */
export interface Changes {
	/**
	 * Logs what an event changed (or its withdrawal, or that it may be found now), in the order given.
	 * Numbers are given when the transaction is committed: in the order of commits, so that who has
	 * read up to a number never finds an entry before it later. Of several transactions that assert a
	 * relationship at a time, one has the first assertion. Where a later event has been applied
	 * before, what is asserted tells what is known of the works.
	 */
	logChanges(event: Id, changes: readonly Change[]): Promise<void>;
	/** Keeps back what an event changed that must not be found yet. */
	keepChanges(kept: KeptChanges): Promise<void>;
	/**
	 * Lists those of these relationships, by position, that other events than these assert and that
	 * may be found; a symmetric one in either direction.
	 */
	assertedByOthers(relationships: readonly RelationshipKey[], events: readonly Id[]): Promise<number[]>;
	/**
	 * Lists those of these assertions that count, by position, in whichever record they were made and
	 * whether they may be found or not.
	 */
	counting(assertions: readonly Assertion[]): Promise<number[]>;
	/** Finds the ids of identifiers, also of those that are gone; leaves out those never known. */
	idsOf(identifiers: readonly IdentifierName[]): Promise<Id[]>;
	/**
	 * Lists identifiers that are the same as these by a rule of their schemes, as [of these, other].
	 */
	sameByRule(ids: readonly Id[]): Promise<(readonly [identifier: Id, same: Id])[]>;
	/** Lists the events that must not be found yet. */
	hiddenEvents(): Promise<Id[]>;
	/**
	 * Tells the log's own name, and the numbers of its newest entry (0: there never was one) and of
	 * its oldest one (the next number: there is none any more).
	 */
	changeLog(): Promise<{ id: string; oldest: number; newest: number }>;
	/**
	 * Reads entries, and tells whether there are no more. Those of this transaction are not among
	 * them.
	 */
	changes(query: ChangeQuery): Promise<{ changes: StoredChange[]; isEnd: boolean }>;
	/**
	 * Lists what events said of identifiers, as [position, description] in the order in which they
	 * did, also where it does not count any more.
	 */
	saidIn(pairs: readonly (readonly [identifier: Id, event: Id])[]): Promise<[position: number, description: Id][]>;
}

/** Shortens the log. */
export interface ChangeTrimming {
	/** Forgets entries that are older than this time (milliseconds since 1970); answers how many. */
	trimChanges(before: number): Promise<number>;
}
