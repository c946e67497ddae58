// A submitted batch of links (an event, on the wire and in documents) and its states.
import { addNames, type NameCount } from './name-counts.ts';

/** Lists the states of an event; they are drawn in src/store/events.ts. */
export const eventStates = ['New', 'Processing', 'Done', 'Error', 'Withdrawn'] as const;
export type EventState = (typeof eventStates)[number];

/** Lists what an event may do with its links. */
export const eventActions = ['assert', 'withdraw', 'replace'] as const;
export type EventAction = (typeof eventActions)[number];

/** Counts what the reading of a batch noticed. */
export type ReadingCounts = {
	links: number;
	/** Links of an object to itself: they are no relationship, and only describe the object. */
	descriptions: number;
	/** Those of them that assert nothing of the object, or withdraw nothing. */
	ignored: number;
	/** Identifiers of the container of a work (a journal, a book), which do not name the work. */
	containers: number;
	/** Names that are no relation type of DataCite or Scholix, the most frequent first. */
	unknownRelations: readonly NameCount[];
};

/** Counts the effects of an event. */
export type EventCounts = ReadingCounts & {
	newRelationships: number;
	newIdentifiers: number;
	mergedGroups: number;
	/** Assertions that no longer count. */
	withdrawn: number;
	/** Links of a withdraw event that nobody had asserted. */
	nothingToWithdraw: number;
	/** Links of a withdraw event that only others asserted and the sender may not withdraw. */
	notYours: number;
	/** Identities of the Identifier arrays of withdrawn links, which still count. */
	identitiesKept: number;
	/** How many more groups there are, at both levels, since links between them were withdrawn. */
	splitGroups: number;
};

/** When an event was withdrawn, by whom (null: by the command line) and why. */
export type Withdrawn = { at: number; by: number | null; reason: string | null };

/** The counts of nothing. */
export const noCounts: Readonly<EventCounts> = {
	links: 0,
	descriptions: 0,
	ignored: 0,
	containers: 0,
	unknownRelations: [],
	newRelationships: 0,
	newIdentifiers: 0,
	mergedGroups: 0,
	withdrawn: 0,
	nothingToWithdraw: 0,
	notYours: 0,
	identitiesKept: 0,
	splitGroups: 0,
};

/** Adds up counts. */
export function addCounts(one: EventCounts, other: EventCounts): EventCounts {
	return {
		links: one.links + other.links,
		descriptions: one.descriptions + other.descriptions,
		ignored: one.ignored + other.ignored,
		containers: one.containers + other.containers,
		unknownRelations: addNames(one.unknownRelations, other.unknownRelations),
		newRelationships: one.newRelationships + other.newRelationships,
		newIdentifiers: one.newIdentifiers + other.newIdentifiers,
		mergedGroups: one.mergedGroups + other.mergedGroups,
		withdrawn: one.withdrawn + other.withdrawn,
		nothingToWithdraw: one.nothingToWithdraw + other.nothingToWithdraw,
		notYours: one.notYours + other.notYours,
		identitiesKept: one.identitiesKept + other.identitiesKept,
		splitGroups: one.splitGroups + other.splitGroups,
	};
}

/** An event and its outcome; times are milliseconds since 1970. */
export type LinkEvent = {
	/** Grows with the order of acceptance. */
	sequence: number;
	eventId: string;
	/** The id of the load that it belongs to. */
	loadId: string;
	action: EventAction;
	state: EventState;
	noindex: boolean;
	/**
	 * True once all of its changes are searchable, false until then, null where indexing was switched off.
	 */
	indexed: boolean | null;
	userId: number | null;
	links: number;
	/** How many links of the submission were refused; they are not among `links`. */
	refused: number;
	/** The name of the file that the command line loaded it from. */
	fileName: string | null;
	/** The address that HTTP received it from. */
	sourceAddress: string | null;
	createdAt: number;
	startedAt: number | null;
	finishedAt: number | null;
	/** When a failed event is tried again. */
	dueAt: number | null;
	attempts: number;
	/** Its counts when it was last applied; null if it never was. */
	counts: EventCounts | null;
	error: string | null;
	/** Where its state is Withdrawn. */
	withdrawn: Withdrawn | null;
};
