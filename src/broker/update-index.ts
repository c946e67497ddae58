// Brings the search index up to what marks speak of, from the records' present state: any number of times, the same end; knows no engine.
import { hasCode } from '../errors.ts';
import { innerMap } from '../links/inner-map.ts';
import { relationCode } from '../links/relation.ts';
import {
	type Id,
	type LinkRecords,
	type LinkStore,
	lookUp,
	type Placement,
	type StoredMark,
} from '../ports/records/link-store.ts';
import type { IndexChanges, IndexWriter, SearchIndex } from '../ports/search/search-index.ts';
import { deriveLinks, type KnownRelationship, relationCodes } from './derive-links.ts';
import { deriveObjects } from './derive-objects.ts';
import { mostOfMark } from './mark-size.ts';
import { readPlaces, readVersionMembers } from './places.ts';

export type UpdateOptions = {
	/** How many rounds (1). */
	rounds?: number;
	/** One round holds no more than this in memory: marks are read until they speak of so many relationships (mostOfMark). */
	relationshipsPerRound?: number;
};

const marksPerRound = 64;
// What is too much for the round need not be read. Most marks name fewer identifiers than relationships; of the others, the round is smaller.
const partsPerRelationship = 2;

/**
 * Applies some of the waiting marks; answers how many. Another process may do the same at the same time. Of several `rounds` each is derived while the one
 * before is written, where the index does that in a thread of its own, and none is written before the one before is acknowledged: marks are applied in their order.
 */
export async function updateIndex(
	store: LinkStore,
	index: SearchIndex,
	{ rounds = 1, relationshipsPerRound = mostOfMark }: UpdateOptions = {},
): Promise<number> {
	const underWay: Promise<number>[] = [];
	let last: Id | undefined = 0;
	while (last !== undefined && underWay.length < rounds) {
		const { promise: derived, resolve } = Promise.withResolvers<Id | undefined>();
		const place = { after: last, before: underWay.at(-1), onDerived: resolve };
		// Nothing is written while the first one is derived.
		const most = underWay.length === 0 && rounds > 1 ? Math.ceil(relationshipsPerRound / 4) : relationshipsPerRound;
		const round = applyRound(store, index, most, place);
		underWay.push(round);
		// Where it fails, nothing comes after it.
		round.catch(() => resolve(undefined));
		last = await derived;
		// Until that one is acknowledged the last one is not written, which would wait long beside the next one's derivation.
		await underWay.at(-2)?.catch(() => undefined);
	}
	let marks = 0;
	for (const [number, ended] of (await Promise.allSettled(underWay)).entries()) {
		if (ended.status === 'fulfilled') marks += ended.value;
		// Somebody else has written between: what is left is looked at again.
		else if (number > 0 && hasCode(ended.reason, 'conflict')) break;
		else throw ended.reason;
	}
	return marks;
}

/** Where a round comes: after a mark, and after the round before it, if there is one; and who hears of its last mark, if it has any, as soon as it is derived. */
type RoundPlace = { after: Id; before: Promise<number> | undefined; onDerived(last: Id | undefined): void };

/** Applies the marks of one round, of so many relationships at `most`, or one mark. */
async function applyRound(
	store: LinkStore,
	index: SearchIndex,
	most: number,
	{ after, before, onDerived }: RoundPlace,
): Promise<number> {
	const { marks, generation } = await index.update(
		async (writer) => {
			const { generation } = writer;
			const isCurrent = generation === (await store.currentGeneration());
			const marks = await store.read(async (records) => {
				const marks = isCurrent ? await nextMarks(records, after, most) : [];
				if (marks.length === 0) return marks;
				for await (const changes of deriveChanges(records, writer, marks, most)) await writer.apply(changes);
				return marks;
			});
			onDerived(marks.at(-1)?.id);
			return { marks: marks.map(({ id }) => id), generation };
		},
		// Else whoever finds the marks of that one still waiting would apply them after these.
		before && { after: before },
	);
	// Only now that the index has it for good: a crash in between applies it twice, which changes nothing.
	if (marks.length > 0) await store.acknowledge(marks, generation);
	return marks.length;
}

