// The contract of the records' storage: events, identifiers, assertions, descriptions and group membership, in sets; knows no engine.
// Every sentence here has a test of its wording in link-store.contract.ts, which runs on every engine; those on the inbox, which one engine has, in sqlite-inbox.test.ts.

import type { Identifier } from '../../identifiers/index.ts';
import type { DigestedText } from '../../links/digested-text.ts';
import type { EventCounts, EventState, LinkEvent } from '../../links/link-event.ts';
import type { PackedPayload } from './packed-payload.ts';

/** Names one identifier, Identity group or Version group: a positive whole number, kept for as long as the data is. */
export type Id = number;

/**
 * Places an identifier in its groups: `identity` and `version` are ids of groups (each the id of one of its identifiers).
 * `alone`: no other identifier is in either; both groups then have its own id.
 */
export type Placement = { id: Id; identity: Id; version: Id; alone: boolean };

/** One relationship between identifiers, by ids and the relation's code (see relation.ts). */
export type RelationshipKey = readonly [source: Id, relation: number, target: Id];

/** Says that an event asserted a relationship, and who said so, when. */
export type Assertion = readonly [source: Id, relation: number, target: Id, provenance: Id, event: Id];

/** What a freshly stored event brings. */
export type NewEvent = {
	eventId: string;
	/** The JSON array as submitted, byte for byte; packed already where another thread does that. */
	payload: Uint8Array | PackedPayload;
	links: number;
	noindex: boolean;
	/** The submitter's user id; null where the command line submitted. */
	userId: Id | null;
	now: number;
};

/** An event that a worker holds. `sequence` grows with the order of acceptance; `noindex`: what it asserts must not be found yet. */
export type ClaimedEvent = { sequence: Id; eventId: string; noindex: boolean; attempts: number };

/**
 * A relationship that an event asserted, with the provenance that is the only one of it so far, or `lookUp` where there may be others.
 * Whoever applies marks in their order may take that word for it as long as no later mark speaks of the same relationship.
 */
export type MarkedRelationship = readonly [source: Id, relation: number, target: Id, provenance: Id | typeof lookUp];
export const lookUp = 0;

/** What an index must learn of one processed event: ids of identifiers, to be looked up again when it is applied. */
export type IndexMark = {
	/** Relationships asserted, each once. */
	relationships: readonly MarkedRelationship[];
	/** Identifiers whose group shows something new (it is new, or its metadata, members or versions changed). */
	changed: readonly Id[];
	/** Identifiers whose groups took in other groups. */
	regrouped: readonly Id[];
};

/** A mark as left; its `id` is never used twice. */
export type StoredMark = { id: Id; sequence: Id; mark: IndexMark };

/** An event as one broker hands it over to another: as it was received, and what became of it as far as that cannot be found out anew. */
export type ExportedEvent = {
	eventId: string;
	/** The JSON array as submitted, byte for byte. */
	payload: Uint8Array;
	links: number;
	noindex: boolean;
	/** False where noindex was asked for and no rebuild of the index has come since. */
	searchable: boolean;
	userId: Id | null;
	state: EventState;
	createdAt: number;
	/** Why and since when it is in Error; null in other states. */
	failure: { reason: string; attempts: number; startedAt: number | null; finishedAt: number | null } | null;
};

/** Selects events for a list, newest first. */
export type EventQuery = { state?: EventState; eventId?: string; userId?: Id; before?: Id; limit: number };

/**
 * What is left to do: events by state, and marks that wait for the index. `oldestEventAt` is when the oldest New or Processing event was
 * accepted, `oldestMarkAt` when the event of the oldest waiting mark was done; null where there is none.
 */
export type Backlog = {
	events: Record<Exclude<EventState, 'Done'>, number>;
	oldestEventAt: number | null;
	marks: number;
	oldestMarkAt: number | null;
};

/** Moves a whole group into another: every member of `from` becomes one of `to`. */
export type Move = readonly [from: Id, to: Id];

/** Sees the records in one transaction; every method takes whole sets and costs a constant number of statements. */
export interface LinkRecords {
	/** Finds or creates identifiers; answers in the order given, `created` where it was not there; `description` as describe left it. */
	identify(identifiers: readonly Identifier[]): Promise<(Placement & { created: boolean; description: Id | null })[]>;
	/** Finds or creates provenances by their digests; those that are said to be new (`isNew`) need not be looked for, and where they are known it may fail. Answers ids in the order given. */
	internProvenances(texts: readonly DigestedText[]): Promise<Id[]>;
	/** The same with descriptions; see digestOfOwner. */
	internDescriptions(texts: readonly DigestedText[]): Promise<Id[]>;
	/** Tells which of the relationships no event has asserted yet; answers booleans in the order given. */
	areNew(relationships: readonly RelationshipKey[]): Promise<boolean[]>;
	/** Records what events asserted; the same again changes nothing. */
	assert(assertions: readonly Assertion[]): Promise<void>;
	/** Records what events said of identifiers; the same again changes nothing. */
	recordDescriptions(described: readonly (readonly [identifier: Id, event: Id, description: Id])[]): Promise<void>;

