// Derives the links between groups, with their whole histories, from the relationships between
// identifiers. It knows neither the index's engine nor SQL.
import { type GroupRelation, relationCode, relations } from '../../links/relation.ts';
import type { GroupLevel, Id, Placement, RelationshipKey } from '../../ports/records/graph.ts';
import type { Transaction } from '../../ports/records/records.ts';
import type { IndexLink } from '../../ports/search/index-content.ts';
import { createHistories, type Histories, type SaidId } from './histories.ts';
import { readVersionMembers } from './places.ts';

const levels: readonly GroupLevel[] = ['identity', 'version'];

// Above this many possible relationships between two groups they are listed rather than tried.
const triedCombinations = 2_000;

/**
 * Derives the links, at both levels, that the relationships belong to: each whole, from all members
 * of its two groups. Relationships inside a group make none at that level. `places` has both their
 * ends.
 */
export async function deriveLinks(
	transaction: Transaction,
	relationships: readonly RelationshipKey[],
	places: ReadonlyMap<Id, Placement>,
): Promise<IndexLink[]> {
	const [plain, others] = [true, false].map((wanted) =>
		relationships.filter((relationship) => isPlain(relationship, places) === wanted),
	) as [RelationshipKey[], RelationshipKey[]];
	const links = await derivePlainLinks(transaction, plain);
	return others.length === 0 ? links : links.concat(await deriveGroupedLinks(transaction, others, places));
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
	const tried: RelationshipKey[] = [];
	for (const pair of pairs.all) {
		if (pair.sources.length * pair.targets.length <= triedCombinations) tried.push(...combinationsOf(pair));
		else await gatherListed(transaction, pair, links);
	}
	for (const [position, provenance] of await transaction.provenancesOf(tried)) {
		const [source, relation, target] = tried[position] as RelationshipKey;
		links.add(placeOf.get(source) as Placement, relation, placeOf.get(target) as Placement, provenance);
	}
	return links.all(transaction, createHistories());
}

/**
 * Two groups whose members' relationships are looked up together: Version groups, or Identity
 * groups that lie in one Version group. So no relationship belongs to two pairs of one relation.
 */
type Pair = { relation: number; sources: readonly Placement[]; targets: readonly Placement[] };

function createPairs(membersOf: ReadonlyMap<Id, readonly Placement[]>) {
	const known = new Set<string>();
	const all: Pair[] = [];
	const within = (level: GroupLevel, place: Placement): readonly Placement[] => {
		const members = membersOf.get(place.version) as readonly Placement[];
		return level === 'version' ? members : members.filter(({ identity }) => identity === place.identity);
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

/** Lists what the members of the smaller group assert, and keeps what is between both groups. */
async function gatherListed(transaction: Transaction, pair: Pair, links: LinkGatherer): Promise<void> {
	const sources = new Map(pair.sources.map((place) => [place.id, place]));
	const targets = new Map(pair.targets.map((place) => [place.id, place]));
	const smaller = sources.size < targets.size ? sources : targets;
	const isSymmetric = pair.relation === relationCode.IsRelatedTo;
	const end = smaller === sources && !isSymmetric ? 'source' : 'either';
	const codes = { first: pair.relation, last: pair.relation };
	for (const [source, relation, target, provenance] of await transaction.assertionsOf(
		[...smaller.keys()],
		codes,
		end,
	)) {
		const from = sources.get(source) ?? (isSymmetric ? targets.get(source) : undefined);
		const to = targets.get(target) ?? (isSymmetric ? sources.get(target) : undefined);
		if (from && to) links.add(from, relation, to, provenance);
	}
}

/** Gathers, assertion by assertion, the provenances of the links between groups at each level. */
type LinkGatherer = ReturnType<typeof createLinkGatherer>;

/** The provenances of a link between Version groups, by the Identity groups that make it. */
type Members = Map<string, { source: Id; target: Id; provenances: SaidId[] }>;
type Gathered = { source: Id; relation: number; target: Id; identity: SaidId[] | null; version: Members | null };

/** Starts with no links. */
export function createLinkGatherer() {
	const bySource = new Map<string, Map<Id, Gathered>>();
	const find = (source: Id, relation: number, target: Id): Gathered => {
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
				const found = find(one[level], relation, other[level]);
				if (level === 'identity') found.identity ??= [];
				else found.version ??= new Map();
			});
		},
		/** Adds a provenance to the links that are expected. */
		add(from: Placement, relation: number, to: Placement, provenance: Id): void {
			each(from, relation, to, (level, one, other, turned) => {
				const found = find(one[level], relation, other[level]);
				const said = turned ? -provenance : provenance;
				if (level === 'identity') addOnce(found.identity, said);
				else if (found.version) addOnce(provenancesBetween(found.version, one, other), said);
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
 * Says what makes a link between Version groups; see IndexLink.via for what goes without saying.
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
	return { version, via };
}

function addOnce(list: SaidId[] | null, said: SaidId): void {
	if (list && list.at(-1) !== said) list.push(said);
}

function nameOf(relation: number): GroupRelation {
	return relations[relation - 1] as GroupRelation;
}
