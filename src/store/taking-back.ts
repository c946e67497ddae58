// The contract of taking back: what events say must count no more, what does not count therefore,
// and what comes back where such an event is withdrawn itself. Beside the rows that count lie those
// that were taken back; both together are what was ever said by events that are not withdrawn. It
// knows neither groups nor an event's payload.
import type { EventAction, EventState } from '../links/link-event.ts';
import type { ReplacedSource } from './events.ts';
import type { Assertion, DescribedRow, Id, RelationshipKey } from './graph.ts';

/**
 * What a withdraw event takes back: all that a provider said before of a relationship. Identifiers
 * stand for all that have them as representative.
 */
export type Withdrawal = readonly [source: Id, relation: number, target: Id, provider: Id];

/** What a replace event takes back: all that a provider said before in records with a Source. */
export type Replacement = readonly [source: Id, provider: Id];

/** What one event takes back. */
export type TakenBack = { withdrawals: readonly Withdrawal[]; replacements: readonly Replacement[] };

/**
 * An assertion that is taken back; `position` counts the withdrawals, then the replacements.
 * `isOwn` tells whether the event that takes back may: it has the same user, or takes back what
 * anybody said.
 */
export type Fitting = { assertion: Required<Assertion>; position: number; isOwn: boolean };

/** An event as it stands while this transaction lasts. */
export type LockedEvent = {
	sequence: Id;
	eventId: string;
	action: EventAction;
	replaces: readonly ReplacedSource[] | null;
	state: EventState;
	/** Whether what it asserts must not be found yet. */
	noindex: boolean;
	/** Whether it was ever applied. */
	isApplied: boolean;
};

/** What an event said of an identifier. */
export type SaidOf = readonly [identifier: Id, event: Id];

/** Reads and writes what is taken back. */
export interface TakingBack {
	/**
	 * Keeps others from taking back, or where `exclusive` from applying events at all, until the
	 * transaction ends. To be called before anything is read.
	 */
	lockTakingBack(how: 'share' | 'exclusive'): Promise<void>;
	/** Finds providers by their names; those that nobody named before are undefined. */
	findProviders(names: readonly string[]): Promise<(Id | undefined)[]>;
	/** Records what an event takes back; the same again changes nothing. */
	recordTakenBack(event: Id, taken: TakenBack): Promise<void>;
	/** Forgets what an event takes back. */
	forgetTakenBack(event: Id): Promise<void>;
	/** Tells whether any event that was accepted later takes something back. */
	isAnythingTakenBackAfter(event: Id): Promise<boolean>;
	/** Tells whether any event that was accepted before was never applied, whatever its state. */
	isAnythingUnappliedBefore(event: Id): Promise<boolean>;
	/**
	 * Lists the assertions of events accepted before this one that fit what it takes back: of those
	 * that count, or of those taken back.
	 */
	fitting(event: Id, taken: TakenBack, among: 'counting' | 'taken back'): Promise<Fitting[]>;
	/**
	 * Tells, by positions in the list given, which assertions are taken back by an event that was
	 * accepted later and may.
	 */
	takenBackLater(assertions: readonly Assertion[]): Promise<Set<number>>;
	/** Moves assertions that count to those taken back, or records them there. */
	setAside(assertions: readonly Assertion[]): Promise<void>;
	/** Moves assertions that were taken back to those that count. */
	bringBack(assertions: readonly Assertion[]): Promise<void>;
	/** Removes assertions wherever they lie; answers those that counted. */
	removeAssertions(assertions: readonly Assertion[]): Promise<Required<Assertion>[]>;
	/** Tells, by position, which relationships some assertion that counts is of. */
	areAsserted(relationships: readonly RelationshipKey[]): Promise<Set<number>>;
	/**
	 * Lists, by positions, those of these for which an assertion of the event that counts names the
	 * identifier.
	 */
	areSupported(said: readonly SaidOf[]): Promise<Set<number>>;
	/** Moves what events said of identifiers to what was taken back; answers the rows. */
	setDescriptionsAside(said: readonly SaidOf[]): Promise<DescribedRow[]>;
	/** Moves what events said of identifiers back to what counts; answers the rows. */
	bringDescriptionsBack(said: readonly SaidOf[]): Promise<DescribedRow[]>;
	/** Removes what events said of identifiers, wherever it lies; answers the rows that counted. */
	removeDescriptions(said: readonly SaidOf[]): Promise<DescribedRow[]>;
	/** Tells, by position, of which rows the same is said later of the same identifier. */
	areSaidLater(rows: readonly DescribedRow[]): Promise<Set<number>>;
	/**
	 * Lists what is said of the identifiers of groups, each description once, where it is said last;
	 * in no particular order.
	 */
	lastSaid(
		members: readonly (readonly [identifier: Id, group: Id])[],
	): Promise<[group: Id, event: Id, place: number, description: Id][]>;
	/**
	 * Lists what joins these identifiers to each other: relationships of identity and of version that
	 * are asserted, and pairs of an identifier and its representative as those of identity.
	 */
	edgesAmong(ids: readonly Id[]): Promise<{ identity: [Id, Id][]; version: [Id, Id][] }>;
	/**
	 * Lists those of these identifiers that something names which counts: an assertion, a description,
	 * or a known identifier whose representative they are.
	 */
	namedAmong(ids: readonly Id[]): Promise<Set<Id>>;
	/** Reads the representatives of identifiers that have another one. */
	representativesOf(ids: readonly Id[]): Promise<[identifier: Id, representative: Id][]>;

	/** Locks an event; undefined where there is none. */
	lockEvent(eventId: string): Promise<LockedEvent | undefined>;
	/** Reads the payload of an event, byte for byte. */
	payloadOf(event: Id): Promise<Uint8Array>;
	/** Sets an event to Withdrawn. */
	markWithdrawn(event: Id, by: { userId: Id | null; reason: string | null; now: number }): Promise<void>;
	/** Makes a Withdrawn event New again; false where it is not Withdrawn. */
	restore(eventId: string): Promise<boolean>;
}
