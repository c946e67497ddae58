// The contract of sets: what was said in earlier editions of a dump and is not said in the last
// one. It knows no file.
import type { Identifier } from '../identifiers/index.ts';
import type { Id } from './graph.ts';

/** The edition of a set that begins with this event: all of the set's events from there on. */
export type Edition = { set: string; firstEvent: Id };

/** A link that a provider said in an earlier edition alone; `relation` is a code. */
export type GoneLink = { source: Identifier; relation: number; target: Identifier; provider: string };

/** Where a list of gone links goes on: behind this relationship. */
export type GonePlace = readonly [source: Id, relation: number, target: Id];

/** Reads what is gone from sets. */
export interface Sets {
	/** Counts the events of a set that were accepted and are neither Done nor Withdrawn. */
	unendedOfSet(set: string): Promise<number>;
	/**
	 * Lists links that count, that a provider said in earlier editions of a set, and that it says
	 * nowhere else: neither in this edition nor in events that are not of the set, also not of
	 * identifiers that are the same by rule. In the order of relationships, some behind `after`;
	 * looks at about `rows` assertions, so that one list may be empty. `next` is where to go on; null
	 * at the end.
	 */
	goneFromSet(
		edition: Edition,
		after: GonePlace | null,
		rows: number,
	): Promise<{ gone: GoneLink[]; next: GonePlace | null }>;
}
