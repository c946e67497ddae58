// Brings the search index up to what marks speak of, from the records' present state: in any order, any number of times, the same end; knows no engine.
import { relationCode } from '../links/relation.ts';
import type { IndexChanges, IndexWriter, SearchIndex } from '../search/search-index.ts';
import {
	type Id,
	type LinkRecords,
	type LinkStore,
	lookUp,
	type MarkedRelationship,
	type Placement,
	type RelationshipKey,
	type StoredMark,
} from '../storage/link-store.ts';
import { deriveLinks } from './derive-links.ts';
import { deriveObjects } from './derive-objects.ts';

// One round holds no more than this in memory: marks are read until they speak of so many relationships.
const marksPerRound = 64;
const relationshipsPerRound = 20_000;

/** Applies some of the waiting marks; answers how many. Another process may do the same at the same time. */
export async function updateIndex(store: LinkStore, index: SearchIndex): Promise<number> {
	const applied = await index.update(async (writer) => {
		if (writer.generation !== (await store.currentGeneration())) return undefined;
		const { marks, changes } = await store.read(async (records) => {
			const marks = await nextMarks(records);
			return { marks, changes: marks.length > 0 ? await deriveChanges(records, writer, marks) : undefined };
		});
		if (changes) await writer.apply(changes);
		return { marks: marks.map(({ id }) => id), generation: writer.generation };
	});
	if (!applied || applied.marks.length === 0) return 0;
	// Only now that the index has it for good: a crash in between applies it twice, which changes nothing.
	await store.acknowledge(applied.marks, applied.generation);
	return applied.marks.length;
}

async function nextMarks(records: LinkRecords): Promise<StoredMark[]> {
	const waiting = await records.marks(marksPerRound);
	let relationships = 0;
	const round: StoredMark[] = [];
	for (const mark of waiting) {
		relationships += mark.mark.relationships.length;
		if (round.length > 0 && relationships > relationshipsPerRound) break;
		round.push(mark);
	}
	return round;
}

/** Derives what the index must change so that everything the marks speak of is as the records have it. */
export async function deriveChanges(
	records: LinkRecords,
	writer: Pick<IndexWriter, 'locate' | 'present'>,
	marks: readonly StoredMark[],
): Promise<IndexChanges> {
	const relationships = distinct(marks.map(({ mark }) => mark.relationships));
	// What a noindex event did to the groups between the mark and now is in their present state, so it is brought along.
	const deferred = await records.deferredFor([...(await readPlaces(records, relationships)).values()]);
	const regrouped = new Set([...marks.flatMap(({ mark }) => mark.regrouped), ...deferred.regrouped]);
	const changed = new Set([...marks.flatMap(({ mark }) => mark.changed), ...deferred.changed, ...regrouped]);
	const moves = await findMoves(records, writer, [...regrouped]);
	const theirs = moves.moved.length > 0 ? await records.relationshipsOf(moves.moved) : [];
	const touched =
		theirs.length === 0
			? relationships
			: distinct([relationships, theirs.filter(([, relation]) => relation <= relationCode.IsRelatedTo).map(toLookUp)]);

	const places = await readPlaces(records, touched);
	const links = await deriveLinks(records, touched, places);
	const ends = [...new Set([...places.values()].map(({ identity }) => identity))];
	const present = await writer.present(ends);
	const absent = ends.filter((group) => !present.has(group));
	const placed = await records.placements([...changed, ...moves.moved]);
	const groups = new Set([...placed.map(({ identity }) => identity), ...absent]);
	return { removed: moves.removed, objects: await deriveObjects(records, [...groups]), links };
}

function toLookUp([source, relation, target]: RelationshipKey): MarkedRelationship {
	return [source, relation, target, lookUp];
}

/** Joins lists of relationships, each of which has none twice, in the order of the marks: what a later one says of a relationship counts. */
function distinct(lists: readonly (readonly MarkedRelationship[])[]): readonly MarkedRelationship[] {
	const [only] = lists;
	if (lists.length === 1 && only) return only;
	const byKey = new Map<string, MarkedRelationship>();
	for (const list of lists) {
		for (const relationship of list) {
			const [source, relation, target] = relationship;
			byKey.set(`${source} ${relation} ${target}`, relationship);
		}
	}
	return [...byKey.values()];
}

/** Finds identifiers that the index still has in groups which they have left, and those groups. */
async function findMoves(
	records: LinkRecords,
	writer: Pick<IndexWriter, 'locate'>,
	regrouped: readonly Id[],
): Promise<{ moved: Id[]; removed: IndexChanges['removed'] }> {
	if (regrouped.length === 0) return { moved: [], removed: [] };
	const places = await records.placements(regrouped);
	const members = await records.versionMembers([...new Set(places.map(({ version }) => version))]);
	const placeOf = new Map(members.map((member) => [member.id, member]));
	const identifiers = await records.identifiers([...placeOf.keys()]);
	const keyed = new Map(identifiers.map((one) => [`${one.scheme} ${one.key}`, one.id]));
	const moved = new Set<Id>();
	const left = { identity: new Set<Id>(), version: new Set<Id>() };
	for (const { scheme, key, identity, version } of await writer.locate(identifiers)) {
		const id = keyed.get(`${scheme} ${key}`) as Id;
		const place = placeOf.get(id) as Placement;
		if (identity !== place.identity) left.identity.add(identity);
		if (version !== place.version) left.version.add(version);
		if (identity !== place.identity || version !== place.version) moved.add(id);
	}
	const removed = [
		...[...left.identity].map((group) => ({ level: 'identity' as const, group })),
		...[...left.version].map((group) => ({ level: 'version' as const, group })),
	];
	return { moved: [...moved], removed };
}

export async function readPlaces(
	records: LinkRecords,
	relationships: readonly (readonly [source: Id, relation: number, target: Id, ...unknown[]])[],
): Promise<Map<Id, Placement>> {
	const ids = new Set<Id>();
	for (const [source, , target] of relationships) {
		ids.add(source);
		ids.add(target);
	}
	return new Map((await records.placements([...ids])).map((place) => [place.id, place]));
}
