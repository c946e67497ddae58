// Derives the links between groups, with their whole histories, from assertions between
// identifiers.
//
//   named relationships, by an update ──▶ deriveLinks ──┐
//                                                       ├──▶ linksOf ──▶ whole links, at both levels
//   a range of ids, by a rebuild ───────▶ streamLinks ──┘
import type { Provenance } from '../../links/link.ts';
import { type HistoryItem, linkHistory, provenanceFromText } from '../../links/provenance.ts';
import { type GroupRelation, relationCode, relations } from '../../links/relation.ts';
import type { IndexLink } from '../../ports/search/index-content.ts';
import type { Assertions } from '../../store/assertions.ts';
import type { GroupLevel, Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { inSteps } from '../in-steps.ts';
import { readVersionMembers } from './places.ts';

const { IsRelatedTo } = relationCode;

/** An assertion of a relation between groups. */
export type Asserted = readonly [source: Id, relation: number, target: Id, provenance: Id];

/**
 * All relationships of these identifiers with others, at either end, by the relations between
 * groups.
 */
export type KnownAssertions = { ids: ReadonlySet<Id>; assertions: readonly Asserted[] };

const noneKnown: KnownAssertions = { ids: new Set(), assertions: [] };

/**
 * Derives the links, at both levels, that the relationships belong to: each whole, from all members
 * of its two groups. Relationships inside a group make none at that level. `places` has both their
 * ends; what is `known` already is not read again.
 */
export async function deriveLinks(
	transaction: Transaction,
	relationships: readonly RelationshipKey[],
	places: ReadonlyMap<Id, Placement>,
	known: KnownAssertions = noneKnown,
): Promise<IndexLink[]> {
	const ends = relationships.flatMap(([source, , target]) => [places.get(source), places.get(target)] as Placement[]);
	const members = await readVersionMembers(transaction, ends);
	const placeOf = new Map(members.map((member) => [member.id, member]));
	const links = createLinkGatherer((id) => placeOf.get(id));
	for (const [source, relation, target] of relationships) links.expect(source, relation, target);
	for (const [source, relation, target, provenance] of known.assertions)
		links.add(source, relation, target, provenance);
	for await (const assertions of readAssertions(transaction, findPairs(relationships, placeOf), known)) {
		for (const [source, relation, target, provenance] of assertions) links.add(source, relation, target, provenance);
	}
	return (await Array.fromAsync(links.whole(transaction, createHistories()))).flat();
}

/**
 * Derives, step by step, the links of which these are all the assertions; `placeOf` returns the
 * place of both ends of each.
 */
export function linksOf(
	transaction: Transaction,
	assertions: readonly Asserted[],
	placeOf: (id: Id) => Placement,
	histories: Histories,
): AsyncGenerator<IndexLink[]> {
	const links = createLinkGatherer(placeOf);
	for (const [source, relation, target, provenance] of assertions) {
		links.expect(source, relation, target, provenance);
	}
	return links.whole(transaction, histories);
}

/**
 * Two groups whose members' relationships are looked up together: Version groups, or Identity
 * groups in one Version group. So no relationship belongs to two pairs of one relation.
 */
type Pair = { relation: number; sources: Group; targets: Group };
/** The members of a group, in one list for all pairs. */
type Group = readonly Placement[];

function findPairs(relationships: readonly RelationshipKey[], placeOf: ReadonlyMap<Id, Placement>): Pair[] {
	const membersOf = Map.groupBy(placeOf.values(), ({ version }) => version);
	const worksOf = new Map<Id, ReadonlyMap<Id, Group>>();
	const within = (level: GroupLevel, { identity, version }: Placement): Group => {
		const members = membersOf.get(version) as Group;
		if (level === 'version') return members;
		const works = worksOf.getOrInsertComputed(version, () => Map.groupBy(members, (member) => member.identity));
		return works.get(identity) as Group;
	};
	const pairs = new Map<string, Pair>();
	for (const [source, relation, target] of relationships) {
		const [from, to] = [placeOf.get(source), placeOf.get(target)] as [Placement, Placement];
		if (from.identity === to.identity) continue;
		const level = from.version === to.version ? 'identity' : 'version';
		// A symmetric relation is one pair, whichever direction was asserted.
		const isReversed = relation === IsRelatedTo && from[level] > to[level];
		const [first, second] = isReversed ? [to, from] : [from, to];
		pairs.getOrInsertComputed(`${level} ${first[level]} ${relation} ${second[level]}`, () => {
			return { relation, sources: within(level, first), targets: within(level, second) };
		});
	}
	return [...pairs.values()];
}

// With more possible relationships than this between two groups they are listed rather than tried.
const triedCombinations = 2_000;
// How many members are listed at a time.
const listedMembers = 200;

/**
 * Reads all assertions between the two groups of each pair that are not known, and perhaps more.
 */
async function* readAssertions(
	transaction: Transaction,
	pairs: readonly Pair[],
	known: KnownAssertions,
): AsyncGenerator<readonly Asserted[]> {
	const read = new Map<Group, boolean>();
	const isRead = (group: Group) => read.getOrInsertComputed(group, () => group.every(({ id }) => known.ids.has(id)));
	const unread = pairs.filter(({ sources, targets }) => !isRead(sources) && !isRead(targets));
	const isTried = ({ sources, targets }: Pair) => sources.length * targets.length <= triedCombinations;
	const tried = unread.filter(isTried).flatMap(combinationsOf);
	const provenances = await transaction.provenancesOf(tried);
	yield provenances.map(([position, provenance]) => [...(tried[position] as RelationshipKey), provenance] as const);
	const listed = Map.groupBy(
		unread.filter((pair) => !isTried(pair)),
		({ relation }) => relation,
	);
	for (const [relation, those] of listed) {
		const ends = { source: new Set<Id>(), either: new Set<Id>() };
		for (const { sources, targets } of those) {
			const isOfSources = sources.length <= targets.length;
			const end = isOfSources && relation !== IsRelatedTo ? 'source' : 'either';
			for (const { id } of isOfSources ? sources : targets) ends[end].add(id);
		}
		for (const end of ['source', 'either'] as const) {
			for (const ids of inSteps([...ends[end]], listedMembers)) {
				yield await transaction.assertionsOf(ids, { first: relation, last: relation }, end);
			}
		}
	}
}

function combinationsOf({ relation, sources, targets }: Pair): RelationshipKey[] {
	const directed = sources.flatMap(({ id: source }) =>
		targets.map(({ id: target }): RelationshipKey => [source, relation, target]),
	);
	return relation === IsRelatedTo ? directed.concat(directed.map(turn)) : directed;
}

/** Reverses a symmetric relationship. */
export function turn([source, relation, target]: RelationshipKey): RelationshipKey {
	return [target, relation, source];
}

/** The provenances of a link between Version groups, by the contributing Identity groups. */
type Members = Map<string, { source: Id; target: Id; provenances: StatedId[] }>;

/** The provenances of a link at each level that is needed; `same` between works that are alone. */
type Gathered = {
	source: Id;
	relation: number;
	target: Id;
	identity: StatedId[] | null;
	version: Members | 'same' | null;
};

const levels: readonly GroupLevel[] = ['identity', 'version'];

/**
 * Gathers the provenances of links: each at both levels, and in the other direction as well where
 * the relation is symmetric; starts with no links.
 */
function createLinkGatherer(placeOf: (id: Id) => Placement | undefined) {
	const bySource = new Map<Id, Map<number, Gathered>>();
	const find = (source: Id, relation: number, target: Id, makes: boolean): Gathered | undefined => {
		const key = target * (relations.length + 1) + relation;
		if (!makes) return bySource.get(source)?.get(key);
		const links = bySource.getOrInsertComputed(source, () => new Map());
		return links.getOrInsertComputed(key, () => ({ source, relation, target, identity: null, version: null }));
	};
	const put = (
		from: Placement,
		relation: number,
		to: Placement,
		stated: StatedId | undefined,
		makes: boolean,
	): void => {
		const isLone = from.alone && to.alone;
		for (const level of levels) {
			if (from[level] === to[level] || (isLone && level === 'version')) continue;
			const link = find(from[level], relation, to[level], makes);
			if (!link) continue;
			if (makes && level === 'identity') link.identity ??= [];
			if (makes && (isLone || level === 'version')) link.version ??= isLone ? 'same' : new Map();
			if (stated === undefined) continue;
			if (level === 'identity') addOnce(link.identity, stated);
			else if (link.version instanceof Map) addOnce(provenancesBetween(link.version, from, to), stated);
		}
	};
	const putBothWays = (
		source: Id,
		relation: number,
		target: Id,
		stated: StatedId | undefined,
		makes: boolean,
	): void => {
		const from = placeOf(source);
		const to = placeOf(target);
		if (!from || !to) return;
		put(from, relation, to, stated, makes);
		if (relation === IsRelatedTo) put(to, relation, from, stated && -stated, makes);
	};
	return {
		/** Makes the links that a relationship belongs to, at each level, with this provenance. */
		expect: (source: Id, relation: number, target: Id, provenance?: Id): void =>
			putBothWays(source, relation, target, provenance, true),
		/** Adds a provenance to those of the links that are expected. */
		add: (source: Id, relation: number, target: Id, provenance: Id): void =>
			putBothWays(source, relation, target, provenance, false),
		/** Returns the expected links, step by step, with the history of what was added. */
		async *whole(transaction: Transaction, histories: Histories): AsyncGenerator<IndexLink[]> {
			const all = [...bySource.values()].flatMap((links) => [...links.values()]);
			for (const step of inSteps(all, linksPerStep)) {
				await histories.read(transaction, step.flatMap(listsOf));
				yield step.map((link) => linkFrom(link, histories));
			}
		},
	};
}

// Bounds what is looked up at a time: for histories, and for the links of a step in an engine.
const linksPerStep = 1_000;

function listsOf({ identity, version }: Gathered): StatedId[][] {
	return [identity ?? [], ...(version instanceof Map ? listsBetween(version) : [])];
}

function linkFrom({ source, relation, target, identity, version }: Gathered, histories: Histories): IndexLink {
	const link = { source, relation: relations[relation - 1] as GroupRelation, target };
	const history = identity && histories.of(identity);
	if (history && version === 'same') return { ...link, identity: history, version: history };
	return {
		...link,
		...(history && { identity: history }),
		...(version instanceof Map && versionState({ source, target }, version, histories)),
	};
}

function provenancesBetween(members: Members, { identity: source }: Placement, { identity: target }: Placement) {
	return members.getOrInsertComputed(`${source} ${target}`, () => ({ source, target, provenances: [] })).provenances;
}

function listsBetween(members: Members): StatedId[][] {
	return Array.from(members.values(), ({ provenances }) => provenances);
}

/**
 * Returns what makes a link between Version groups; see IndexLink.via for when it is left out. In
 * the order of the groups, whichever of their links is read first.
 */
function versionState(
	groups: { source: Id; target: Id },
	members: Members,
	histories: Histories,
): Pick<IndexLink, 'version' | 'via'> {
	const version = histories.of(listsBetween(members).flat());
	const [first, ...others] = members.values();
	if (first?.source === groups.source && first.target === groups.target && others.length === 0) return { version };
	const via = Array.from(members.values(), ({ source, target, provenances }) => {
		return { source, target, history: histories.of(provenances) };
	});
	via.sort((one, other) => one.source - other.source || one.target - other.target);
	return { version, via };
}

function addOnce(list: StatedId[] | null, stated: StatedId): void {
	if (list && list.at(-1) !== stated) list.push(stated);
}

/** The id of a provenance; negative where a symmetric link was asserted from its target. */
type StatedId = Id;

/** Folds lists of provenances into histories. */
export type Histories = {
	/** Reads what these lists need; `of` works for them until the next call. */
	read(assertions: Pick<Assertions, 'texts'>, lists: Iterable<readonly StatedId[]>): Promise<void>;
	of(list: readonly StatedId[]): readonly HistoryItem[];
};

// Feeds assert millions of links with few provenances, so the last ones are cached.
const mostCached = 10_000;

/** Starts with nothing cached; to be kept over the steps of a rebuild. */
export function createHistories(): Histories {
	const provenances = new Map<Id, Provenance>();
	const ofOne = new Map<StatedId, readonly HistoryItem[]>();
	const ofSeveral = new Map<string, readonly HistoryItem[]>();
	const fold = (ids: readonly StatedId[]) =>
		linkHistory(ids.map((id) => ({ ...(provenances.get(Math.abs(id)) as Provenance), reversed: id < 0 })));
	return {
		async read(assertions, lists) {
			if (provenances.size + ofSeveral.size > mostCached) {
				for (const cache of [provenances, ofOne, ofSeveral]) cache.clear();
			}
			const unknown = new Set<Id>();
			for (const list of lists) {
				for (const id of list) if (!provenances.has(Math.abs(id))) unknown.add(Math.abs(id));
			}
			if (unknown.size === 0) return;
			for (const [id, text] of await assertions.texts('provenance', [...unknown])) {
				provenances.set(id, provenanceFromText(text));
			}
		},
		of(list) {
			const ids = [...new Set(list)].sort((one, other) => one - other);
			if (ids.length === 1) return ofOne.getOrInsertComputed(ids[0] as StatedId, () => fold(ids));
			return ofSeveral.getOrInsertComputed(ids.join(), () => fold(ids));
		},
	};
}
