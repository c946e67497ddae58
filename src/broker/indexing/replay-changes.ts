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
// First everything of these groups is removed, then their objects are written, then all their links:
// so no identifier is left in two objects, and each link has both its ends. Each of the three goes
// through the log of entries, in windows of ids: so memory does not grow with the log, and each group
// is written once, however many entries name it.
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
	/** Entries up to this number were brought in before (see RebuildParts.lastEntry). */
	after: Id;
	/** How many identifiers are in memory at a time (100,000). */
	namesPerWindow?: number | undefined;
	/** Called between steps. */
	between(): Promise<void>;
};

const identifiersPerStep = 500;
const removedPerStep = 2_000;
const linksPerStep = 5_000;
const levels: readonly GroupBy[] = ['identity', 'version'];
const nothing: IndexChanges = { removed: [], objects: [], links: [] };

/**
 * Brings in all entries of the rebuild after a number; returns how many. Once it has ended, the
 * generation shows the state that is read. After an interruption, it must begin with the first one.
 */
export async function replayChanges(replay: Replay): Promise<number> {
	const { transaction, snapshot, apply, between } = replay;
	const first = await readWindow(replay, 0);
	if (first.entries === 0) return 0;
	for await (const { groups } of touched(replay, first)) {
		for (const step of inSteps(groups, removedPerStep)) {
			await apply({ ...nothing, removed: step.flatMap((group) => levels.map((level) => ({ level, group }))) });
			await between();
		}
	}
	for await (const { members } of touched(replay, first)) {
		const works = members.filter(({ id, identity }) => id === identity);
		for await (const objects of deriveObjects(transaction, works)) {
			await apply({ ...nothing, objects });
			await between();
		}
	}
	for await (const { members } of touched(replay, first)) {
		for (const step of inSteps(members, identifiersPerStep)) {
			const ids = step.map(({ id }) => id);
			const assertions = await transaction.assertionsOf(ids, relationsOfGroups);
			await writeLinks(replay, distinctRelationships(assertions), { ids: new Set(ids), assertions });
		}
	}
	for await (const rows of snapshot.entriesOfRebuild(replay.after)) {
		await writeLinks(replay, distinctRelationships(rows.flatMap(({ entry }) => entry.relationships)));
	}
	return first.entries;
}

/** The smallest identifiers that entries name, above one. */
type Window = {
	entries: number;
	/** In order. */
	named: readonly Id[];
	/** Whether entries name others above these. */
	isFull: boolean;
};

const usualNamesPerWindow = 100_000;

/** Reads all entries, and the smallest identifiers above one that they name. */
async function readWindow(
	{ snapshot, after, between, namesPerWindow = usualNamesPerWindow }: Replay,
	above: Id,
): Promise<Window> {
	let entries = 0;
	let named = new Set<Id>();
	let limit = Number.POSITIVE_INFINITY;
	const smallest = () => [...named].sort((one, other) => one - other).slice(0, namesPerWindow);
	for await (const rows of snapshot.entriesOfRebuild(after)) {
		entries += rows.length;
		for (const { entry } of rows) {
			for (const id of entry.changed) if (id > above && id < limit) named.add(id);
			for (const id of entry.regrouped) if (id > above && id < limit) named.add(id);
		}
		if (named.size > 2 * namesPerWindow) {
			const kept = smallest();
			named = new Set(kept);
			limit = kept.at(-1) as Id;
		}
		await between();
	}
	const isFull = named.size > namesPerWindow || limit < Number.POSITIVE_INFINITY;
	return { entries, named: smallest(), isFull };
}

/**
 * Yields, step by step, all members of the Version groups of named identifiers; `groups` are the
 * names of all groups that may have existed since the line.
 */
async function* touched(
	replay: Replay,
	first: Window,
): AsyncGenerator<{ groups: readonly Id[]; members: readonly Placement[] }> {
	const { transaction } = replay;
	for (let window = first; ; window = await readWindow(replay, window.named.at(-1) as Id)) {
		const seen = new Set<Id>();
		for (const step of inSteps(window.named, identifiersPerStep)) {
			const places = await transaction.identifiers(step);
			const members = await readVersionMembers(
				transaction,
				places.filter(({ version }) => !seen.has(version)),
			);
			for (const { version } of members) seen.add(version);
			yield { groups: [...new Set([...step, ...members.map(({ id }) => id)])], members };
		}
		if (!window.isFull) return;
	}
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
