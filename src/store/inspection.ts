// The contract of looking for rows that contradict each other: streams of what others derive from,
// and rows that name what is not there. Each sentence has its test in suite/, which runs on every
// engine. It knows no words for what is wrong.
import type { Assertion, Id } from './graph.ts';

/**
 * Names kinds of rows that should not be there: those that name an identifier, an event or a text
 * that is not there, and those that a withdrawn event left.
 */
export const strayKinds = [
	'assertion',
	'taken-back assertion',
	'description',
	'taken-back description',
	'withdrawal',
	'replacement',
	'identifier',
	'outbox entry',
	'deferred change',
	'logged change',
	'payload',
	'row of a withdrawn event',
] as const;
export type StrayKind = (typeof strayKinds)[number];

/** Tells where something is wrong: at identifiers, and in which event. */
export type Suspect = { identifiers: readonly Id[]; event: Id | null };

/** What is written of an identifier, whether it is known or gone. */
export type IdentifierState = {
	id: Id;
	scheme: string;
	key: string;
	value: string;
	gone: boolean;
	/** Whether it has groups or a description written down. */
	isPlaced: boolean;
	representative: Id | null;
};

/** An event with its payload; null where that is not there or cannot be unpacked. */
export type EventWithPayload = { sequence: Id; eventId: string; links: number; payload: Uint8Array | null };

/** Reads rows as they are, each step of bounded size. */
export interface Inspection {
	/** All assertions that count, or all that were taken back. */
	allAssertions(among: 'counting' | 'taken back'): AsyncIterable<Required<Assertion>[]>;
	/** Tells whether any event takes something back. */
	takesAnythingBack(): Promise<boolean>;
	/**
	 * What events say of identifiers where an assertion of that event with the identifier was taken
	 * back, each once: of what counts, or of what was taken back; of the latter also what has no such
	 * assertion, which `hasAssertion` tells.
	 */
	doubtfulDescriptions(
		among: 'counting' | 'taken back',
	): AsyncIterable<{ identifier: Id; event: Id; hasAssertion: boolean }[]>;
	/** All identifiers by id, those that are gone too. */
	identifierStates(): AsyncIterable<IdentifierState[]>;
	/** Rows that should not be there. */
	strays(kind: StrayKind): AsyncIterable<Suspect[]>;
	/** Removes these rows, or what they name wrongly; what cannot be mended so (payloads) stays. */
	removeStrays(kind: StrayKind): Promise<void>;
	/** Events whose columns contradict each other: a Done one without counts, a claim of no worker. */
	contradictoryEvents(): AsyncIterable<Suspect[]>;
	/** All events with their payloads, in the order of acceptance. */
	payloads(): AsyncIterable<EventWithPayload>;
	/** Numbers of the log of changes before which some are missing, or that come twice. */
	gapsInChanges(): Promise<number[]>;
	/** Reads the ids of events by their numbers; those that are not there are left out. */
	eventIds(sequences: readonly Id[]): Promise<[Id, string][]>;
}
