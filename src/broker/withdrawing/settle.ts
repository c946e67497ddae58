// Brings what follows from assertions and descriptions up to what counts, after some of them ceased
// to count or count again: which identifiers are known, their groups, the descriptions of these,
// and what the index must learn. Its cost follows the groups that it touches.

import { type Edges, planRegrouping } from '../../links/grouping.ts';
import { joinsGroups, relationCode, relationsWithinGroups } from '../../links/relation.ts';
import type { DescribedRow } from '../../store/descriptions.ts';
import {
	type Assertion,
	distinctRelationships,
	type Id,
	type Placement,
	type RelationshipKey,
} from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { logChanges } from '../changes/log-changes.ts';
import { describeGroups, type Said } from '../describe-groups.ts';
import { placesById } from '../indexing/places.ts';
import { tellIndex } from '../tell-index.ts';

/** Rows that ceased to count, and rows that count again. */
export type Turned = {
	lost: readonly Required<Assertion>[];
	gained: readonly Required<Assertion>[];
	unsaid: readonly DescribedRow[];
	saidAgain: readonly DescribedRow[];
};

/** What became of groups and identifiers. */
export type Settled = Pick<Regrouped, 'splitGroups' | 'mergedGroups'> & {
	/** Identifiers that nothing names any more. */
	forgotten: readonly Id[];
	/** Relationships that nobody asserts any more. */
	ended: readonly RelationshipKey[];
	/** Identity groups that were described, made or separated otherwise. */
	changed: readonly Id[];
};

/** Settles what follows from a change that an event makes. */
export async function settle(
	transaction: Transaction,
	event: { sequence: Id; noindex: boolean },
	turned: Turned,
): Promise<Settled> {
	const { lost, gained, unsaid, saidAgain } = turned;
	await restoreNamed(transaction, [...endsOf(gained), ...saidAgain.map(([identifier]) => identifier)]);
	const touched = new Set([
		...endsOf([...lost, ...gained]),
		...[...unsaid, ...saidAgain].map(([identifier]) => identifier),
	]);
	for (const [, representative] of await transaction.representativesOf([...touched])) touched.add(representative);
	const before = await placesById(transaction, touched);
	const forgotten = await forgetUnnamed(transaction, touched);
	const ended = await endedRelationships(transaction, lost);
	const regrouped = await regroup(transaction, familiesToRegroup(before, turned, ended, forgotten));
	const places = new Map([...before, ...regrouped.places.map((place) => [place.id, place] as const)]);
	const redescribed = await redescribe(transaction, { unsaid, saidAgain, places, works: regrouped.works });

	const relationships = distinctRelationships([...lost, ...gained]).filter(([, relation]) => joinsGroups(relation));
	const versioned = [...lost, ...gained].filter(([, relation]) => relation === relationCode.HasVersion);
	const gone = new Set(forgotten);
	const changed = [
		...forgotten,
		...(regrouped.moved.size > 0 || forgotten.length > 0 ? regrouped.places.map(({ id }) => id) : []),
		...redescribed,
		...[...endsOf(gained), ...saidAgain.map(([identifier]) => identifier)],
		...endsOf(versioned).filter((id) => !gone.has(id)),
	];
	const moved = regrouped.places.filter(({ id }) => regrouped.moved.has(id)).map(({ version }) => version);
	const leftByForgotten = [...before.values()].filter(({ id }) => gone.has(id)).flatMap(groupsOf);
	const separated = [...new Set([...regrouped.moved, ...regrouped.left, ...leftByForgotten])];
	const news = { relationships, changed: [...new Set(changed)], regrouped: [...new Set(moved)], separated };
	await tellIndex(transaction, event, [{ event: event.sequence, ...news }], [...before.values(), ...regrouped.places]);
	await logChanges(transaction, event, { gained, lost });
	const { splitGroups, mergedGroups } = regrouped;
	return { splitGroups, mergedGroups, forgotten, ended, changed: [...new Set([...regrouped.works, ...redescribed])] };
}

function endsOf(assertions: readonly (Assertion | RelationshipKey)[]): Id[] {
	return assertions.flatMap(([source, , target]) => [source, target]);
}

/** Makes identifiers known that something names again, and their representatives with them. */
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

