// Derives the links between groups, with their whole histories, from the relationships between
// identifiers. It knows neither the index's engine nor SQL.
import { type GroupRelation, relationCode, relations } from '../../links/relation.ts';
import type { IndexLink } from '../../ports/search/index-content.ts';
import type { GroupLevel, Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { inSteps } from '../in-steps.ts';
import { createHistories, type Histories, type SaidId } from './histories.ts';
import { readVersionMembers } from './places.ts';

const levels: readonly GroupLevel[] = ['identity', 'version'];

// Above this many possible relationships between two groups they are listed rather than tried.
const triedCombinations = 2_000;

/** All that relates these identifiers to others, at either end, by the relations between groups. */
export type KnownAssertions = {
	ids: ReadonlySet<Id>;
	assertions: readonly (readonly [source: Id, relation: number, target: Id, provenance: Id])[];
};

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
	const [plain, others] = [true, false].map((wanted) =>
		relationships.filter((relationship) => isPlain(relationship, places) === wanted),
	) as [RelationshipKey[], RelationshipKey[]];
	const links = await derivePlainLinks(transaction, plain);
	return others.length === 0 ? links : links.concat(await deriveGroupedLinks(transaction, others, places, known));
}

/** Tells a relationship that is a link by itself: both ends are alone, and it has one direction. */
function isPlain([source, relation, target]: RelationshipKey, places: ReadonlyMap<Id, Placement>): boolean {
	return (
		relation !== relationCode.IsRelatedTo &&
		source !== target &&
		(places.get(source) as Placement).alone &&
		(places.get(target) as Placement).alone
	);
}

async function derivePlainLinks(
	transaction: Transaction,
	relationships: readonly RelationshipKey[],
): Promise<IndexLink[]> {
	const provenances = relationships.map((): Id[] => []);
	for (const [position, provenance] of await transaction.provenancesOf(relationships)) {
		provenances[position]?.push(provenance);
	}
	const histories = createHistories();
	await histories.read(transaction, provenances);
	return relationships.map(([source, relation, target], position): IndexLink => {
		const history = histories.of(provenances[position] as readonly Id[]);
		return { source, relation: nameOf(relation), target, identity: history, version: history };
	});
}

async function deriveGroupedLinks(
	transaction: Transaction,
	relationships: readonly RelationshipKey[],
	places: ReadonlyMap<Id, Placement>,
	known: KnownAssertions,
): Promise<IndexLink[]> {
	const ends = relationships.flatMap(([source, , target]) => [places.get(source), places.get(target)] as Placement[]);
	const members = await readVersionMembers(transaction, ends);
	const placeOf = new Map(members.map((member) => [member.id, member]));
	const pairs = createPairs(Map.groupBy(members, ({ version }) => version));
	const links = createLinkGatherer();
	for (const [source, relation, target] of relationships) {
		const from = placeOf.get(source) as Placement;
		const to = placeOf.get(target) as Placement;
		if (from.identity === to.identity) continue;
		pairs.add(from, relation, to);
		links.expect(from, relation, to);
	}
	const add = (source: Id, relation: number, target: Id, provenance: Id): void => {
		const [from, to] = [placeOf.get(source), placeOf.get(target)];
		if (from && to) links.add(from, relation, to, provenance);
	};
	const read = new Map<Group, boolean>();
	const isRead = (group: Group) => read.getOrInsertComputed(group, () => group.every(({ id }) => known.ids.has(id)));
	const unread = pairs.all.filter(({ sources, targets }) => !isRead(sources) && !isRead(targets));
	for (const assertion of known.assertions) add(...assertion);
	const tried: RelationshipKey[] = [];
	const listed: Pair[] = [];
	for (const pair of unread) {
		if (pair.sources.length * pair.targets.length <= triedCombinations) tried.push(...combinationsOf(pair));
		else listed.push(pair);
	}
	for (const [position, provenance] of await transaction.provenancesOf(tried)) {
		add(...(tried[position] as RelationshipKey), provenance);
	}
	for await (const assertions of listAssertions(transaction, listed)) {
		for (const assertion of assertions) add(...assertion);
	}
	return links.all(transaction, createHistories());
}

/**
 * Two groups whose members' relationships are looked up together: Version groups, or Identity
 * groups that lie in one Version group. So no relationship belongs to two pairs of one relation.
 */
type Pair = { relation: number; sources: Group; targets: Group };
/** The members of a group, in one list for all pairs. */
type Group = readonly Placement[];

function createPairs(membersOf: ReadonlyMap<Id, Group>) {
	const known = new Set<string>();
	const all: Pair[] = [];
	const worksOf = new Map<Id, ReadonlyMap<Id, Group>>();
	const within = (level: GroupLevel, { identity, version }: Placement): Group => {
		const members = membersOf.get(version) as Group;
		if (level === 'version') return members;
		const works = worksOf.getOrInsertComputed(version, () => Map.groupBy(members, (member) => member.identity));
		return works.get(identity) as Group;
	};
	return {
		all,
		add(from: Placement, relation: number, to: Placement): void {
			const level = from.version === to.version ? 'identity' : 'version';
			// A symmetric relation is one pair, whichever way it was said.
			const isTurned = relation === relationCode.IsRelatedTo && from[level] > to[level];
			const [first, second] = isTurned ? [to, from] : [from, to];
			const name = `${level} ${first[level]} ${relation} ${second[level]}`;
			if (known.has(name)) return;
			known.add(name);
			all.push({ relation, sources: within(level, first), targets: within(level, second) });
		},
	};
}