	/** Places identifiers by id; answers in no particular order. */
	placements(ids: readonly Id[]): Promise<Placement[]>;
	/** Lists all members of Identity groups as [group, identifier]. */
	identityMembers(groups: readonly Id[]): Promise<[group: Id, identifier: Id][]>;
	/** Lists the placements of all identifiers in Version groups. */
	versionMembers(groups: readonly Id[]): Promise<Placement[]>;
	/** Whether no other transaction writes until this one has ended; where it is so, nothing needs to be held. */
	readonly exclusive: boolean;
	/**
	 * Keeps groups as they are until the transaction ends: those to be changed from everyone, those agreed with from whoever would change
	 * them. Answers the identifiers that they are named after as they are by then, with what stands for the group.
	 */
	hold(change: readonly Id[], agree: readonly Id[]): Promise<(Placement & { description: Id | null })[]>;
	/** Keeps all groups as they are until the transaction ends, and others from making new ones. */
	holdAll(): Promise<void>;
	/** Weighs groups by members and assertions, counting no further than `cap`; answers in the order given. */
	weigh(kind: 'identity' | 'version', groups: readonly Id[], cap: number): Promise<number[]>;
	/** Puts identifiers where they belong, one by one (rebuild of the groups). */
	place(places: readonly Placement[]): Promise<void>;
	/** Moves whole Version groups, then whole Identity groups; no group is both moved and moved into at its level. */
	move(identityMoves: readonly Move[], versionMoves: readonly Move[]): Promise<void>;

	/** Reads descriptions by id; answers [id, text]. */
	descriptions(ids: readonly Id[]): Promise<[Id, string][]>;
	/** Reads the description that stands for each Identity group, null where nothing was said. */
	groupDescriptions(groups: readonly Id[]): Promise<{ group: Id; description: Id | null }[]>;
	/** Sets the description that stands for Identity groups. */
	describe(groups: readonly (readonly [group: Id, description: Id | null])[]): Promise<void>;
	/** Lists, newest event first, what was said of the members of one Identity group, in steps that the caller may stop. */
	describedHistory(group: Id): AsyncIterable<{ event: Id; identifier: Id; description: Id }>;
	/** Tells whether an event accepted later than this one is already applied. */
	laterEventApplied(sequence: Id): Promise<boolean>;

	/** Remembers what a noindex event changed, until an indexed event touches the same groups or a reindex. */
	defer(event: Id, changed: readonly Id[], regrouped: readonly Id[]): Promise<void>;
	/** Tells what was deferred for the Version groups of these identifiers. */
	deferredFor(places: readonly Placement[]): Promise<{ changed: Id[]; regrouped: Id[] }>;
	/** Forgets what was deferred for these identifiers. */
	forgetDeferred(ids: readonly Id[]): Promise<void>;
	/** Leaves word for the index; committed with everything else. */
	mark(event: Id, mark: IndexMark): Promise<void>;
	/** Sets the event to Done with its counts. Answers false where the claim was lost meanwhile: the caller must then roll back. */
	finish(event: ClaimedEvent, worker: string, counts: EventCounts, now: number): Promise<boolean>;

	/** Lists identifiers by id. */
	identifiers(ids: readonly Id[]): Promise<({ id: Id } & Identifier)[]>;
	/** Lists relationships that touch these identifiers at either end, as far as events that may be searched asserted them. */
	relationshipsOf(ids: readonly Id[]): Promise<RelationshipKey[]>;
	/**
	 * Lists who asserted relationships, with codes from `first` (default 1) to `last`, that touch these identifiers at either end (as it is unless
	 * `end` says that only those count that have them as their source), as far as events that may be searched did; in no particular order, and
	 * the same more than once where several events said it or both ends are asked for.
	 */
	assertionsOf(
		ids: readonly Id[],
		relations: { first?: number; last: number },
		end?: 'either' | 'source',
	): Promise<[source: Id, relation: number, target: Id, provenance: Id][]>;
	/** Lists the provenances (ids) of relationships, as far as events that may be searched asserted them: [position in the list given, provenance]. */
	provenancesOf(relationships: readonly RelationshipKey[]): Promise<[position: number, provenance: Id][]>;
	/** Reads provenances by id; answers [id, text]. */
	provenances(ids: readonly Id[]): Promise<[Id, string][]>;
	/** Lists HasVersion relationships among these identifiers. */
	versionEdges(ids: readonly Id[]): Promise<(readonly [source: Id, target: Id])[]>;