async function nextMarks(records: LinkRecords, after: Id, most: number): Promise<StoredMark[]> {
	const waiting = await records.marks(marksPerRound, { parts: partsPerRelationship * most, after });
	let relationships = 0;
	const round: StoredMark[] = [];
	for (const mark of waiting) {
		relationships += mark.mark.relationships.length;
		if (round.length > 0 && relationships > most) break;
		round.push(mark);
	}
	return round;
}

/**
 * Derives, step by step, what the index must change so that everything the marks, of so many relationships at `most`, speak of is as the records have it. What joined other groups since is brought along, with all
 * its relationships: also at their other ends, until these are as many as marks may tell of. Beyond, as when a list of identities comes onto a large index, such links lie where they
 * belong when the marks of those are applied.
 */
export async function* deriveChanges(
	records: LinkRecords,
	writer: Pick<IndexWriter, 'locate' | 'present'>,
	marks: readonly StoredMark[],
	most: number,
): AsyncGenerator<IndexChanges> {
	const relationships = gatherMarked(marks);
	const places = await readPlaces(records, relationships.list());
	// What a noindex event did to the groups between the mark and now is in their present state, so it is brought along.
	const deferred = await records.deferredFor([...places.values()]);
	const regrouped = new Set([...marks.flatMap(({ mark }) => mark.regrouped), ...deferred.regrouped]);
	const changed = new Set([...marks.flatMap(({ mark }) => mark.changed), ...deferred.changed, ...regrouped]);
	const moves = createMoves(records, writer);
	let moved = await moves.findFamilies(await records.placements([...regrouped]));
	let placed = await records.placements([...changed, ...moved]);
	let newEnds = [...places.values()];
	let joined = newEnds.filter(hasJoined);
	const mostRelationships = relationships.list().length + Math.max(most, mostOfMark);
	const groups = new Map<Id, Placement>();
	const asked = new Set<Id>();
	do {
		const ofMoved = await records.assertionsOf(moved, { last: relationCode.IsRelatedTo });
		for (const [source, relation, target, provenance] of ofMoved)
			relationships.say(source, relation, target, provenance);
		const more = relationships.list().filter(({ source, target }) => !places.has(source) || !places.has(target));
		const arrived = [...(await readPlaces(records, more)).values()].filter(({ id }) => !places.has(id));
		for (const place of arrived) places.set(place.id, place);
		newEnds.push(...arrived);
		if (relationships.list().length < mostRelationships) joined.push(...arrived.filter(hasJoined));
		// They are written, whether they are there or not.
		for (const { identity } of placed) asked.add(identity);
		const unasked = newEnds.filter(({ identity }) => !asked.has(identity));
		for (const { identity } of unasked) asked.add(identity);
		const present = await writer.present([...new Set(unasked.map(({ identity }) => identity))]);
		const absent = unasked.filter(({ identity }) => !present.has(identity));
		const anew = [...placed, ...absent].filter(({ identity }) => !groups.has(identity));
		for (const { identity, version, alone } of anew) groups.set(identity, { id: identity, identity, version, alone });
		// Also where the mark of who moved them comes later: an object that is written takes its identifiers out of the groups that the index has them in, and a link lies where its ends do.
		moved = await moves.find([...(await readWorkMembers(records, anew)), ...joined]);
		placed = await records.placements(moved);
		[newEnds, joined] = [[], []];
	} while (moved.length > 0);
	yield { removed: moves.removed(), objects: [], links: [] };
	for await (const objects of deriveObjects(records, groups.values())) yield { removed: [], objects, links: [] };
	yield { removed: [], objects: [], links: await deriveLinks(records, relationships.list(), places) };
}

/**
 * Gathers the relationships that the marks speak of, each once; what a later mark says of one counts. `say` adds assertions of relationships
 * of which it is given all.
 */
