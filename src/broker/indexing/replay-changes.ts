// Brings a generation whose parts were read at different times to one state of the records.
//
// A group or link is *touched* where an event that was committed after the line of the rebuild
// (planRebuild) has changed any part of it. What is not touched is right in every part, whenever
// that was read. What is touched is found without reading the generation, in which it may be
// missing, duplicated or outdated:
//
// - Each event names at least one identifier of every group that it changed. The last event that
//   changed a group names one that is still in it. So all identifiers whose place has changed, and
//   the names of all groups that were created or removed, either lie in the Version groups of what
//   is named, or are named and retired.
// - A link is touched with one of its ends, or with a relationship that is named.
//
// Everything of these groups is removed, then their objects are written, then all their links: so
// no identifier is left in two objects, and each link has both its ends.
import { relationsOfGroups } from '../../links/relation.ts';
import type { GroupBy, IndexChanges } from '../../ports/search/index-content.ts';
import { distinctRelationships, type Id, type Placement, type RelationshipKey } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { inSteps } from '../in-steps.ts';
import { deriveLinks, type KnownAssertions } from './derive-links.ts';
import { deriveObjects } from './derive-objects.ts';
import { placesById, readVersionMembers } from './places.ts';

type Replay = {
	/** Of one state of the records. */
	transaction: Transaction;
	snapshot: Snapshot;
	apply(changes: IndexChanges): Promise<void>;
	/** Entries that were brought in; this call adds its own. */
	replayed: Set<Id>;
	/** Called between steps. */
	between(): Promise<void>;
};

const identifiersPerStep = 500;
const removedPerStep = 2_000;
const linksPerStep = 5_000;
const levels: readonly GroupBy[] = ['identity', 'version'];
const nothing: IndexChanges = { removed: [], objects: [], links: [] };

/**
 * Brings in all entries of the rebuild that are not brought in yet; returns how many. Once it has
 * ended, the generation shows the state that is read. After an interruption, it must begin with
 * none brought in.
 */
export async function replayChanges(replay: Replay): Promise<number> {
	const { transaction, snapshot, apply, replayed, between } = replay;
	const { entries, named } = await readNamed(replay);
	if (entries.size === 0) return 0;
	const { groups, members } = await readTouched(transaction, named);
	for (const step of inSteps([...groups], removedPerStep)) {
		await apply({ ...nothing, removed: step.flatMap((group) => levels.map((level) => ({ level, group }))) });
		await between();
	}
	const works = [...members.values()].filter(({ id, identity }) => id === identity);
	for await (const objects of deriveObjects(transaction, works)) {
		await apply({ ...nothing, objects });
		await between();
	}
	for (const step of inSteps([...members.keys()], identifiersPerStep)) {
		const assertions = await transaction.assertionsOf(step, relationsOfGroups);
		await writeLinks(replay, distinctRelationships(assertions), { ids: new Set(step), assertions });
	}
	for await (const rows of snapshot.entriesOfRebuild()) {
		const those = rows.filter(({ id }) => entries.has(id));
		await writeLinks(replay, distinctRelationships(those.flatMap(({ entry }) => entry.relationships)));
	}
	for (const id of entries) replayed.add(id);
	return entries.size;
}

/** Reads the entries, and the identifiers of groups that they name. */
async function readNamed({ snapshot, replayed, between }: Replay): Promise<{ entries: Set<Id>; named: Set<Id> }> {
	const entries = new Set<Id>();
	const named = new Set<Id>();
	for await (const rows of snapshot.entriesOfRebuild()) {
		for (const { id, entry } of rows) {
			if (replayed.has(id)) continue;
			entries.add(id);
			for (const identifier of [...entry.changed, ...entry.regrouped]) named.add(identifier);
		}
		await between();
	}
	return { entries, named };
}

/**
 * Reads the members of all Version groups of named identifiers. `groups`: the names of all groups
 * that may have existed since the line.
 */
async function readTouched(
	transaction: Transaction,
	named: ReadonlySet<Id>,
): Promise<{ groups: Set<Id>; members: Map<Id, Placement> }> {
	const groups = new Set(named);
	const members = new Map<Id, Placement>();
	for (const step of inSteps([...named], identifiersPerStep)) {
		for (const member of await readVersionMembers(transaction, await transaction.identifiers(step))) {
			groups.add(member.id);
			members.set(member.id, member);
		}
	}
	return { groups, members };
}

async function writeLinks(
	{ transaction, apply, between }: Replay,
	relationships: readonly RelationshipKey[],
	known?: KnownAssertions,
): Promise<void> {
	const places = await placesById(
		transaction,
		new Set(relationships.flatMap(([source, , target]) => [source, target])),
	);
	// Links of a retired identifier were removed with its groups.
	const remaining = relationships.filter(([source, , target]) => places.has(source) && places.has(target));
	if (remaining.length === 0) return;
	for (const links of inSteps(await deriveLinks(transaction, remaining, places, known), linksPerStep)) {
		await apply({ ...nothing, links });
		await between();
	}
}
