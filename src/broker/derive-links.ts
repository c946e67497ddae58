// Derives the links between groups, with their whole histories, from the relationships between identifiers; knows neither index engine nor SQL.
import type { HistoryItem } from '../links/provenance.ts';
import { linkHistory, provenanceFromText } from '../links/provenance.ts';
import { type GroupRelation, relationCode, relations } from '../links/relation.ts';
import type { IndexLink } from '../search/search-index.ts';
import {
	type Id,
	type LinkRecords,
	lookUp,
	type MarkedRelationship,
	type Placement,
	type RelationshipKey,
} from '../storage/link-store.ts';

/** Knows the members of groups, by group. */
type Membership = { identity: ReadonlyMap<Id, readonly Id[]>; version: ReadonlyMap<Id, readonly Id[]> };

/** Two groups and the relationships between their members that make the link. */
type Pair = { level: 'identity' | 'version'; source: Id; relation: number; target: Id; relationships: number[] };

// Above this many possible relationships between two groups they are listed rather than tried.
const triedCombinations = 2_000;

/**
 * Derives the links, at both levels, that the relationships belong to: each whole, from all members of its two groups.
 * Relationships inside a group make none at that level.
 */
export async function deriveLinks(
	records: LinkRecords,
	relationships: readonly (RelationshipKey | MarkedRelationship)[],
	places: ReadonlyMap<Id, Placement>,
): Promise<IndexLink[]> {
	const plain = relationships.filter((relationship) => isPlain(relationship, places));
	const others = relationships.length === plain.length ? [] : relationships.filter((one) => !isPlain(one, places));
	const links = await derivePlainLinks(records, plain);
	return others.length === 0 ? links : links.concat(await deriveGroupedLinks(records, others, places));
}

/** Tells a relationship that is a link by itself: both ends are alone, and no other direction of it counts. */
function isPlain(
	[source, relation, target]: RelationshipKey | MarkedRelationship,
	places: ReadonlyMap<Id, Placement>,
): boolean {
	return (
		relation !== relationCode.IsRelatedTo &&
		source !== target &&
		(places.get(source) as Placement).alone &&
		(places.get(target) as Placement).alone
	);
}

async function derivePlainLinks(
	records: LinkRecords,
	relationships: readonly (RelationshipKey | MarkedRelationship)[],
): Promise<IndexLink[]> {
	const unsaid: RelationshipKey[] = [];
	const said: Id[] = [];
	for (const [source, relation, target, provenance = lookUp] of relationships) {
		if (provenance === lookUp) unsaid.push([source, relation, target]);
		else said.push(provenance);
	}
	const historyAt = await readHistories(records, unsaid);
	const historyOf = await historyReader(records, [...new Set(said)]);
	let looked = 0;
	return relationships.map(([source, relation, target, provenance = lookUp]): IndexLink => {
		const history = provenance === lookUp ? historyAt([looked++]) : historyOf([provenance]);
		return { source, relation: relations[relation - 1] as GroupRelation, target, identity: history, version: history };
	});
}

async function deriveGroupedLinks(
	records: LinkRecords,
	relationships: readonly (RelationshipKey | MarkedRelationship)[],
	places: ReadonlyMap<Id, Placement>,
): Promise<IndexLink[]> {
	const membership = await readMembership(records, relationships, places);
	const wanted = createWanted();
	const pairs = new Map<string, Pair>();
	for (const relationship of relationships) {
		for (const pair of pairsOf(relationship, places)) {
			const key = `${pair.level} ${pair.source} ${pair.relation} ${pair.target}`;
			if (!pairs.has(key)) pairs.set(key, pair);
		}
	}
	for (const pair of pairs.values()) await collect(records, pair, membership, wanted);
	const histories = await readHistories(records, wanted.relationships);
	return linksOf(pairs.values(), histories);
}

/** Lists the members of all groups that the ends of relationships lie in. */
async function readMembership(
	records: LinkRecords,
	relationships: readonly (RelationshipKey | MarkedRelationship)[],
	places: ReadonlyMap<Id, Placement>,
): Promise<Membership> {
	const identity = new Map<Id, Id[]>();
	const version = new Map<Id, Id[]>();
	const versions = new Set<Id>();
	for (const [source, , target] of relationships) {
		versions.add((places.get(source) as Placement).version);
		versions.add((places.get(target) as Placement).version);
	}
	for (const member of await records.versionMembers([...versions])) {
		push(version, member.version, member.id);
		push(identity, member.identity, member.id);
	}
	return { identity, version };
}

