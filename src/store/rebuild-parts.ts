// The contract of a rebuild that several processes share: which parts of it there are, who builds
// which, and what is done. It knows no index.
//
//             claimPart                  finishPart
//   waiting ───────────▶ being built ─────────────▶ done
//      ▲                      │
//      └──────────────────────┘ releasePart, or the lease runs out
//
// Parts of a phase can be claimed once all of the phases before are done. Each is read from a
// snapshot of its own, so parts show the records at different times; the last phase heals that, see
// src/broker/indexing/replay-changes.ts.
import type { Id } from './graph.ts';
import type { Transaction } from './records.ts';
import type { Snapshot } from './snapshots.ts';

/**
 * The phases of a rebuild in their order: objects are written, then links, which need them, then
 * what follows for objects from links; then what has changed meanwhile is brought in.
 */
export const rebuildPhases = ['objects', 'links', 'standings', 'changes'] as const;

export type RebuildPhase = (typeof rebuildPhases)[number];

/** Ids from `first` to `last`, both included: of identifiers, and of groups named after them. */
export type IdRange = { first: Id; last: Id };

/**
 * A piece of a rebuild; `attempt` counts how often it was claimed, and tells this claim from
 * others.
 */
export type RebuildPart = IdRange & { generation: Id; phase: RebuildPhase; attempt: number };

/** How a rebuild is divided. */
export type RebuildPlan = {
	/** How many ids make a part, for a highest id. */
	idsPerPart(highest: Id): number;
	/** The format of the index that is built; a process of another one does not take part. */
	format: number;
	/** The mark that the index which answers had at the begin, null where it could not be read. */
	over: string | null;
};

export type PartStates = { waiting: number; building: number; done: number };

/** A rebuild in parts that is under way. */
export type RebuildProgress = {
	generation: Id;
	format: number;
	over: string | null;
	parts: Record<RebuildPhase, PartStates>;
};

export interface RebuildParts {
	/**
	 * Divides the rebuild that was begun under this number into parts, and draws the line: what was
	 * committed before is in every part, and what comes later has an entry (see
	 * Snapshot.entriesOfRebuild). Applied events that must not be found yet are covered from here on;
	 * what changes with the other ones is hidden. Fails with `conflict` where another rebuild has
	 * taken over.
	 */
	planRebuild(generation: Id, plan: RebuildPlan): Promise<void>;
	/** Tells of the rebuild in parts that is under way, null where there is none. */
	rebuildProgress(): Promise<RebuildProgress | null>;
	/**
	 * Claims the next part of this rebuild; 'wait' where others build all that can be built now,
	 * 'over' where the rebuild is not under way any more. A lease that ends later than any can that
	 * was begun by now is void, as in Events.claim.
	 */
	claimPart(generation: Id, now: number, leaseUntil: number): Promise<RebuildPart | 'wait' | 'over'>;
	/** Prolongs the lease of a part; false where another process has it, or the rebuild is over. */
	renewPart(part: RebuildPart, leaseUntil: number): Promise<boolean>;
	/**
	 * Says that a part is built, and how many documents that made; false, and nothing happens, where
	 * another process has it.
	 */
	finishPart(part: RebuildPart, documents: number): Promise<boolean>;
	/** Gives a part up, which may be claimed at once; nothing where another process has it. */
	releasePart(part: RebuildPart): Promise<void>;
	/** Counts the documents that the parts which are done have made. */
	builtDocuments(generation: Id): Promise<number>;
	/**
	 * Forgets how many documents the parts have made: all of them were found, and what is written from
	 * here on removes some.
	 */
	forgetDocuments(generation: Id): Promise<void>;
	/**
	 * Runs `work` on one consistent state like Records.snapshot, but hides assertions of events that
	 * must not be found yet and that the rebuild under way does not cover.
	 */
	partSnapshot<T>(work: (transaction: Transaction, snapshot: Snapshot) => Promise<T>): Promise<T>;
}
