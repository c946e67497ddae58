// The contract of building a new generation of the index and switching to it.
// It knows no search and no engine.
// Every sentence here has a test of its wording in suite/index-generations.contract.ts, which runs
// on every engine.
import type { RebuildPhase } from '../../store/rebuild-parts.ts';
import type { GroupId, IndexChanges, IndexLink, IndexObject } from './index-content.ts';

/** Fills a new generation beside the one that answers. */
export interface IndexBuilder {
	/** Adds objects; each group and level once, in any order. */
	addObjects(objects: readonly IndexObject[]): Promise<void>;
	/**
	 * Adds links, before or after their objects; each (source, relation, target, level) once, in any
	 * order.
	 */
	addLinks(links: readonly IndexLink[]): Promise<void>;
	/** Makes the generation complete and durable, with this mark; it still does not answer. */
	finish(mark: string): Promise<void>;
	/** Throws the unfinished generation away. */
	abandon(): Promise<void>;
}

/**
 * Fills a generation in one phase of a rebuild in parts (see src/store/rebuild-parts.ts).
 * Others may fill it at the same time, and what is written again is there once. Once a later phase
 * has begun, every write fails with `unavailable`: this process was taken for dead.
 */
export interface PartBuilder {
	/** Adds objects, in the phase `objects`; those that are there already are written over. */
	addObjects(objects: readonly IndexObject[]): Promise<void>;
	/**
	 * Adds links, in the phase `links`; those that are there already are written over. One whose end
	 * is not there is left out.
	 */
	addLinks(links: readonly IndexLink[]): Promise<void>;
	/**
	 * Writes, step by step, what follows from links for the objects of groups of a range, in the phase
	 * `standings`.
	 */
	addStandings(groups: { first: GroupId; last: GroupId }): AsyncIterable<void>;
	/**
	 * Changes what is there as an update does, in the phase `changes`; an object that was removed may
	 * be given again, and an identifier of several objects is that of the last one given.
	 */
	apply(changes: IndexChanges): Promise<void>;
	/** Resolves when all that was added is durable; answers how many documents that made. */
	flush(): Promise<number>;
	/** Counts the documents of the generation. */
	countDocuments(): Promise<number>;
	/** Makes the generation complete and durable, with this mark; it still does not answer. */
	finish(mark: string): Promise<void>;
}

/** Builds generations that several processes fill, and that outlive these. */
export interface GenerationsInParts {
	/**
	 * Numbers the format in which this program builds and reads generations. What has a higher number
	 * was built by a newer program.
	 */
	readonly format: number;
	/** Tells how many ids make a part, for a highest id. */
	idsPerPart(highest: GroupId): number;
	/** Begins a new, empty generation, as IndexGenerations.build does. */
	begin(generation: number): Promise<void>;
	/**
	 * Opens a generation that was begun; `attempt` counts how often the same part was begun, 1 the
	 * first time.
	 */
	open(generation: number, phase: RebuildPhase, attempt: number): Promise<PartBuilder>;
	/** Removes a generation that was begun and does not answer. */
	remove(generation: number): Promise<void>;
}

/** Builds generations and chooses the one that answers, in every process that uses the index. */
export interface IndexGenerations {
	/** Tells the generation that answers (a fresh index answers from generation 1, empty). */
	generation(): Promise<number>;
	/**
	 * Tells the mark of the generation that answers, '' where none was ever left (see
	 * src/store/generations.ts); undefined where that generation is lost, damaged as far as
	 * can be told quickly, or in another format.
	 */
	mark(): Promise<string | undefined>;
	/**
	 * Begins a new, empty generation with this number (higher than the one that answers); what a
	 * crashed build left under that number is cleared away.
	 */
	build(generation: number): Promise<IndexBuilder>;
	/** How several processes build a generation, where the engine can. */
	readonly inParts?: GenerationsInParts;
	/**
	 * Makes a finished generation the one that answers, in this and every other process, and removes
	 * older ones; again for the one that answers already, it only clears up. `before` runs while no
	 * writer writes and while the old one still answers; where it fails, nothing is switched.
	 */
	switchTo(generation: number, before?: () => Promise<void>): Promise<void>;
	/**
	 * Does as switchTo where that generation has been finished (a switch was cut short), and answers
	 * true; false where it has not or is not there, and nothing happens.
	 */
	switchToFinished(generation: number): Promise<boolean>;
}