	/** Lists marks left for the index, oldest first, those that come after a mark (id) alone, as long as the ones before name fewer than so many relationships and identifiers (`parts`); the first in any case. */
	marks(limit: number, options?: { parts?: number; after?: Id }): Promise<StoredMark[]>;
	/** Counts marks that wait. */
	waitingMarks(): Promise<number>;
}

/** Keeps everything that was received and what follows from it. */
export interface LinkStore {
	/** Runs `work` in one transaction that sees one state and writes all or nothing; two never interleave. Retried where the engine asks for it. */
	change<T>(work: (records: LinkRecords, stream: RecordStream, waiting: Waiting) => Promise<T>): Promise<T>;
	/** Runs `work` on one consistent state, without writing. */
	read<T>(work: (records: LinkRecords) => Promise<T>): Promise<T>;

	/**
	 * Stores events as New, durably: when it returns they survive power loss. All or none. A function is asked for them when the turn to write has
	 * come, and again where the engine runs the transaction again.
	 */
	accept(events: readonly NewEvent[] | (() => readonly NewEvent[])): Promise<Id[]>;
	/**
	 * Stores the oldest 100 of what the inbox keeps, in the order in which they came, durably; passes over what is stored already. `accept`, `acceptClaimed`, `load`,
	 * `importEvents` and `rerun` first do that with all that is kept, so that what was accepted earlier has the smaller number. Until then `events`, `countEvents`,
	 * `backlog` and `linksToApply` have it as New, behind all that is stored. Others may write in between.
	 */
	takeIn(): Promise<TakenIn>;
	/** Stores an event that this worker holds already: Processing, leased until `leaseUntil`. Durable. */
	acceptClaimed(event: NewEvent, worker: string, leaseUntil: number): Promise<ClaimedEvent>;
	/**
	 * Runs `work` like `change`, for a load that accepts events and applies them in one transaction. Durable: when it returns, all of that
	 * survives power loss.
	 */
	load<T>(work: (records: LinkRecords, loading: Loading) => Promise<T>): Promise<T>;
	/**
	 * Stores events of another broker in the order given, those in Error as they are, all others as New; passes over those whose event_id is
	 * known. Durable; all or none. Answers, in the order given, which were stored.
	 */
	importEvents(events: readonly ExportedEvent[]): Promise<boolean[]>;
	/** Hands out the oldest events that are due (New and not waiting for a retry, or whose lease ran out), each to one worker. */
	claim(worker: string, now: number, leaseUntil: number, limit: number): Promise<ClaimedEvent[]>;
	/** Prolongs a claim; false where it was lost. */
	renew(event: ClaimedEvent, worker: string, leaseUntil: number): Promise<boolean>;
	/** Hands claimed events back: New again, as if never claimed. */
	handBack(events: readonly ClaimedEvent[], worker: string): Promise<void>;
	/** Notes a failure: back to New, due at `retryAt`, or Error where that is null. */
	fail(event: ClaimedEvent, worker: string, reason: string, retryAt: number | null, now: number): Promise<void>;
	/** Makes events New again: those named, or all in Error; Processing ones are left alone, and what was applied stays applied. Answers how many. */
	rerun(eventIds: readonly string[] | 'errors'): Promise<number>;
	/** Tells when the next waiting event is due, or null. */
	nextDue(now: number): Promise<number | null>;
	/** Reads the payload of an event, byte for byte. */
	payload(sequence: Id): Promise<Uint8Array>;
	/** Lists events, newest first. */
	events(query: EventQuery): Promise<LinkEvent[]>;
	/** Counts events by state. */
	countEvents(): Promise<Record<EventState, number>>;
	/** Tells what is left to do; costs what that is, however much was ever received. */
	backlog(): Promise<Backlog>;

