// The contract of the graph inside one transaction: identifiers in their groups, who asserted which
// relationship, and what was said of works; in whole sets. It knows no engine and no event's
// payload.
import type { Identifier } from '../identifiers/index.ts';

/**
 * Names one row of the records: an identifier (and a group named after it), an event, a provenance,
 * a description, an outbox entry. A positive whole number that stays.
 */
export type Id = number;

/** The two levels at which identifiers form groups. */
export type GroupLevel = 'identity' | 'version';

/**
 * Places an identifier in its groups. A group is named after one of its identifiers: `identity` and
 * `version` are ids of such. `alone`: both groups hold this identifier only and bear its id.
 */
export type Placement = { id: Id; identity: Id; version: Id; alone: boolean };

/** A placed identifier; `description` is that of the Identity group named after it, else null. */
export type Described = Placement & { description: Id | null };

/** One relationship between identifiers, by ids and the relation's code (see relation.ts). */
export type RelationshipKey = readonly [source: Id, relation: number, target: Id];

/**
 * Says that an event asserted a relationship, and who said so, when (the provenance); `record` is
 * the Source of the record in which it did, where that is not the source.
 */
export type Assertion = readonly [source: Id, relation: number, target: Id, provenance: Id, event: Id, record?: Id];

/** Lists the relationships of assertions, each once. */
export function distinctRelationships(assertions: readonly (RelationshipKey | Assertion)[]): RelationshipKey[] {
	const distinct = new Map<string, RelationshipKey>();
	for (const [source, relation, target] of assertions) {
		distinct.set(`${source} ${relation} ${target}`, [source, relation, target]);
	}
	return [...distinct.values()];
}

/** Moves a whole group into another: every member of `from` becomes one of `to`. */
export type Move = readonly [from: Id, to: Id];

/** Reads and writes identifiers and the groups that they lie in. */
export interface Groups {
	/**
	 * Finds or creates identifiers; answers in the order given, `created` for those that are new or
	 * were gone.
	 */
	identify(identifiers: readonly Identifier[]): Promise<(Described & { created: boolean })[]>;
	/**
	 * Finds or creates identifiers as identify does, but those that nobody knows stay gone until they
	 * are revived or identified.
	 */
	reserve(identifiers: readonly Identifier[]): Promise<(Described & { created: boolean })[]>;
	/**
	 * Reads where identifiers lie, in no particular order: also those that are gone (`created`), each
	 * alone.
	 */
	placesOf(ids: readonly Id[]): Promise<(Described & { created: boolean })[]>;
	/**
	 * Says which identifiers have another one as representative, that is known when they are; null:
	 * none.
	 */
	represent(pairs: readonly (readonly [identifier: Id, representative: Id | null])[]): Promise<void>;
	/** Reads identifiers by id, in no particular order; those not there or gone are left out. */
	identifiers(ids: readonly Id[]): Promise<(Described & Identifier)[]>;
	/** Reads those of these identifiers that are gone: nothing that counts names them any more. */
	goneIdentifiers(ids: readonly Id[]): Promise<({ id: Id } & Identifier)[]>;
	/** Makes those of these identifiers known that are gone; answers which. */
	revive(ids: readonly Id[]): Promise<Id[]>;
	/** Makes identifiers gone: alone, not described, and in no answer. */
	forget(ids: readonly Id[]): Promise<void>;
	/** Lists the placements of all members of groups. */
	members(level: GroupLevel, groups: readonly Id[]): Promise<Placement[]>;
	/**
	 * Locks groups until the transaction ends: those to `update` against all other transactions,
	 * those to `share` against transactions that would update them. `everything` locks all groups,
	 * also against new ones. Where another transaction holds one, it is waited for, or with `waits:
	 * false` this transaction is run again.
	 */
	lock(groups: { update: readonly Id[]; share: readonly Id[] } | 'everything', how?: { waits: boolean }): Promise<void>;
	/** Weighs groups by members and assertions, counting up to `cap`; answers in the order given. */
	weigh(level: GroupLevel, groups: readonly Id[], cap: number): Promise<number[]>;
	/**
	 * Moves whole Version groups, then whole Identity groups. No group is both moved and moved into
	 * at one level.
	 */
	move(identityMoves: readonly Move[], versionMoves: readonly Move[]): Promise<void>;
	/** Places identifiers one by one, as a rebuild of the groups does. */
	place(places: readonly Placement[]): Promise<void>;
}

