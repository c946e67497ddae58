// Derives what the index must change so that everything that outbox entries speak of is as the
// records have it. It knows no engine.
import { relationsOfGroups } from '../../links/relation.ts';
import type { IndexChanges } from '../../ports/search/index-content.ts';
import type { IndexWriter } from '../../ports/search/search-writer.ts';
import type { Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { StoredEntry } from '../../store/outbox.ts';
import type { Transaction } from '../../store/records.ts';
import { compareGroups } from './compare-groups.ts';
import { deriveLinks, type KnownAssertions } from './derive-links.ts';
import { deriveObjects } from './derive-objects.ts';

/**
 * Derives the changes step by step. What lies in groups that are stale comes along with all its
 * relationships, also at their other ends, up to a bound: beyond it, such links are moved when the
 * entries of those ends are delivered. So many relationships may come along `besides` as many as the
 * entries name (2,500).
 */
export async function* deriveChanges(
	transaction: Transaction,
	writer: Pick<IndexWriter, 'locate' | 'members'>,
	entries: readonly StoredEntry[],
	{ besides = 2_500 }: { besides?: number | undefined } = {},
): AsyncGenerator<IndexChanges> {
	const relationships = createRelationships(entries.flatMap(({ entry }) => entry.relationships));
	const mostRelationships = 2 * relationships.all().length + besides;
	const comparison = compareGroups(transaction, writer);
	const places = new Map<Id, Placement>();
	const lookAtEnds = async (how?: { isBounded: boolean }): Promise<void> => {
		const unknown = endsOf(relationships.all()).filter((id) => !places.has(id));
		for (const place of await comparison.look(unknown, how)) places.set(place.id, place);
	};
	await lookAtEnds();
	// What a noindex event did to the groups meanwhile is in their present state, so it comes along.
	const deferred = await transaction.deferredFor([...places.values()]);
	const named = [...entries.map(({ entry }) => entry), deferred];
	await comparison.write(named.flatMap(({ changed, regrouped }) => [...changed, ...regrouped]));
	await comparison.rewrite(named.flatMap(({ parted }) => parted));
	const known = { ids: new Set<Id>(), assertions: [] as KnownAssertions['assertions'] };
	for (let ids = comparison.takeRelinked(); ids.length > 0; ids = comparison.takeRelinked()) {
		const assertions = await transaction.assertionsOf(ids, relationsOfGroups);
		for (const id of ids) known.ids.add(id);
		known.assertions = known.assertions.concat(assertions);
		relationships.add(assertions.map(([source, relation, target]) => [source, relation, target]));
		await lookAtEnds({ isBounded: relationships.all().length >= mostRelationships });
	}
	yield { removed: comparison.removed(), objects: [], links: [] };
	for await (const objects of deriveObjects(transaction, comparison.written())) {
		yield { removed: [], objects, links: [] };
	}
	// Links of an identifier that is gone went with the group that the index had it in.
	const standing = relationships.all().filter(([source, , target]) => places.has(source) && places.has(target));
	yield { removed: [], objects: [], links: await deriveLinks(transaction, standing, places, known) };
}

function createRelationships(named: readonly RelationshipKey[]) {
	const known = new Map<string, RelationshipKey>();
	const add = (relationships: readonly RelationshipKey[]) => {
		for (const relationship of relationships) known.set(relationship.join(), relationship);
	};
	add(named);
	return { add, all: (): RelationshipKey[] => [...known.values()] };
}

function endsOf(relationships: readonly RelationshipKey[]): Id[] {
	return relationships.flatMap(([source, , target]) => [source, target]);
}
