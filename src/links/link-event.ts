// A submitted batch of links (an event, on the wire and in documents) and its states.
import type { NameCount } from './name-counts.ts';

/** Lists the states of an event; they are drawn in src/ports/records/events.ts. */
export const eventStates = ['New', 'Processing', 'Done', 'Error'] as const;
export type EventState = (typeof eventStates)[number];

/** Counts what the reading of a batch noticed. */
export type ReadingCounts = {
	links: number;
	/** Links that said nothing: an object linked to itself. */
	ignored: number;
	/** Identifiers that say in what a work lies (a journal, a book) and do not name the work. */
	containers: number;
	/** Names that are no relation type of DataCite or Scholix, the most frequent first. */
	unknownRelations: readonly NameCount[];
};

/** Counts what an event brought. */
export type EventCounts = ReadingCounts & {
	newRelationships: number;
	newIdentifiers: number;
	mergedGroups: number;
};

/** The counts of nothing. */
export const noCounts: Readonly<EventCounts> = {
	links: 0,
	ignored: 0,
	containers: 0,
	unknownRelations: [],
	newRelationships: 0,
	newIdentifiers: 0,
	mergedGroups: 0,
};

/** Holds an event and what became of it; times are milliseconds since 1970. */
export type LinkEvent = {
	/** Grows with the order of acceptance. */
	sequence: number;
	eventId: string;
	state: EventState;
	noindex: boolean;
	/**
	 * True once all that it changed can be found, false until then, null where indexing was switched
	 * off.
	 */
	indexed: boolean | null;
	userId: number | null;
	links: number;
	/** How many links of the submission were refused; they are not among `links`. */
	refused: number;
	createdAt: number;
	startedAt: number | null;
	finishedAt: number | null;
	/** When a failed event is tried again. */
	dueAt: number | null;
	attempts: number;
	/** What it brought when it was last applied; null where it never was. */
	counts: EventCounts | null;
	error: string | null;
};
