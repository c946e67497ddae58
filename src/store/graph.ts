// The words of the graph in the records: ids, places in groups, relationships and assertions.

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

/** Lists the relationships that assertions begin with, each once. */
export function distinctRelationships(
	assertions: readonly (readonly [...relationship: RelationshipKey, ...rest: unknown[]])[],
): RelationshipKey[] {
	const distinct = new Map<string, RelationshipKey>();
	for (const [source, relation, target] of assertions) {
		distinct.set(`${source} ${relation} ${target}`, [source, relation, target]);
	}
	return [...distinct.values()];
}
