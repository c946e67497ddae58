// The contract of building a new generation of the index and switching to it. Every sentence here
// has a test of its wording in suite/index-generations.contract.ts, which runs on every engine.
//
//   begin(2)              finish               switchTo(2)            switchTo(3)
//  ──────────▶ building ─────────▶ finished ──────────────▶ answers ─────────────▶ removed
//                 │                    │
//                 └────────────────────┴─ remove(2), or begin(2) again ──────────▶ removed
import type { RebuildPhase } from '../../store/rebuild-parts.ts';
import type { GroupId, IndexChanges, IndexLink, IndexObject } from './index-content.ts';

/**
 * Fills a generation in one phase of its building (see src/store/rebuild-parts.ts), beside the one
 * that answers. Once a later phase has begun, every write of an earlier one fails.
 */
export interface IndexBuilder {
	/**
	 * Adds objects, in the phase `objects`; each group and level once, in any order, but a Version
	 * group not after the Identity group of its number.
	 */
	addObjects(objects: readonly IndexObject[]): Promise<void>;
	/** Adds links, in the phase `links`; each (source, relation, target, level) once, in any order. */
	addLinks(links: readonly IndexLink[]): Promise<void>;
	/**
	 * Writes, step by step, what follows from links for the objects of groups of a range, in the phase
	 * `ranks`.
	 */
	addRanks(groups: { first: GroupId; last: GroupId }): AsyncIterable<void>;
	/** Resolves when all that was added is written; answers how many documents that made. */
	flush(): Promise<number>;
	/**
	 * Makes the generation complete and durable, with this sync token, in the phase `changes`; it still does
	 * not answer.
	 */
	finish(syncToken: string): Promise<void>;
}

/**
 * Has several processes build a generation, which outlives these. What they add again is written
 * over; a link whose end is not there is left out; and what a process adds that was taken for dead
 * fails with `unavailable`.
 */
export interface GenerationsInParts {
	/**
	 * Numbers the format in which this program builds and reads generations. What has a higher number
	 * was built by a newer program.
	 */
	readonly format: number;
	/** Computes how many ids make a part, for a highest id. */
	idsPerPart(highest: GroupId): number;
	/** Counts the documents of a generation. */
	countDocuments(generation: number): Promise<number>;
	/**
	 * Changes a generation as an update does, in the phase `changes`; an object that was removed may
	 * be given again, and an identifier of several objects is that of the last one given.
	 */
	apply(generation: number, changes: IndexChanges): Promise<void>;
}

/** Builds generations and chooses the one that answers, in every process that uses the index. */
export interface IndexGenerations {
	/** Tells the generation that answers (a fresh index answers from generation 1, empty). */
	generation(): Promise<number>;
	/**
	 * Tells the sync token of the generation that answers, '' where none was ever left (see
	 * src/store/generations.ts); undefined where that generation is lost, damaged as far as
	 * can be told quickly, or in another format.
	 */
	syncToken(): Promise<string | undefined>;
	/**
	 * Begins a new, empty generation with this number (higher than the one that answers); what a
	 * crashed build left under that number is cleared away.
	 */
	begin(generation: number): Promise<void>;
	/**
	 * Opens a phase of a generation that was begun, by this handle where there is no `inParts`;
	 * `attempt` counts how often the same part was begun, 1 the first time.
	 */
	open(generation: number, phase: RebuildPhase, attempt: number): Promise<IndexBuilder>;
	/** Removes a generation that was begun and does not answer. */
	remove(generation: number): Promise<void>;
	/** How several processes build a generation, where the engine can. */
	readonly inParts?: GenerationsInParts;
	/**
	 * Makes a finished generation the one that answers, in this and every other process, and removes
	 * older ones; again for the one that answers already, it only clears up. `before` runs while no
	 * writer writes and while the old one still answers; where it fails, nothing is switched. Without
	 * it, a later one that answers is left.
	 */
	switchTo(generation: number, before?: () => Promise<void>): Promise<void>;
	/**
	 * Does as switchTo where that generation has been finished (a switch was cut short), and answers
	 * true; false where it has not or is not there, and nothing happens.
	 */
	switchToFinished(generation: number): Promise<boolean>;
}