/** Lists the Version groups whose members may be joined otherwise now. */
function familiesToRegroup(
	before: ReadonlyMap<Id, Placement>,
	{ gained, saidAgain }: Turned,
	ended: readonly RelationshipKey[],
	forgotten: readonly Id[],
): Id[] {
	const gone = new Set(forgotten);
	const joining = ended.filter(([, relation]) => !joinsGroups(relation));
	const looked = new Set([...endsOf(joining), ...endsOf(gained), ...saidAgain.map(([id]) => id)]);
	for (const { id, alone } of before.values()) if (gone.has(id) && !alone) looked.add(id);
	const families = [...before.values()].filter(({ id }) => looked.has(id)).map(({ version }) => version);
	return [...new Set(families)];
}

/**
 * What has changed; `places` are those of all identifiers that are named here; of those that are
 * gone, where they were.
 */
type Changed = {
	unsaid: readonly DescribedRow[];
	saidAgain: readonly DescribedRow[];
	places: ReadonlyMap<Id, Placement>;
	/** Identity groups that others joined or left, those that are none any more included. */
	works: ReadonlySet<Id>;
};

/** Describes works anew from all that is said of them; answers those that read otherwise now. */
async function redescribe(transaction: Transaction, changed: Changed): Promise<Id[]> {
	const groups = [...(await groupsInDoubt(transaction, changed))];
	if (groups.length === 0) return [];
	const members = await transaction.members('identity', groups);
	const alive = new Set(members.map(({ identity }) => identity));
	const stored = new Map<Id, Id | null>();
	const silenced: [Id, null][] = [];
	for (const { id, description } of await transaction.identifiers(groups)) {
		if (alive.has(id)) stored.set(id, description);
		else if (description !== null) silenced.push([id, null]);
	}
	await transaction.describe(silenced);
	const saidOf = new Map<Id, Said[]>([...alive].map((group) => [group, []]));
	const rows = await transaction.latestDescriptions(members.map(({ id, identity }) => [id, identity]));
	for (const [group, event, place, description] of rows) saidOf.get(group)?.push({ event, place, description });
	return describeGroups(transaction, saidOf, stored);
}

/**
 * Lists the groups that may read otherwise. A word that is said once more later changes nothing.
 */
async function groupsInDoubt(
	transaction: Transaction,
	{ unsaid, saidAgain, places, works }: Changed,
): Promise<Set<Id>> {
	const repeated = await transaction.areRepeatedLater(unsaid);
	const telling = [...unsaid.filter((_, position) => !repeated.has(position)), ...saidAgain];
	const groups = telling.flatMap(([identifier]) => places.get(identifier)?.identity ?? []);
	return new Set([...works, ...groups]);
}

type Regrouped = {
	/** Members whose groups were looked at, as they lie now. */
	places: readonly Placement[];
	/** Identifiers that lie elsewhere now, or whose Identity group lost or gained some. */
	moved: ReadonlySet<Id>;
	/** Groups, at either level, that those lay in before. */
	left: ReadonlySet<Id>;
	/** Identity groups that others joined or left, and new ones. */
	works: ReadonlySet<Id>;
	splitGroups: number;
	mergedGroups: number;
};

/** Groups all members of these Version groups anew. */
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

/** Lists what joins identifiers to each other: what is asserted, and those that are the same by rule. */
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

/** The groups that an identifier lies in. */
export function groupsOf({ identity, version }: Placement): [identity: Id, version: Id] {
	return [identity, version];
}

/**
 * Makes those of these identifiers gone that nothing names, and then the representatives that they
 * alone kept; answers all that are gone now.
 */
export async function forgetUnnamed(transaction: Transaction, ids: Iterable<Id>): Promise<Id[]> {
	const forgotten = new Set<Id>();
	let suspects = [...new Set(ids)];
	while (suspects.length > 0) {
		const named = await transaction.namedAmong(suspects);
		const unnamed = suspects.filter((id) => !named.has(id));
		if (unnamed.length === 0) break;
		await transaction.setKnown(unnamed, false);
		for (const id of unnamed) forgotten.add(id);
		const kept = (await transaction.representativesOf(unnamed)).map(([, representative]) => representative);
		suspects = [...new Set(kept)].filter((id) => !forgotten.has(id));
	}
	return [...forgotten];
}