function pairsOf(
	[source, relation, target]: RelationshipKey | MarkedRelationship,
	places: ReadonlyMap<Id, Placement>,
): Pair[] {
	const from = places.get(source) as Placement;
	const to = places.get(target) as Placement;
	const pairs: Pair[] = [];
	for (const level of ['identity', 'version'] as const) {
		if (from[level] === to[level]) continue;
		// A symmetric relation is one pair, whichever way it was said.
		const turned = relation === relationCode.IsRelatedTo && from[level] > to[level];
		const [first, second] = turned ? [to[level], from[level]] : [from[level], to[level]];
		pairs.push({ level, source: first, relation, target: second, relationships: [] });
	}
	return pairs;
}

/** Numbers distinct relationships, to be looked up together. */
function createWanted() {
	const positions = new Map<string, number>();
	const relationships: RelationshipKey[] = [];
	return {
		relationships,
		add(source: Id, relation: number, target: Id): number {
			const key = `${source} ${relation} ${target}`;
			let position = positions.get(key);
			if (position === undefined) {
				position = relationships.length;
				positions.set(key, position);
				relationships.push([source, relation, target]);
			}
			return position;
		},
	};
}

async function collect(
	records: LinkRecords,
	pair: Pair,
	membership: Membership,
	wanted: ReturnType<typeof createWanted>,
): Promise<void> {
	const sources = membership[pair.level].get(pair.source) as readonly Id[];
	const targets = membership[pair.level].get(pair.target) as readonly Id[];
	const symmetric = pair.relation === relationCode.IsRelatedTo;
	if (sources.length * targets.length > triedCombinations) {
		const [few, many] = sources.length < targets.length ? [sources, targets] : [targets, sources];
		const others = new Set(many);
		const own = new Set(few);
		const from = few === sources ? own : others;
		for (const [source, relation, target] of await records.relationshipsOf(few)) {
			const joins = (own.has(source) && others.has(target)) || (own.has(target) && others.has(source));
			const directed = symmetric || from.has(source);
			if (relation === pair.relation && joins && directed)
				pair.relationships.push(wanted.add(source, relation, target));
		}
		return;
	}
	for (const source of sources) {
		for (const target of targets) {
			pair.relationships.push(wanted.add(source, pair.relation, target));
			if (symmetric) pair.relationships.push(wanted.add(target, pair.relation, source));
		}
	}
}

/** Answers the provenances of relationships as a LinkHistory; equal sets of provenances give the same array. */
async function readHistories(
	records: LinkRecords,
	relationships: readonly RelationshipKey[],
): Promise<(positions: readonly number[]) => readonly HistoryItem[]> {
	const byPosition = new Map<number, Id[]>();
	for (const [position, provenance] of await records.provenancesOf(relationships))
		push(byPosition, position, provenance);
	const historyOf = await historyReader(records, [...new Set([...byPosition.values()].flat())]);
	return (positions) => {
		const [only] = positions;
		if (positions.length === 1) return historyOf(byPosition.get(only as number) ?? []);
		return historyOf([...new Set(positions.flatMap((position) => byPosition.get(position) ?? []))]);
	};
}

/** Reads provenances once and folds sets of them (ids) into histories; the same set gives the same array. */
export async function historyReader(
	records: LinkRecords,
	provenances: readonly Id[],
): Promise<(ids: readonly Id[]) => readonly HistoryItem[]> {
	const texts = new Map(await records.provenances(provenances));
	const histories = new Map<string, readonly HistoryItem[]>();
	return (ids) => {
		const key = ids.length === 1 ? `${ids[0]}` : ids.toSorted((one, other) => one - other).join();
		let history = histories.get(key);
		if (!history) {
			history = linkHistory(ids.map((id) => provenanceFromText(texts.get(id) as string)));
			histories.set(key, history);
		}
		return history;
	};
}

function linksOf(
	pairs: Iterable<Pair>,
	histories: (positions: readonly number[]) => readonly HistoryItem[],
): IndexLink[] {
	const links = new Map<string, IndexLink>();
	const note = (source: Id, pair: Pair, target: Id, history: readonly HistoryItem[]) => {
		const key = `${source} ${pair.relation} ${target}`;
		let link = links.get(key);
		if (!link) {
			link = { source, relation: relations[pair.relation - 1] as GroupRelation, target };
			links.set(key, link);
		}
		link[pair.level] = history;
	};
	for (const pair of pairs) {
		const history = histories(pair.relationships);
		note(pair.source, pair, pair.target, history);
		if (pair.relation === relationCode.IsRelatedTo) note(pair.target, pair, pair.source, history);
	}
	return [...links.values()];
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}
