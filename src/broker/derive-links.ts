// Derives the links between groups, with their whole histories, from the relationships between identifiers; knows neither index engine nor SQL.
import { innerMap } from '../links/inner-map.ts';
import type { Provenance } from '../links/link.ts';
import { type HistoryItem, linkHistory, provenanceFromText } from '../links/provenance.ts';
import { type GroupRelation, relationCode, relations } from '../links/relation.ts';
import type { Id, LinkRecords, Placement, RelationshipKey } from '../ports/records/link-store.ts';
import type { IndexLink } from '../ports/search/search-index.ts';
import { readVersionMembers } from './places.ts';

/** A relationship with all its provenances (one may come twice), or null where they are to be looked up. */
export type KnownRelationship = { source: Id; relation: number; target: Id; provenances: readonly Id[] | null };

/** Says how many numbers are for codes of relations where an id and a code make one number. */
export const relationCodes = 8;

type Level = 'identity' | 'version';

const levels: readonly Level[] = ['identity', 'version'];

/**
 * Two groups whose members' relationships are looked up together: Version groups, or Identity groups that lie in one Version group. So no
 * relationship belongs to two pairs of one relation. `known`: relationships that need not be looked up.
 */
type Pair = {
	relation: number;
	sources: readonly Placement[];
	targets: readonly Placement[];
	known: RelationshipKey[];
};

// Above this many possible relationships between two groups they are listed rather than tried.
const triedCombinations = 2_000;

/**
 * Derives the links, at both levels, that the relationships belong to: each whole, from all members of its two groups.
 * Relationships inside a group make none at that level.
 */
export async function deriveLinks(
	records: LinkRecords,
	relationships: readonly KnownRelationship[],
	places: ReadonlyMap<Id, Placement>,
): Promise<IndexLink[]> {
	const plain = relationships.filter((relationship) => isPlain(relationship, places));
	const others = relationships.length === plain.length ? [] : relationships.filter((one) => !isPlain(one, places));
	const links = await derivePlainLinks(records, plain);
	return others.length === 0 ? links : links.concat(await deriveGroupedLinks(records, others, places));
}

/** Tells a relationship that is a link by itself: both ends are alone, and no other direction of it counts. */
function isPlain({ source, relation, target }: KnownRelationship, places: ReadonlyMap<Id, Placement>): boolean {
	return (
		relation !== relationCode.IsRelatedTo &&
		source !== target &&
		(places.get(source) as Placement).alone &&
		(places.get(target) as Placement).alone
	);
}

async function derivePlainLinks(
	records: LinkRecords,
	relationships: readonly KnownRelationship[],
): Promise<IndexLink[]> {
	const unsaid: RelationshipKey[] = [];
	for (const { source, relation, target, provenances } of relationships) {
		if (provenances === null) unsaid.push([source, relation, target]);
	}
	const found = unsaid.map((): Id[] => []);
	for (const [position, provenance] of await records.provenancesOf(unsaid)) found[position]?.push(provenance);
	let looked = 0;
	const said = relationships.map(({ provenances }) => provenances ?? (found[looked++] as Id[]));
	const histories = createHistories();
	await histories.read(records, said);
	return relationships.map(({ source, relation, target }, position): IndexLink => {
		const history = histories.of(said[position] as readonly Id[]);
		return { source, relation: relations[relation - 1] as GroupRelation, target, identity: history, version: history };
	});
}

