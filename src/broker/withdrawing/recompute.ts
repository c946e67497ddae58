// Recomputes known identifiers, groups, descriptions and the index's work after assertions ceased
// to count or count again. Its cost follows the groups that it touches.
import { type Edges, planRegrouping } from '../../links/grouping.ts';
import { joinsGroups, relationCode, relationsWithinGroups } from '../../links/relation.ts';
import type { DescribedRow, DescriptionKey } from '../../store/descriptions.ts';
import {
	type AnyAssertion,
	type Assertion,
	distinctRelationships,
	type Id,
	type PlacedAssertion,
	type Placement,
	type RelationshipKey,
} from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { logChanges } from '../changes/log-changes.ts';
import { describeGroups, type PlacedDescription } from '../describe-groups.ts';
import { enqueueIndexWork, type IndexWork } from '../enqueue-index-work.ts';
import { placesById } from '../indexing/places.ts';

/** The rows that ceased to count, and those that count again. */
type AssertionDelta = {
	lost: readonly Required<Assertion>[];
	/** In the order of events and places. */
	gained: readonly PlacedAssertion[];
};

/** What changed in groups and identifiers. */
export type Recomputed = Pick<Regrouped, 'splitGroups' | 'mergedGroups'> & {
	/** Identifiers that nothing names any longer. */
	retired: readonly Id[];
	/** Relationships without any assertion left. */
	ended: readonly RelationshipKey[];
	/** Identity groups with another description, other members or fewer relationships. */
	changed: readonly Id[];
};

/**
 * Recomputes everything that follows from the assertion delta of an event, and hands it to the index
 * and the change log.
 */
export async function recompute(
	transaction: Transaction,
	event: { sequence: Id; noindex: boolean },
	delta: AssertionDelta,
): Promise<Recomputed> {
	const { places, work, reordered, ...recomputed } = await recomputeRecords(transaction, delta);
	await enqueueIndexWork(transaction, event, [{ event: event.sequence, ...work }], places);
	await logChanges(transaction, event, { ...delta, reordered });
	return recomputed;
}

/** What follows in the records, and what the index and the change log have to do. */
type RecomputedRecords = Recomputed & {
	work: Omit<IndexWork, 'event'>;
	/** All identifiers that it touches, as placed before and now. */
	places: readonly Placement[];
	/** Groups whose description may have changed. */
	reordered: ReadonlySet<Id>;
};

/** Recomputes known identifiers, groups and descriptions. */
export async function recomputeRecords(
	transaction: Transaction,
	{ lost, gained }: AssertionDelta,
): Promise<RecomputedRecords> {
	await restoreNamed(transaction, endsOf(gained));
	const described = await transaction.rederiveDescriptions(endsByEvent([...lost, ...gained]));
	const touched = new Set(endsOf([...lost, ...gained]));
	const representatives = new Map(await transaction.representativesOf([...touched]));
	for (const representative of representatives.values()) touched.add(representative);
	const before = await placesById(transaction, touched);
	const retired = await retireUnnamed(transaction, touched);
	const ended = await endedRelationships(transaction, lost);
	const regrouped = await regroup(transaction, familiesToRegroup(before, { gained, representatives, ended, retired }));
	const places = new Map([...before, ...regrouped.places.map((place) => [place.id, place] as const)]);
	const doubtful = await groupsInDoubt(transaction, { ...described, places, works: regrouped.works });
	const redescribed = await redescribe(transaction, [...doubtful]);

	const relationships = distinctRelationships([...lost, ...gained]).filter(([, relation]) => joinsGroups(relation));
	const versioned = [...lost, ...gained].filter(([, relation]) => relation === relationCode.HasVersion);
	const worksOf = (those: readonly RelationshipKey[]) => endsOf(those).map((id) => before.get(id)?.identity ?? id);
	const isRetired = new Set(retired);
	const changed = [
		...retired,
		...(regrouped.moved.size > 0 || retired.length > 0 ? regrouped.places.map(({ id }) => id) : []),
		...redescribed,
		...endsOf(gained),
		...endsOf(versioned).filter((id) => !isRetired.has(id)),
	];
	const moved = regrouped.places.filter(({ id }) => regrouped.moved.has(id)).map(({ version }) => version);
	const leftByRetired = [...before.values()].filter(({ id }) => isRetired.has(id)).flatMap(groupsOf);
	const separated = [...new Set([...regrouped.moved, ...regrouped.left, ...leftByRetired])];
	const work = { relationships, changed: [...new Set(changed)], regrouped: [...new Set(moved)], separated };
	const { splitGroups, mergedGroups } = regrouped;
	return {
		...{ splitGroups, mergedGroups, retired, ended, work, reordered: doubtful },
		changed: [...new Set([...regrouped.works, ...redescribed, ...worksOf(ended)])],
		places: [...before.values(), ...regrouped.places],
	};
}

