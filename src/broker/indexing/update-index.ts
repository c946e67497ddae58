// Brings the search index up to what outbox entries speak of, from the records' present state: any
// number of times, with the same result. It knows no engine.
//
//   enqueued with an event ──▶ waiting ──▶ read, changes derived and committed ──▶ acknowledged
//                                 ▲                  │ the process ends here
//                                 └──────────────────┘ (delivered again, which changes nothing)
import { relationsOfGroups } from '../../links/relation.ts';
import type { Id, Placement, RelationshipKey } from '../../ports/records/graph.ts';
import type { StoredEntry } from '../../ports/records/outbox.ts';
import type { Records, Transaction } from '../../ports/records/records.ts';
import type { IndexChanges } from '../../ports/search/index-content.ts';
import type { IndexWriter, SearchWriter } from '../../ports/search/search-writer.ts';
import { deriveLinks } from './derive-links.ts';
import { deriveObjects } from './derive-objects.ts';
import { createMoves } from './index-moves.ts';
import { placesById, readPlaces } from './places.ts';

const entriesPerRound = 64;

/** So many relationships may come along with what moved, besides as many as the entries name. */
const relationshipsBesides = 2_500;

export type UpdateOptions = {
	/** Bounds the memory of one call: entries are read until they name so many things (10,000). */
	namesPerRound?: number;
};

/**
 * Delivers some of the waiting outbox entries; answers how many. Another process may do the same at
 * the same time.
 */
export async function updateIndex(
	records: Records,
	index: SearchWriter,
	{ namesPerRound = 10_000 }: UpdateOptions = {},
): Promise<number> {
	const { entries, generation } = await index.update(async (writer) => {
		const { generation } = writer;
		if (generation !== (await records.currentGeneration())) return { entries: [], generation };
		const entries = await records.read(async (transaction) => {
			const entries = await transaction.entries(entriesPerRound, namesPerRound);
			if (entries.length === 0) return entries;
			for await (const changes of deriveChanges(transaction, writer, entries)) await writer.apply(changes);
			return entries;
		});
		return { entries: entries.map(({ id }) => id), generation };
	});
	// Only once the index has committed: a crash in between delivers them twice, which changes
	// nothing.
	if (entries.length > 0) await records.acknowledge(entries, generation);
	return entries.length;
}

/**
 * Derives, step by step, what the index must change so that everything the entries speak of is as
 * the records have it. What joined other groups since comes along with all its relationships, also
 * at their other ends, up to a bound: beyond it, such links are moved when the entries of those
 * ends are delivered.
 */
async function* deriveChanges(
	transaction: Transaction,
	writer: Pick<IndexWriter, 'locate' | 'present'>,
	entries: readonly StoredEntry[],
): AsyncGenerator<IndexChanges> {
	const relationships = createRelationships(entries.flatMap(({ entry }) => entry.relationships));
	const places = await readPlaces(transaction, relationships.all());
	// What a noindex event did to the groups meanwhile is in their present state, so it comes along.
	const deferred = await transaction.deferredFor([...places.values()]);
	const regrouped = new Set([...entries.flatMap(({ entry }) => entry.regrouped), ...deferred.regrouped]);
	const changed = new Set([...entries.flatMap(({ entry }) => entry.changed), ...deferred.changed, ...regrouped]);
	const mostRelationships = 2 * relationships.all().length + relationshipsBesides;

	const moves = createMoves(transaction, writer);
	const written = new Map<Id, Placement>();
	const asked = new Set<Id>();
	let moved = await moves.findInFamilies([...(await placesById(transaction, regrouped)).values()]);
	let placed = [...(await placesById(transaction, [...changed, ...moved])).values()];
	let newEnds = [...places.values()];
	let joined = newEnds.filter(hasJoined);
	do {
		relationships.add(await relationshipsOf(transaction, moved));
		const arrived = await readArrived(transaction, relationships.all(), places);
		newEnds.push(...arrived);
		if (relationships.all().length < mostRelationships) joined.push(...arrived.filter(hasJoined));
		// Groups that are written anyway need not be looked for in the index.
		for (const { identity } of placed) asked.add(identity);
		const absent = await findAbsent(writer, newEnds, asked);
		const fresh = [...placed, ...absent].filter(({ identity }) => !written.has(identity));
		for (const { identity, version, alone } of fresh) {
			written.set(identity, { id: identity, identity, version, alone });
		}
		// An object that is written takes its identifiers out of the groups that the index has them in,
		// so whatever else lies in those groups must be written, too, even if its entry comes later.
		moved = await moves.find([...(await readWorkMembers(transaction, fresh)), ...joined]);
		placed = [...(await placesById(transaction, moved)).values()];
		[newEnds, joined] = [[], []];
	} while (moved.length > 0);
	yield { removed: moves.removed(), objects: [], links: [] };
	for await (const objects of deriveObjects(transaction, written.values())) {
		yield { removed: [], objects, links: [] };
	}
	yield { removed: [], objects: [], links: await deriveLinks(transaction, relationships.all(), places) };
}

function createRelationships(named: readonly RelationshipKey[]) {
	const known = new Map<string, RelationshipKey>();
	const add = (relationships: readonly RelationshipKey[]) => {
		for (const relationship of relationships) known.set(relationship.join(), relationship);
	};
	add(named);
	return { add, all: (): RelationshipKey[] => [...known.values()] };
}

async function relationshipsOf(transaction: Transaction, ids: readonly Id[]): Promise<RelationshipKey[]> {
	if (ids.length === 0) return [];
	const asserted = await transaction.assertionsOf(ids, relationsOfGroups);
	return asserted.map(([source, relation, target]) => [source, relation, target]);
}

/** Reads where those ends of relationships lie that have no place yet, and notes it. */
async function readArrived(
	transaction: Transaction,
	relationships: readonly RelationshipKey[],
	places: Map<Id, Placement>,
): Promise<Placement[]> {
	const ends = relationships.flatMap(([source, , target]) => [source, target]);
	const unknown = new Set(ends.filter((id) => !places.has(id)));
	if (unknown.size === 0) return [];
	const arrived = await placesById(transaction, unknown);
	for (const [id, place] of arrived) places.set(id, place);
	return [...arrived.values()];
}

/** Finds those whose Identity group has no object in the index; each group is asked for once. */
async function findAbsent(
	writer: Pick<IndexWriter, 'present'>,
	places: readonly Placement[],
	asked: Set<Id>,
): Promise<Placement[]> {
	const unasked = places.filter(({ identity }) => !asked.has(identity));
	for (const { identity } of unasked) asked.add(identity);
	const present = await writer.present([...new Set(unasked.map(({ identity }) => identity))]);
	return unasked.filter(({ identity }) => !present.has(identity));
}

/**
 * Tells an identifier that joined a group named after another one: the index may not know of it.
 * The one that a group is named after is in it from the beginning, as long as groups only merge.
 */
function hasJoined({ id, identity, version }: Placement): boolean {
	return identity !== id || version !== id;
}

/**
 * Lists the members of the Identity groups that these lie in; the index has those alone in no
 * other.
 */
async function readWorkMembers(transaction: Transaction, places: readonly Placement[]): Promise<Placement[]> {
	const shared = new Set(places.filter(({ alone }) => !alone).map(({ identity }) => identity));
	return shared.size === 0 ? [] : transaction.members('identity', [...shared]);
}