function gatherMarked(marks: readonly StoredMark[]) {
	const byTarget = new Map<Id, Map<number, KnownRelationship>>();
	const list: KnownRelationship[] = [];
	const gather = (source: Id, relation: number, target: Id): KnownRelationship => {
		const inner = innerMap(byTarget, target);
		const key = source * relationCodes + relation;
		let found = inner.get(key);
		if (!found) {
			found = { source, relation, target, provenances: null };
			inner.set(key, found);
			list.push(found);
		}
		return found;
	};
	for (const { mark } of marks) {
		for (const [source, relation, target, provenance] of mark.relationships) {
			gather(source, relation, target).provenances = provenance === lookUp ? null : [provenance];
		}
	}
	const said = new Map<KnownRelationship, Id[]>();
	return {
		list: (): readonly KnownRelationship[] => list,
		say(source: Id, relation: number, target: Id, provenance: Id): void {
			const relationship = gather(source, relation, target);
			const provenances = said.get(relationship);
			if (provenances) provenances.push(provenance);
			else {
				const first = [provenance];
				said.set(relationship, first);
				relationship.provenances = first;
			}
		},
	};
}

/** Tells an identifier that joined a group named after another one: the index may not have heard of it. Who gives a group its name is in it from the beginning, as long as groups only merge; after a rebuild of the groups the index is built anew. */
function hasJoined({ id, identity, version }: Placement): boolean {
	return identity !== id || version !== id;
}

/** Lists the members of the Identity groups that these lie in, but for those that are alone: the index has these in no other group. */
async function readWorkMembers(records: LinkRecords, places: readonly Placement[]): Promise<Placement[]> {
	const shared = new Map(places.filter(({ alone }) => !alone).map((place) => [place.identity, place]));
	if (shared.size === 0) return [];
	const members = await records.identityMembers([...shared.keys()]);
	return members.map(([group, id]) => ({ ...(shared.get(group) as Placement), id }));
}

/** Creates what finds identifiers that the index still has in groups which they have left, and gathers those groups. */
function createMoves(records: LinkRecords, writer: Pick<IndexWriter, 'locate'>) {
	const looked = new Set<Id>();
	const familiesRead = new Set<Id>();
	const left = { identity: new Set<Id>(), version: new Set<Id>() };
	const look = async (members: readonly Placement[]): Promise<Placement[]> => {
		const placeOf = new Map(members.filter(({ id }) => !looked.has(id)).map((member) => [member.id, member]));
		for (const id of placeOf.keys()) looked.add(id);
		if (placeOf.size === 0) return [];
		const identifiers = await records.identifiers([...placeOf.keys()]);
		const keyed = new Map(identifiers.map((one) => [`${one.scheme} ${one.key}`, one.id]));
		const moved: Placement[] = [];
		for (const { scheme, key, identity, version } of await writer.locate(identifiers)) {
			const id = keyed.get(`${scheme} ${key}`) as Id;
			const place = placeOf.get(id) as Placement;
			if (identity !== place.identity) left.identity.add(identity);
			if (version !== place.version) left.version.add(version);
			if (identity !== place.identity || version !== place.version) moved.push(place);
		}
		return moved;
	};
	/** Looks for all members of the families that these lie in: a group that was left is removed whole. */
	const findFamilies = async (places: readonly Placement[]): Promise<Placement[]> => {
		const unread = places.filter(({ version }) => !familiesRead.has(version));
		for (const { version } of unread) familiesRead.add(version);
		return unread.length === 0 ? [] : look(await readVersionMembers(records, unread));
	};
	const idsOf = (places: readonly Placement[]) => places.map(({ id }) => id);
	return {
		/** Finds all that moved in the families of these. */
		findFamilies: async (places: readonly Placement[]): Promise<Id[]> => idsOf(await findFamilies(places)),
		/** Finds those of the members that moved, of those that were not looked for before, and all that moved in their families. */
		async find(members: readonly Placement[]): Promise<Id[]> {
			const moved = await look(members);
			return idsOf([...moved, ...(await findFamilies(moved))]);
		},
		removed: (): IndexChanges['removed'] => [
			...[...left.identity].map((group) => ({ level: 'identity' as const, group })),
			...[...left.version].map((group) => ({ level: 'version' as const, group })),
		],
	};
}
