// The contract of building a new generation of the index and switching to it.
// It knows no search and no engine.
// Every sentence here has a test of its wording in suite/index-generations.contract.ts, which runs
// on every engine.
import type { IndexLink, IndexObject } from './index-content.ts';

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

/** Builds generations and chooses the one that answers, in every process that uses the index. */
export interface IndexGenerations {
	/** Tells the generation that answers (a fresh index answers from generation 1, empty). */
	generation(): Promise<number>;
	/**
	 * Tells the mark of the generation that answers, '' where none was ever left (see
	 * src/ports/records/generations.ts); undefined where that generation is lost, damaged as far as
	 * can be told quickly, or in another format.
	 */
	mark(): Promise<string | undefined>;
	/**
	 * Begins a new, empty generation with this number (higher than the one that answers); what a
	 * crashed build left under that number is cleared away.
	 */
	build(generation: number): Promise<IndexBuilder>;
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