function combinationsOf({ relation, sources, targets }: Pair): RelationshipKey[] {
	return sources.flatMap(({ id: source }) =>
		targets.flatMap(({ id: target }): RelationshipKey[] =>
			relation === relationCode.IsRelatedTo
				? [
						[source, relation, target],
						[target, relation, source],
					]
				: [[source, relation, target]],
		),
	);
}

// So many members are listed at a time.
const listedMembers = 200;

/** Lists, for each pair, what the members of the smaller group assert, and more. */
async function* listAssertions(
	transaction: Transaction,
	pairs: readonly Pair[],
): AsyncGenerator<KnownAssertions['assertions']> {
	const asked = Map.groupBy(pairs, ({ relation }) => relation);
	for (const [relation, those] of asked) {
		const listed = { source: new Set<Id>(), either: new Set<Id>() };
		for (const { sources, targets } of those) {
			const isOfSources = sources.length <= targets.length;
			const end = isOfSources && relation !== relationCode.IsRelatedTo ? 'source' : 'either';
			for (const { id } of isOfSources ? sources : targets) listed[end].add(id);
		}
		for (const end of ['source', 'either'] as const) {
			for (const ids of inSteps([...listed[end]], listedMembers)) {
				yield await transaction.assertionsOf(ids, { first: relation, last: relation }, end);
			}
		}
	}
}

/** The provenances of a link between Version groups, by the Identity groups that make it. */
type Members = Map<string, { source: Id; target: Id; provenances: SaidId[] }>;
type Gathered = { source: Id; relation: number; target: Id; identity: SaidId[] | null; version: Members | null };

/**
 * Gathers, assertion by assertion, the provenances of the links between groups at each level;
 * starts with no links.
 */
export function createLinkGatherer() {
	const bySource = new Map<string, Map<Id, Gathered>>();
	const make = (source: Id, relation: number, target: Id): Gathered => {
		const byTarget = bySource.getOrInsertComputed(`${source} ${relation}`, () => new Map());
		return byTarget.getOrInsertComputed(target, () => ({ source, relation, target, identity: null, version: null }));
	};
	/** Visits the link at each level, and what is symmetric the other way round as well. */
	const each = (
		from: Placement,
		relation: number,
		to: Placement,
		visit: (level: GroupLevel, from: Placement, to: Placement, turned: boolean) => void,
	): void => {
		for (const level of levels) {
			if (from[level] === to[level]) continue;
			visit(level, from, to, false);
			if (relation === relationCode.IsRelatedTo) visit(level, to, from, true);
		}
	};
	return {
		/** Makes the links that a relationship between these two belongs to, at each level. */
		expect(from: Placement, relation: number, to: Placement): void {
			each(from, relation, to, (level, one, other) => {
				const made = make(one[level], relation, other[level]);
				if (level === 'identity') made.identity ??= [];
				else made.version ??= new Map();
			});
		},
		/** Adds a provenance to those of the links that are expected. */
		add(from: Placement, relation: number, to: Placement, provenance: Id): void {
			each(from, relation, to, (level, one, other, turned) => {
				const found = bySource.get(`${one[level]} ${relation}`)?.get(other[level]);
				const said = turned ? -provenance : provenance;
				if (level === 'identity') addOnce(found?.identity, said);
				else if (found?.version) addOnce(provenancesBetween(found.version, one, other), said);
			});
		},
		/** Lists the links that are expected, with the history of what was added. */
		async all(transaction: Transaction, histories: Histories): Promise<IndexLink[]> {
			const all = [...bySource.values()].flatMap((byTarget) => [...byTarget.values()]);
			const listsOf = ({ identity, version }: Gathered) => [identity ?? [], ...listsBetween(version ?? new Map())];
			await histories.read(transaction, all.flatMap(listsOf));
			return all.map(({ source, relation, target, identity, version }) => ({
				source,
				relation: nameOf(relation),
				target,
				...(identity && { identity: histories.of(identity) }),
				...(version && versionState({ source, target }, version, histories)),
			}));
		},
	};
}

function provenancesBetween(members: Members, from: Placement, to: Placement): SaidId[] {
	const { identity: source } = from;
	const { identity: target } = to;
	return members.getOrInsertComputed(`${source} ${target}`, () => ({ source, target, provenances: [] })).provenances;
}

function listsBetween(members: Members): SaidId[][] {
	return Array.from(members.values(), ({ provenances }) => provenances);
}

/**
 * Says what makes a link between Version groups; see IndexLink.via for what goes without saying. Its
 * order is that of the groups, whichever of their links is read first.
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

function addOnce(list: SaidId[] | null | undefined, said: SaidId): void {
	if (list && list.at(-1) !== said) list.push(said);
}

function nameOf(relation: number): GroupRelation {
	return relations[relation - 1] as GroupRelation;
}
