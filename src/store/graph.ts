// The basic types of the graph in the records: ids, places in groups, relationships and assertions.

/**
 * The id of one row of the records: an identifier (and a group named after it), an event, a
 * provenance, a description, an outbox entry. A positive whole number that never changes.
 */
export type Id = number;

/** The two levels at which identifiers form groups. */
export type GroupLevel = 'identity' | 'version';

/**
 * The groups of an identifier. A group is named after one of its identifiers: `identity` and
 * `version` are ids of such. `alone`: both groups contain only this identifier and have its id.
 */
export type Placement = { id: Id; identity: Id; version: Id; alone: boolean };

/** A placed identifier; `description` is that of the Identity group named after it, else null. */
export type Described = Placement & { description: Id | null };

/** One relationship between identifiers, by ids and the relation's code (see relation.ts). */
export type RelationshipKey = readonly [source: Id, relation: number, target: Id];

/**
 * That an event asserted a relationship, with the provenance (who and when); `record` is the Source
 * of the record that asserts it, where that is not the source.
 */
export type Assertion = readonly [source: Id, relation: number, target: Id, provenance: Id, event: Id, record?: Id];

/**
 * An assertion with its place: the number of its link in the event, -1 for an identity of an
 * Identifier array. The descriptions are those that the link gives of both ends.
 */
export type PlacedAssertion = readonly [
	...Required<Assertion>,
	place: number,
	sourceDescription: Id | null,
	targetDescription: Id | null,
];

/** Compares assertions by their events and their places in these. */
export const byPlace = (one: PlacedAssertion, other: PlacedAssertion): number => one[4] - other[4] || one[6] - other[6];

/** An assertion, perhaps with its place. */
export type AnyAssertion = Assertion | PlacedAssertion;

/** Lists the relationships of these assertions, each once. */
export function distinctRelationships(
	assertions: readonly (readonly [...relationship: RelationshipKey, ...rest: unknown[]])[],
): RelationshipKey[] {
	const distinct = new Map<string, RelationshipKey>();
	for (const [source, relation, target] of assertions) {
		distinct.set(`${source} ${relation} ${target}`, [source, relation, target]);
	}
	return [...distinct.values()];
}