/** A provenance as canonical text (see provenanceAsText), and the name of the provider in it. */
export type ProvenanceText = { text: string; provider: string };

/** Reads and writes who asserted which relationship. */
export interface Assertions {
	/**
	 * Finds or creates providers by their names, which are one as providerKey has it; answers the
	 * spelling of each that was received first (see Events.accept), in the order given.
	 */
	internProviders(names: readonly string[]): Promise<string[]>;
	/** Finds or creates provenances by their texts; answers ids in the order given. */
	internProvenances(provenances: readonly ProvenanceText[]): Promise<Id[]>;
	/** Reads provenances by id; answers [id, text]. */
	provenances(ids: readonly Id[]): Promise<[Id, string][]>;
	/**
	 * Records what events asserted; the same again changes nothing. Answers, each once, the
	 * relationships that no event had asserted before.
	 */
	assert(assertions: readonly Assertion[]): Promise<RelationshipKey[]>;
	/**
	 * Lists who asserted relationships, with codes from `first` (default 1) to `last`, that touch
	 * these identifiers at either end, or that start from them (`end: 'source'`). In no particular
	 * order; one comes several times where several events said it or both its ends are asked for.
	 * Sees what the transaction's scope allows, as `provenancesOf` does (see Records).
	 */
	assertionsOf(
		ids: readonly Id[],
		relations: { first?: number; last: number },
		end?: 'either' | 'source',
	): Promise<[source: Id, relation: number, target: Id, provenance: Id][]>;
	/** Lists the provenances of relationships as [position in the list given, provenance]. */
	provenancesOf(relationships: readonly RelationshipKey[]): Promise<[position: number, provenance: Id][]>;
	/** Lists HasVersion relationships among these identifiers, also those of noindex events. */
	versionEdges(ids: readonly Id[]): Promise<(readonly [source: Id, target: Id])[]>;
}

/** What an event said of an identifier, at a place that grows along its links. */
export type DescribedRow = readonly [identifier: Id, event: Id, place: number, description: Id];

/** Where in the history of an Identity group to go on. */
export type HistoryPosition = { group: Id; before: Id };

/** A part of what was said of the members of an Identity group. */
export type HistoryStep = {
	group: Id;
	said: readonly { event: Id; identifier: Id; description: Id }[];
	before: Id | null;
};

/** Reads and writes what events said of works, and the description of each Identity group. */
export interface Descriptions {
	/**
	 * Finds or creates descriptions by their canonical texts, for each Identity group that they are
	 * said of; answers ids in the order given. The same text said of two groups has two ids.
	 */
	internDescriptions(said: readonly { group: Id; text: string }[]): Promise<Id[]>;
	/** Reads descriptions by id; answers [id, text]. */
	descriptions(ids: readonly Id[]): Promise<[Id, string][]>;
	/**
	 * Records what events said of identifiers, and at which place within the event; the same again
	 * changes nothing. An identifier may be described at several places.
	 */
	recordDescriptions(described: readonly DescribedRow[], among?: 'counting' | 'taken back'): Promise<void>;
	/** Sets the descriptions of Identity groups. */
	describe(groups: readonly (readonly [group: Id, description: Id | null])[]): Promise<void>;
	/**
	 * Lists what was said of the members of Identity groups by events accepted before one (exclusive),
	 * the last word first: newest event first, in each the greatest place first. Of each group, in the
	 * order given, a step of bounded size, of whole events; `before` is where the next one begins,
	 * null where this was the last.
	 */
	describedHistory(groups: readonly HistoryPosition[]): Promise<HistoryStep[]>;
	/** Tells whether an event that was accepted later than this one is applied already. */
	laterEventApplied(sequence: Id): Promise<boolean>;
}

/** The graph of one transaction. */
export type Graph = Groups & Assertions & Descriptions;
