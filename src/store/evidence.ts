// The contract of evidence: finding identifiers by name without creating them, and who first said
// what counts. It reads alone, and knows neither questions nor answers.
import type { Identifier } from '../identifiers/index.ts';
import type { Id, Placement, RelationshipKey } from './graph.ts';

/** Names an identifier by what makes it one: scheme and comparison key. */
export type IdentifierName = Pick<Identifier, 'scheme' | 'key'>;

/** An identifier that is known, with its place. */
export type PlacedIdentifier = Placement & Identifier;

/** Says who asserted a relationship first, and how often it was asserted in all. */
export type Testimony = {
	/** The place of the relationship in the list that was asked about. */
	position: number;
	/** Of the event accepted first among those that assert it. */
	sequence: Id;
	eventId: string;
	userId: Id | null;
	/** What that event gave as provenances, by ids. */
	provenances: readonly Id[];
	/** How many assertions there are: each (provenance, event) once. */
	assertions: number;
};

/** Says whether the assertions of events that must not be found yet are looked at as well. */
export type EvidenceScope = 'searchable' | 'everything';

/** Finds identifiers, and reads who said what counts. */
export interface Evidence {
	/** Finds identifiers; answers those that are known and not gone, in no particular order. */
	locate(identifiers: readonly IdentifierName[]): Promise<PlacedIdentifier[]>;
	/** Finds identifiers of any scheme by comparison key, in no particular order. */
	locateKeys(keys: readonly string[]): Promise<PlacedIdentifier[]>;
	/**
	 * Lists, each once, the relationships that start from these identifiers and have codes from
	 * `first` to `last`, also those that only events say which must not be found yet.
	 */
	relationshipsFrom(ids: readonly Id[], relations: { first: number; last: number }): Promise<RelationshipKey[]>;
	/** Lists those of these identifiers that have another one as representative, with that. */
	representatives(ids: readonly Id[]): Promise<[identifier: Id, representative: Id][]>;
	/** Tells who asserted relationships; those that nobody did are left out. */
	testimonies(relationships: readonly RelationshipKey[], scope: EvidenceScope): Promise<Testimony[]>;
}
