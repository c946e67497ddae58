// The contract of events: submitted batches as rows that are jobs, with their state. It knows
// neither what an event says nor how it is applied.
//
//            accept                claim                 finish
//   (submission) ──────▶ New ─────────────▶ Processing ──────────▶ Done
//                         ▲                   │   │                  │
//                         │ release, or fail  │   │ fail, no tries   │ rerun
//                         │ with a next try   │   ▼ are left         │
//                         ├───────────────────┘  Error ──────────────┤
//                         └◀─────────────────────────────────────────┘
//
// A Processing event whose lease ran out (its worker died) is claimed again as it is. acceptClaimed
// begins at Processing, and an event that was in Error at another broker is imported as such. From
// any state but Processing an event can be Withdrawn, and from there be restored to New: see
// taking-back.ts.
import type { Identifier } from '../identifiers/index.ts';
import type { EventAction, EventCounts, EventState, LinkEvent, Withdrawn } from '../links/link-event.ts';
import type { Act, Actor } from './audit.ts';
import type { Id } from './graph.ts';
import type { LoadPart } from './loads.ts';

/** All that a provider said in records with a Source. */
export type ReplacedSource = { source: Identifier; provider: string };

/** What a freshly accepted event brings. */
export type NewEvent = {
	eventId: string;
	action: EventAction;
	/** Whether it takes back what anybody said, and not only what the same user did. */
	takesAll: boolean;
	/** What a replace event replaces; null: what its links name. */
	replaces: readonly ReplacedSource[] | null;
	/** The name of the file that the command line loads it from. */
	fileName: string | null;
	/** The set that it is part of, of which only a whole edition says what is gone. */
	set: string | null;
	/** The part of a load of files that it is. */
	part?: LoadPart;
	/** The address that HTTP received it from. */
	sourceAddress: string | null;
	/** The JSON array as submitted, byte for byte. */
	payload: Uint8Array;
	links: number;
	/** How many links of the submission were refused; they are not in the payload. */
	refused: number;
	/** The names of the providers that it names; what is first accepted is how each is spelled. */
	providers: readonly string[];
	/** Whether what it asserts must not be found until the index is rebuilt. */
	noindex: boolean;
	/** The submitter's user id; null where the command line submitted. */
	userId: Id | null;
	/** Who submitted it, as the audit names them. */
	submittedBy: Actor;
	/** When it was accepted, in milliseconds since 1970. */
	now: number;
};

/** What is so of most events: they assert links, and nothing is told of where they come from. */
export const asAssertion = {
	action: 'assert',
	takesAll: false,
	replaces: null,
	fileName: null,
	set: null,
	sourceAddress: null,
} as const;

/**
 * An event that a worker holds. `sequence` grows with the order of acceptance; `attempts` counts
 * this try too; `noindex`: what it asserts must not be found yet (a rebuild of the index ends
 * that).
 */
export type ClaimedEvent = {
	sequence: Id;
	eventId: string;
	action: EventAction;
	replaces: readonly ReplacedSource[] | null;
	noindex: boolean;
	attempts: number;
};

/**
 * Names the worker that holds an event, and until when (milliseconds since 1970) if not renewed.
 */
export type Lease = { worker: string; until: number };

/** An event as one broker hands it over to another. */
export type ExportedEvent = {
	eventId: string;
	/** The JSON array as submitted, byte for byte. */
	payload: Uint8Array;
	links: number;
	refused: number;
	action: EventAction;
	takesAll: boolean;
	replaces: readonly ReplacedSource[] | null;
	fileName: string | null;
	set: string | null;
	noindex: boolean;
	/** False where noindex was asked for and the index has not been rebuilt since. */
	searchable: boolean;
	userId: Id | null;
	state: EventState;
	createdAt: number;
	/** Why and since when it is in Error; null in other states. */
	failure: {
		reason: string;
		attempts: number;
		startedAt: number | null;
		finishedAt: number | null;
	} | null;
	/** Where its state is Withdrawn. */
	withdrawn: Withdrawn | null;
};

/** Selects events for a list, newest first; `before` is a sequence. */
export type EventQuery = {
	state?: EventState;
	eventId?: string;
	userId?: Id;
	before?: Id;
	limit: number;
};

/** Accepts events, hands them to workers and tells of them. */
export interface Events {
	/**
	 * Stores events as New, and tells the audit of each; when it returns they survive power loss. All
	 * or none.
	 */
	accept(events: readonly NewEvent[]): Promise<Id[]>;
	/**
	 * Stores one event as accept does, but held by a worker from the beginning: Processing. With it
	 * is written how far its load is; fails with `conflict` where another run goes on with that.
	 */
	acceptClaimed(event: NewEvent, lease: Lease): Promise<ClaimedEvent>;
	/**
	 * Stores events of another broker in the order given, those in Error as they are, all others as
	 * New; passes over those whose event_id is known. Durable; all or none. Answers, in the order
	 * given, which were stored.
	 */
	importEvents(events: readonly ExportedEvent[]): Promise<boolean[]>;
	/**
	 * Hands out the oldest events that are due (New and not waiting for a retry, or Processing with a
	 * lease that ran out before `now`), each to one worker: up to `limit`, and as long as all have no
	 * more than `mostLinks` links, but for one that has more and is the oldest. A lease that ends
	 * later than any can that was begun by now, and the wait of an event that failed in the future,
	 * are void: the clock was ahead when they were written.
	 */
	claim(lease: Lease, now: number, limit: number, mostLinks?: number): Promise<ClaimedEvent[]>;
	/** Prolongs a claim; false where it was lost to another worker. */
	renew(event: ClaimedEvent, lease: Lease): Promise<boolean>;
	/** Hands claimed events back: New again, as if never claimed. */
	release(events: readonly ClaimedEvent[], worker: string): Promise<void>;
	/** Notes a failure: back to New, due at `retryAt`, or Error where that is null. */
	fail(
		event: ClaimedEvent,
		worker: string,
		failure: { reason: string; retryAt: number | null; now: number },
	): Promise<void>;
	/**
	 * Makes events New again: those named, or all in Error; Processing ones are left alone, and what
	 * was applied stays applied. Tells the audit of each; answers how many.
	 */
	rerun(act: Act, eventIds: readonly string[] | 'errors'): Promise<number>;
	/**
	 * Counts the events that are New or Processing, and the bytes that they take as they are stored.
	 */
	waiting(): Promise<{ events: number; bytes: number }>;
	/** Reads the payload of an event, byte for byte. */
	payload(sequence: Id): Promise<Uint8Array>;
	/** Reads the payloads of events likewise, in the order given; undefined where one is missing. */
	payloads(sequences: readonly Id[]): Promise<(Uint8Array | undefined)[]>;
	/** Lists events, newest first. */
	events(query: EventQuery): Promise<LinkEvent[]>;
}

/** Ends events inside the transaction that applies them. */
export interface EventCompletion {
	/** Lists those of these events that were applied before: what they say may be there already. */
	appliedAmong(sequences: readonly Id[]): Promise<Set<Id>>;
	/**
	 * Sets events to Done with their counts. Answers false where the claim of one was lost meanwhile:
	 * the caller must then roll back.
	 */
	finish(
		ended: readonly (readonly [event: ClaimedEvent, counts: EventCounts])[],
		worker: string,
		now: number,
	): Promise<boolean>;
}