	/** Forgets marks that the index has applied; while a rebuild runs they are kept for the new index instead. `generation` must still be current, else nothing happens. */
	acknowledge(marks: readonly Id[], generation: Id): Promise<void>;
	/** Tells the index generation that answers. */
	currentGeneration(): Promise<Id>;
	/** Tells whether an index that lacks only what waiting marks speak of would hold anything. */
	expectsIndex(): Promise<boolean>;
	/** Tells what the index lacks. */
	indexLag(): Promise<IndexLag>;
	/** Sums up the links of events that are to be applied and then found: now, not after a pause. */
	linksToApply(now: number): Promise<number>;
	/** Announces that a generation (numbered higher than `above` and all before) is being built, and answers its number; from here marks are kept. Fails with `conflict` where another rebuild is under way and its lease has not run out. */
	startRebuild(now: number, leaseUntil: number, above: Id): Promise<Id>;
	renewRebuild(generation: Id, leaseUntil: number): Promise<boolean>;
	/**
	 * Makes the built generation current: everything in the snapshot counts as searchable, its marks are forgotten, all others wait (again)
	 * for it, and what marks left until then tell of provenances is to be looked up instead.
	 */
	finishRebuild(generation: Id, snapshot: RebuildSnapshot): Promise<void>;
	abandonRebuild(generation: Id): Promise<void>;
	/** Reads one consistent state for as long as it takes, without holding up others; here every assertion is seen, searchable or not. */
	snapshot<T>(work: (records: LinkRecords, stream: RecordStream) => Promise<T>, options?: SnapshotOptions): Promise<T>;
	/**
	 * Calls when another process may have left events for a worker, or marks for the index; answers how to stop. Engines that cannot tell never
	 * call: whoever waits has to look now and then as well.
	 */
	onNews(topic: 'events' | 'marks', listener: () => void): () => Promise<void>;
	/** Counts what is stored. */
	size(): Promise<StoreSize>;
	/** Tells how many bytes the database takes, without counting rows. */
	bytes(): Promise<number>;
	close(): Promise<void>;
}

/** Lets several handles, perhaps of other threads or processes, read the same state. */
export type SnapshotOptions = {
	/**
	 * Is called before the work, with a name of the state that it is going to read. Until it resolves, a snapshot `of` that name reads the same state; while it runs, an engine may
	 * let nobody write. Where it fails, so does the snapshot.
	 */
	share?: ((state: string) => Promise<void>) | undefined;
	/** The name of the state to read; if none, the latest. */
	of?: string | undefined;
};

/** Tells who waits for the end of a transaction that writes. */
export type Waiting = {
	/** Tells whether a transaction of somebody else waits for the end of this one, or may wait without this being known. */
	othersWait(): boolean;
	/** Tells whether one that goes first waits, as far as this is known. */
	firstWaits(): boolean;
};

/** Accepts what a load brings, in its transaction. */
export type Loading = Waiting & {
	/** Stores an event as acceptClaimed does. */
	accept(event: NewEvent, worker: string, leaseUntil: number): Promise<ClaimedEvent>;
};

/** Says how many links were in the events whose marks wait, and whether there are applied events that must not be found yet. */
export type IndexLag = { links: number; unsearchable: boolean };

/** Tells which events have come from the inbox, and how many it had kept, with those that were stored already: 0 where it is empty. */
export type TakenIn = { taken: { eventId: string; sequence: Id }[]; found: number };

/** Names what was in a snapshot that a generation was built from: events that could not be searched before and can now, and marks left until then. */
export type RebuildSnapshot = { unsearchable: readonly Id[]; marks: readonly Id[] };

/** Streams whole tables in order, in steps of bounded size. */
export interface RecordStream {
	/** All events with their payloads, one by one in the order of acceptance. */
	events(): AsyncIterable<ExportedEvent>;
	/** Lists applied events whose assertions cannot be searched yet. */
	unsearchable(): Promise<Id[]>;
	/** Lists marks, those that wait and those that are kept. */
	marks(): Promise<Id[]>;
	/** All identifiers, by id. */
	identifiers(): AsyncIterable<(Placement & Identifier & { description: Id | null })[]>;
	/** Identifiers that share a group with others, by Version group, lowest id first: [identifier, Version group]. */
	members(): AsyncIterable<[Id, Id][]>;
	/** Version groups that are not the Identity group of the same id alone, highest id first. */
	families(): AsyncIterable<Id[]>;
	/** Distinct assertions of the relations with a code up to `lastRelation` (all, if absent), by source, relation, target: [source, relation, target, provenance]. */
	assertions(lastRelation?: number): AsyncIterable<[Id, number, Id, Id][]>;
	/** Distinct relationships of one relation: [source, target]. */
	relationships(relation: number): AsyncIterable<[Id, Id][]>;
	/** What events said of identifiers, by identifier and event: [identifier, event, description]. */
	described(): AsyncIterable<[Id, Id, Id][]>;
}

export type StoreSize = {
	identifiers: number;
	identityGroups: number;
	versionGroups: number;
	relationships: number;
	assertions: number;
};