function endsOf(assertions: readonly (AnyAssertion | RelationshipKey)[]): Id[] {
	return assertions.flatMap(([source, , target]) => [source, target]);
}

/** Lists the ends of assertions, each once with each event. */
function endsByEvent(assertions: readonly AnyAssertion[]): DescriptionKey[] {
	const pairs = assertions.flatMap(([source, , target, , event]): DescriptionKey[] => [
		[source, event],
		[target, event],
	]);
	return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

/** Makes identifiers known again, and their representatives with them. */
async function restoreNamed(transaction: Transaction, named: readonly Id[]): Promise<void> {
	if (named.length === 0) return;
	const representatives = await transaction.representativesOf(named);
	const those = new Set([...named, ...representatives.map(([, representative]) => representative)]);
	await transaction.setKnown([...those], true);
}

async function endedRelationships(transaction: Transaction, lost: readonly Assertion[]): Promise<RelationshipKey[]> {
	const relationships = distinctRelationships(lost);
	if (relationships.length === 0) return [];
	const asserted = await transaction.areAsserted(relationships);
	return relationships.filter((_, position) => !asserted.has(position));
}

type Regrouping = {
	gained: readonly PlacedAssertion[];
	/** The representatives of identifiers that have another one: a restored identifier joins its own. */
	representatives: ReadonlyMap<Id, Id>;
	ended: readonly RelationshipKey[];
	retired: readonly Id[];
};

/** Lists the Version groups whose members may be grouped otherwise now. */
function familiesToRegroup(
	before: ReadonlyMap<Id, Placement>,
	{ gained, representatives, ended, retired }: Regrouping,
): Id[] {
	const isRetired = new Set(retired);
	const joining = ended.filter(([, relation]) => !joinsGroups(relation));
	const named = endsOf(gained);
	const wanted = new Set([...endsOf(joining), ...named, ...named.flatMap((id) => representatives.get(id) ?? [])]);
	for (const { id, alone } of before.values()) if (isRetired.has(id) && !alone) wanted.add(id);
	const families = [...before.values()].filter(({ id }) => wanted.has(id)).map(({ version }) => version);
	return [...new Set(families)];
}

/** Resolves the descriptions of works again; returns the works whose description changed. */
async function redescribe(transaction: Transaction, groups: readonly Id[]): Promise<Id[]> {
	if (groups.length === 0) return [];
	const members = await transaction.members('identity', groups);
	const alive = new Set(members.map(({ identity }) => identity));
	const stored = new Map<Id, Id | null>();
	const emptied: [Id, null][] = [];
	for (const { id, description } of await transaction.identifiers(groups)) {
		if (alive.has(id)) stored.set(id, description);
		else if (description !== null) emptied.push([id, null]);
	}
	await transaction.describe(emptied);
	const descriptionsOf = new Map<Id, PlacedDescription[]>([...alive].map((group) => [group, []]));
	const rows = await transaction.latestDescriptions(members.map(({ id, identity }) => [id, identity]));
	for (const [group, event, place, description] of rows) descriptionsOf.get(group)?.push({ event, place, description });
	return describeGroups(transaction, descriptionsOf, stored);
}

/**
 * Lists the groups whose description may change: those that identifiers joined or left, and those
 * with other descriptions. Descriptions that are repeated later change nothing.
 */
async function groupsInDoubt(
	transaction: Transaction,
	{
		removed,
		added,
		places,
		works,
	}: {
		removed: readonly DescribedRow[];
		added: readonly DescribedRow[];
		places: ReadonlyMap<Id, Placement>;
		works: ReadonlySet<Id>;
	},
): Promise<Set<Id>> {
	const repeated = await transaction.areRepeatedLater(removed);
	const deciding = [...removed.filter((_, position) => !repeated.has(position)), ...added];
	const groups = deciding.flatMap(([identifier]) => places.get(identifier)?.identity ?? []);
	return new Set([...works, ...groups]);
}

type Regrouped = {
	/** Members of the groups that were recomputed, as placed now. */
	places: readonly Placement[];
	/** Identifiers in another group now, or whose Identity group lost or gained some. */
	moved: ReadonlySet<Id>;
	/** The groups, at either level, that they were in before. */
	left: ReadonlySet<Id>;
	/** Identity groups that identifiers joined or left, and new ones. */
	works: ReadonlySet<Id>;
	splitGroups: number;
	mergedGroups: number;
};

/** Groups all members of these Version groups again. */
async function regroup(transaction: Transaction, versions: readonly Id[]): Promise<Regrouped> {
	if (versions.length === 0) {
		return { places: [], moved: new Set(), left: new Set(), works: new Set(), splitGroups: 0, mergedGroups: 0 };
	}
	const members = await transaction.members('version', versions);
	const edges = await edgesAmong(
		transaction,
		members.map(({ id }) => id),
	);
	const { places, splitGroups, mergedGroups } = planRegrouping(members, edges);
	const changed = places.filter((place, at) => place !== members[at]);
	if (changed.length > 0) await transaction.place(changed);
	const [works, left] = [new Set<Id>(), new Set<Id>()];
	places.forEach((place, at) => {
		const former = members[at] as Placement;
		if (place === former) return;
		for (const group of groupsOf(former)) left.add(group);
		if (place.identity !== former.identity) works.add(place.identity).add(former.identity);
	});
	const moved = new Set(changed.map(({ id }) => id));
	return { places, moved, left, works, splitGroups, mergedGroups };
}

/** Lists what joins identifiers: assertions, and rules of their schemes. */
async function edgesAmong(transaction: Transaction, ids: readonly Id[]): Promise<Edges> {
	const asserted = await transaction.relationshipsAmong(ids, relationsWithinGroups);
	const among = new Set(ids);
	const byRule = (await transaction.representativesOf(ids)).filter(([, other]) => among.has(other));
	const pairsOf = (wanted: number) =>
		asserted.flatMap(([source, relation, target]) => (relation === wanted ? [[source, target] as const] : []));
	return {
		identity: [...pairsOf(relationCode.IsIdenticalTo), ...byRule],
		version: pairsOf(relationCode.HasVersion),
	};
}

/** Lists the groups of an identifier. */
export function groupsOf({ identity, version }: Placement): [identity: Id, version: Id] {
	return [identity, version];
}

/**
 * Retires those of these identifiers that nothing names, then the representatives that only they
 * had. Returns all that are retired now.
 */
export async function retireUnnamed(transaction: Transaction, ids: Iterable<Id>): Promise<Id[]> {
	const retired = new Set<Id>();
	let suspects = [...new Set(ids)];
	while (suspects.length > 0) {
		const named = await transaction.namedAmong(suspects);
		const unnamed = suspects.filter((id) => !named.has(id));
		if (unnamed.length === 0) break;
		await transaction.setKnown(unnamed, false);
		for (const id of unnamed) retired.add(id);
		const kept = (await transaction.representativesOf(unnamed)).map(([, representative]) => representative);
		suspects = [...new Set(kept)].filter((id) => !retired.has(id));
	}
	return [...retired];
}