async function deriveGroupedLinks(
	records: LinkRecords,
	relationships: readonly KnownRelationship[],
	places: ReadonlyMap<Id, Placement>,
): Promise<IndexLink[]> {
	const members = await readMembers(records, relationships, places);
	const pairs = createPairs(members.ofVersion);
	const sayings = createSayings();
	for (const relationship of relationships) {
		const { source, relation, target, provenances } = relationship;
		const from = members.places.get(source) as Placement;
		const to = members.places.get(target) as Placement;
		if (from.identity === to.identity) continue;
		const pair = pairs.find(from, relation, to);
		sayings.expect(from, relation, to);
		if (provenances === null) continue;
		pair.known.push([source, relation, target]);
		for (const provenance of provenances) sayings.add(from, relation, to, provenance);
	}
	const wanted: RelationshipKey[] = [];
	for (const pair of pairs.all) {
		if (pair.sources.length * pair.targets.length <= triedCombinations) tryAll(pair, wanted);
		else await listAll(records, pair, sayings);
	}
	for (const [position, provenance] of await records.provenancesOf(wanted)) {
		const [source, relation, target] = wanted[position] as RelationshipKey;
		const from = members.places.get(source) as Placement;
		sayings.add(from, relation, members.places.get(target) as Placement, provenance);
	}
	return sayings.links(records, createHistories());
}

/** Lists the members of all Version groups that the ends of relationships lie in. */
async function readMembers(
	records: LinkRecords,
	relationships: readonly KnownRelationship[],
	places: ReadonlyMap<Id, Placement>,
): Promise<{ places: ReadonlyMap<Id, Placement>; ofVersion: ReadonlyMap<Id, readonly Placement[]> }> {
	const ends = relationships.flatMap(({ source, target }) => [places.get(source), places.get(target)] as Placement[]);
	const members = await readVersionMembers(records, ends);
	return {
		places: new Map(members.map((member) => [member.id, member])),
		ofVersion: Map.groupBy(members, ({ version }) => version),
	};
}

function createPairs(membersOf: ReadonlyMap<Id, readonly Placement[]>) {
	const byEnds = { identity: new Map<number, Map<Id, Pair>>(), version: new Map<number, Map<Id, Pair>>() };
	const all: Pair[] = [];
	const within = (level: Level, place: Placement): readonly Placement[] => {
		const members = membersOf.get(place.version) as readonly Placement[];
		return level === 'version' ? members : members.filter(({ identity }) => identity === place.identity);
	};
	return {
		all,
		find(from: Placement, relation: number, to: Placement): Pair {
			const level = from.version === to.version ? 'identity' : 'version';
			// A symmetric relation is one pair, whichever way it was said.
			const turned = relation === relationCode.IsRelatedTo && from[level] > to[level];
			const [first, second] = turned ? [to, from] : [from, to];
			const byTarget = innerMap(byEnds[level], first[level] * relationCodes + relation);
			let pair = byTarget.get(second[level]);
			if (!pair) {
				pair = { relation, sources: within(level, first), targets: within(level, second), known: [] };
				byTarget.set(second[level], pair);
				all.push(pair);
			}
			return pair;
		},
	};
}

function tryAll({ relation, sources, targets, known }: Pair, wanted: RelationshipKey[]): void {
	const add = (source: Id, target: Id) => {
		if (!known.some(([from, , to]) => from === source && to === target)) wanted.push([source, relation, target]);
	};
	for (const { id: source } of sources) {
		for (const { id: target } of targets) {
			add(source, target);
			if (relation === relationCode.IsRelatedTo) add(target, source);
		}
	}
}

async function listAll(records: LinkRecords, pair: Pair, sayings: Sayings): Promise<void> {
	const sources = new Map(pair.sources.map((place) => [place.id, place]));
	const targets = new Map(pair.targets.map((place) => [place.id, place]));
	const few = sources.size < targets.size ? sources : targets;
	const relations = { first: pair.relation, last: pair.relation };
	const symmetric = pair.relation === relationCode.IsRelatedTo;
	const end = few === sources && !symmetric ? 'source' : 'either';
	for (const [source, relation, target, provenance] of await records.assertionsOf([...few.keys()], relations, end)) {
		const from = sources.get(source) ?? (symmetric ? targets.get(source) : undefined);
		const to = targets.get(target) ?? (symmetric ? sources.get(target) : undefined);
		if (from && to) sayings.add(from, relation, to, provenance);
	}
}

/** Gathers, assertion by assertion, who said the links between groups. */
export type Sayings = ReturnType<typeof createSayings>;

type Said = { source: Id; relation: number; target: Id } & Record<Level, Id[] | null>;

