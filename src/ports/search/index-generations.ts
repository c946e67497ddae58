// The contract of building a new generation of the index and switching to it. Every sentence here
// has a test of its wording in suite/index-generations.contract.ts, which runs on every engine.
//
//   begin(2)              finish               switchTo(2)            switchTo(3)
//  ──────────▶ building ─────────▶ finished ──────────────▶ active ──────────────▶ removed
//                 │                    │
//                 └────────────────────┴─ remove(2), or begin(2) again ──────────▶ removed
import type { RebuildPhase } from '../../store/rebuild-parts.ts';
import type { GroupId, IndexChanges, IndexLink, IndexObject } from './index-content.ts';
import type { Outdated } from './index-format.ts';

/**
 * Fills a generation in one phase of its building (see src/store/rebuild-parts.ts), while another
 * one is active. Once a later phase has begun, every write of an earlier one fails.
 */
export interface IndexBuilder {
	/**
	 * Adds objects, in the phase `objects`; each group and level once, in any order, but a Version
	 * group not after the Identity group of its number.
	 */
	addObjects(objects: readonly IndexObject[]): Promise<void>;
	/**
	 * Adds links, in the phase `links`; each (source, relation, target, level) once, in any order.
	 */
	addLinks(links: readonly IndexLink[]): Promise<void>;
	/**
	 * Writes, step by step, the ranks of the objects of a range of groups, which follow from links,
	 * in the phase `ranks`.
	 */
	addRanks(groups: { first: GroupId; last: GroupId }): AsyncIterable<void>;
	/** Resolves when everything added is written; returns how many documents that made. */
	flush(): Promise<number>;
	/**
	 * Makes the generation complete and durable, with this sync token, in the phase `changes`; it
	 * is not active yet.
	 */
	finish(syncToken: string): Promise<void>;
}

/**
 * Lets several processes build a generation, which continues to exist after they end. What they add
 * again is overwritten; a link without an object at one end is left out; and what a process adds
 * that was assumed dead fails with `unavailable`.
 */
export interface GenerationsInParts {
	/**
	 * The format in which this program builds generations. A higher number was built by a newer
	 * program.
	 */
	readonly format: number;
	/** Computes how many ids make a part, for a highest id. */
	idsPerPart(highest: GroupId): number;
	/** Whether a generation exists, complete or not. */
	exists(generation: number): Promise<boolean>;
	/** Counts the documents of a generation. */
	countDocuments(generation: number): Promise<number>;
	/**
	 * Changes a generation like an update, in the phase `changes`; an object that was removed may be
	 * passed in again, and an identifier of several objects belongs to the last one passed in.
	 */
	apply(generation: number, changes: IndexChanges): Promise<void>;
}

/** Builds generations and chooses the active one, in every process that uses the index. */
export interface IndexGenerations {
	/** Returns the active generation (a fresh index answers from generation 1, empty). */
	generation(): Promise<number>;
	/**
	 * Returns the sync token of the active generation, '' where none was ever written (see
	 * src/store/generations.ts); undefined where that generation is lost, damaged as far as a quick
	 * check shows, or in a format that is too old. Fails with `index-behind` where a newer program
	 * has built it; so do searches and updates.
	 */
	syncToken(): Promise<string | undefined>;
	/**
	 * Returns what of the active generation is older than what this program writes, though it is still
	 * read and updated: it should be built again. Undefined where nothing is. In a format without flags,
	 * no link has one and all are unknown; by older rules, works are compared as these say.
	 */
	outdated(): Promise<Outdated | undefined>;
	/**
	 * Begins a new, empty generation with this number (higher than the active one); removes
	 * what a crashed build left under that number.
	 */
	begin(generation: number): Promise<void>;
	/**
	 * Opens a phase of a generation that was begun, by this handle where there is no `inParts`;
	 * `attempt` counts how often the same part was begun, 1 the first time.
	 */
	open(generation: number, phase: RebuildPhase, attempt: number): Promise<IndexBuilder>;
	/** Removes a generation that was begun and is not active. */
	remove(generation: number): Promise<void>;
	/** How several processes build a generation, where the engine can. */
	readonly inParts?: GenerationsInParts;
	/**
	 * Makes a finished generation the active one, in this and every other process, and removes
	 * older ones; for the one that is active already, it only removes the older ones. `before` runs
	 * while no writer writes and while the old one is still active; where it fails, nothing is
	 * switched. Without `before`, a later active one stays.
	 */
	switchTo(generation: number, before?: () => Promise<void>): Promise<void>;
	/**
	 * Switches to that generation if it is finished (a switch was interrupted), and returns true;
	 * otherwise returns false, without a change.
	 */
	switchToFinished(generation: number): Promise<boolean>;
}
