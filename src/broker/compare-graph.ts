// Derives the groups and descriptions of a range of Version groups again, and finds stored ones that
// differ.
//
// Two rules make groups: an assertion or rule that joins two identifiers has both in one group, and
// each group is connected by such joints. Both can be checked near a group, so a range needs no
// other one: where a joint leaves the groups of a range, those at its other end are read as well.
// Groups that belong together are then found in several ranges; they count in the one with the
// smallest stored name among them.
import { createDisjointSets, type Edges, planRegrouping } from '../links/grouping.ts';
import { relationCode, relationsWithinGroups } from '../links/relation.ts';
import type { Described, Id } from '../store/graph.ts';
import type { IdRange } from '../store/rebuild-parts.ts';
import type { Transaction } from '../store/records.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { findMisdescribed, type Misdescribed, type PlacedDescription } from './describe-groups.ts';
import { inWholeRuns } from './in-steps.ts';

/** How many identifiers and groups there are. */
export type GraphCounts = { identifiers: number; identityGroups: number; versionGroups: number };

/** An identifier as it is placed and as it should be. */
export type Misplaced = { stored: Described; wanted: Described };

/** What was derived of a range, and what is stored otherwise. */
export type ComparedRange = GraphCounts & {
	misplaced: readonly Misplaced[];
	misdescribed: readonly Misdescribed[];
	/** All members, as they should be placed, of the Version groups with a difference. */
	touched: readonly Described[];
};

type Reading = Pick<Transaction, 'texts' | 'joinedWith' | 'members' | 'identifiers' | 'latestDescriptions'>;

// A Version group is read whole; usually there are far fewer members than this.
const membersPerStep = 1_000;

/** Compares the Version groups whose stored names are ids of a range, in one state of the records. */
export async function compareRange(
	transaction: Reading,
	snapshot: Pick<Snapshot, 'placements'>,
	range: IdRange,
): Promise<ComparedRange> {
	const counts: GraphCounts = { identifiers: 0, identityGroups: 0, versionGroups: 0 };
	const misplaced: Misplaced[] = [];
	const misdescribed: Misdescribed[] = [];
	const touched: Described[] = [];
	const isSameVersion = (one: Described, other: Described) => one.version === other.version;
	for await (const step of inWholeRuns(snapshot.placements(range), membersPerStep, isSameVersion)) {
		const derived = await deriveGroups(transaction, step);
		for (const { wanted } of derived) {
			counts.identifiers++;
			if (wanted.identity === wanted.id) counts.identityGroups++;
			if (wanted.version === wanted.id) counts.versionGroups++;
		}
		const wrong = derived.filter(({ stored, wanted }) => stored !== wanted);
		const undescribed = await compareDescriptions(
			transaction,
			derived.map(({ wanted }) => wanted),
		);
		for (const one of wrong) misplaced.push(one);
		for (const one of undescribed) misdescribed.push(one);
		const names = new Set([...wrong.map(({ wanted }) => wanted.id), ...undescribed.map(({ group }) => group)]);
		if (names.size === 0) continue;
		const versions = new Set(derived.flatMap(({ wanted }) => (names.has(wanted.id) ? wanted.version : [])));
		for (const { wanted } of derived) if (versions.has(wanted.version)) touched.push(wanted);
	}
	return { ...counts, misplaced, misdescribed, touched };
}

/** Plans the groups of whole stored Version groups, and of all that joints connect with them. */
async function deriveGroups(transaction: Reading, members: readonly Described[]): Promise<Misplaced[]> {
	const known = new Map(members.map((member) => [member.id, member]));
	const joints: (readonly [one: Id, other: Id, relation: number])[] = [];
	for (let fresh = members; fresh.length > 0; ) {
		const ids = fresh.map(({ id }) => id);
		const found = await transaction.joinedWith(ids, relationsWithinGroups, Number.MAX_SAFE_INTEGER);
		for (const joint of found) joints.push(joint);
		const others = new Set(found.flatMap(([one, other]) => [one, other].filter((id) => !known.has(id))));
		fresh = (await readWholeGroups(transaction, [...others])).filter(({ id }) => !known.has(id));
		for (const member of fresh) known.set(member.id, member);
	}
	const all = [...known.values()];
	const { places } = planRegrouping(all, edgesOf(joints, known));
	const isOwn = ownGroups(members, known, joints);
	return all.flatMap((stored, at) => (isOwn(stored) ? { stored, wanted: places[at] as Described } : []));
}

/** Reads these identifiers and all others in their stored Version groups, as far as they are known. */
async function readWholeGroups(transaction: Reading, ids: readonly Id[]): Promise<Described[]> {
	if (ids.length === 0) return [];
	const those = await transaction.identifiers(ids);
	const versions = new Set(those.map(({ version }) => version));
	const members = await transaction.members('version', [...versions]);
	const all = new Set([...those.map(({ id }) => id), ...versions, ...members.map(({ id }) => id)]);
	return (await transaction.identifiers([...all])).filter(({ version }) => versions.has(version));
}

function edgesOf(
	joints: readonly (readonly [one: Id, other: Id, relation: number])[],
	known: ReadonlyMap<Id, Described>,
): Edges {
	const edges = { identity: [] as [Id, Id][], version: [] as [Id, Id][] };
	for (const [one, other, relation] of joints) {
		// The other end is retired or missing, which is a fault of its own.
		if (!known.has(one) || !known.has(other)) continue;
		edges[relation === relationCode.IsIdenticalTo ? 'identity' : 'version'].push([one, other]);
	}
	return edges;
}

/**
 * Makes the function that returns whether an identifier counts in a step: whether the smallest
 * stored name, among those of groups that are connected with its own, is of the step.
 */
function ownGroups(
	step: readonly Described[],
	known: ReadonlyMap<Id, Described>,
	joints: readonly (readonly [one: Id, other: Id, relation: number])[],
): (member: Described) => boolean {
	const connected = createDisjointSets();
	for (const [one, other] of joints) {
		const [from, to] = [known.get(one), known.get(other)];
		if (from && to) connected.join(from.version, to.version);
	}
	const own = new Set(step.map(({ version }) => version));
	const smallest = new Map(
		connected.sets().map((set) => [connected.find(set[0] as Id), set.reduce((least, name) => Math.min(least, name))]),
	);
	return ({ version }) => own.has(smallest.get(connected.find(version)) ?? version);
}

/** Finds wrong descriptions of Identity groups of which these are all the members. */
async function compareDescriptions(transaction: Reading, members: readonly Described[]): Promise<Misdescribed[]> {
	const descriptionsOf = new Map<Id, PlacedDescription[]>();
	const stored = new Map<Id, Id | null>();
	const ofMembers: Misdescribed[] = [];
	for (const { id, identity, description } of members) {
		if (id === identity) {
			descriptionsOf.set(id, []);
			stored.set(id, description);
		} else if (description !== null) ofMembers.push({ group: id, text: null });
	}
	const rows = await transaction.latestDescriptions(members.map(({ id, identity }) => [id, identity]));
	for (const [group, event, place, description] of rows) descriptionsOf.get(group)?.push({ event, place, description });
	return [...ofMembers, ...(await findMisdescribed(transaction, descriptionsOf, stored))];
}