/** Starts with no links. */
export function createSayings() {
	const bySource = new Map<number, Map<Id, Said>>();
	const find = (source: Id, relation: number, target: Id): Said => {
		const byTarget = innerMap(bySource, source * relationCodes + relation);
		let said = byTarget.get(target);
		if (!said) {
			said = { source, relation, target, identity: null, version: null };
			byTarget.set(target, said);
		}
		return said;
	};
	const each = (from: Placement, relation: number, to: Placement, visit: (said: Said, level: Level) => void): void => {
		for (const level of levels) {
			if (from[level] === to[level]) continue;
			visit(find(from[level], relation, to[level]), level);
			if (relation === relationCode.IsRelatedTo) visit(find(to[level], relation, from[level]), level);
		}
	};
	const expectAt = (said: Said, level: Level) => {
		said[level] ??= [];
	};
	return {
		/** Makes the links that a relationship between these two belongs to, at each level. */
		expect: (from: Placement, relation: number, to: Placement) => each(from, relation, to, expectAt),
		/** Adds to the links that are expected. */
		add(from: Placement, relation: number, to: Placement, provenance: Id): void {
			each(from, relation, to, (said, level) => {
				const provenances = said[level];
				if (provenances && provenances.at(-1) !== provenance) provenances.push(provenance);
			});
		},
		/** Lists the links that are expected, with the history of what was added. */
		async links(records: LinkRecords, histories: Histories): Promise<IndexLink[]> {
			const all = [...bySource.values()].flatMap((byTarget) => [...byTarget.values()]);
			await histories.read(
				records,
				all.flatMap(({ identity, version }) => [identity ?? [], version ?? []]),
			);
			return all.map(({ source, relation, target, identity, version }) => {
				const link: IndexLink = { source, relation: relations[relation - 1] as GroupRelation, target };
				if (identity) link.identity = histories.of(identity);
				if (version) link.version = histories.of(version);
				return link;
			});
		},
	};
}

/** Folds lists of provenances (ids) into histories; equal sets give the same array. */
export type Histories = {
	/** Reads what these lists need; `of` knows them then, and forgets at the next call what it likes. */
	read(records: LinkRecords, lists: Iterable<readonly Id[]>): Promise<void>;
	of(list: readonly Id[]): readonly HistoryItem[];
};

// Feeds say millions of links in few provenances, most of them of the same few days: so many are kept at hand, some four megabytes. With 100,000 it were
// forty at ten million links, and building the index took no less time.
const historiesKept = 10_000;

/** Starts with no provenance known; whoever derives links step by step keeps it over all steps, for what it has read once it does not read again. */
export function createHistories(): Histories {
	const ofOne = new Map<Id, readonly HistoryItem[]>();
	const ofSeveral = new Map<string, readonly HistoryItem[]>();
	const fold = (ids: readonly Id[]) => linkHistory(ids.flatMap((id) => (ofOne.get(id) ?? []).map(asProvenance)));
	return {
		async read(records, lists) {
			if (ofOne.size + ofSeveral.size > historiesKept) {
				ofOne.clear();
				ofSeveral.clear();
			}
			const unknown = new Set<Id>();
			for (const list of lists) for (const id of list) if (!ofOne.has(id)) unknown.add(id);
			if (unknown.size === 0) return;
			for (const [id, text] of await records.provenances([...unknown])) {
				ofOne.set(id, linkHistory([provenanceFromText(text)]));
			}
		},
		of(list) {
			if (list.length === 1) return ofOne.get(list[0] as Id) as readonly HistoryItem[];
			const ids = [...new Set(list)].sort((one, other) => one - other);
			if (ids.length === 1) return ofOne.get(ids[0] as Id) as readonly HistoryItem[];
			const key = ids.join();
			return ofSeveral.get(key) ?? kept(ofSeveral, key, fold(ids));
		},
	};
}

/** Gives what a history of one provenance keeps of it. */
function asProvenance({ provider, date, subTypes: [subType] }: HistoryItem): Provenance {
	return subType === undefined ? { provider, date } : { provider, date, subType };
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
	map.set(key, value);
	return value;
}
